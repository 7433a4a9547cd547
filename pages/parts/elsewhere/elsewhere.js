// Asks the server for news of the tree shown, and has the screen drawn anew when it was changed elsewhere. A hidden tab does not ask:
// browsers open few connections to one server. It asks again as soon as it is seen.
const SETTLE = 250; // milliseconds: this tab's own edits are known to the server before they are drawn here
const PATIENCE = 5000;
const asking = new WeakMap();

class Listener {
  constructor() {
    this.onSeen = () => (document.hidden ? this.stop() : this.ask());
    document.addEventListener("visibilitychange", this.onSeen);
  }
  update({ data, setTriggerValue }) {
    const moved = this.data?.url !== data.url;
    this.data = data;
    this.tell = setTriggerValue;
    if (moved) this.stop();
    this.ask();
  }
  async ask() {
    if (this.request || document.hidden || this.removed) return;
    const request = this.request = new AbortController();
    let pause = 0;
    try {
      const answer = await fetch(`${this.data.url}?since=${this.data.version}`, { signal: request.signal });
      if (answer.status === 404) return this.stop(); // the tree is gone, or another server has started: a redraw brings another address
      if (!answer.ok) throw new Error(answer.statusText);
      const { version } = await answer.json();
      await new Promise((resolve) => setTimeout(resolve, SETTLE));
      while (this.busy()) await new Promise((resolve) => setTimeout(resolve, SETTLE));
      if (!request.signal.aborted && version !== this.data.version) {
        this.tell("changed", { version, at: Date.now() });
        pause = PATIENCE; // until it is drawn; an update asks at once
      }
    } catch (error) {
      if (request.signal.aborted) return;
      pause = PATIENCE;
    }
    if (this.request !== request) return;
    this.request = null;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), pause);
  }
  // A redraw would close a dialog that is open: news waits for its end.
  busy() {
    const running = document.querySelector("[data-testid=stApp]")?.dataset.testScriptState === "running";
    return !document.hidden && !this.removed && (running || document.querySelector("[role=dialog]") !== null);
  }
  stop() {
    clearTimeout(this.timer);
    this.request?.abort();
    this.request = null;
  }
  remove() {
    this.removed = true;
    this.stop();
    document.removeEventListener("visibilitychange", this.onSeen);
  }
}

export default function (component) {
  const parent = component.parentElement;
  if (!asking.has(parent)) asking.set(parent, new Listener());
  asking.get(parent).update(component);
  return () => {
    asking.get(parent)?.remove();
    asking.delete(parent);
  };
}
