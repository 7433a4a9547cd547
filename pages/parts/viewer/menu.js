// A small menu at the pointer. Items: { name, key, label }; a key is a letter that chooses its item.
import { element } from "../dom.js";

export class Menu {
  /** `home` is the positioned element that the menu is placed in. */
  constructor(home) {
    this.home = home;
    this.away = (event) => { if (this.root && !event.composedPath().includes(this.root)) this.close(false); };
  }

  get isOpen() { return Boolean(this.root); }

  /** Open it at a point of the window. `done(name)` is called with what was chosen, `left()` when it closes in any way. */
  open({ x, y, title, items, done, left }) {
    this.close(false);
    this.root = element("div", "menu");
    this.root.setAttribute("role", "menu");
    this.root.setAttribute("aria-label", title);
    const head = element("div", "said", title);
    head.setAttribute("aria-hidden", "true");
    this.root.append(head);
    this.done = done;
    this.left = left;
    this.items = items.map((item) => {
      const made = element("button");
      made.type = "button";
      made.tabIndex = -1;
      made.setAttribute("role", "menuitem");
      made.setAttribute("aria-keyshortcuts", item.key);
      made.append(element("span", "", item.label), element("kbd", "", item.key));
      made.addEventListener("click", () => this.choose(item.name));
      this.root.append(made);
      return { ...item, made };
    });
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.home.append(this.root);
    const box = this.home.getBoundingClientRect(), size = this.root.getBoundingClientRect();
    this.root.style.left = `${Math.max(4, Math.min(x - box.left, box.width - size.width - 4))}px`;
    const below = y - box.top + 6;
    this.root.style.top = `${Math.max(4, below + size.height > box.height ? y - box.top - size.height - 6 : below)}px`;
    document.addEventListener("pointerdown", this.away, true);
    this.items[0]?.made.focus({ preventScroll: true });
  }

  choose(name) {
    const done = this.done;
    this.close(true);
    done(name);
  }

  /** Close it. `back`: the focus returns to where it came from. */
  close(back) {
    if (!this.root) return;
    document.removeEventListener("pointerdown", this.away, true);
    this.root.remove();
    this.root = null;
    this.left?.(back);
  }

  onKey(event) {
    event.stopPropagation(); // a letter is the menu's, not the screen's
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.items.findIndex(({ made }) => made === made.getRootNode().activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: this.items.length - 1 }[event.key];
    const named = this.items.find(({ key }) => key.toLowerCase() === event.key.toLowerCase());
    if (event.key === "Escape" || event.key === "Tab") this.close(true);
    else if (to !== undefined) this.items[(to + this.items.length) % this.items.length].made.focus();
    else if (named) this.choose(named.name);
    else return;
    event.preventDefault();
  }
}
