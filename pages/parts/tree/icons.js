// The tree's signs. Each says by its form what its colour says as well.
import { shape } from "../dom.js";

const line = (d, width) => ["path", { d, fill: "none", stroke: "currentColor", "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round" }];
const SIGNS = {
  chevron: [line("M3.2 1.6 7 5 3.2 8.4", 1.7)],
  ok: [["circle", { cx: 8, cy: 8, r: 2.6, fill: "currentColor" }]],
  warn: [["circle", { cx: 8, cy: 8, r: 3.6, fill: "none", stroke: "currentColor", "stroke-width": 1.8 }]],
  suspect: [line("M8 1.8 15 14H1Z", 1.5), line("M8 6.2v3.6M8 11.4v.7", 1.7)],
  failed: [["path", { d: "M5.2 1h5.6L15 5.2v5.6L10.8 15H5.2L1 10.8V5.2Z", fill: "currentColor" }],
    ["path", { d: "m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8", stroke: "var(--st-background-color)", "stroke-width": 1.8, "stroke-linecap": "round" }]],
  accepted: [line("m3 8.4 3.2 3.2L13 4.8", 2)],
  corrected: [line("m3 13 .7-3L11 2.7l2.3 2.3L6 12.3Z", 1.6)],
  note: [line("M2.5 3h11v7.5H8L5 13.2v-2.7H2.5Z", 1.5)],
  search: [["circle", { cx: 7, cy: 7, r: 4.6, fill: "none", stroke: "currentColor", "stroke-width": 1.6 }], line("m10.6 10.6 3.4 3.4", 1.6)],
};

export function sign(name, size = 16) {
  const svg = shape("svg", { viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" });
  for (const [tag, attributes] of SIGNS[name]) svg.append(shape(tag, attributes));
  return svg;
}
