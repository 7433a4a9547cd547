// The section tree: virtualised rows, one selection, keys. Titles are strangers' text: only ever set through textContent.
const ROW = 28, OVERSCAN = 10, INDENT = 15;
const kept = new Map();      // by component key: what must outlive a remount (expanded, scroll, filter)
const mounted = new WeakMap();

const ICONS = {
  chevron: '<path d="M3.2 1.6 7 5 3.2 8.4" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>',
  ok: '<circle cx="8" cy="8" r="2.6" fill="currentColor"/>',
  warn: '<circle cx="8" cy="8" r="3.6" fill="none" stroke="currentColor" stroke-width="1.8"/>',
  suspect: '<path d="M8 1.8 15 14H1Z" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/><path d="M8 6.2v3.6M8 11.4v.7" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"/>',
  failed: '<path d="M5.2 1h5.6L15 5.2v5.6L10.8 15H5.2L1 10.8V5.2Z" fill="currentColor"/><path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" stroke="var(--st-background-color)" stroke-width="1.8" stroke-linecap="round"/>',
  accepted: '<path d="m3 8.4 3.2 3.2L13 4.8" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>',
  corrected: '<path d="m3 13 .7-3L11 2.7l2.3 2.3L6 12.3Z" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/>',
  search: '<circle cx="7" cy="7" r="4.6" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="m10.6 10.6 3.4 3.4" stroke="currentColor" stroke-width="1.6" stroke-linecap="round"/>',
  open: '<path d="m4 6.5 4-4 4 4M4 9.5l4 4 4-4" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>',
  shut: '<path d="m4 2.5 4 4 4-4M4 13.5l4-4 4 4" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>',
};
const WORDS = { ok: "ok", warn: "ok, with a remark", suspect: "uncertain", failed: "failed" };
const REVIEWS = ["", "accepted", "corrected"];

function icon(name, size = 16) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("aria-hidden", "true");
  svg.innerHTML = ICONS[name]; // constants of this file only
  return svg;
}
function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

// Rows arrive as arrays, to keep each rerun's message small: [id, level, title, pages, start page, status, review, remark, synthetic].
function read(data) {
  return data.rows.map((row, index) => ({
    index, id: row[0], level: row[1], title: row[2], pages: row[3], page: row[4], status: row[5], review: REVIEWS[row[6]],
    remark: row[7], synthetic: row[8], parent: -1, hasChildren: false, size: 1, position: 1,
  }));
}
function link(rows) {
  const path = [];
  const groups = new Map();
  for (const row of rows) {
    path.length = row.level - 1;
    row.parent = path.length ? path[path.length - 1] : -1;
    if (row.parent >= 0) rows[row.parent].hasChildren = true;
    if (!groups.has(row.parent)) groups.set(row.parent, []);
    groups.get(row.parent).push(row);
    row.position = groups.get(row.parent).length;
    path.push(row.index);
  }
  for (const group of groups.values()) for (const row of group) row.size = group.length;
  return rows;
}

class TreeView {
  constructor(component) {
    this.key = component.key;
    const state = kept.get(this.key) || { document: null, shut: new Set(), scroll: 0, filter: "all", text: "", sequence: 0 };
    kept.set(this.key, state);
    this.state = state;
    this.root = element("div", "tree");
    this.build();
    component.parentElement.append(this.root);
  }

