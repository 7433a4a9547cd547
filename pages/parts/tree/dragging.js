// Dragging rows: a line shows where they would go, the rows scroll near the edges, Escape leaves all as it was.
import { element } from "../dom.js";

const FAR_ENOUGH = 5; // pixels that a press may move and still be a click
const EDGE = 34, FASTEST = 16; // near this edge the rows scroll, by this many pixels a frame at most
const OUTER = .28; // the part of a row, above and below, that means before and after it

/** `view` has `scroll`, `space`, `visible`, `rows`, `height` (of a row), `indent`, `moving(row)`, `isOpen(row)`, `drop(ids, target, where)`. */
export class Dragging {
  constructor(view) {
    this.view = view;
    this.line = element("div", "drop");
    this.label = element("div", "carried");
    this.onMove = (event) => this.move(event);
    this.onUp = (event) => this.end(event);
    this.onKey = (event) => { if (event.key === "Escape") { event.preventDefault(); event.stopPropagation(); this.stop(); } };
    this.onCancel = () => this.stop();
  }

  get active() { return Boolean(this.ids); }

  press(event, row) {
    if (event.button !== 0 || event.pointerType === "touch" || event.ctrlKey || event.metaKey || event.shiftKey) return;
    this.start = { x: event.clientX, y: event.clientY, row };
    window.addEventListener("pointermove", this.onMove);
    window.addEventListener("pointerup", this.onUp);
    window.addEventListener("pointercancel", this.onCancel);
  }

  move(event) {
    this.at = { x: event.clientX, y: event.clientY };
    if (!this.ids) {
      if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) < FAR_ENOUGH) return;
      this.begin();
    }
    event.preventDefault();
    this.show();
  }

  begin() {
    const { view } = this, { ids, rows } = view.moving(this.start.row);
    this.ids = ids;
    // Nothing goes below or beside itself: rows from each to the last below it are no target.
    this.closed = rows.map((row) => [row.index, row.last]);
    this.label.textContent = ids.length === 1 ? rows[0].title : `${ids.length} sections`;
    this.label.dir = "auto";
    view.scroll.parentElement.append(this.label);
    view.space.append(this.line);
    view.scroll.classList.add("dragging");
    window.addEventListener("keydown", this.onKey, true);
    const roll = () => {
      if (!this.ids) return;
      this.roll();
      this.frame = requestAnimationFrame(roll);
    };
    this.frame = requestAnimationFrame(roll);
  }

  roll() {
    const box = this.view.scroll.getBoundingClientRect();
    const over = Math.max(0, box.top + EDGE - this.at.y) - Math.max(0, this.at.y - (box.bottom - EDGE));
    if (!over) return;
    const before = this.view.scroll.scrollTop;
    this.view.scroll.scrollTop -= Math.sign(over) * Math.min(FASTEST, Math.ceil(Math.abs(over) / 3));
    if (before !== this.view.scroll.scrollTop) this.show();
  }

  show() {
    const { view } = this;
    this.place = this.find();
    this.label.style.transform = `translate(${this.at.x + 12}px, ${this.at.y + 10}px)`;
    this.label.classList.toggle("nowhere", !this.place);
    if (!this.line.isConnected) view.space.append(this.line);
    this.line.hidden = !this.place;
    if (!this.place) return;
    const { row, where, at } = this.place;
    this.line.className = `drop ${where}`;
    this.line.style.left = `${8 + (row.level - 1) * view.indent}px`;
    this.line.style.top = `${4 + (at + (where === "after" ? 1 : 0)) * view.height}px`;
    this.line.style.height = where === "into" ? `${view.height}px` : "";
  }

  /** Where the pointer means: a row, "before", "into" or "after" it, and the index of the row at which to say so. */
  find() {
    const { view } = this, box = view.scroll.getBoundingClientRect();
    if (this.at.x < box.left - 40 || this.at.x > box.right + 40 || !view.visible.length) return null;
    const y = this.at.y - box.top + view.scroll.scrollTop - 4;
    const at = Math.max(0, Math.min(view.visible.length - 1, Math.floor(y / view.height)));
    const part = y / view.height - at;
    let row = view.visible[at], where = part < OUTER ? "before" : part > 1 - OUTER ? "after" : "into";
    if (where === "after") {
      const next = view.visible[at + 1];
      if (next && next.level > row.level) return this.open(next) ? { row: next, where: "before", at: at + 1 } : null;
      // After the last of its siblings, going left means after its parent, and so on upwards.
      const level = Math.floor((this.at.x - box.left - 8) / view.indent) + 1;
      while (row.parent >= 0 && level < row.level && (!next || next.level < row.level)) row = view.rows[row.parent];
    }
    return this.open(row) ? { row, where, at } : null;
  }

  open(row) { return this.closed.every(([first, last]) => row.index < first || row.index > last); }

  end(event) {
    const { ids, place } = this;
    this.stop();
    if (!ids) return;
    // The click that follows a drag chooses nothing.
    const swallow = (click) => click.stopPropagation();
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, true), 0);
    event.preventDefault();
    if (place) this.view.drop(ids, place.row.id, place.where);
  }

  stop() {
    this.ids = this.place = null;
    cancelAnimationFrame(this.frame);
    this.line.remove();
    this.label.remove();
    this.view.scroll.classList.remove("dragging");
    window.removeEventListener("pointermove", this.onMove);
    window.removeEventListener("pointerup", this.onUp);
    window.removeEventListener("pointercancel", this.onCancel);
    window.removeEventListener("keydown", this.onKey, true);
  }
}
