// A strip of small pages, with a sign on those where something is wrong. Only those in sight exist, and are asked for.
import { element } from "../dom.js";

const SLOT = 140; // pixels of height of a small page with its number
const AHEAD = 3; // small pages kept ready above and below those in sight
const REST = 70; // milliseconds without scrolling until images are asked for
const SIGNS = { failed: ["⊗", "failed"], suspect: ["△", "uncertain"] };

export class Strip {
  /** `turn(page)` shows a page. */
  constructor({ turn }) {
    this.turn = turn;
    this.root = element("div", "strip");
    this.root.setAttribute("role", "navigation");
    this.root.setAttribute("aria-label", "Small pages");
    this.space = element("div", "space");
    this.root.append(this.space);
    this.slots = new Map();
    this.root.addEventListener("scroll", () => { this.draw(); this.ask(); });
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.resized = new ResizeObserver(() => this.draw());
    this.resized.observe(this.root);
  }

  /** Take what there is to show: `base` the images' address, `flags` as [page, standing, how many], `found` pages with places found. */
  update({ base, pages, flags, found }) {
    if (base !== this.base || pages !== this.pages) {
      this.slots.forEach((slot) => slot.remove());
      this.slots.clear();
    }
    Object.assign(this, { base, pages, found });
    this.flags = new Map(flags.map(([page, standing, count]) => [page, [standing, count]]));
    this.space.style.height = `${pages * SLOT}px`;
    this.slots.forEach((slot, page) => this.sign(slot, page));
    this.draw();
  }

  /** Mark the pages that are shown, and bring the first of them into sight. */
  mark(shown) {
    const view = this.root.clientHeight; // none while the strip is hidden: it is brought there when it is shown
    const moved = view && shown[0] !== this.brought;
    this.shown = shown;
    if (moved) {
      this.brought = shown[0];
      const top = (shown[0] - 1) * SLOT;
      if (top < this.root.scrollTop) this.root.scrollTop = Math.max(0, top - SLOT / 2);
      else if (top + SLOT > this.root.scrollTop + view) this.root.scrollTop = top - view + 1.5 * SLOT;
    }
    this.draw();
    this.slots.forEach((slot, page) => this.sign(slot, page));
  }

  draw() {
    if (!this.pages || !this.root.clientHeight) return;
    const first = Math.max(1, Math.floor(this.root.scrollTop / SLOT) + 1 - AHEAD);
    const last = Math.min(this.pages, Math.ceil((this.root.scrollTop + this.root.clientHeight) / SLOT) + AHEAD);
    for (const [page, slot] of this.slots) {
      if (page >= first && page <= last) continue;
      slot.querySelector("img").removeAttribute("src"); // what is still on its way is not waited for
      slot.remove();
      this.slots.delete(page);
    }
    for (let page = first; page <= last; page++) {
      if (this.slots.has(page)) continue;
      const slot = element("button", "slot");
      slot.type = "button";
      slot.style.top = `${(page - 1) * SLOT}px`;
      const image = element("img");
      image.alt = "";
      image.draggable = false;
      slot.append(image, element("span", "number", String(page)), element("span", "sign"));
      slot.addEventListener("click", () => this.turn(page));
      this.slots.set(page, slot);
      this.sign(slot, page);
      this.space.append(slot);
    }
    this.ask();
  }
  ask() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      for (const [page, slot] of this.slots) {
        const image = slot.querySelector("img");
        if (!image.getAttribute("src")) image.src = `${this.base}/${page}.jpg?w=200`;
      }
    }, REST);
  }
  sign(slot, page) {
    const [standing, count] = this.flags.get(page) || [];
    const [sign, words] = SIGNS[standing] || ["", ""];
    const here = this.shown?.includes(page);
    slot.querySelector(".sign").textContent = sign ? `${sign}${count > 1 ? ` ${count}` : ""}` : "";
    slot.className = `slot ${standing || ""}${here ? " here" : ""}${this.found?.has(page) ? " found" : ""}`;
    slot.tabIndex = page === this.shown?.[0] ? 0 : -1;
    const said = [`Page ${page}`];
    if (words) said.push(`${count} ${words}`);
    if (this.found?.has(page)) said.push("with a place that was searched for");
    slot.setAttribute("aria-label", said.join(", "));
    if (here) slot.setAttribute("aria-current", "page");
    else slot.removeAttribute("aria-current");
  }

  onKey(event) {
    const at = this.shown?.[0] || 1;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 1, End: this.pages }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.turn(to);
    this.slots.get(this.shown[0])?.focus({ preventScroll: true });
  }

  remove() {
    clearTimeout(this.timer);
    this.resized.disconnect();
  }
}
