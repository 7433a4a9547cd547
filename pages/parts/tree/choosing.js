// What is chosen: one section, any number besides, and from where Shift extends.
export class Choosing {
  constructor() {
    this.id = null;
    this.others = new Set();
    this.from = null;
  }

  has(id) { return id === this.id || this.others.has(id); }
  get all() { return this.id === null ? [] : [this.id, ...this.others]; }

  one(id) {
    this.id = this.from = id;
    this.others = new Set();
  }

  /** Chosen or no longer: the last one chosen stays chosen. */
  toggle(id) {
    if (this.id === null) return this.one(id);
    if (id === this.id) {
      if (!this.others.size) return;
      this.id = [...this.others].pop();
      this.others.delete(this.id);
    } else if (!this.others.delete(id)) {
      this.others.add(this.id);
      this.id = id;
    }
    this.from = id;
  }

  /** All of `ids` (in the order shown) between where the range begins and `to`, which becomes the one chosen. */
  extend(ids, to) {
    const begin = Math.max(0, ids.indexOf(this.from ?? this.id)), end = ids.indexOf(to);
    if (end < 0) return;
    this.from = ids[begin];
    this.id = to;
    this.others = new Set(ids.slice(Math.min(begin, end), Math.max(begin, end) + 1).filter((id) => id !== to));
  }

  adopt(id, others) {
    if (id !== this.id) this.from = id;
    this.id = id;
    this.others = new Set(others);
  }

  same(id, others) {
    return id === this.id && others.length === this.others.size && others.every((other) => this.others.has(other));
  }
}
