"""What a person waits for in the app, measured in a real browser:

    python -m tests.bench.ui [--only small|large|paint|people] [--times 40]

small     A development document of about 300 sections and dense pages. Choosing a section, by arrow keys and by clicks on rows
          far apart, to its page painted; and an edit (indent, outdent) to the tree shown verified again.
large     The same on a made document of 1,000 pages and 3,000 sections.
paint     A stored document opened in a new tab, from the start of the navigation to its page painted.
people    Ten people on one server, each at a document of their own, one action every three seconds: the median wait of an action
          against that of one person alone, and the memory that each further session takes.

Times are the browser's own (from the input event to the frame after the change), so they hold what the machine does besides. The
load average is printed with them. The exit status is 1 when a limit is missed.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page

from core.build import evidence_of
from core.locate import samples
from core.store import Store
from core.tree import Anchor, Node, Span, Tree
from tests.bench.made import made
from tests.bench.shown import Shown, chromium, data_folder, put, running, tab
from tests.bench.tracks import Bench, find_bench
from tests.browser.conftest import Server
from tests.browser.screen import Screen

SMALL_SECTIONS, LARGE_PAGES, LARGE_HEADINGS = 300, 1000, 3
CHOICE, EDIT, PAINT = (60.0, 150.0), (None, 400.0), (2000.0, None)
"""Milliseconds wanted, in the median and at the 95th percentile."""
LARGE_TIMES = 2.0
"""The large document may take so many times the small one's limits."""
PEOPLE, EVERY_SECONDS, ROUNDS = 10, 3.0, 12
SLOWER, SESSION_MB = 1.5, 60.0
PAUSE = 700
"""Milliseconds between two measured actions: a person's, and time for what is fetched ahead."""
STEP = 60
"""Milliseconds between steps that are not measured."""

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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=["small", "large", "paint", "people"])
    parser.add_argument("--times", type=int, default=40, help="measured actions of each sort")
    given = parser.parse_args()
    bench = find_bench()
    if bench is None:
        print("The benchmark is not here. Set TREEPROOF_BENCH to its folder.")
        return 0
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} CPUs")
    well = True
    with chromium() as browser:
        if given.only in (None, "small", "paint"):
            with data_folder() as folder:
                well &= small(browser, folder, bench, given.times, given.only)
        if given.only in (None, "large"):
            with data_folder() as folder:
                well &= large(browser, folder, given.times)
        if given.only in (None, "people"):
            with data_folder() as folder:
                well &= people(browser, folder)
    return int(not well)


def small(browser: Browser, folder: Path, bench: Bench, times: int, only: str | None) -> bool:
    rows = sorted(bench.manifest(), key=lambda row: (abs(row["n_nodes"] - SMALL_SECTIONS), row["id"]))
    store = Store(folder)
    shown = put(store, bench.dev / "pdf" / f"{rows[0]['id']}.pdf")
    store.close()
    print(f"{len(shown.evidence.reading.pages)} pages, {rows[0]['n_nodes']} sections")
    with running(folder) as server:
        well = True
        if only != "paint":
            well &= workspace(browser, server, shown, times, 1.0)
        if only != "small":
            well &= paint(browser, server, shown)
    return well


def large(browser: Browser, folder: Path, times: int) -> bool:
    pdf = folder / "made.pdf"
    pdf.write_bytes(made(LARGE_PAGES, LARGE_HEADINGS))
    store = Store(folder)
    shown = put(store, pdf, _every_heading(pdf))
    print(f"{LARGE_PAGES} pages, {len(store.state(shown.tree_id).tree.placed)} sections")
    store.close()
    with running(folder) as server:
        return workspace(browser, server, shown, times, LARGE_TIMES)


