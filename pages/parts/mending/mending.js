// streamlit-tree-select draws in a frame of its own, with dark labels in the dark theme too and fonts unlike ours. The frame is of
// our own origin, so its looks can be mended from here.
function mend(frame) {
  const inside = frame.contentDocument;
  if (!inside?.head) return;
  const app = getComputedStyle(document.querySelector(".stApp"));
  let style = inside.getElementById("treeproof");
  if (!style) {
    style = inside.createElement("style");
    style.id = "treeproof";
    inside.head.append(style);
  }
  style.textContent = `
    html, body, #root { color-scheme: ${app.colorScheme}; background: transparent !important; }
    .react-checkbox-tree, .react-checkbox-tree label, .rct-title { color: ${app.color} !important; font: 13px/1.4 ${app.fontFamily} !important; }
    .rct-node-icon { display: none; }
    .rct-text { align-items: center; }
    .rct-icon, .rct-collapse-btn, .rct-option { color: ${app.color} !important; }
    .react-checkbox-tree label:hover { background: rgb(128 128 128 / .14) !important; }`;
}

export default function (component) {
  // Its container scrolls: whoever has no pointer must be able to stand in it.
  const container = document.querySelector(`.st-key-${component.data.within}`);
  if (container) {
    container.tabIndex = 0;
    container.setAttribute("role", "region");
    container.setAttribute("aria-label", "Sections to tick");
  }
  const again = [0, 150, 500, 1200, 2500].map((delay) => setTimeout(() => {
    for (const frame of document.querySelectorAll(`.st-key-${component.data.within} iframe`)) {
      mend(frame);
      frame.addEventListener("load", () => mend(frame), { once: true });
    }
  }, delay));
  return () => again.forEach(clearTimeout);
}
