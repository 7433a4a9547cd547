// Searching in the document's text: a row below the bar. The server finds, the browser goes from place to place.
import { element, iconButton } from "../dom.js";

const PAUSE = 160; // milliseconds without a key after which it is searched

export class Finder {
  /** `show(page, pieces)` brings a place into sight, `changed()` is called when other marks are to be drawn, `left()` when the row closes. */
  constructor({ show, changed, left, page }) {
    Object.assign(this, { show, changed, left, page });
    this.hits = [];
    this.at = -1;
    this.base = "";
    this.root = element("div", "finder");
    this.root.setAttribute("role", "search");
    this.root.hidden = true;
    this.input = element("input");
    this.input.type = "search";
    this.input.maxLength = 200;
    this.input.placeholder = "Search in the text";
    this.input.setAttribute("aria-label", "Search in the text of the document");
    this.input.addEventListener("input", () => { clearTimeout(this.timer); this.timer = setTimeout(() => this.search(), PAUSE); });
    this.input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") { event.preventDefault(); this.pending() ? this.search() : this.go(event.shiftKey ? -1 : 1); }
      if (event.key === "Escape") this.close();
    });
    this.count = element("span", "count");
    this.count.setAttribute("role", "status");
    this.before = iconButton("m4 10 4-4 4 4", "Previous place (Shift+Enter)", () => this.go(-1));
    this.after = iconButton("m4 6 4 4 4-4", "Next place (Enter)", () => this.go(1));
    this.root.append(this.input, this.count, this.before, this.after,
      iconButton("m4 4 8 8m0-8-8 8", "Close the search (Escape)", () => this.close()));
    this.tell();
  }

  /** Search another document: what was found in the one before is gone. */
  from(base) {
    if (this.base === base) return;
    this.base = base;
    this.sought = "";
    this.take([], false);
    if (!this.root.hidden && this.input.value.trim()) this.search();
  }

  open() {
    this.root.hidden = false;
    this.input.focus();
    this.input.select();
    if (this.input.value.trim() && !this.hits.length) this.search();
  }
  close() {
    this.root.hidden = true;
    this.sought = "";
    this.asked?.abort();
    clearTimeout(this.timer);
    this.take([], false);
    this.left();
  }

  pending() { return this.input.value.trim() !== this.sought; }

  async search() {
    clearTimeout(this.timer);
    this.asked?.abort();
    const words = (this.sought = this.input.value.trim());
    if (!words) return this.take([], false);
    const asked = (this.asked = new AbortController());
    try {
      const answer = await fetch(`${this.base}?q=${encodeURIComponent(words)}`, { signal: asked.signal });
      if (!answer.ok) throw new Error(answer.statusText);
      const { hits, more } = await answer.json();
      this.take(hits, more);
      const page = this.page();
      const first = hits.findIndex(([number]) => number >= page);
      if (hits.length) this.move(first < 0 ? 0 : first);
    } catch {
      if (asked.signal.aborted) return;
      this.take([], false);
      this.sought = "";
      this.count.textContent = "The search did not get through. Press Enter to try again.";
    }
  }
  take(hits, more) {
    this.hits = hits;
    this.more = more;
    this.at = -1;
    this.tell();
    this.changed();
  }
  tell() {
    const all = `${this.hits.length}${this.more ? "+" : ""}`;
    this.count.textContent = !this.sought ? "" : this.hits.length ? `${this.at + 1} of ${all}` : "Not found";
    this.before.disabled = this.after.disabled = !this.hits.length;
  }
  go(step) { if (this.hits.length) this.move((this.at + step + this.hits.length) % this.hits.length); }
  move(to) {
    this.at = to;
    this.tell();
    this.changed();
    this.show(...this.hits[to]);
  }

  /** The places on a page, as [pieces, whether it is the one gone to]. */
  on(page) {
    return this.hits.flatMap(([number, pieces], nth) => (number === page ? [[pieces, nth === this.at]] : []));
  }
  /** The pages with places that were found. */
  get pages() { return new Set(this.hits.map(([page]) => page)); }
}