def workspace(browser: Browser, server: Server, shown: Shown, times: int, allowance: float) -> bool:
    """Choices and edits at one document."""
    page = tab(browser, server.url)
    screen = Screen(page, server.url)
    screen.open(shown.path)
    screen.ready()
    page.evaluate(WATCH)
    _arrows(screen, times)
    arrows = _taken(page, "choice")
    _clicks(screen, times)
    clicks = _taken(page, "choice")
    _edits(screen, max(times // 2, 5))
    edits = _taken(page, "edit")
    page.context.close()
    well = _report("a section chosen, to its page painted", arrows + clicks, CHOICE, allowance)
    _report("  by arrow keys", arrows, (None, None), allowance)
    _report("  by clicks on rows far apart", clicks, (None, None), allowance)
    return _report("an edit, to the tree verified again", edits, EDIT, allowance) and well


def paint(browser: Browser, server: Server, shown: Shown, times: int = 9) -> bool:
    """A stored document's first paint."""
    taken: list[float] = []
    for _ in range(times):
        page = tab(browser, server.url)
        page.goto(f"{server.url}/{shown.path}")
        page.wait_for_function(f"() => {{ {DEEP} return shown(); }}", polling="raf")
        taken.append(float(page.evaluate("performance.now()")))
        page.context.close()
    return _report("a stored document, to its first paint", taken[1:], PAINT, 1.0)


def people(browser: Browser, folder: Path) -> bool:
    """One person, then ten."""
    store = Store(folder)
    files = sorted(samples().glob("*.pdf"))[:PEOPLE]
    shown = [put(store, pdf) for pdf in files]
    store.close()
    with running(folder) as server:
        assert server.process is not None
        tabs = [_opened(browser, server, shown[0])]
        alone = _acted(tabs)
        one = _memory_mb(server.process.pid)
        tabs += [_opened(browser, server, each) for each in shown[1:]]
        together = _acted(tabs)
        ten = _memory_mb(server.process.pid)
        for each in tabs:
            each.page.context.close()
    ratio, each_mb = statistics.median(together) / statistics.median(alone), (ten - one) / (len(tabs) - 1)
    print(
        f"{len(tabs)} people: an action {statistics.median(together):.0f} ms in the median, {statistics.median(alone):.0f} alone:"
    )
    print(f"  {ratio:.2f} times (wanted {SLOWER}); {each_mb:.0f} MB a further session (wanted {SESSION_MB:.0f})")
    return ratio <= SLOWER and each_mb <= SESSION_MB


def _opened(browser: Browser, server: Server, shown: Shown) -> Screen:
    screen = Screen(tab(browser, server.url), server.url)
    screen.open(shown.path)
    screen.ready()
    screen.page.evaluate(WATCH)
    screen.tree.focus()
    return screen


def _acted(tabs: list[Screen]) -> list[float]:
    """Each person acts every three seconds, in turn: chooses, accepts, takes it back. The waits, in milliseconds."""
    for nth in range(ROUNDS):
        for screen in tabs:
            begun = time.monotonic()
            key = ("ArrowDown", "a", "Control+z")[nth % 3]
            if key == "ArrowDown":
                screen.tree.focus()
            else:
                screen.page.evaluate("document.activeElement?.blur()")
            screen.page.evaluate("() => { window.__answered(); }")
            screen.page.keyboard.press(key)
            screen.page.wait_for_timeout(max(0.0, 1000 * (EVERY_SECONDS / len(tabs) - (time.monotonic() - begun))))
    for screen in tabs:
        screen.settle()
    return [taken for screen in tabs for taken in _taken(screen.page, "action")]


def _arrows(screen: Screen, times: int) -> None:
    """Down the tree; only steps that turn the page are measured."""
    screen.tree.focus()
    screen.page.keyboard.press("Home")
    screen.settle()
    measured = 0
    for _ in range(20 * times):
        now, then = _start(screen, 0), _start(screen, 1)
        if then is None or measured == times:
            return
        if then == now:
            screen.page.keyboard.press("ArrowDown")
            screen.page.wait_for_timeout(STEP)
            continue
        _timed(screen.page, f"window.__page({then})", lambda: screen.page.keyboard.press("ArrowDown"))
        measured += 1
        screen.page.wait_for_timeout(PAUSE)


def _clicks(screen: Screen, times: int) -> None:
    """Rows at the top and at the foot of what is in view, in turn, while the tree is scrolled on."""
    page = screen.page
    for nth in range(times):
        screen.tree.evaluate(
            "(tree, by) => { tree.scrollTop = (tree.scrollTop + by) % Math.max(tree.scrollHeight - 400, 1); }", 530
        )
        page.wait_for_timeout(PAUSE)
        rows = screen.tree.locator("[role=treeitem][aria-selected=false]")
        row = rows.nth(12 if nth % 2 else 24) if rows.count() > 24 else rows.nth(nth % max(rows.count(), 1))
        target = _page_of(row.get_attribute("aria-label"))
        if target is None or page.locator(f"img[alt='Page {target}']:visible").count():
            continue
        _timed(page, f"window.__page({target})", row.click)


def _edits(screen: Screen, times: int) -> None:
    """The second of two siblings goes below the first, and back."""
    page = screen.page
    screen.tree.focus()
    page.keyboard.press("Home")
    screen.settle()
    row = screen.tree.locator("[role=treeitem][aria-posinset='2']").first
    row.click()
    screen.settle()
    for nth in range(2 * times):
        chosen = screen.chosen.first
        row_id, level = str(chosen.get_attribute("id")), int(chosen.get_attribute("aria-level") or 1)
        key, then = ("Alt+ArrowRight", level + 1) if nth % 2 == 0 else ("Alt+ArrowLeft", level - 1)
        screen.tree.focus()
        _timed(page, f"window.__level('{row_id}', {then})", lambda key=key: page.keyboard.press(key))  # type: ignore[misc]
        page.wait_for_timeout(PAUSE)


def _timed(page: Page, watch: str, act: Callable[[], None]) -> None:
    page.evaluate(f"() => {{ window.__done = {watch}; }}")
    act()
    page.evaluate("() => window.__done")


def _start(screen: Screen, after: int) -> int | None:
    """The start page of the section chosen, or of the row so many below it."""
    rows = screen.tree.locator("[role=treeitem]").evaluate_all(
        """rows => rows.map((row) => [row.ariaSelected === "true", row.ariaLabel, row.offsetTop]).sort((a, b) => a[2] - b[2])"""
    )
    chosen = next((nth for nth, row in enumerate(rows) if row[0]), None)
    if chosen is None or chosen + after >= len(rows):
        return None
    return _page_of(rows[chosen + after][1])


def _page_of(label: str | None) -> int | None:
    """The start page that a row's label names: "..., pages 12–13, ..."."""
    named = re.search(r", pages? (\d+)", label or "")
    return int(named.group(1)) if named else None


def _taken(page: Page, kind: str) -> list[float]:
    found: list[float] = page.evaluate("(kind) => window.__times[kind].splice(0)", kind)
    return found


def _report(what: str, taken: list[float], wanted: tuple[float | None, float | None], allowance: float) -> bool:
    if len(taken) < 2:
        print(f"{what}: too few measured ({len(taken)})")
        return False
    ordered = sorted(taken)
    found = (statistics.median(ordered), ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))])
    limits = [None if limit is None else limit * allowance for limit in wanted]
    words = ", ".join(
        f"{name} {value:.0f} ms" + ("" if limit is None else f" (wanted {limit:.0f})")
        for name, value, limit in zip(("p50", "p95"), found, limits, strict=True)
    )
    print(f"{what}: {words}, {len(taken)} times")
    return all(limit is None or value <= limit for value, limit in zip(found, limits, strict=True))