  build() {
    const head = element("div", "head");
    const find = element("label", "find");
    find.append(icon("search"));
    this.input = element("input");
    this.input.type = "search";
    this.input.placeholder = "Filter sections";
    this.input.setAttribute("aria-label", "Filter sections by title");
    this.input.value = this.state.text;
    this.input.addEventListener("input", () => { this.state.text = this.input.value; this.refilter(); });
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { this.input.value = this.state.text = ""; this.refilter(); this.scroll.focus(); }
      if (event.key === "ArrowDown" || event.key === "Enter") { event.preventDefault(); this.scroll.focus(); this.step(this.position() < 0 ? 0 : this.position()); }
      event.stopPropagation();
    });
    find.append(this.input);
    this.filters = element("div", "filters");
    this.chips = {};
    for (const [name, label] of [["all", "All"], ["failed", "Failed"], ["suspect", "Unsure"], ["open", "To review"]]) {
      const chip = element("button");
      chip.type = "button";
      chip.append(element("span", "", label), element("span", "count"));
      chip.addEventListener("click", () => { this.state.filter = name; this.refilter(); });
      this.chips[name] = chip;
      this.filters.append(chip);
    }
    this.filters.append(element("span", "spring"));
    const tools = element("span", "tools");
    for (const [name, label, act] of [["open", "Expand all", () => this.state.shut.clear()],
      ["shut", "Collapse all", () => { this.state.shut = new Set(this.rows.filter((r) => r.hasChildren).map((r) => r.id)); }]]) {
      const button = element("button");
      button.type = "button"; button.title = label; button.setAttribute("aria-label", label);
      button.append(icon(name));
      button.addEventListener("click", () => { act(); this.refilter(); });
      tools.append(button);
    }
    this.filters.append(tools);
    head.append(find, this.filters);
    this.scroll = element("div", "scroll");
    this.scroll.tabIndex = 0;
    this.scroll.setAttribute("role", "tree");
    this.scroll.setAttribute("aria-label", "Sections");
    this.space = element("div", "space");
    this.space.setAttribute("role", "presentation");
    this.scroll.append(this.space);
    this.scroll.addEventListener("scroll", () => { this.state.scroll = this.scroll.scrollTop; this.paint(); });
    this.scroll.addEventListener("keydown", (event) => this.onKey(event));
    this.space.addEventListener("click", (event) => this.onClick(event));
    this.space.addEventListener("dblclick", (event) => { const row = this.rowOf(event); if (row) this.rename(row); });
    this.root.append(head, this.scroll);
    this.resized = new ResizeObserver(() => { this.fit(); this.paint(); });
    this.resized.observe(this.scroll);
    // What stands above the tree comes and goes: the block round it all changes its height then.
    const block = document.querySelector("[data-testid=stMainBlockContainer]");
    if (block) this.resized.observe(block);
    this.onResize = () => this.fit();
    window.addEventListener("resize", this.onResize);
    this.onChosen = (event) => { if (event.detail.key === this.data?.channel) this.adopt(event.detail.id, true); };
    window.addEventListener("treeproof:chosen", this.onChosen);
  }

  update(component) {
    this.send = component.setStateValue;
    this.fire = component.setTriggerValue;
    const data = component.data;
    const first = !this.data || this.data.document !== data.document;
    this.data = data;
    if (this.state.document !== data.document) {
      Object.assign(this.state, { document: data.document, shut: new Set(), scroll: 0, filter: "all", text: "", sequence: data.echo });
      this.input.value = "";
    }
    this.rows = link(read(data));
    this.byId = new Map(this.rows.map((row) => [row.id, row]));
    if (first) this.state.sequence = Math.max(this.state.sequence, data.echo);
    // An answer to an older choice must not pull the selection back: only the newest choice is adopted.
    const changed = first || (data.echo >= this.state.sequence && data.selected !== this.selected);
    if (changed) this.selected = data.selected;
    this.fit();
    this.refilter();
    if (first && !changed) this.scroll.scrollTop = this.state.scroll;
    if (changed) this.reveal();
  }

  // The three areas end where the window ends, whatever stands above them.
  fit() {
    const top = this.root.getBoundingClientRect().top + (document.querySelector("[data-testid=stMain]")?.scrollTop || 0);
    const height = Math.max(360, Math.floor(window.innerHeight - Math.max(top, 0) - 14));
    if (height === this.height) return;
    this.height = height;
    document.documentElement.style.setProperty("--tp-work-height", `${height}px`);
  }

  refilter() {
    const { filter, text, shut } = this.state;
    const words = text.trim().toLocaleLowerCase();
    const hit = (row) => (!words || row.title.toLocaleLowerCase().includes(words))
      && (filter === "all" || (filter === "open" ? row.review === "" : row.status === filter));
    const filtering = words !== "" || filter !== "all";
    const show = new Map();
    if (filtering) {
      for (const row of this.rows) if (hit(row)) {
        show.set(row.index, true);
        for (let up = row.parent; up >= 0 && !show.has(up); up = this.rows[up].parent) show.set(up, false);
      }
      for (const row of this.rows) if (hit(row)) show.set(row.index, true);
    }
    this.visible = [];
    let hiddenBelow = Infinity;
    for (const row of this.rows) {
      if (filtering) { if (show.has(row.index)) { row.faint = !show.get(row.index); this.visible.push(row); } continue; }
      if (row.level > hiddenBelow) continue;
      hiddenBelow = shut.has(row.id) && row.hasChildren ? row.level : Infinity;
      row.faint = false;
      this.visible.push(row);
    }
    const counts = { all: this.rows.length, failed: 0, suspect: 0, open: 0 };
    for (const row of this.rows) { if (row.status in counts) counts[row.status]++; if (row.review === "") counts.open++; }
    for (const [name, chip] of Object.entries(this.chips)) {
      chip.setAttribute("aria-pressed", String(filter === name));
      chip.lastChild.textContent = counts[name];
    }
    this.space.style.height = `${this.visible.length * ROW + 8}px`;
    this.painted = null;
    this.paint();
  }

  paint() {
    if (!this.rows || this.renaming) return;
    const top = this.scroll.scrollTop, height = this.scroll.clientHeight || 600;
    const from = Math.max(0, Math.floor(top / ROW) - OVERSCAN);
    const to = Math.min(this.visible.length, Math.ceil((top + height) / ROW) + OVERSCAN);
    const window_ = `${from}:${to}:${this.selected}`;
    if (window_ === this.painted) return;
    this.painted = window_;
    const made = [];
    for (let at = from; at < to; at++) made.push(this.line(this.visible[at], at));
    if (!this.visible.length) made.push(element("div", "empty", this.rows.length
      ? "No section matches. Clear the filter to see them all." : "This tree has no sections yet. Add one in the inspector."));
    this.space.replaceChildren(...made);
    const current = this.selected && this.visible.some((row) => row.id === this.selected);
    if (current) this.scroll.setAttribute("aria-activedescendant", this.rowId(this.selected));
    else this.scroll.removeAttribute("aria-activedescendant");
  }
  rowId(id) { return `row-${this.byId.get(id)?.index}`; }

  line(row, at) {
    const chosen = row.id === this.selected;
    const line = element("div", `row ${row.status} level${row.level}${chosen ? " selected" : ""}${row.faint ? " faint" : ""}${row.synthetic ? " synthetic" : ""}`);
    line.id = `row-${row.index}`;
    line.dataset.at = at;
    line.style.top = `${at * ROW + 4}px`;
    line.setAttribute("role", "treeitem");
    line.setAttribute("aria-level", row.level);
    line.setAttribute("aria-setsize", row.size);
    line.setAttribute("aria-posinset", row.position);
    line.setAttribute("aria-selected", String(chosen));
    const open = !this.state.shut.has(row.id);
    if (row.hasChildren) line.setAttribute("aria-expanded", String(open));
    const words = [`${row.title}`, `pages ${row.pages}`, WORDS[row.status], row.review || "not reviewed"];
    line.setAttribute("aria-label", words.join(", "));
    line.title = [row.title, `Pages ${row.pages} · ${WORDS[row.status]}${row.review ? " · " + row.review : ""}`, row.remark].filter(Boolean).join("\n");
    const guides = element("span", "guides");
    for (let depth = 1; depth < row.level; depth++) {
      const guide = element("i");
      guide.style.left = `${12 + (depth - 1) * INDENT}px`;
      guides.append(guide);
    }
    const twist = element("span", `twist${open ? " open" : ""}`);
    twist.style.marginLeft = `${(row.level - 1) * INDENT}px`;
    if (row.hasChildren) twist.append(icon("chevron", 10)); else twist.style.pointerEvents = "none";
    const sign = element("span", "sign");
    sign.append(icon(row.status));
    const title = element("span", "title", row.title);
    const mark = element("span", `mark ${row.review}`);
    if (row.review) mark.append(icon(row.review));
    line.append(guides, twist, sign, title, mark, element("span", "pages", row.pages));
    return line;
  }

  rowOf(event) {
    const line = event.target.closest?.(".row");
    return line ? this.visible[Number(line.dataset.at)] : null;
  }
  onClick(event) {
    const row = this.rowOf(event);
    if (!row || this.renaming) return;
    if (event.target.closest(".twist") && row.hasChildren) return this.toggle(row);
    this.choose(row.id);
  }
  toggle(row, open) {
    const shut = this.state.shut;
    const wanted = open === undefined ? shut.has(row.id) : open;
    if (wanted) shut.delete(row.id); else shut.add(row.id);
    this.refilter();
  }
  position() { return this.visible.findIndex((row) => row.id === this.selected); }
  step(to) {
    const row = this.visible[Math.max(0, Math.min(this.visible.length - 1, to))];
    if (row) { this.choose(row.id); this.reveal(); }
  }
  choose(id) {
    if (id === this.selected) return;
    this.adopt(id, false);
    this.state.sequence += 1;
    const message = { id, sequence: this.state.sequence };
    const detail = { ...message, key: this.data.channel, page: this.byId.get(id).page };
    window.dispatchEvent(new CustomEvent("treeproof:select", { detail }));
    clearTimeout(this.timer); // holding an arrow key down must not queue a rerun a row
    this.timer = setTimeout(() => this.send("selected", message), 40);
  }
  adopt(id, reveal) {
    if (!this.byId?.has(id)) return;
    this.selected = id;
    if (reveal) this.reveal(); else this.paint();
  }
  reveal() {
    const row = this.byId.get(this.selected);
    if (!row) return this.paint();
    let opened = false;
    for (let up = row.parent; up >= 0; up = this.rows[up].parent) opened = this.state.shut.delete(this.rows[up].id) || opened;
    if (opened) this.refilter();
    const at = this.position();
    if (at >= 0) {
      const top = at * ROW, view = this.scroll.clientHeight;
      if (top < this.scroll.scrollTop + ROW) this.scroll.scrollTop = Math.max(0, top - ROW * 2);
      else if (top + ROW * 2 > this.scroll.scrollTop + view) this.scroll.scrollTop = top - view + ROW * 3;
    }
    this.paint();
  }

  onKey(event) {
    if (this.renaming || event.target !== this.scroll) return;
    const at = this.position(), row = this.visible[at];
    const page = Math.max(1, Math.floor(this.scroll.clientHeight / ROW) - 1);
    const chord = (event.altKey ? "Alt+" : "") + event.key;
    const commands = { "Alt+ArrowUp": "up", "Alt+ArrowDown": "down", "Alt+ArrowLeft": "outdent", "Alt+ArrowRight": "indent", Delete: "delete" };
    if (event.ctrlKey || event.metaKey) return;
    if (commands[chord]) { if (row) this.command(commands[chord], row.id); }
    else if (chord === "ArrowDown") this.step(at + 1);
    else if (chord === "ArrowUp") this.step(at < 0 ? 0 : at - 1);
    else if (chord === "Home") this.step(0);
    else if (chord === "End") this.step(this.visible.length - 1);
    else if (chord === "PageDown") this.step(at + page);
    else if (chord === "PageUp") this.step(at - page);
    else if (chord === "ArrowRight" && row) { if (row.hasChildren && this.state.shut.has(row.id)) this.toggle(row, true); else if (row.hasChildren) this.step(at + 1); }
    else if (chord === "ArrowLeft" && row) {
      if (row.hasChildren && !this.state.shut.has(row.id)) this.toggle(row, false);
      else if (row.parent >= 0) this.choose(this.rows[row.parent].id), this.reveal();
    }
    else if ((chord === "Enter" || chord === "F2") && row) this.rename(row);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  command(name, id, value = "") {
    this.fire("command", { name, id, value, at: Date.now() });
  }

  rename(row) {
    const line = this.space.querySelector(`[data-at="${this.visible.indexOf(row)}"]`);
    if (!line || this.renaming) return;
    const field = element("input", "rename");
    field.value = row.title;
    field.setAttribute("aria-label", "New title");
    this.renaming = true;
    line.querySelector(".title").replaceWith(field);
    field.focus();
    field.select();
    const finish = (save) => {
      if (!this.renaming) return;
      this.renaming = false;
      const value = field.value.trim();
      if (save && value && value !== row.title) { row.title = value; this.command("rename", row.id, value); }
      this.painted = null;
      this.paint();
      this.scroll.focus({ preventScroll: true });
    };
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") finish(true);
      if (event.key === "Escape") finish(false);
    });
    field.addEventListener("blur", () => finish(true));
  }

  remove() {
    clearTimeout(this.timer);
    this.resized.disconnect();
    window.removeEventListener("treeproof:chosen", this.onChosen);
    window.removeEventListener("resize", this.onResize);
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
