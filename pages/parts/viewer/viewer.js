// The page beside the tree: its image, and over it what the tree and the checks say. Texts are set through textContent only.
const SVG = "http://www.w3.org/2000/svg";
const kept = new Map();     // by component key: zoom and switches, which outlive a remount
const mounted = new WeakMap();
const WIDTHS = [700, 1000, 1400, 2000, 2800];
const ZOOMS = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3];
const PATHS = {
  previous: "m10 3-5 5 5 5", next: "m6 3 5 5-5 5", minus: "M3.5 8h9", plus: "M3.5 8h9M8 3.5v9",
  width: "M2 3v10M14 3v10M4.5 8h7M6.5 6l-2 2 2 2M9.5 6l2 2-2 2", boxes: "M2.5 3.5h11v4h-11zM2.5 10.5h7v2.5h-7z",
  warning: "M8 1.8 15 14H1ZM8 6.2v3.6M8 11.4v.7",
};

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
function shape(tag, attributes, className) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (className) made.setAttribute("class", className);
  return made;
}
function icon(name) {
  const svg = shape("svg", { viewBox: "0 0 16 16", fill: "none", stroke: "currentColor", "stroke-width": 1.6, "stroke-linecap": "round",
    "stroke-linejoin": "round", "aria-hidden": "true" });
  svg.append(shape("path", { d: PATHS[name] }));
  return svg;
}

class PageView {
  constructor(component) {
    this.key = component.key;
    this.state = kept.get(this.key) || { zoom: 1, marks: true, document: null, sequence: 0 };
    kept.set(this.key, this.state);
    this.overlays = new Map();
    this.images = new Map();
    this.root = element("div", "viewer");
    this.build();
    component.parentElement.append(this.root);
  }

