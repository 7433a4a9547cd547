"""Waits as the browser itself takes them: from the input event to the frame after the change."""

from __future__ import annotations

import statistics
from collections.abc import Callable

from playwright.sync_api import Page

DEEP = """const deep = (selector, root = document) => [...root.querySelectorAll(selector),
  ...[...root.querySelectorAll("*")].flatMap((each) => each.shadowRoot ? deep(selector, each.shadowRoot) : [])];
const shown = (page) => deep(page ? `img[alt="Page ${page}"]` : 'img[alt^="Page "]').some((image) =>
  image.complete && image.naturalWidth > 0 && image.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
"""
"""Widgets have roots of their own, which `document.querySelector` does not look into. `shown`: a page (or any) is painted."""
WATCH = (
    """
() => {
"""
    + DEEP
    + """
  const times = (window.__times = { choice: [], edit: [], action: [] });
  const idle = () => document.querySelector("[data-testid=stApp]")?.getAttribute("data-test-script-state") === "notRunning";
  let begun = null;
  for (const type of ["pointerdown", "keydown"])
    document.addEventListener(type, (event) => { begun ??= event.timeStamp; }, { capture: true });
  window.__wait = (kind, test) => new Promise((done, fail) => {
    begun = null;
    let ran = false;
    const from = performance.now();
    const look = () => {
      if (begun !== null && !idle()) ran = true;
      if (performance.now() - from > 60_000) return fail(new Error(`${kind}: nothing came within a minute`));
      if (begun === null || !test(ran)) return requestAnimationFrame(look);
      requestAnimationFrame(() => { times[kind].push(performance.now() - begun); done(); });
    };
    requestAnimationFrame(look);
  });
  window.__page = (page) => window.__wait("choice", () => shown(page));
  window.__level = (id, level) => window.__wait("edit", (ran) => ran && idle()
    && deep(`[id="${id}"]`)[0]?.getAttribute("aria-level") === String(level));
  window.__answered = () => window.__wait("action", (ran) => ran && idle());
}
"""
)


def timed(page: Page, watch: str, act: Callable[[], None]) -> None:
    page.evaluate(f"() => {{ window.__done = {watch}; }}")
    act()
    page.evaluate("() => window.__done")


def taken(page: Page, kind: str) -> list[float]:
    found: list[float] = page.evaluate("(kind) => window.__times[kind].splice(0)", kind)
    return found


def told(what: str, waits: list[float], wanted: tuple[float | None, float | None], allowance: float) -> bool:
    if len(waits) < 2:
        print(f"{what}: too few measured ({len(waits)})")
        return False
    ordered = sorted(waits)
    found = (statistics.median(ordered), ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))])
    limits = [None if limit is None else limit * allowance for limit in wanted]
    words = ", ".join(
        f"{name} {value:.0f} ms" + ("" if limit is None else f" (wanted {limit:.0f})")
        for name, value, limit in zip(("p50", "p95"), found, limits, strict=True)
    )
    print(f"{what}: {words}, {len(waits)} times")
    return all(limit is None or value <= limit for value, limit in zip(found, limits, strict=True))
