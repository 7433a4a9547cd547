// A separator between two areas. Its width is a variable of the page's root, in percent of the whole, and is kept in this browser.
const STEP = 2;
const LEAST_HEIGHT = 360, FOOT = 14; // pixels
const mounted = new WeakMap();

class Separator {
  constructor(component) {
    this.bar = document.createElement("div");
    this.bar.className = "separator";
    this.bar.tabIndex = 0;
    this.bar.setAttribute("role", "separator");
    this.bar.setAttribute("aria-orientation", "vertical");
    this.bar.addEventListener("pointerdown", (event) => this.grasp(event));
    this.bar.addEventListener("dblclick", () => this.reset());
    this.bar.addEventListener("keydown", (event) => this.onKey(event));
    component.parentElement.append(this.bar);
    this.onResize = () => { this.set(this.remembered() ?? this.data.share, false); this.fit(); };
    window.addEventListener("resize", this.onResize);
    // What stands above the areas comes and goes: the block round it all changes its height then.
    this.watch = new ResizeObserver(() => this.fit());
    const block = document.querySelector("[data-testid=stMainBlockContainer]");
    if (block) this.watch.observe(block);
  }
  update(component) {
    const first = !this.data;
    this.data = component.data;
    this.bar.setAttribute("aria-label", this.data.label);
    this.bar.title = `${this.data.label}: drag, or press ← and →. A double click or Enter resets it.`;
    if (first) this.set(this.remembered() ?? this.data.share, false);
    this.fit();
  }

  // The areas end where the window ends, whatever stands above them.
  fit() {
    const top = document.querySelector(`.st-key-${this.data.pane}`)?.getBoundingClientRect().top;
    if (this.data.side !== "left" || top === undefined) return;
    const above = top + (document.querySelector("[data-testid=stMain]")?.scrollTop || 0);
    const height = Math.max(LEAST_HEIGHT, Math.floor(window.innerHeight - Math.max(above, 0) - FOOT));
    if (height !== this.height) document.documentElement.style.setProperty("--tp-work-height", `${this.height = height}px`);
  }

  get name() { return `${this.data.pane}-${this.data.side}`; }
  get whole() { return document.querySelector(`.st-key-${this.data.pane}`)?.clientWidth || window.innerWidth; }
  remembered() {
    const kept = Number.parseFloat(this.stored("getItem"));
    return Number.isFinite(kept) ? kept : null;
  }
  // Storage may be closed to the page (private windows): then the width lasts as long as the page does.
  stored(act, ...value) {
    try { return localStorage[act](`treeproof:${this.name}`, ...value); } catch { return null; }
  }
  bounds() {
    const percent = (pixels) => 100 * pixels / this.whole;
    const other = this.data.side === "left" ? "right" : "left";
    const taken = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--tp-${this.data.pane}-${other}`));
    const beside = Math.max(percent(this.data.others.side), Number.isFinite(taken) ? taken : 0);
    const least = percent(this.data.least);
    return [least, Math.max(least, 100 - beside - percent(this.data.others.middle))];
  }
  set(share, keep = true) {
    const [least, most] = this.bounds();
    this.share = Math.min(Math.max(share, least), most);
    document.documentElement.style.setProperty(`--tp-${this.name}`, this.share.toFixed(2));
    this.bar.setAttribute("aria-valuemin", Math.round(least));
    this.bar.setAttribute("aria-valuemax", Math.round(most));
    this.bar.setAttribute("aria-valuenow", Math.round(this.share));
    this.bar.setAttribute("aria-valuetext", `${Math.round(this.share)} percent`);
    if (keep) this.stored("setItem", this.share.toFixed(2));
  }
  reset() {
    this.set(this.data.share, false);
    this.stored("removeItem");
  }

  grasp(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.bar.focus({ preventScroll: true });
    this.bar.setPointerCapture(event.pointerId);
    this.bar.classList.add("dragged");
    const start = event.clientX, before = this.share, sign = this.data.side === "left" ? 1 : -1;
    let drawing = 0;
    const move = (moved) => {
      cancelAnimationFrame(drawing);
      drawing = requestAnimationFrame(() => this.set(before + sign * 100 * (moved.clientX - start) / this.whole, false));
    };
    const done = () => {
      this.bar.classList.remove("dragged");
      this.bar.removeEventListener("pointermove", move);
      requestAnimationFrame(() => { if (this.share !== before) this.set(this.share); });
    };
    this.bar.addEventListener("pointermove", move);
    this.bar.addEventListener("pointerup", done, { once: true });
    this.bar.addEventListener("pointercancel", done, { once: true });
  }
  onKey(event) {
    const grow = this.data.side === "left" ? 1 : -1;
    const [least, most] = this.bounds();
    const keys = { ArrowRight: () => this.set(this.share + grow * STEP), ArrowLeft: () => this.set(this.share - grow * STEP),
      Home: () => this.set(least), End: () => this.set(most), Enter: () => this.reset() };
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    keys[event.key]();
    event.preventDefault();
    event.stopPropagation();
  }
}

export default function (component) {
  const parent = component.parentElement;
  if (!mounted.has(parent)) mounted.set(parent, new Separator(component));
  mounted.get(parent).update(component);
  return () => {
    const separator = mounted.get(parent);
    window.removeEventListener("resize", separator?.onResize);
    separator?.watch.disconnect();
    separator?.bar.remove();
    mounted.delete(parent);
  };
}
