// The keys of the page side: those that work while the page has the focus, and those that work all over the screen.
import { isTyping } from "../dom.js";

/** A key pressed on the stage itself; whether it meant something. */
export function pressedOnStage(view, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const by = view.sheets.length, { settings } = view;
  const keys = {
    PageDown: () => view.turn(view.page + by), PageUp: () => view.turn(view.page - by), ArrowRight: () => view.turn(view.page + by),
    ArrowLeft: () => view.turn(view.page - by), Home: () => view.turn(1), End: () => view.turn(view.data.pages),
    "+": () => view.zoom(1), "=": () => view.zoom(1), "-": () => view.zoom(-1),
    0: () => view.change({ fit: "width" }), 9: () => view.change({ fit: "page" }),
    2: () => view.change({ two: !settings.two }), t: () => view.change({ strip: !settings.strip }),
  };
  return did(keys[event.key]);
}

/** A key pressed anywhere, except while typing or in a dialog; whether it meant something. */
export function pressedAnywhere(view, event) {
  if (event.defaultPrevented || event.altKey || document.querySelector("[role=dialog]")) return false;
  const control = event.ctrlKey || event.metaKey, key = event.key.toLowerCase();
  if (control) return did(key === "f" && !event.shiftKey && (() => view.finder.open()));
  if (isTyping(event)) return false;
  const by = view.sheets.length;
  const keys = {
    j: () => view.turn(view.page + by), k: () => view.turn(view.page - by), "/": () => view.finder.open(),
    l: view.pointing.enabled && (() => view.pointing.walk(view.sheets.find(({ page }) => page === view.page))),
  };
  return did(keys[key]);
}

function did(act) {
  if (!act) return false;
  act();
  return true;
}
