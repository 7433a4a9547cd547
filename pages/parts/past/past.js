// What was done to a tree, the latest first, each entry with a button that goes back to it. Times are shown as this browser's.
import { element } from "../dom.js";

const MOST = 300;
const WHEN = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };

function entry([seq, what, who, at, stands], goBack) {
  const item = element("li", stands ? "stands" : "");
  const words = element("span", "what", what);
  words.dir = "auto";
  const when = element("time", "", at ? new Date(at).toLocaleString([], WHEN) : "");
  if (at) { when.dateTime = at; when.title = new Date(at).toLocaleString(); }
  const by = element("span", "by");
  by.append(who ? `${who}, ` : "", when);
  item.append(words, by);
  if (stands) item.append(element("span", "here", "now"));
  else {
    const back = element("button", "", "Go back to here");
    back.type = "button";
    back.setAttribute("aria-label", `Go back to after: ${what}`);
    back.addEventListener("click", () => goBack(seq));
    item.append(back);
  }
  return item;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const list = element("ol", "past");
  list.setAttribute("aria-label", "History, the latest first");
  list.append(...data.entries.slice(0, MOST).map((each) => entry(each, (seq) => setTriggerValue("back", { seq, at: Date.now() }))));
  if (data.entries.length > MOST) list.append(element("li", "more", `and ${data.entries.length - MOST} before`));
  for (const child of [...parentElement.children]) if (child.classList?.contains("past")) child.remove();
  parentElement.append(list);
}
