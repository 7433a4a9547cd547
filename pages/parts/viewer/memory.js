// What this browser remembers of how a person likes the page shown, for every document.
const MEMORY = "treeproof.viewer";
const AT_FIRST = { fit: "width", scale: 1, two: false, strip: false, shown: { node: true, loose: true, suggestion: true, edges: true, lines: true } };

/** The settings as they were left, or those to begin with. `fit` is "width", "page" or "" (then `scale` counts: pixels a point). */
export function recall() {
  try {
    const kept = JSON.parse(localStorage.getItem(MEMORY) || "{}");
    return { ...AT_FIRST, ...kept, shown: { ...AT_FIRST.shown, ...kept.shown } };
  } catch {
    return structuredClone(AT_FIRST); // unreadable, or the browser keeps nothing for this site
  }
}

export function remember(settings) {
  try {
    localStorage.setItem(MEMORY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing begins afresh each time.
  }
}
