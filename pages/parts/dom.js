// Making elements. Texts that strangers wrote are only ever set through textContent.
const SVG = "http://www.w3.org/2000/svg";

export function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Words that are read out and not seen: the stylesheet of who uses them hides `.aloud`. */
export function aloud(text) {
  return element("span", "aloud", text);
}

export function shape(tag, attributes = {}, className = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (className) made.setAttribute("class", className);
  return made;
}

/** An icon of lines on a grid of 16, from the path given. */
export function stroke(path) {
  const svg = shape("svg", { viewBox: "0 0 16 16", fill: "none", stroke: "currentColor", "stroke-width": 1.6, "stroke-linecap": "round",
    "stroke-linejoin": "round", "aria-hidden": "true" });
  svg.append(shape("path", { d: path }));
  return svg;
}

/** A button with an icon alone: its label is its tooltip as well. */
export function iconButton(path, label, act) {
  const made = element("button");
  made.type = "button";
  made.title = label;
  made.setAttribute("aria-label", label);
  made.append(stroke(path));
  made.addEventListener("click", act);
  return made;
}

/** Whether a key press belongs to a field that is being typed in, or to a dialog that is open. */
export function isTyping(event) {
  const target = event.composedPath()[0];
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName)
    || document.querySelector("[role=dialog]") !== null;
}
