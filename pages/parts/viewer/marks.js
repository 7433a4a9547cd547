// What is drawn over a page: boxes of headings and suggestions, the edges of the chosen section, and labels beside them.
import { element, shape } from "../dom.js";

const PAD = 2;
const ROW = 16; // points below an edge that its label takes
const ROOM = 70; // points of width that a label needs there, beside the heading that begins below the edge
const SWITCH = { node: "node", loose: "loose", suggestion: "suggestion", seen: "suggestion" };

export function rectangle([x0, y0, x1, y1], pad = PAD) {
  return shape("rect", { x: x0 - pad, y: y0 - pad, width: Math.max(x1 - x0, 0) + 2 * pad, height: Math.max(y1 - y0, 0) + 2 * pad });
}

/**
 * The shapes for an overlay and the labels that go with them, as { kind, x, y, side, room, words }; `room` is their width at most.
 * A mark is [kind, id, box, title, status, words], an edge [kind, y, x0, x1, title]. `current`: hints and edges speak of the section
 * that is chosen by now; `shown` tells the kinds to draw; `choose` is called with a section's id.
 */
export function marksOf(overlay, { chosen, current, shown, choose }) {
  const shapes = [], labels = [];
  for (const [kind, id, box, title, status, words] of overlay.marks) {
    if (!shown[SWITCH[kind]] || (!current && SWITCH[kind] === "suggestion")) continue;
    const isChosen = kind === "node" && id === chosen;
    const group = shape("g", {}, `${kind} ${status}${isChosen ? " chosen" : ""}`);
    const tip = shape("title");
    tip.textContent = words ? `${title}\n${words}` : title;
    group.append(rectangle(box), tip);
    if (kind === "node") {
      group.classList.add("hit");
      group.setAttribute("role", "button");
      group.setAttribute("aria-label", `Heading: ${title}${words ? ". " + words : ""}`);
      group.addEventListener("click", () => choose(id));
    }
    if (kind === "loose") group.setAttribute("aria-label", `Heading that is not in the tree: ${title}`);
    shapes.push(group);
    const left = box[0] - PAD;
    if (kind === "suggestion" || kind === "seen") labels.push({ kind, x: left, y: box[1] - PAD, side: "above", words });
    if (isChosen && status === "failed") labels.push({ kind: "failed", x: left, y: box[3] + PAD, side: "below", words });
  }
  for (const [kind, y, x0, x1, title] of current && shown.edges ? overlay.edges : []) {
    const group = shape("g", {}, kind);
    group.append(shape("line", { x1: x0, x2: x1, y1: y, y2: y }), shape("path", { d: tooth(kind, x0, y) }));
    shapes.push(group);
    const beside = overlay.marks.map((mark) => mark[2]).filter((box) => box[0] < x1 && box[2] > x0 && box[1] < y + ROW && box[3] > y);
    const right = x1 - Math.max(x0, ...beside.map((box) => box[2])) - 2 * PAD;
    const left = Math.min(x1, ...beside.map((box) => box[0])) - x0 - 2 * PAD; // where headings are read from the right
    const [side, x, room] = right >= ROOM ? ["below right", x1, right] : left >= ROOM ? ["below left", x0, left] : ["above right", x1, x1 - x0];
    labels.push({ kind, x, y, side, room, words: `${kind === "start" ? "Starts" : "Ends"}: ${title}` });
  }
  return { shapes, labels };
}

/** A small wedge at the left end of an edge, which points into the section: not by its dashes alone is an end told from a start. */
function tooth(kind, x, y) {
  const way = kind === "start" ? 5 : -5;
  return `M${x} ${y}h7l-7 ${way}z`;
}

/** The labels as elements of a sheet so many pixels wide, at `scale` pixels a point; none lies on another. */
export function flagsOf(labels, scale, width) {
  const taken = [];
  return labels.map(({ kind, x, y, side, room, words }) => {
    const flag = element("span", `flag ${kind}`);
    flag.append(element("b", "", words));
    const right = side.includes("right");
    if (right) flag.style.right = `${Math.max(0, width - x * scale)}px`;
    else flag.style.left = `${Math.max(0, x * scale)}px`;
    if (room) flag.style.maxWidth = `${Math.max(60, room * scale)}px`;
    let top = y * scale - (side.startsWith("above") ? 20 : -1);
    while (taken.some((other) => other.right === right && Math.abs(other.top - top) < 20)) top += 21;
    taken.push({ right, top });
    flag.style.top = `${Math.max(0, top)}px`;
    return flag;
  });
}
