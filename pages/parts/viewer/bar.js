// The line above the page: turning, searching, sizes. And the one below it: what is drawn, each with a switch.
import { element, iconButton } from "../dom.js";

const PATHS = {
  previous: "m10 3-5 5 5 5", next: "m6 3 5 5-5 5", minus: "M3.5 8h9", plus: "M3.5 8h9M8 3.5v9",
  width: "M2 3v10M14 3v10M4.5 8h7M6.5 6l-2 2 2 2M9.5 6l2 2-2 2", whole: "M3 2h10v12H3zM8 4.5v7M6 6.5l2-2 2 2M6 9.5l2 2 2-2",
  two: "M2 3h5.5v10H2zM8.5 3H14v10H8.5z", strip: "M2 2.5h4v5H2zM2 9.5h4v4H2zM8.5 2.5H14v11H8.5z",
  find: "M11.2 11.2 14 14M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0Z",
};
const SWITCHES = [
  ["node", "In the tree", "Headings in the tree"], ["loose", "Left out", "Headings that the tree leaves out"],
  ["suggestion", "Suggested", "Where a suggestion would put the section"], ["edges", "Start and end", "Where the chosen section starts and ends"],
  ["lines", "Lines", "The text line under the pointer"],
];

/** `acts`: turn(page), zoom(step), fit("width" | "page"), toggle("two" | "strip"), find(), escape(). */
export class Bar {
  constructor(acts) {
    this.root = element("div", "bar");
    this.root.setAttribute("role", "toolbar");
    this.root.setAttribute("aria-label", "Page");
    this.back = iconButton(PATHS.previous, "Previous page (K)", () => acts.turn(this.page - this.step));
    this.forth = iconButton(PATHS.next, "Next page (J)", () => acts.turn(this.page + this.step));
    this.number = element("input");
    this.number.setAttribute("aria-label", "Go to page");
    this.number.inputMode = "numeric";
    this.number.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") acts.turn(Number.parseInt(this.number.value, 10));
      if (event.key === "Enter" || event.key === "Escape") { this.number.value = this.page; acts.escape(); }
    });
    this.number.addEventListener("blur", () => { this.number.value = this.page; });
    this.of = element("span", "of");
    this.zoomed = element("span", "zoom");
    this.toggles = {
      strip: iconButton(PATHS.strip, "Small pages (T)", () => acts.toggle("strip")),
      two: iconButton(PATHS.two, "Two pages side by side (2)", () => acts.toggle("two")),
      width: iconButton(PATHS.width, "Fit the width (0)", () => acts.fit("width")),
      page: iconButton(PATHS.whole, "Fit the page (9)", () => acts.fit("page")),
    };
    const { strip, two, width, page } = this.toggles;
    this.root.append(strip, this.back, this.number, this.of, this.forth, element("span", "spring"),
      iconButton(PATHS.find, "Search in the text (Ctrl+F or /)", () => acts.find()), two,
      iconButton(PATHS.minus, "Zoom out (−)", () => acts.zoom(-1)), this.zoomed,
      iconButton(PATHS.plus, "Zoom in (+)", () => acts.zoom(1)), width, page);
  }

  update({ page, step, pages, settings, percent }) {
    Object.assign(this, { page, step });
    if (this.number.getRootNode().activeElement !== this.number) this.number.value = page;
    this.of.textContent = `of ${pages}`;
    this.back.disabled = page <= 1;
    this.forth.disabled = page + step > pages;
    this.zoomed.textContent = `${percent}%`;
    for (const [name, button] of Object.entries(this.toggles)) {
      button.setAttribute("aria-pressed", String(name === settings.fit || settings[name] === true));
    }
  }
}

/** The switches for what is drawn, which are its legend as well. `flip(kind)` turns one. */
export class Legend {
  constructor(flip) {
    this.root = element("div", "legend");
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", "What is drawn on the page");
    this.buttons = SWITCHES.map(([kind, label, words]) => {
      const button = element("button", kind);
      button.type = "button";
      button.title = words;
      button.append(element("i"), element("span", "", label));
      button.addEventListener("click", () => flip(kind));
      this.root.append(button);
      return [kind, button];
    });
  }
  update(shown) { for (const [kind, button] of this.buttons) button.setAttribute("aria-pressed", String(shown[kind])); }
}
