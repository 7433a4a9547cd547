// The text lines of pages, fetched when a page is shown: [x0, y0, x1, y1, text], in points and in reading order.
const HELD_PAGES = 60;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const ruler = document.createElement("canvas").getContext("2d");

export class PageLines {
  constructor() {
    this.base = "";
    this.pages = new Map();
  }

  from(base) {
    if (this.base === base) return;
    this.base = base;
    this.pages.clear();
  }

  /** What is known of a page by now: `{ size, scan, lines }`, or nothing. */
  peek(page) { return this.pages.get(page)?.value; }

  /** The page, when it is here; nothing where it cannot be had. Asked for once. */
  async get(page) {
    let held = this.pages.get(page);
    if (!held) {
      const base = this.base;
      held = {};
      held.promise = fetch(`${base}/${page}.json`).then((answer) => (answer.ok ? answer.json() : undefined)).catch(() => undefined)
        .then((value) => {
          if (!value && this.pages.get(page) === held) this.pages.delete(page); // it is asked for again the next time
          return (held.value = value);
        });
      this.pages.set(page, held);
      if (this.pages.size > HELD_PAGES) this.pages.delete(this.pages.keys().next().value);
    }
    return held.promise;
  }
}

/** The line at a point of a page (in points): its index, or -1. */
export function lineAt(lines, x, y) {
  let best = -1, least = Infinity;
  lines.forEach(([x0, y0, x1, y1], nth) => {
    if (x < x0 - 4 || x > x1 + 4 || y < y0 - 1.5 || y > y1 + 1.5) return;
    const off = Math.abs(y - (y0 + y1) / 2);
    if (off < least) [best, least] = [nth, off];
  });
  return best;
}

/** The indices of the lines whose middle is in a box. */
export function linesIn(lines, [x0, y0, x1, y1]) {
  return lines.flatMap((line, nth) => {
    const x = (line[0] + line[2]) / 2, y = (line[1] + line[3]) / 2;
    return x >= x0 - 1 && x <= x1 + 1 && y >= y0 - 1 && y <= y1 + 1 ? [nth] : [];
  });
}

/** The box round some of a line's characters, by their share of its width in a common font; all of it where it is set upright. */
export function pieceBox([x0, y0, x1, y1, text], start, stop) {
  if (y1 - y0 > 2 * (x1 - x0) && text.length > 2) return [x0, y0, x1, y1];
  ruler.font = "16px serif";
  const whole = ruler.measureText(text).width || 1;
  const at = (chars) => (x1 - x0) * (ruler.measureText(text.slice(0, chars)).width / whole);
  const [left, right] = [at(start), at(stop)];
  return RIGHT_TO_LEFT.test(text) ? [x1 - right, y0, x1 - left, y1] : [x0 + left, y0, x0 + right, y1];
}