def _memory_mb(pid: int) -> float:
    """Memory of the server and the processes it started, in MB: what is theirs alone, and their share of what is not."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    own = next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")) / 1024
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return own + sum(_memory_mb(int(child)) for child in children)


def _every_heading(pdf: Path) -> Tree:
    """A tree of every heading of the made document, as deep as their numbers say."""
    evidence = evidence_of(pdf)
    last = len(evidence.reading.pages)
    flat = [
        (heading.title.split()[0].count(".") + 1, heading)
        for heading in sorted(evidence.headings, key=lambda each: (each.page, each.box[1]))
        if heading.title[:1].isdigit()
    ]

    def nested(at: int, level: int) -> tuple[tuple[Node, ...], int]:
        nodes: list[Node] = []
        while at < len(flat) and flat[at][0] >= level:
            heading = flat[at][1]
            anchor = Anchor(page=heading.page, y=heading.box[1], box=heading.box, tops_page=heading.tops_page)
            children, after = nested(at + 1, flat[at][0] + 1)
            end = flat[after][1].page if after < len(flat) else last
            node = Node(
                id=f"n{at}", title=heading.title, span=Span(start=heading.page, end=end), anchor=anchor, children=children
            )
            nodes.append(node)
            at = after
        return tuple(nodes), at

    return Tree(name=evidence.reading.name, sha256=evidence.reading.sha256, pages=last, nodes=nested(0, 1)[0])


if __name__ == "__main__":
    raise SystemExit(main())
