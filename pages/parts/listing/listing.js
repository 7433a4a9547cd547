// A list of problems to choose from. Titles and sentences are set through textContent only.
const SVG = "http://www.w3.org/2000/svg";
const SHAPES = {
  failed: [["path", { d: "M5.2 1h5.6L15 5.2v5.6L10.8 15H5.2L1 10.8V5.2Z", fill: "currentColor" }],
    ["path", { d: "m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8", stroke: "var(--st-background-color)", "stroke-width": 1.8, "stroke-linecap": "round" }]],
  suspect: [["path", { d: "M8 1.8 15 14H1Z", fill: "none", stroke: "currentColor", "stroke-width": 1.5, "stroke-linejoin": "round" }],
    ["path", { d: "M8 6.2v3.6M8 11.4v.7", stroke: "currentColor", "stroke-width": 1.7, "stroke-linecap": "round" }]],
  warn: [["circle", { cx: 8, cy: 8, r: 4, fill: "none", stroke: "currentColor", "stroke-width": 1.8 }]],
};
const WORDS = { failed: "failed", suspect: "uncertain", warn: "remark" };
const MOST = 400;

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
function sign(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  for (const [tag, attributes] of SHAPES[name] || SHAPES.warn) {
    const shape = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
    svg.append(shape);
  }
  return svg;
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const list = element("div", "list");
  for (const [id, status, title, page, words] of data.rows.slice(0, MOST)) {
    const row = element("button", status);
    row.type = "button";
    row.setAttribute("aria-label", `${WORDS[status]}: ${title}. ${words}`);
    row.setAttribute("aria-current", String(id !== null && id === data.selected));
    row.disabled = id === null;
    row.append(sign(status), element("b", "", title), element("span", "page", page), element("span", "words", words));
    row.addEventListener("click", () => setTriggerValue("chosen", { id, at: Date.now() }));
    list.append(row);
  }
  if (data.rows.length > MOST) list.append(element("div", "more", `and ${data.rows.length - MOST} more`));
  for (const child of [...parentElement.children]) if (child.classList?.contains("list")) child.remove();
  parentElement.append(list);
}
