// One page on the stage: its image, swapped without a flicker, and over it the marks, the lines pointed at, and what was searched.
import { element, shape } from "../dom.js";
import { pieceBox } from "./lines.js";
import { flagsOf, marksOf, rectangle } from "./marks.js";

const PATIENCE = 250; // milliseconds until a page that is not here yet says so

export class Sheet {
  constructor() {
    this.root = element("div", "sheet");
    this.frame = element("div", "frame");
    this.notice = element("div", "notice");
    this.svg = shape("svg", { preserveAspectRatio: "none" }, "marks");
    this.layers = Object.fromEntries(["found", "drawn", "pointed"].map((name) => [name, shape("g", {}, name)]));
    this.svg.append(...Object.values(this.layers));
    this.flags = element("div", "flags");
    this.options = element("div", "options");
    this.root.append(this.notice, this.frame, this.svg, this.flags, this.options);
    this.page = 0;
    this.labels = [];
  }

  /** Stand for a page of this size (points), at so many pixels a point. */
  place(page, [width, height], scale) {
    if (page !== this.page) this.point([]);
    Object.assign(this, { page, width, height, scale });
    this.root.style.width = `${width * scale}px`;
    this.root.style.height = `${height * scale}px`;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }

  /** Show the page's image: at once if it is here, else when it comes. */
  paint(images) {
    const image = images.get(this.page, this.width * this.scale);
    if (this.image === image) return;
    this.image = image;
    const swap = () => {
      if (this.image !== image) return;
      clearTimeout(this.waiting);
      this.frame.replaceChildren(image);
      this.notice.textContent = "";
      this.painted = this.page;
    };
    if (image.complete && image.naturalWidth) return swap();
    if (this.painted !== this.page) this.frame.replaceChildren(); // never one page's image under another's marks
    this.notice.textContent = "";
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => { if (this.image === image && !image.complete) this.notice.textContent = "Drawing the page ..."; }, PATIENCE);
    image.addEventListener("load", swap, { once: true });
    image.addEventListener("error", () => {
      if (this.image !== image) return;
      clearTimeout(this.waiting);
      this.image = null;
      this.notice.textContent = "This page could not be drawn. Reload the browser tab; if it stays so, the file is damaged here.";
    }, { once: true });
  }

  /** Draw the marks of an overlay, as `marksOf` has them; none where there is no overlay yet. */
  draw(overlay, options) {
    const { shapes, labels } = overlay ? marksOf(overlay, options) : { shapes: [], labels: [] };
    this.layers.drawn.replaceChildren(...shapes);
    this.labels = labels;
    this.flag();
  }
  flag() { this.flags.replaceChildren(...flagsOf(this.labels, this.scale, this.width * this.scale)); }

  /** Mark what was searched for: `hits` as [pieces, whether it is the one gone to], a piece as [line, start, stop]. */
  find(hits, lines) {
    this.layers.found.replaceChildren(...hits.flatMap(([pieces, here]) => pieces.filter(([line]) => lines[line]).map(([line, start, stop]) => {
      const box = rectangle(pieceBox(lines[line], start, stop), 1);
      if (here) box.setAttribute("class", "here");
      return box;
    })));
  }

  /** Show lines as pointed at. */
  point(boxes) { this.layers.pointed.replaceChildren(...boxes.map((box) => rectangle(box, 1.5))); }

  /** The place of a pointer on the page, in points. */
  at(event) {
    const box = this.root.getBoundingClientRect();
    return [(event.clientX - box.left) / this.scale, (event.clientY - box.top) / this.scale];
  }
}
