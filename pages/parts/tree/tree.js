// The section tree: virtualised rows, one chosen and any number besides, keys, drags, titles typed in place.
import { element } from "../dom.js";
import { Choosing } from "./choosing.js";
import { Dragging } from "./dragging.js";
import { screenKey, treeKey } from "./hand.js";
import { Head } from "./head.js";
import { rowElement } from "./line.js";
import { changedRows, countRows, foldedAt, readRows, shownRows } from "./rows.js";
import { Typing } from "./typing.js";

const HEIGHT = 28, OVERSCAN = 10;
const INDENT = 15, NARROWEST = 3, INDENTED = .36; // pixels of a level; deep trees share this part of the width among their levels
const PAUSE = 40; // milliseconds: holding an arrow key down must not queue a rerun a row
const kept = new Map(); // by component key: what must outlive a remount (rows, folds, scroll, filters)
const mounted = new WeakMap();

class TreeView {
  constructor(component) {
    const fresh = { document: null, shut: new Set(), scroll: 0, standing: "all", review: "any", text: "", sequence: 0, version: "", arrays: [], rows: [] };
    this.state = kept.get(component.key) || fresh;
    kept.set(component.key, this.state);
    this.height = HEIGHT;
    this.indent = INDENT;
    this.choosing = new Choosing();
    this.typing = new Typing(this);
    this.root = element("div", "tree");
    this.build();
    component.parentElement.append(this.root);
  }

  build() {
    this.head = new Head(this.state, { refilter: () => this.refilter(), leave: () => this.leaveFinder(), fold: (level) => this.foldTo(level) });
    this.scroll = element("div", "scroll");
    this.scroll.tabIndex = 0;
    for (const [name, value] of [["role", "tree"], ["aria-label", "Sections"], ["aria-multiselectable", "true"]]) this.scroll.setAttribute(name, value);
    this.space = element("div", "space");
    this.space.setAttribute("role", "presentation");
    this.scroll.append(this.space);
    this.dragging = new Dragging(this);
    this.listen();
    this.root.append(this.head.root, this.scroll);
    this.resized = new ResizeObserver(() => { this.fit(); this.measure(); this.paint(); });
    this.resized.observe(this.scroll);
    // What stands above the tree comes and goes: the block round it all changes its height then.
    const block = document.querySelector("[data-testid=stMainBlockContainer]");
    if (block) this.resized.observe(block);
  }

