// Drawing one row. Titles and notes are strangers' text: only ever set through textContent and attributes.
import { element } from "../dom.js";
import { sign } from "./icons.js";

const SURE = 90; // percent from which a draft's sureness is not worth a place in the row
const STANDINGS = { ok: "ok", warn: "ok, with a remark", suspect: "uncertain", failed: "failed" };

/** A row's element. `indent` is the width of a level, `top` where it stands, both in pixels. */
export function rowElement(row, { at, top, indent, chosen, first, open }) {
  const names = ["row", row.status, `level${row.level}`];
  for (const [name, holds] of Object.entries({ selected: chosen, first, faint: row.faint, synthetic: row.synthetic })) if (holds) names.push(name);
  const line = element("div", names.join(" "));
  line.id = `row-${row.index}`;
  line.dataset.at = at;
  line.style.top = `${top}px`;
  describe(line, row, chosen, open);
  line.append(guides(row.level, indent), twist(row, indent, open), wrapped("sign", row.status), name(row));
  if (row.note) line.append(wrapped("mark note", "note"));
  if (row.confidence !== null && row.confidence < SURE) line.append(seen("sure", `${row.confidence}%`));
  line.append(row.review ? wrapped(`mark ${row.review}`, row.review) : element("span", "mark"), seen("pages", row.pages));
  return line;
}

const on = (pages) => `${/^\d+$/.test(pages) ? "page" : "pages"} ${pages}`;

/** What is read out of a row, and its tooltip. */
function describe(line, row, chosen, open) {
  const attributes = { role: "treeitem", "aria-level": row.level, "aria-setsize": row.size, "aria-posinset": row.position, "aria-selected": chosen };
  if (row.hasChildren) attributes["aria-expanded"] = open;
  for (const [name_, value] of Object.entries(attributes)) line.setAttribute(name_, String(value));
  const facts = [row.title, on(row.pages), STANDINGS[row.status], ...(row.note ? ["with a note"] : []), row.review || "not reviewed"];
  line.setAttribute("aria-label", facts.join(", "));
  const sure = row.confidence === null ? "" : ` · draft ${row.confidence}% sure`;
  const facts2 = `${on(row.pages)} · ${STANDINGS[row.status]}${row.review ? " · " + row.review : ""}${sure}`;
  line.title = [row.title, facts2, row.remark, row.note && `Note: ${row.note}`].filter(Boolean).join("\n");
}

/** Words to be seen alone, drawn by the stylesheet: the row's label says them at greater length. */
function seen(className, text) {
  const made = element("span", className);
  made.dataset.seen = text;
  return made;
}

function guides(level, indent) {
  const made = element("span", "guides");
  for (let depth = 1; depth < level; depth++) {
    const guide = element("i");
    guide.style.left = `${12 + (depth - 1) * indent}px`;
    made.append(guide);
  }
  return made;
}

function twist(row, indent, open) {
  const made = element("span", `twist${open ? " open" : ""}`);
  made.style.marginLeft = `${(row.level - 1) * indent}px`;
  if (row.hasChildren) made.append(sign("chevron", 10));
  else made.style.pointerEvents = "none";
  return made;
}

function name(row) {
  const made = element("span", "title", row.title);
  made.dir = "auto";
  return made;
}

function wrapped(className, icon) {
  const made = element("span", className);
  made.append(sign(icon));
  return made;
}
