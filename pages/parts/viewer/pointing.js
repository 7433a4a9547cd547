// Pointing at text lines: with the pointer (a click, or a drag over several), or with keys. Both end in one menu.
import { element } from "../dom.js";
import { lineAt, linesIn } from "./lines.js";
import { Menu } from "./menu.js";

const SAID = 60; // characters of a line that a menu repeats

export class Pointing {
  /** `view` has: sheets, lines (PageLines), root, stage, `marks(page)`, `section()` (the chosen one), `turn(page)`, `act(gesture)`. */
  constructor(view) {
    this.view = view;
    this.menu = new Menu(view.root);
    this.enabled = true;
  }

  attach(sheet) {
    sheet.root.addEventListener("pointermove", (event) => this.move(sheet, event));
    sheet.root.addEventListener("pointerleave", () => { if (!this.from && !this.menu.isOpen && !this.walking) sheet.point([]); });
    sheet.root.addEventListener("pointerdown", (event) => this.down(sheet, event));
    sheet.root.addEventListener("pointerup", (event) => this.up(sheet, event));
    sheet.root.addEventListener("pointercancel", () => { this.from = null; sheet.point([]); });
  }

  known(sheet) { return this.enabled ? this.view.lines.peek(sheet.page)?.lines || [] : []; }

  /** The lines, as [first, last], that a point stands for: those of a heading that the tree leaves out are taken together. */
  range(sheet, event) {
    const lines = this.known(sheet), [x, y] = sheet.at(event), nth = lineAt(lines, x, y);
    return nth < 0 ? null : this.whole(sheet, nth);
  }
  whole(sheet, nth) {
    const lines = this.known(sheet);
    for (const [kind, , box] of this.view.marks(sheet.page)) {
      const within = kind === "loose" ? linesIn(lines, box) : [];
      if (within.includes(nth)) return [within[0], within[within.length - 1]];
    }
    return [nth, nth];
  }

  onSection(event) { return event.composedPath().some((each) => each.classList?.contains("hit")); }

  move(sheet, event) {
    if (this.menu.isOpen || event.pointerType === "touch") return;
    const under = this.from || !this.onSection(event) ? this.range(sheet, event) : null;
    sheet.root.classList.toggle("pointing", Boolean(under));
    if (this.from && this.from.sheet === sheet) {
      if (under) this.to = [Math.min(this.from.range[0], under[0]), Math.max(this.from.range[1], under[1])];
      this.show(sheet, this.to);
    } else if (!this.from) this.show(sheet, under);
  }
  down(sheet, event) {
    if (event.button !== 0 || this.onSection(event)) return;
    const range = this.range(sheet, event);
    if (!range) return;
    this.from = { sheet, range };
    this.to = range;
    if (event.pointerType === "touch") return; // a finger that moves scrolls
    event.preventDefault();
    sheet.root.setPointerCapture(event.pointerId); // a drag that ends beside the page ends all the same
  }
  up(sheet, event) {
    const { from, to } = this;
    this.from = null;
    if (!from || from.sheet !== sheet) return;
    this.open(sheet, to, event.clientX, event.clientY);
  }

  show(sheet, range) {
    const lines = this.known(sheet);
    sheet.point(range && this.view.settings.shown.lines ? lines.slice(range[0], range[1] + 1) : []);
  }

  open(sheet, [first, last], x, y) {
    const lines = this.known(sheet), section = this.view.section(), page = sheet.page;
    const words = lines.slice(first, last + 1).map((line) => line[4].trim()).join(" ");
    const items = offers({ page, first, last, said: cut(words), section, own: section ? this.own(sheet, section.id) : [] });
    if (!items.length) return; // the chosen section's own heading
    sheet.point(lines.slice(first, last + 1));
    this.menu.open({
      x, y, items, title: cut(words, 2 * SAID),
      done: (name) => this.view.act({ name, node: section?.id || "", page, first, last }),
      left: (back) => {
        if (!this.walking) sheet.point([]);
        if (back) (this.walking ? this.option(first) : this.view.stage)?.focus({ preventScroll: true });
      },
    });
  }

  /** The lines on this page that the chosen section's heading is made of. */
  own(sheet, id) {
    const mark = this.view.marks(sheet.page).find(([kind, node]) => kind === "node" && node === id);
    return mark ? linesIn(this.known(sheet), mark[2]) : [];
  }

  // With keys: the lines of a page as a list of options over it, for as long as the focus is there.