  button(name, label, act) {
    const made = element("button");
    made.type = "button"; made.title = label; made.setAttribute("aria-label", label);
    made.append(icon(name));
    made.addEventListener("click", act);
    return made;
  }
  build() {
    const bar = element("div", "bar");
    this.back = this.button("previous", "Previous page", () => this.turn(this.page - 1));
    this.forth = this.button("next", "Next page", () => this.turn(this.page + 1));
    this.number = element("input");
    this.number.setAttribute("aria-label", "Go to page");
    this.number.inputMode = "numeric";
    this.number.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") { this.turn(Number.parseInt(this.number.value, 10)); this.stage.focus(); }
      if (event.key === "Escape") { this.number.value = this.page; this.stage.focus(); }
    });
    this.number.addEventListener("blur", () => { this.number.value = this.page; });
    this.of = element("span", "of");
    this.toggle = this.button("boxes", "Show or hide the marks on the page", () => { this.state.marks = !this.state.marks; this.draw(); });
    this.zoomed = element("span", "zoom");
    bar.append(this.back, this.number, this.of, this.forth, element("span", "spring"), this.toggle,
      this.button("minus", "Zoom out", () => this.zoom(-1)), this.zoomed, this.button("plus", "Zoom in", () => this.zoom(1)),
      this.button("width", "Fit the width", () => this.zoom(0)));
    this.stage = element("div", "stage");
    this.stage.tabIndex = 0;
    this.stage.setAttribute("role", "region");
    this.stage.setAttribute("aria-label", "Page");
    this.stage.addEventListener("keydown", (event) => this.onKey(event));
    this.edge = element("div", "edge");
    this.edge.hidden = true;
    this.sheet = element("div", "sheet");
    this.front = element("img"); this.spare = element("img");
    for (const image of [this.front, this.spare]) { image.hidden = true; image.draggable = false; image.alt = ""; }
    this.marks = shape("svg", { preserveAspectRatio: "none" }, "marks");
    this.flags = element("div", "flags");
    this.notice = element("div", "notice");
    this.sheet.append(this.notice, this.front, this.spare, this.marks, this.flags);
    this.stage.append(this.edge, this.sheet);
    const legend = element("div", "legend");
    for (const [colour, style, text] of [["#3b6fd4", "solid", "heading in the tree"], ["#c9252d", "solid", "failed"],
      ["#0a7d4b", "dashed", "suggested start"], ["#6b7280", "dotted", "heading not in the tree"]]) {
      const item = element("span");
      const swatch = element("i");
      swatch.style.borderColor = colour; swatch.style.borderStyle = style;
      item.append(swatch, text);
      legend.append(item);
    }
    this.root.append(bar, this.stage, legend);
    this.resized = new ResizeObserver(() => this.layout());
    this.resized.observe(this.stage);
    this.onSelect = (event) => {
      if (event.detail.key !== this.data?.channel) return;
      this.chosen = event.detail.id;
      this.state.sequence = event.detail.sequence;
      if (event.detail.page) this.show(event.detail.page, true); else this.draw();
    };
    window.addEventListener("treeproof:select", this.onSelect);
  }

  update(component) {
    this.send = component.setStateValue;
    this.fire = component.setTriggerValue;
    const data = component.data;
    if (this.data?.document !== data.document || this.data?.base !== data.base) { this.overlays.clear(); this.images.clear(); this.page = null; }
    if (this.state.document !== data.document) Object.assign(this.state, { document: data.document, sequence: data.echo });
    if (this.data?.version !== data.version) this.overlays.clear();
    // An answer to an older choice moves nothing: the browser is further already.
    const late = this.page && data.echo < this.state.sequence;
    const moved = !this.page || (!late && data.place !== this.place);
    if (!late) this.place = data.place;
    this.data = data;
    for (const [page, overlay] of Object.entries(data.overlays)) this.overlays.set(Number(page), overlay);
    if (!late) this.chosen = data.selected;
    // The server moves the page only when the selection moved it; paging by hand is the client's own.
    this.show(moved && data.page ? data.page : this.page || data.page || 1, moved);
  }

  url(page, width) { return `${this.data.base}/${page}.jpg?w=${width}`; }
  size(page) {
    const known = this.overlays.get(page)?.size || this.lastSize || [612, 792];
    this.lastSize = known;
    return known;
  }
  wanted() {
    const css = this.sheetWidth() * (window.devicePixelRatio || 1);
    return WIDTHS.find((width) => width >= css) || WIDTHS[WIDTHS.length - 1];
  }
  sheetWidth() { return Math.max(200, (this.stage.clientWidth - 28) * this.state.zoom); }

  show(page, scroll) {
    if (!Number.isFinite(page)) return;
    page = Math.max(1, Math.min(this.data.pages, page));
    const turned = page !== this.page;
    this.page = page;
    if (document.activeElement !== this.number && this.number.getRootNode().activeElement !== this.number) this.number.value = page;
    this.of.textContent = `of ${this.data.pages}`;
    this.back.disabled = page <= 1;
    this.forth.disabled = page >= this.data.pages;
    this.stage.setAttribute("aria-label", `Page ${page} of ${this.data.pages}`);
    this.layout();
    this.paint();
    this.draw();
    if (turned || scroll) this.bring(turned);
    for (const near of [page + 1, page - 1]) if (near >= 1 && near <= this.data.pages) this.fetch(near);
  }
  fetch(page) {
    const url = this.url(page, this.wanted());
    let image = this.images.get(url);
    if (!image) {
      image = new Image();
      image.src = url;
      this.images.set(url, image);
      if (this.images.size > 24) this.images.delete(this.images.keys().next().value);
    }
    return image;
  }
  paint() {
    const url = this.url(this.page, this.wanted());
    if (this.front.dataset.url === url) return;
    const ready = this.fetch(this.page);
    const swap = () => {
      if (this.url(this.page, this.wanted()) !== url) return;
      this.spare.src = url;
      this.spare.dataset.url = url;
      this.spare.alt = `Page ${this.page}`;
      this.spare.hidden = false;
      this.front.hidden = true;
      [this.front, this.spare] = [this.spare, this.front];
      this.notice.textContent = "";
    };
    if (ready.complete && ready.naturalWidth) return swap();
    if (this.front.dataset.page !== String(this.page)) this.front.hidden = true;
    this.notice.textContent = "";
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => { if (!ready.complete) this.notice.textContent = "Rendering the page ..."; }, 250);
    ready.addEventListener("load", swap, { once: true });
    ready.addEventListener("error", () => {
      this.images.delete(url);
      this.notice.textContent = "This page could not be drawn. Reload the browser tab; if it stays so, the file is damaged here.";
    }, { once: true });
  }
  layout() {
    if (!this.data || !this.page) return;
    const [width, height] = this.size(this.page);
    const shown = this.sheetWidth();
    this.scale = shown / width;
    this.sheet.style.width = `${shown}px`;
    this.sheet.style.height = `${shown * height / width}px`;
    this.marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.zoomed.textContent = `${Math.round(this.state.zoom * 100)}%`;
    this.placeFlags();
    this.paint();
  }

  // A mark is [kind, id, box, title, status, words]; kinds: node, loose, suggestion, seen. A line is [kind, y, name].
  draw() {
    const overlay = this.overlays.get(this.page);
    this.toggle.setAttribute("aria-pressed", String(this.state.marks));
    this.labels = [];
    const made = [];
    if (overlay && this.state.marks) {
      const [width] = overlay.size;
      const current = this.chosen === this.data.selected; // else hints and lines speak of the section chosen before
      for (const [kind, id, box, title, status, words] of overlay.marks) {
        if (!current && (kind === "suggestion" || kind === "seen")) continue;
        const chosen = id !== "" && id === this.chosen && kind === "node";
        const group = shape("g", {}, `${kind} ${status}${chosen ? " chosen" : ""}${kind === "node" || kind === "loose" ? " hit" : ""}`);
        const pad = 2;
        group.append(shape("rect", { x: box[0] - pad, y: box[1] - pad, width: box[2] - box[0] + 2 * pad, height: box[3] - box[1] + 2 * pad }));
        const tip = shape("title", {});
        tip.textContent = words ? `${title}\n${words}` : title;
        group.append(tip);
        if (kind === "node") {
          group.dataset.id = id;
          group.setAttribute("role", "button");
          group.setAttribute("aria-label", `Heading: ${title}${words ? ". " + words : ""}`);
          group.addEventListener("click", () => this.choose(id));
        }
        if (kind === "loose") {
          group.setAttribute("role", "button");
          group.setAttribute("aria-label", `Heading that is not in the tree: ${title}`);
          group.addEventListener("click", () => this.fire("picked", { page: this.page, nth: Number(id), at: Date.now() }));
        }
        made.push(group);
        if (kind === "suggestion" || kind === "seen") this.labels.push([kind, box[0] - pad, box[1] - pad, "above", words]);
        if (kind === "node" && status === "failed" && chosen) this.labels.push(["failed", box[0] - pad, box[3] + pad, "below", words]);
      }
      for (const [kind, y, name] of current ? overlay.lines : []) {
        const group = shape("g", {}, kind);
        group.append(shape("line", { x1: width * .03, x2: width * .97, y1: y, y2: y }));
        made.push(group);
        this.labels.push([kind, width * .97, y, kind === "start" ? "above right" : "below right", `${kind === "start" ? "Starts" : "Ends"}: ${name}`]);
      }
    }
    this.marks.replaceChildren(...made);
    this.edge.hidden = !overlay?.edge;
    if (overlay?.edge) {
      this.edge.className = `edge ${overlay.edge[0]}`;
      this.edge.replaceChildren(icon("warning"), element("span", "words", overlay.edge[1]));
      for (const [label, page] of overlay.edge[2]) {
        const way = element("button", "", `${label}: ${page}`);
        way.type = "button";
        way.setAttribute("aria-pressed", String(page === this.page));
        way.addEventListener("click", () => this.turn(page));
        this.edge.append(way);
      }
    }
    this.placeFlags();
  }
  placeFlags() {
    if (!this.labels) return;
    const made = [];
    const taken = [];
    for (const [kind, x, y, side, words] of this.labels) {
      const flag = element("span", `flag ${kind}`);
      flag.append(element("b", "", words));
      if (side.includes("right")) flag.style.right = `${Math.max(0, this.sheet.clientWidth - x * this.scale)}px`;
      else flag.style.left = `${x * this.scale}px`;
      let top = y * this.scale - (side.startsWith("above") ? 20 : -1);
      while (taken.some(([right, at]) => right === side.includes("right") && Math.abs(at - top) < 20)) top += 21;
      taken.push([side.includes("right"), top]);
      flag.style.top = `${Math.max(0, top)}px`;
      made.push(flag);
    }
    this.flags.replaceChildren(...made);
  }
  bring(turned) {
    const marks = this.overlays.get(this.page)?.marks || [];
    const mark = marks.find(([kind, id]) => kind === "node" && id === this.chosen) || marks.find(([kind]) => kind === "suggestion");
    const top = mark ? mark[2][1] * this.scale : 0;
    const view = this.stage.clientHeight;
    if (turned || top < this.stage.scrollTop || top > this.stage.scrollTop + view - 60) this.stage.scrollTop = mark ? Math.max(0, top - view * .3) : 0;
  }

  choose(id) {
    window.dispatchEvent(new CustomEvent("treeproof:chosen", { detail: { key: this.data.channel, id } }));
    this.chosen = id;
    this.draw();
    this.fire("hit", { id, at: Date.now() });
  }
  turn(page) {
    if (!Number.isFinite(page)) { this.number.value = this.page; return; }
    const before = this.page;
    this.show(page, false);
    if (this.page === before) return;
    clearTimeout(this.timer);
    const report = () => this.send("page", this.page);
    // Overlays of the neighbours are here already; others are asked for once paging pauses.
    this.timer = setTimeout(report, this.overlays.has(this.page) ? 350 : 60);
  }
  zoom(way) {
    const at = this.state.zoom;
    if (way === 0) this.state.zoom = 1;
    else if (way > 0) this.state.zoom = ZOOMS.find((zoom) => zoom > at + .001) || at;
    else this.state.zoom = [...ZOOMS].reverse().find((zoom) => zoom < at - .001) || at;
    this.layout();
  }
  onKey(event) {
    if (event.target !== this.stage || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = { PageDown: () => this.turn(this.page + 1), PageUp: () => this.turn(this.page - 1), ArrowRight: () => this.turn(this.page + 1),
      ArrowLeft: () => this.turn(this.page - 1), Home: () => this.turn(1), End: () => this.turn(this.data.pages),
      "+": () => this.zoom(1), "=": () => this.zoom(1), "-": () => this.zoom(-1), "0": () => this.zoom(0) };
    if (!keys[event.key]) return;
    keys[event.key]();
    event.preventDefault();
    event.stopPropagation();
  }
  remove() {
    clearTimeout(this.timer);
    this.resized.disconnect();
    window.removeEventListener("treeproof:select", this.onSelect);
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