  listen() {
    this.scroll.addEventListener("scroll", () => { this.state.scroll = this.scroll.scrollTop; this.paint(); });
    this.scroll.addEventListener("keydown", (event) => {
      if (this.typing.field || event.target !== this.scroll || !treeKey(this, event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.space.addEventListener("click", (event) => this.onClick(event));
    this.space.addEventListener("dblclick", (event) => { if (!event.target.closest(".twist") && this.rowOf(event)) this.typing.rename(); });
    this.space.addEventListener("pointerdown", (event) => {
      const row = this.rowOf(event);
      if (row && !this.typing.field && !event.target.closest(".twist")) this.dragging.press(event, row);
    });
    this.space.addEventListener("pointerover", (event) => { const row = this.rowOf(event); if (row) this.tell("near", { pages: [row.page] }); });
    this.windowed = {
      resize: () => this.fit(),
      keydown: (event) => { if (!this.typing.field && screenKey(this, event)) event.preventDefault(); },
      "treeproof:chosen": (event) => { if (event.detail.key === this.data?.channel) this.adopt(event.detail.id, [], true); },
    };
    for (const [name, heard] of Object.entries(this.windowed)) window.addEventListener(name, heard);
  }

  tell(name, detail) { window.dispatchEvent(new CustomEvent(`treeproof:${name}`, { detail: { key: this.data.channel, ...detail } })); }

  update(component) {
    this.send = component.setStateValue;
    this.fire = component.setTriggerValue;
    const data = component.data, state = this.state;
    const first = !this.data || this.data.document !== data.document;
    this.data = data;
    this.keys = data.keys;
    if (state.document !== data.document) {
      Object.assign(state, { document: data.document, shut: new Set(), scroll: 0, sequence: data.echo });
      this.head.clear();
    }
    this.take(data);
    if (first) state.sequence = Math.max(state.sequence, data.echo);
    // An answer to an older choice must not pull the selection back: only the newest choice is adopted.
    const changed = first || (data.echo >= state.sequence && !this.choosing.same(data.selected, data.others));
    const moved = changed && data.selected !== this.choosing.id;
    if (changed) this.choosing.adopt(data.selected, data.others);
    this.fit();
    this.measure();
    this.refilter();
    if (first && !moved) this.scroll.scrollTop = state.scroll;
    if (moved) this.reveal();
  }

  /** All rows, or how they differ from those that the server knows to be here. Where it is mistaken, they are asked for. */
  take({ version, rows, change }) {
    const { state } = this;
    if (rows) Object.assign(state, { version, arrays: rows, rows: readRows(rows) });
    else if (state.version !== version && change?.base === state.version) {
      const arrays = changedRows(state.arrays, change);
      Object.assign(state, { version, arrays, rows: readRows(arrays) });
    } else if (state.version !== version) {
      state.version = "";
      this.report();
    }
    this.rows = this.state.rows;
    this.byId = new Map(this.rows.map((row) => [row.id, row]));
  }

  // The three areas end where the window ends, whatever stands above them.
  fit() {
    const top = this.root.getBoundingClientRect().top + (document.querySelector("[data-testid=stMain]")?.scrollTop || 0);
    const height = Math.max(360, Math.floor(window.innerHeight - Math.max(top, 0) - 14));
    if (height === this.fitted) return;
    this.fitted = height;
    document.documentElement.style.setProperty("--tp-work-height", `${height}px`);
  }

  /** Titles stay readable however deep they stand: deep trees have narrower steps. */
  measure() {
    if (!this.rows) return;
    this.deepest = this.rows.reduce((most, row) => Math.max(most, row.level), 1);
    const room = Math.floor((this.scroll.clientWidth || 320) * INDENTED / Math.max(1, this.deepest - 1));
    const indent = Math.max(NARROWEST, Math.min(INDENT, room));
    this.root.classList.toggle("narrow", this.scroll.clientWidth < 330);
    if (indent !== this.indent) { this.indent = indent; this.painted = null; }
  }

  refilter() {
    this.visible = this.typing.among(shownRows(this.rows, this.state));
    this.head.update(countRows(this.rows), this.deepest);
    this.space.style.height = `${this.visible.length * HEIGHT + 8}px`;
    this.painted = null;
    this.paint();
  }

  paint() {
    if (!this.rows || this.typing.field) return;
    const top = this.scroll.scrollTop, height = this.scroll.clientHeight || 600;
    const from = Math.max(0, Math.floor(top / HEIGHT) - OVERSCAN);
    const to = Math.min(this.visible.length, Math.ceil((top + height) / HEIGHT) + OVERSCAN);
    const shown = `${from}:${to}:${this.choosing.id}:${[...this.choosing.others].join()}`;
    if (shown === this.painted) return;
    this.painted = shown;
    const made = [];
    for (let at = from; at < to; at++) made.push(this.line(this.visible[at], at));
    if (!this.visible.length) made.push(element("div", "empty", this.rows.length
      ? "No section matches. Clear the filter to see them all." : "This tree has no sections yet. Press I to insert one."));
    this.space.replaceChildren(...made);
    const current = this.visible.some((row) => row.id === this.choosing.id);
    if (current) this.scroll.setAttribute("aria-activedescendant", `row-${this.byId.get(this.choosing.id).index}`);
    else this.scroll.removeAttribute("aria-activedescendant");
  }

  line(row, at) {
    const top = at * HEIGHT + 4;
    if (row === this.typing.row) {
      row.element.style.top = `${top}px`;
      return row.element;
    }
    const first = row.id === this.choosing.id;
    return rowElement(row, { at, top, indent: this.indent, chosen: this.choosing.has(row.id), first, open: this.isOpen(row) });
  }

  get current() { return this.byId.get(this.choosing.id); }
  isOpen(row) { return !this.state.shut.has(row.id); }
  position() { return this.visible.findIndex((row) => row.id === this.choosing.id); }
  rowsInView() { return Math.max(1, Math.floor(this.scroll.clientHeight / HEIGHT) - 1); }
  focus() { this.scroll.focus({ preventScroll: true }); }
  find() { this.head.input.focus(); this.head.input.select(); }
  rowOf(event) {
    const line = event.target.closest?.(".row[data-at]");
    return line ? this.visible[Number(line.dataset.at)] : null;
  }

  // Choosing

  onClick(event) {
    const row = this.rowOf(event);
    if (!row || this.typing.field) return;
    if (event.target.closest(".twist") && row.hasChildren) this.toggle(row);
    else if (event.shiftKey) this.choose(() => this.choosing.extend(this.visible.map((each) => each.id), row.id));
    else if (event.ctrlKey || event.metaKey) this.choose(() => this.choosing.toggle(row.id));
    else this.choose(() => this.choosing.one(row.id));
  }
  chooseOne(id) { this.choose(() => this.choosing.one(id)); this.reveal(); }
  chooseAll() { this.choose(() => this.choosing.adopt(this.choosing.id ?? this.visible[0]?.id ?? null, this.visible.map((row) => row.id).filter((id) => id !== this.choosing.id))); }
  step(to, extend) {
    const row = this.visible[Math.max(0, Math.min(this.visible.length - 1, to))];
    if (!row) return;
    this.choose(() => (extend ? this.choosing.extend(this.visible.map((each) => each.id), row.id) : this.choosing.one(row.id)));
    this.reveal();
    const at = this.position();
    this.tell("near", { pages: [at - 1, at + 1].map((near) => this.visible[near]?.page).filter(Boolean) });
  }
  choose(how) {
    const before = this.choosing.id, others = [...this.choosing.others];
    how();
    const { id } = this.choosing;
    if (id === null || this.choosing.same(before, others)) return;
    this.paint();
    if (id !== before) this.tell("select", { id, sequence: this.state.sequence + 1, page: this.byId.get(id).page });
    this.report();
  }
  report() {
    this.state.sequence += 1;
    const message = { id: this.choosing.id ?? "", others: [...this.choosing.others], sequence: this.state.sequence, held: this.state.version };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send("selected", message), PAUSE);
  }
  adopt(id, others, reveal) {
    if (!this.byId?.has(id)) return;
    this.choosing.adopt(id, others);
    if (reveal) this.reveal(); else this.paint();
  }
  reveal() {
    const row = this.current;
    if (!row) return this.paint();
    let opened = false;
    for (let up = row.parent; up >= 0; up = this.rows[up].parent) opened = this.state.shut.delete(this.rows[up].id) || opened;
    if (opened) this.refilter();
    this.scrollTo(this.position());
    this.paint();
  }
  scrollTo(at) {
    if (at < 0) return;
    const top = at * HEIGHT, view = this.scroll.clientHeight;
    if (top < this.scroll.scrollTop + HEIGHT) this.scroll.scrollTop = Math.max(0, top - HEIGHT * 2);
    else if (top + HEIGHT * 2 > this.scroll.scrollTop + view) this.scroll.scrollTop = top - view + HEIGHT * 3;
  }
  leaveFinder() {
    this.focus();
    this.step(Math.max(0, this.position()), false);
  }

  // Folding

  toggle(row, open) {
    const { shut } = this.state;
    if (open === undefined ? shut.has(row.id) : open) shut.delete(row.id); else shut.add(row.id);
    this.refilter();
  }
  foldTo(level) {
    this.state.shut = level ? foldedAt(this.rows, level) : new Set();
    // The chosen one stays in sight: what it now stands within is chosen in its stead.
    let row = this.current;
    for (let up = row?.parent ?? -1; up >= 0; up = this.rows[up].parent) if (this.state.shut.has(this.rows[up].id)) row = this.rows[up];
    this.refilter();
    if (row && row.id !== this.choosing.id) this.chooseOne(row.id);
    else this.scrollTo(this.position());
  }

  // What is asked of the server

  command(name, said = {}) {
    this.fire("command", { name, id: this.choosing.id ?? "", others: [...this.choosing.others], at: Date.now(), ...said });
  }
  moving(row) {
    const ids = this.choosing.has(row.id) ? this.choosing.all : [row.id];
    return { ids, rows: ids.map((id) => this.byId.get(id)).filter(Boolean) };
  }
  drop(ids, target, where) {
    if (!ids.includes(this.choosing.id)) { this.choosing.one(ids[0]); this.paint(); }
    this.command("drop", { target, where });
  }

  remove() {
    clearTimeout(this.timer);
    this.dragging.stop();
    this.resized.disconnect();
    for (const [name, heard] of Object.entries(this.windowed)) window.removeEventListener(name, heard);
  }
}

export default function (component) {
  const parent = component.parentElement;
  let view = mounted.get(parent);
  if (!view) {
    view = new TreeView(component);
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
