// What stands above the rows: the field to find by title, filters by standing and review, folding to a level.
import { element } from "../dom.js";
import { sign } from "./icons.js";

const STANDING_CHIPS = [["all", "All"], ["failed", "Failed"], ["suspect", "Unsure"], ["warn", "Remarks"]];
const REVIEW_CHOICES = [["any", "Any review"], ["none", "Not reviewed"], ["accepted", "Accepted"], ["corrected", "Corrected"], ["note", "With a note"]];
const MOST_LEVELS = 4;

/** `state` has `standing`, `review` and `text`; `act` is called as `refilter()`, `leave()` (to the rows) and `fold(level)`. */
export class Head {
  constructor(state, act) {
    this.state = state;
    this.act = act;
    this.root = element("div", "head");
    const above = element("div", "above"), below = element("div", "filters");
    above.append(this.finder(), this.reviews());
    this.chips = STANDING_CHIPS.map(([name, label]) => this.chip(name, label));
    this.levels = element("span", "levels");
    this.levels.setAttribute("role", "group");
    this.levels.setAttribute("aria-label", "Open down to a level");
    below.append(...this.chips.map(([, chip]) => chip), this.levels);
    this.root.append(above, below);
  }

  finder() {
    const label = element("label", "find");
    this.input = element("input");
    this.input.type = "search";
    this.input.placeholder = "Filter sections (F)";
    this.input.value = this.state.text;
    this.input.setAttribute("aria-label", "Filter sections by title");
    this.input.addEventListener("input", () => { this.state.text = this.input.value; this.act.refilter(); });
    this.input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") { this.clear(); this.act.refilter(); }
      else if (event.key !== "ArrowDown" && event.key !== "Enter") return;
      event.preventDefault();
      this.act.leave();
    });
    label.append(sign("search"), this.input);
    return label;
  }

  reviews() {
    this.select = element("select", "reviews");
    this.select.setAttribute("aria-label", "Filter sections by review");
    for (const [name, label] of REVIEW_CHOICES) this.select.append(new Option(label, name));
    this.select.value = this.state.review;
    this.select.addEventListener("change", () => { this.state.review = this.select.value; this.act.refilter(); });
    this.select.addEventListener("keydown", (event) => event.stopPropagation());
    return this.select;
  }

  chip(name, label) {
    const chip = element("button");
    chip.type = "button";
    chip.append(element("span", "", label), element("span", "count"));
    chip.addEventListener("click", () => { this.state.standing = name; this.act.refilter(); });
    return [name, chip];
  }

  clear() {
    Object.assign(this.state, { text: "", standing: "all", review: "any" });
    this.input.value = "";
    this.select.value = "any";
  }

  /** Numbers and pressed states; a level a button, as deep as the tree goes, the last one for all. */
  update(counts, deepest) {
    for (const [name, chip] of this.chips) {
      chip.setAttribute("aria-pressed", String(this.state.standing === name));
      chip.lastChild.textContent = counts[name];
      chip.hidden = !counts[name] && !["all", "failed", this.state.standing].includes(name);
    }
    this.select.classList.toggle("active", this.state.review !== "any");
    if (this.deepest === deepest) return;
    this.deepest = deepest;
    const levels = Array.from({ length: Math.min(deepest - 1, MOST_LEVELS) }, (_, nth) => nth + 1);
    this.levels.replaceChildren(...(deepest > 1 ? [...levels, 0] : []).map((level) => this.level(level)));
  }

  level(level) {
    const button = element("button", "", level ? String(level) : "all");
    button.type = "button";
    button.title = level ? `Open down to level ${level} (key ${level} in the tree)` : "Open all (key 0 in the tree)";
    button.setAttribute("aria-label", level ? `Open down to level ${level}` : "Open all");
    button.addEventListener("click", () => this.act.fold(level));
    return button;
  }
}