  async walk(sheet, last = false) {
    const page = sheet.page;
    await this.view.lines.get(page);
    const lines = this.known(sheet);
    if (sheet.page !== page || !lines.length) return;
    this.leave();
    const own = this.own(sheet, this.view.section()?.id);
    const at = last ? lines.length - 1 : own[0] || 0;
    this.walking = { sheet, at, from: at };
    sheet.options.setAttribute("role", "listbox");
    sheet.options.setAttribute("aria-multiselectable", "true");
    sheet.options.setAttribute("aria-label", `Lines of page ${page}: Enter opens the menu, Shift with an arrow takes several`);
    sheet.options.replaceChildren(...lines.map(([x0, y0, x1, y1, text]) => {
      const option = element("div", "option", text);
      option.tabIndex = -1;
      option.setAttribute("role", "option");
      for (const [name, points] of Object.entries({ left: x0, top: y0, width: x1 - x0, height: y1 - y0 })) {
        option.style[name] = `${points * sheet.scale}px`;
      }
      return option;
    }));
    sheet.options.onkeydown = (event) => this.onKey(event);
    sheet.options.onfocusout = (event) => { if (!this.menu.isOpen && !sheet.options.contains(event.relatedTarget)) this.leave(); };
    this.step(at, false);
  }
  option(nth) { return this.walking?.sheet.options.children[nth]; }
  step(to, extend) {
    const { sheet } = this.walking, count = sheet.options.children.length;
    if (to < 0 || to >= count) return this.over(to < 0 ? -1 : 1);
    this.walking.at = to;
    if (!extend) this.walking.from = to;
    const [first, last] = this.taken();
    [...sheet.options.children].forEach((each, nth) => each.setAttribute("aria-selected", String(nth >= first && nth <= last)));
    sheet.point(this.known(sheet).slice(first, last + 1));
    this.option(to).focus({ preventScroll: true });
    this.option(to).scrollIntoView({ block: "nearest" });
  }
  taken() {
    const { at, from } = this.walking;
    return [Math.min(at, from), Math.max(at, from)];
  }
  /** Go on with the lines of the page before or after. */
  async over(way) {
    const { sheet } = this.walking;
    const to = sheet.page + way;
    if (!this.view.turn(to)) return;
    const shown = this.view.sheets.find(({ page }) => page === to);
    if (shown) await this.walk(shown, way < 0);
  }
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { at, sheet } = this.walking;
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: sheet.options.children.length - 1 }[event.key];
    if (to !== undefined) this.step(to, event.shiftKey);
    else if (event.key === "PageDown") this.over(1);
    else if (event.key === "PageUp") this.over(-1);
    else if (event.key === "Enter" || event.key === " ") {
      const box = this.option(at).getBoundingClientRect();
      const [first, last] = this.taken();
      this.open(sheet, first === last ? this.whole(sheet, first) : [first, last], box.left + 20, box.bottom);
    } else if (event.key === "Escape") {
      this.leave();
      this.view.stage.focus({ preventScroll: true });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
  leave() {
    if (!this.walking) return;
    const { sheet } = this.walking;
    this.walking = null;
    sheet.point([]);
    sheet.options.onfocusout = sheet.options.onkeydown = null;
    sheet.options.removeAttribute("role");
    sheet.options.replaceChildren();
  }
}

function cut(text, length = SAID) {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}

/**
 * What is on offer for lines of a page, the likeliest first. `section`: the chosen one, { id, title, start, end, stands }, if there is
 * one (it `stands` where no check speaks against its start); `own`: the lines of its heading on this page.
 */
function offers({ page, first, last, said, section, own }) {
  const items = [];
  const title = section && cut(section.title, 36);
  const isOwn = own.includes(first);
  const start = section && !isOwn ? [{ name: "start", key: "S", label: `Start “${title}” here` }] : [];
  const fresh = isOwn ? [] : [{ name: "new", key: "N", label: `New section here: “${said}”` }];
  items.push(...(section?.stands ? [...fresh, ...start] : [...start, ...fresh])); // what starts where it should is rarely moved
  if (section && !isOwn) {
    const after = page > section.start || (page === section.start && (!own.length || first > own[own.length - 1]));
    const within = after && section.start && (!section.end || page <= section.end);
    if (within) items.push({ name: "split", key: "X", label: `Split “${title}” here, on its level` });
    if (own.length && first === own[own.length - 1] + 1) items.push({ name: "continue", key: "T", label: `Add to the title of “${title}”` });
    const later = section.start && page >= section.start && page !== section.end;
    if (later) items.push({ name: "end", key: "E", label: `End “${title}” on this page` });
  }
  return items;
}
