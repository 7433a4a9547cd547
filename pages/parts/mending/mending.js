// streamlit-tree-select draws in a frame of its own, with dark labels in the dark theme too, and with fonts and boxes unlike ours.
// The frame is of our own origin, so its looks can be mended from here.
const TICK = "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='black' stroke-width='2.6' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m3.5 8.4 3 3 6-7'/%3E%3C/svg%3E\")";
const BAR = "linear-gradient(#000 0 0) center / 8px 2px no-repeat";

// A frame knows none of the fonts that the page has loaded: they are named to it again, at their whole addresses.
function faces(family) {
  const first = family.split(",")[0].trim().replace(/["']/g, "");
  const found = [];
  for (const sheet of document.styleSheets) {
    const base = sheet.href || document.baseURI;
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule) || rule.style.getPropertyValue("font-family").replace(/["']/g, "") !== first) continue;
      found.push(rule.cssText.replace(/url\("([^"]+)"\)/g, (_, url) => `url("${new URL(url, base).href}")`));
    }
  }
  return found.join("\n");
}

const PRIMARY = { light: "#3056d3", dark: "#86a0f8" }; // those of .streamlit/config.toml, which the page does not name to us
const watched = new WeakSet();

function mend(frame) {
  const inside = frame.contentDocument;
  if (!inside?.head) return;
  const app = getComputedStyle(document.querySelector(".stApp"));
  const primary = app.colorScheme.includes("dark") ? PRIMARY.dark : PRIMARY.light;
  let style = inside.getElementById("treeproof");
  if (!style) {
    style = inside.createElement("style");
    style.id = "treeproof";
    inside.head.append(style);
  }
  const made = `${faces(app.fontFamily)}
    html, body, #root { color-scheme: ${app.colorScheme}; background: transparent !important; }
    .react-checkbox-tree, .react-checkbox-tree label, .rct-title { color: ${app.color} !important; font: 13px/1.4 ${app.fontFamily} !important; }
    .rct-node-icon { display: none; }
    .react-checkbox-tree { flex-direction: column; }
    .rct-options { align-self: flex-end; margin: 0; }
    .rct-text { align-items: flex-start; }
    .react-checkbox-tree label { display: flex; flex: 1; align-items: flex-start; margin: 0; padding: 2px 4px; border-radius: 5px; cursor: pointer; }
    .react-checkbox-tree label:hover, .react-checkbox-tree label:active { background: rgb(128 128 128 / .14) !important; }
    .rct-title { flex: 1; min-width: 0; padding: 0 0 0 4px; overflow-wrap: anywhere; unicode-bidi: plaintext; }
    .rct-icon, .rct-collapse-btn, .rct-option { color: ${app.color} !important; }
    .rct-collapse { display: inline-flex; align-items: center; justify-content: center; height: 22px; padding: 0 4px; }
    .rct-checkbox { flex: none; height: 18px; display: inline-flex; align-items: center; border-radius: 4px; }
    .rct-checkbox .rct-icon { display: inline-block; width: 15px; height: 15px; border: 1.5px solid color-mix(in srgb, ${app.color} 62%, transparent);
      border-radius: 4px; box-sizing: border-box; }
    .rct-checkbox .rct-icon::before { content: "" !important; display: block; width: 100%; height: 100%; }
    .rct-checkbox .rct-icon-check, .rct-checkbox .rct-icon-half-check { border-color: ${primary}; background: ${primary}; }
    .rct-checkbox .rct-icon-check::before { background: ${app.backgroundColor}; mask: ${TICK} center / contain no-repeat; }
    .rct-checkbox .rct-icon-half-check::before { background: ${app.backgroundColor}; mask: ${BAR}; }
    .rct-checkbox:focus-visible, button:focus-visible { outline: 2px solid ${primary}; outline-offset: 1px; }`;
  if (style.textContent !== made) style.textContent = made;
}

export default function (component) {
  // Its container scrolls: whoever has no pointer must be able to stand in it.
  const container = document.querySelector(`.st-key-${component.data.within}`);
  if (container) {
    container.tabIndex = 0;
    container.setAttribute("role", "region");
    container.setAttribute("aria-label", "Sections to tick");
  }
  const all = () => {
    for (const frame of document.querySelectorAll(`.st-key-${component.data.within} iframe`)) {
      mend(frame);
      if (watched.has(frame)) continue;
      watched.add(frame);
      frame.addEventListener("load", () => mend(frame));
    }
  };
  // Frames come and go without a word to this widget: with every change of the tree another one is drawn.
  const watch = new MutationObserver(all);
  if (container) watch.observe(container, { childList: true, subtree: true });
  const again = [0, 150, 500, 1200, 2500].map((delay) => setTimeout(all, delay)); // the theme's colours may still be fading in
  return () => {
    watch.disconnect();
    again.forEach(clearTimeout);
  };
}
