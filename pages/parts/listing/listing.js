// A list of problems to choose from. Titles and sentences are set through textContent only.
import { aloud, element, shape } from "../dom.js";

const line = (d) => ["path", { d, fill: "none", stroke: "currentColor", "stroke-width": 1.6, "stroke-linecap": "round", "stroke-linejoin": "round" }];
const SIGNS = {
  failed: [["path", { d: "M5.2 1h5.6L15 5.2v5.6L10.8 15H5.2L1 10.8V5.2Z", fill: "currentColor" }],
    ["path", { d: "m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8", stroke: "var(--st-background-color)", "stroke-width": 1.8, "stroke-linecap": "round" }]],
  suspect: [line("M8 1.8 15 14H1ZM8 6.2v3.6M8 11.4v.7")],
  warn: [["circle", { cx: 8, cy: 8, r: 4, fill: "none", stroke: "currentColor", "stroke-width": 1.8 }]],
  // How two trees differ.
  added: [line("M8 3v10M3 8h10")], lost: [line("M3 8h10")], renamed: [line("m3 13 .7-3L11 2.7l2.3 2.3L6 12.3Z")],
  page: [line("M4 2h5l3 3v9H4ZM9 2v3h3")], end: [line("M3 13h10M8 2v8m-3-3 3 3 3-3")],
  level: [line("M2 3h12M6 8h8M6 13h8M2 6.5 4 8 2 9.5")], moved: [line("M5 13V3m-2.5 2.5L5 3l2.5 2.5M11 3v10m-2.5-2.5L11 13l2.5-2.5")],
};
const WORDS = { failed: "Failed: ", suspect: "Uncertain: ", warn: "Remark: " };
const MOST = 400;

function sign(name) {
  const svg = shape("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" });
  for (const [tag, attributes] of SIGNS[name] || SIGNS.warn) svg.append(shape(tag, attributes));
  return svg;
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const list = element("div", "list");
  for (const [id, status, title, page, words] of data.rows.slice(0, MOST)) {
    const row = element("button", status);
    row.type = "button";
    row.setAttribute("aria-current", String(id !== null && id === data.selected));
    row.disabled = id === null;
    row.append(sign(status), aloud(WORDS[status] || ""), element("b", "", title), element("span", "where", page), element("span", "words", words));
    row.addEventListener("click", () => setTriggerValue("chosen", { id, at: Date.now() }));
    list.append(row);
  }
  if (data.rows.length > MOST) list.append(element("div", "more", `and ${data.rows.length - MOST} more`));
  for (const child of [...parentElement.children]) if (child.classList?.contains("list")) child.remove();
  parentElement.append(list);
}
