// Two trees row by row: virtualised, one row chosen, keys. Titles are strangers' text: only ever set through textContent.
import { aloud, element, stroke } from "../dom.js";

const HEIGHT = 30, OVERSCAN = 10, INDENT = 13, DEEPEST = 8;
const SIGNS = { added: "M8 3v10M3 8h10", lost: "M3 8h10", renamed: "m3 13 .7-3L11 2.7l2.3 2.3L6 12.3Z", page: "M4 2h5l3 3v9H4ZM9 2v3h3",
  end: "M3 13h10M8 2v8m-3-3 3 3 3-3", level: "M2 3h12M6 8h8M6 13h8M2 6.5 4 8 2 9.5", moved: "M5 13V3m-2.5 2.5L5 3l2.5 2.5M11 3v10m-2.5-2.5L11 13l2.5-2.5" };
const kept = new Map(); // by component key: what must outlive a remount
const mounted = new WeakMap();

// A row arrives as [key of its difference, left side, right side, kinds, words]; a side is null or [level, title, pages].
class Versus {
  constructor(component) {
    this.state = kept.get(component.key) || { of: null, scroll: 0, only: false };
    kept.set(component.key, this.state);
    this.root = element("div", "versus");
    this.head = element("div", "head");
    this.only = element("button", "only");
    this.only.type = "button";
    this.only.addEventListener("click", () => { this.state.only = !this.state.only; this.arrange(); this.reveal(); });
    this.scroll = element("div", "scroll");
    this.scroll.tabIndex = 0;
    this.scroll.setAttribute("role", "listbox");
    this.scroll.setAttribute("aria-label", "Both trees, row by row");
    this.space = element("div", "space");
    this.space.setAttribute("role", "presentation");
    this.scroll.append(this.space);
    this.scroll.addEventListener("scroll", () => { this.state.scroll = this.scroll.scrollTop; this.paint(); });
    this.scroll.addEventListener("keydown", (event) => this.onKey(event));
    this.space.addEventListener("click", (event) => {
      const line = event.target.closest("[data-at]");
      if (line) this.choose(Number(line.dataset.at));
    });
    this.resized = new ResizeObserver(() => this.paint());
    this.resized.observe(this.scroll);
    this.root.append(this.head, this.scroll);
    component.parentElement.append(this.root);
  }
  update({ data, setTriggerValue }) {
    const first = !this.data || this.data.of !== data.of;
    const moved = this.data?.selected !== data.selected;
    this.data = data;
    this.tell = setTriggerValue;
    if (this.state.of !== data.of) Object.assign(this.state, { of: data.of, scroll: 0 });
    this.selected = data.selected;
    const names = [element("span", "name", data.names[0]), element("span", "mid"), element("span", "name", data.names[1])];
    for (const name of names) name.title = name.textContent;
    this.head.replaceChildren(...names, this.only);
    this.arrange();
    if (first) this.scroll.scrollTop = this.state.scroll;
    if (moved) this.reveal();
  }
  arrange() {
    this.rows = this.data.rows.filter((row) => !this.state.only || row[3].length);
    this.only.textContent = this.state.only ? "All rows" : "Only differences";
    this.only.setAttribute("aria-pressed", String(this.state.only));
    this.space.style.height = `${this.rows.length * HEIGHT + 8}px`;
    this.paint();
  }
  at() { return this.rows.findIndex((row) => row[0] === this.selected); }
  paint() {
    if (!this.rows) return;
    const top = this.scroll.scrollTop, height = this.scroll.clientHeight || 600;
    const from = Math.max(0, Math.floor(top / HEIGHT) - OVERSCAN);
    const to = Math.min(this.rows.length, Math.ceil((top + height) / HEIGHT) + OVERSCAN);
    const made = [];
    for (let at = from; at < to; at++) made.push(this.line(this.rows[at], at));
    if (!this.rows.length) made.push(element("div", "empty", this.data.rows.length ? "The trees differ in nothing." : "Both trees are empty."));
    this.space.replaceChildren(...made);
    const chosen = made.find((line) => line.getAttribute("aria-selected") === "true");
    if (chosen) this.scroll.setAttribute("aria-activedescendant", chosen.id);
    else this.scroll.removeAttribute("aria-activedescendant");
  }
  line(row, at) {
    const [key, left, right, kinds, words] = row;
    const line = element("div", `row ${kinds.join(" ")}`);
    line.dataset.at = at;
    line.id = `versus-${at}`;
    line.style.top = `${4 + at * HEIGHT}px`;
    line.setAttribute("role", "option");
    line.setAttribute("aria-selected", String(key === this.selected));
    line.setAttribute("aria-posinset", at + 1);
    line.setAttribute("aria-setsize", this.rows.length);
    if (words) line.title = words;
    const mid = element("span", "mid");
    for (const kind of kinds.slice(0, 2)) mid.append(stroke(SIGNS[kind]));
    const [one, other] = this.data.names;
    line.append(aloud(`${one}: `), this.side(left), aloud(`. ${other}: `), mid, this.side(right), aloud(words ? `. ${words}.` : ". The same."));
    return line;
  }
  side(side) {
    const cell = element("span", `side${side ? "" : " none"}`);
    if (!side) {
      cell.append(aloud("nothing"));
      return cell;
    }
    const [level, title, pages] = side;
    cell.style.paddingInlineStart = `${6 + (Math.min(level, DEEPEST) - 1) * INDENT}px`;
    cell.append(element("span", "title", title), aloud(", pages "), element("span", "pages", pages));
    return cell;
  }
  reveal() {
    const at = this.at();
    if (at < 0) return;
    const top = at * HEIGHT, view = this.scroll.clientHeight;
    if (top < this.scroll.scrollTop + HEIGHT || top > this.scroll.scrollTop + view - 2 * HEIGHT) this.scroll.scrollTop = Math.max(0, top - view * .35);
    this.paint();
  }
  choose(at) {
    const row = this.rows[at];
    if (!row) return;
    this.selected = row[0];
    this.reveal();
    this.paint();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tell("chosen", { key: row[0], at: Date.now() }), 60);
  }
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.at(), last = this.rows.length - 1, page = Math.max(1, Math.floor(this.scroll.clientHeight / HEIGHT) - 1);
    const to = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: last, PageDown: at + page, PageUp: at - page }[event.key];
    if (to === undefined) return;
    this.choose(Math.min(Math.max(to, 0), last));
    event.preventDefault();
    event.stopPropagation();
  }
  remove() {
    clearTimeout(this.timer);
    this.resized.disconnect();
    this.root.remove();
  }
}

export default function (component) {
  const parent = component.parentElement;
  if (!mounted.has(parent)) mounted.set(parent, new Versus(component));
  mounted.get(parent).update(component);
  return () => {
    mounted.get(parent)?.remove();
    mounted.delete(parent);
  };
}
