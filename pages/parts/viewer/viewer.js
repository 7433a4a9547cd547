// The pages beside the tree: what is shown, how large, and what is drawn over it. Texts are set through textContent only.
import { element, stroke } from "../dom.js";
import { Bar, Legend } from "./bar.js";
import { Finder } from "./finder.js";
import { PageImages, arrival } from "./images.js";
import { pressedAnywhere, pressedOnStage } from "./keys.js";
import { PageLines } from "./lines.js";
import { recall, remember } from "./memory.js";
import { Pointing } from "./pointing.js";
import { FULL, GAP, fitted, stepped } from "./scale.js";
import { Sheet } from "./sheet.js";
import { Strip } from "./strip.js";

const kept = new Map(); // by component key: the document and the last choice, which outlive a remount
const mounted = new WeakMap();
const WARNING = "M8 1.8 15 14H1ZM8 6.2v3.6M8 11.4v.7";

class PageView {
  constructor(component) {
    this.state = kept.get(component.key) || { document: null, sequence: 0 };
    kept.set(component.key, this.state);
    this.settings = recall();
    this.overlays = new Map();
    this.images = new PageImages();
    this.lines = new PageLines();
    this.root = element("div", "viewer");
    this.build();
    component.parentElement.append(this.root);
  }

  build() {
    this.bar = new Bar({
      turn: (page) => this.turn(page), zoom: (way) => this.zoom(way), find: () => this.finder.open(), escape: () => this.stage.focus(),
      fit: (how) => this.change({ fit: how }), toggle: (name) => this.change({ [name]: !this.settings[name] }),
    });
    this.finder = new Finder({
      page: () => this.page, show: (page, pieces) => this.reach(page, pieces), changed: () => this.drawFound(), left: () => this.stage.focus({ preventScroll: true }),
    });
    this.strip = new Strip({ turn: (page) => this.turn(page) });
    this.legend = new Legend((kind) => this.change({ shown: { ...this.settings.shown, [kind]: !this.settings.shown[kind] } }));
    this.stage = element("div", "stage");
    this.stage.tabIndex = 0;
    this.stage.setAttribute("role", "region");
    this.stage.addEventListener("keydown", (event) => {
      if (event.target !== this.stage || !pressedOnStage(this, event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.stage.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1 : -1);
    }, { passive: false });
    this.banner = element("div", "banner");
    this.remark = element("div", "remark");
    this.spread = element("div", "spread");
    this.stage.append(this.banner, this.spread, this.remark);
    const work = element("div", "work");
    work.append(this.strip.root, this.stage);
    this.root.append(this.bar.root, this.finder.root, work, this.legend.root);
    this.pointing = new Pointing(this);
    this.sheets = [];
    this.resized = new ResizeObserver(() => { if (this.data && this.page) this.show(this.page, false); });
    this.resized.observe(this.stage);
    this.heard = {
      "treeproof:select": (event) => this.onSelect(event.detail),
      "treeproof:near": ({ detail }) => { if (detail.key === this.data?.channel) this.prefetch(detail.pages); },
      keydown: (event) => { if (this.data && pressedAnywhere(this, event)) event.preventDefault(); },
    };
    for (const [name, listener] of Object.entries(this.heard)) window.addEventListener(name, listener);
  }

  // What the server says

  update(component) {
    this.send = component.setStateValue;
    this.fire = component.setTriggerValue;
    const { data } = component, before = this.data;
    if (before?.document !== data.document) this.page = null;
    if (this.state.document !== data.document) Object.assign(this.state, { document: data.document, sequence: data.echo });
    if (before?.version !== data.version || before?.document !== data.document) this.overlays.clear();
    // An answer to an older choice moves nothing: the browser is further already.
    const late = this.page && data.echo < this.state.sequence;
    const moved = !this.page || (!late && data.place !== this.place);
    if (!late) Object.assign(this, { place: data.place, chosen: data.selected });
    this.data = data;
    this.images.from(data.images);
    this.lines.from(data.lines);
    this.finder.from(data.search);
    this.pointing.enabled = data.gestures;
    for (const [page, overlay] of Object.entries(data.overlays)) this.overlays.set(Number(page), overlay);
    this.strip.update({ base: data.images, pages: data.pages, flags: data.flags, found: this.finder.pages });
    // The server moves the page only when the selection moved it; paging by hand is the browser's own.
    this.show(moved && data.page ? data.page : this.page || data.page || 1, moved);
    this.prefetch(data.near);
  }
  onSelect({ key, id, sequence, page }) {
    if (key !== this.data?.channel) return;
    this.chosen = id;
    this.state.sequence = sequence;
    if (page) this.show(page, true);
    else this.draw();
  }

  // What is shown

  marks(page) { return this.overlays.get(page)?.marks || []; }
  /** The chosen section, once the server knows of the choice: { id, title, start, end }. */
  section() { return this.chosen && this.chosen === this.data.chosen?.id ? this.data.chosen : null; }
  size(page) {
    let left = page;
    for (const [count, width, height] of this.data.sizes) if ((left -= count) <= 0) return [width, height];
    return [612, 792];
  }

  /** Show a page (and, where two stand side by side, the one after it). `scroll`: bring the chosen heading into sight. */
  show(page, scroll) {
    if (!Number.isFinite(page)) return;
    page = Math.max(1, Math.min(this.data.pages, page));
    const turned = page !== this.page;
    this.page = page;
    if (!this.settings.two || !this.left || page < this.left || page > this.left + 1 || this.left > this.data.pages) this.left = page;
    this.stage.setAttribute("aria-label", `Page ${page} of ${this.data.pages}`);
    this.layout();
    this.draw();
    this.strip.mark(this.sheets.map((sheet) => sheet.page));
    if (turned || scroll) this.bring(turned);
    // What is shown goes before what may be wanted next: the server has few hands.
    Promise.all(this.sheets.map((sheet) => arrival(sheet.image))).then(() => { if (this.page === page) this.lookAhead(); });
  }
  lookAhead() {
    for (const sheet of this.sheets) this.lines.get(sheet.page).then(() => this.arrived(sheet));
    this.prefetch([this.page + 1, this.page - 1, this.page + 2]);
  }
  prefetch(pages) {
    if (!this.data) return;
    for (const page of pages || []) {
      if (!(page >= 1 && page <= this.data.pages)) continue;
      this.images.get(page, this.size(page)[0] * this.scaleFor(page));
    }
  }

  scaleFor(page) {
    const pages = this.settings.two && page < this.data.pages ? [page, page + 1] : [page];
    return fitted(pages.map((each) => this.size(each)), this.stage, this.settings);
  }
  layout() {
    if (!this.data || !this.page || !this.stage.clientWidth) return;
    const shown = this.settings.two && this.left < this.data.pages ? [this.left, this.left + 1] : [this.left];
    while (this.sheets.length < shown.length) {
      const sheet = new Sheet();
      this.sheets.push(sheet);
      this.pointing.attach(sheet);
      this.spread.append(sheet.root);
    }
    for (const sheet of this.sheets.splice(shown.length)) sheet.root.remove();
    this.scale = this.scaleFor(this.left);
    const walked = this.pointing.walking?.sheet;
    shown.forEach((page, nth) => {
      const sheet = this.sheets[nth];
      if (walked === sheet && (sheet.page !== page || sheet.scale !== this.scale)) this.pointing.leave();
      sheet.place(page, this.size(page), this.scale);
      sheet.paint(this.images);
      sheet.flag();
    });
    const percent = Math.round(100 * this.scale / FULL);
    this.bar.update({ page: this.page, step: shown.length, pages: this.data.pages, settings: this.settings, percent });
    this.legend.update(this.settings.shown);
    this.strip.root.hidden = !this.settings.strip;
  }
  draw() {
    const current = this.chosen === this.data.selected; // else hints and edges speak of the section chosen before
    for (const sheet of this.sheets) {
      sheet.draw(this.overlays.get(sheet.page), { chosen: this.chosen, current, shown: this.settings.shown, choose: (id) => this.choose(id) });
    }
    this.drawFound();
    this.drawBanner();
    this.drawRemark();
  }
  drawFound() {
    for (const sheet of this.sheets) sheet.find(this.finder.on(sheet.page), this.lines.peek(sheet.page)?.lines || []);
    if (this.data) this.strip.update({ base: this.data.images, pages: this.data.pages, flags: this.data.flags, found: this.finder.pages });
  }
  drawBanner() {
    const banner = this.overlays.get(this.page)?.banner;
    this.banner.hidden = !banner;
    if (!banner) return;
    const [standing, words, ways] = banner;
    this.banner.className = `banner ${standing}`;
    this.banner.replaceChildren(stroke(WARNING), element("span", "words", words));
    for (const [label, page] of ways) {
      const way = element("button", "", `${label}: ${page}`);
      way.type = "button";
      way.setAttribute("aria-pressed", String(page === this.page));
      way.addEventListener("click", () => this.turn(page));
      this.banner.append(way);
    }
  }
  drawRemark() {
    const read = this.lines.peek(this.page);
    this.remark.hidden = !read || read.lines.length > 0;
    if (this.remark.hidden) return;
    this.remark.textContent = read.scan
      ? `Page ${this.page} is a picture without text. Nothing on it can be checked, searched or pointed at: look at it, and set starts on it by page.`
      : `Page ${this.page} holds no text.`;
  }
  arrived(sheet) {
    if (!this.sheets.includes(sheet)) return;
    this.drawRemark();
    if (this.finder.hits.length) sheet.find(this.finder.on(sheet.page), this.lines.peek(sheet.page)?.lines || []);
  }
  /** Scroll to the chosen heading, or where it is suggested; a page turned by hand begins at its top. */
  bring(turned) {
    const sheet = this.sheets.find(({ page }) => page === this.page);
    if (!sheet) return;
    const marks = this.marks(this.page);
    const mark = marks.find(([kind, id]) => kind === "node" && id === this.chosen) || marks.find(([kind]) => kind === "suggestion");
    const top = mark ? mark[2][1] * sheet.scale : 0, left = sheet.root.offsetLeft;
    const view = this.stage.clientHeight, { scrollTop } = this.stage;
    if (turned || top < scrollTop || top > scrollTop + view - 60) this.stage.scrollTop = mark ? Math.max(0, top - view * .3) : 0;
    if (left < this.stage.scrollLeft || left > this.stage.scrollLeft + this.stage.clientWidth / 2) this.stage.scrollLeft = left - GAP;
  }

  // What people do

  choose(id) {
    window.dispatchEvent(new CustomEvent("treeproof:chosen", { detail: { key: this.data.channel, id } }));
    this.chosen = id;
    this.draw();
    this.fire("hit", { id, at: Date.now() });
  }
  act(gesture) { this.fire("gesture", { ...gesture, at: Date.now() }); }

  /** Turn to a page by hand; whether that is another one. */
  turn(page) {
    const before = this.page;
    this.show(page, false);
    if (this.page === before) return false;
    clearTimeout(this.timer);
    // Overlays of the neighbours are here already; others are asked for once paging pauses.
    this.timer = setTimeout(() => this.send("page", this.page), this.overlays.has(this.page) ? 350 : 60);
    return true;
  }
  /** Bring a place that was searched for into sight: the first of its pieces, [line, start, stop]. */
  async reach(page, [[line]]) {
    this.turn(page);
    const lines = (await this.lines.get(page))?.lines, sheet = this.sheets.find((each) => each.page === page);
    if (!lines?.[line] || !sheet || page !== this.page) return;
    const top = sheet.root.offsetTop + lines[line][1] * sheet.scale, { scrollTop, clientHeight } = this.stage;
    if (top < scrollTop + 20 || top > scrollTop + clientHeight - 40) this.stage.scrollTop = top - clientHeight * .35;
  }
  change(settings) {
    Object.assign(this.settings, settings);
    remember(this.settings);
    if (settings.two === true) this.left = this.page;
    this.show(this.page, false);
  }
  zoom(way) {
    const next = stepped(this.scale, way);
    if (next) this.change({ fit: "", scale: next });
  }
  remove() {
    clearTimeout(this.timer);
    this.resized.disconnect();
    this.strip.remove();
    this.pointing.menu.close(false);
    for (const [name, listener] of Object.entries(this.heard)) window.removeEventListener(name, listener);
  }
}

export default function (component) {
  const parent = component.parentElement;
  let view = mounted.get(parent);
  if (!view) {
    view = new PageView(component);
    mounted.set(parent, view);
  }
  view.update(component);
  return () => {
    if (!mounted.has(parent)) return;
    view.remove();
    view.root.remove();
    mounted.delete(parent);
  };
}
