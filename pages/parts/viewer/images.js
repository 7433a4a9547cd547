// Page images: asked for before they are needed, and held while they are handy.
const WIDTHS = [700, 1000, 1400, 2000, 2800];
const HELD = 32;

export class PageImages {
  constructor() {
    this.base = "";
    this.images = new Map(); // by address, the least recently used first
  }

  /** Take another document's (or session's) address; what was held is dropped. */
  from(base) {
    if (this.base === base) return;
    this.base = base;
    this.images.clear();
  }

  /** The image of a page for a sheet so many pixels wide, perhaps still on its way. */
  get(page, pixels) {
    const wanted = pixels * (window.devicePixelRatio || 1);
    const url = `${this.base}/${page}.jpg?w=${WIDTHS.find((width) => width >= wanted) || WIDTHS[WIDTHS.length - 1]}`;
    let image = this.images.get(url);
    if (image) this.images.delete(url);
    else {
      image = new Image();
      image.alt = `Page ${page}`;
      image.draggable = false;
      image.addEventListener("error", () => this.images.delete(url), { once: true });
      image.src = url;
    }
    this.images.set(url, image);
    if (this.images.size > HELD) this.images.delete(this.images.keys().next().value);
    return image;
  }
}

/** When an image has come, or is known not to. */
export function arrival(image) {
  if (!image || image.complete) return Promise.resolve();
  return new Promise((done) => { for (const name of ["load", "error"]) image.addEventListener(name, done, { once: true }); });
}
