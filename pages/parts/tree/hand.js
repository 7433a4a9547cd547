// The keys. Which chord means what comes from the server (`keys.py`), where the help is made of the same table.
import { isTyping } from "../dom.js";

const STEPS = { ArrowDown: 1, ArrowUp: -1 };

/** A chord as the table writes it: letters and signs as typed, without Shift where Shift is how they are typed. */
export function chordOf(event) {
  const single = event.key.length === 1;
  const letter = single && event.key.toLowerCase() !== event.key.toUpperCase();
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push("Ctrl");
  if (event.altKey) parts.push("Alt");
  if (event.shiftKey && (!single || letter)) parts.push("Shift");
  return [...parts, letter ? event.key.toUpperCase() : event.key].join("+");
}

/** A key anywhere on the screen. Whether it was one of ours. */
export function screenKey(view, event) {
  if (event.defaultPrevented || isTyping(event) || event.composedPath().some((node) => node.getAttribute?.("role") === "menu")) return false;
  const command = view.keys.screen[chordOf(event)];
  if (!command) return false;
  if (command.startsWith("#")) document.querySelector(`.st-key-${command.slice(1)} button:not(:disabled)`)?.click();
  else act(view, command);
  return true;
}

/** A key while the tree has the focus. Whether it was one of ours. */
export function treeKey(view, event) {
  const command = view.keys.tree[chordOf(event)];
  if (!command) return screenKey(view, event);
  if (command === "step") view.step(goal(view, event.key), false);
  else if (command === "extend") view.step(view.position() + STEPS[event.key], true);
  else if (command === "all") view.chooseAll();
  else if (command === "one") { if (!view.choosing.others.size) return false; view.chooseOne(view.choosing.id); }
  else if (command === "fold") fold(view, event.key === "ArrowRight");
  else if (command === "level") view.foldTo(Number(event.key));
  else act(view, command === "rename here" ? "rename" : command);
  return true;
}

function act(view, command) {
  if (command === "find") view.find();
  else if (command === "tree") view.focus();
  else if (command === "add") view.typing.add();
  else if (command === "rename") view.typing.rename();
  else if (view.choosing.id !== null) view.command(command);
}

function goal(view, key) {
  const at = view.position(), page = view.rowsInView();
  const goals = { Home: 0, End: view.visible.length - 1, PageDown: at + page, PageUp: at - page };
  return key in goals ? goals[key] : at < 0 ? 0 : at + STEPS[key];
}

/** Right opens, then goes down; left closes, then goes up to the parent. */
function fold(view, right) {
  const row = view.visible[view.position()];
  if (!row) return;
  const open = view.isOpen(row);
  if (right && row.hasChildren) { if (open) view.step(view.position() + 1, false); else view.toggle(row, true); }
  else if (!right && row.hasChildren && open) view.toggle(row, false);
  else if (!right && row.parent >= 0) view.chooseOne(view.rows[row.parent].id);
}
