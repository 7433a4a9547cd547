// Titles typed in place: of a section that is there, or of a new one in a row of its own. Enter and leaving the field keep what
// was typed, Escape does not.
import { element } from "../dom.js";

const LONGEST = 2000;

/** `view` has `rows`, `visible`, `space`, `indent`, `current`, `reveal()`, `refilter()`, `scrollTo(at)`, `command(name, said)`, `focus()`. */
export class Typing {
  constructor(view) {
    this.view = view;
    this.field = null; // while it stands there, rows are not drawn anew: that would take it away
    this.row = null; // the new section's, while it has no title
  }

  rename() {
    const { view } = this, row = view.current;
    if (!row || this.field) return;
    view.reveal();
    const line = view.space.querySelector(`[data-at="${view.visible.indexOf(row)}"]`);
    if (!line) return;
    const field = titleField(row.title, "New title", (title) => {
      if (title) { row.title = title; view.command("rename", { value: title }); }
      this.end();
    });
    line.querySelector(".title").replaceWith(field);
    this.begin(field);
  }

  add() {
    const { view } = this;
    if (this.field) return;
    const after = view.current ?? view.rows[view.rows.length - 1];
    this.row = { level: after?.level ?? 1, after: after?.last ?? -1 };
    const field = titleField("", "Title of the new section", (title) => {
      if (title) view.command("add", { value: title });
      this.end();
    });
    field.placeholder = "Title of the new section";
    field.style.marginLeft = `${20 + (this.row.level - 1) * view.indent}px`;
    this.row.element = element("div", "row selected first");
    this.row.element.append(field);
    view.refilter();
    view.scrollTo(view.visible.indexOf(this.row));
    this.begin(field);
  }

  begin(field) {
    this.field = field;
    field.focus();
    field.select();
  }

  end() {
    this.field = this.row = null;
    this.view.refilter();
    this.view.focus();
  }

  /** The rows shown, with the new one's where it will stand. */
  among(rows) {
    if (!this.row) return rows;
    const at = rows.findLastIndex((row) => row.index <= this.row.after) + 1;
    return [...rows.slice(0, at), this.row, ...rows.slice(at)];
  }
}

/** `done(text)` is called once: with what was typed, or `null` for what is to be left as it was. */
function titleField(title, label, done) {
  const field = element("input", "rename");
  field.value = title;
  field.dir = "auto";
  field.maxLength = LONGEST;
  field.setAttribute("aria-label", label);
  let open = true;
  const finish = (keep) => {
    if (!open) return;
    open = false;
    const typed = field.value.trim();
    done(keep && typed && typed !== title ? typed : null);
  };
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === "Enter") finish(true);
    if (event.key === "Escape") finish(false);
  });
  for (const name of ["pointerdown", "click", "dblclick"]) field.addEventListener(name, (event) => event.stopPropagation());
  field.addEventListener("blur", () => finish(true));
  return field;
}
