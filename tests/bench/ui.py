"""What a person waits for in the app, measured in a real browser:

    python -m tests.bench.ui [--only small|large|paint|people|browsers] [--times 40]

small     A development document of about 300 sections and dense pages. Choosing a section, by arrow keys and by clicks on rows
          far apart, to its page painted; and an edit (indent, outdent) to the tree shown verified again.
large     The same on a made document of 1,000 pages and 3,000 sections.
paint     A stored document opened in a new tab, from the start of the navigation to its page painted.
people    Ten people on one server, each at a document of their own, one action every three seconds: the median wait of one in a
          browser against that of the same person alone, the waits of the nine others, who have no browser (`tests.bench.people`),
          the server's CPU time an action, and the memory that each further session takes.
browsers  The same with ten browsers, all on this machine; only when asked for, since it measures them more than the server.

Times are the browser's own (from the input event to the frame after the change), so they hold what the machine does besides. The
load average is printed with them. The exit status is 1 when a limit is missed.
"""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

from playwright.sync_api import Browser

from core.build import evidence_of
from core.store import Store
from core.tree import Anchor, Node, Span, Tree
from tests.bench.made import made
from tests.bench.people import browsers, people
from tests.bench.shown import Shown, chromium, data_folder, put, running, tab
from tests.bench.tracks import Bench, find_bench
from tests.bench.watching import DEEP, WATCH, taken, timed, told
from tests.browser.conftest import Server
from tests.browser.screen import Screen

SMALL_SECTIONS, LARGE_PAGES, LARGE_HEADINGS = 300, 1000, 3
CHOICE, EDIT, PAINT = (60.0, 150.0), (None, 400.0), (2000.0, None)
"""Milliseconds wanted, in the median and at the 95th percentile."""
LARGE_TIMES = 2.0
"""The large document may take so many times the small one's limits."""
PAUSE = 700
"""Milliseconds between two measured actions: a person's, and time for what is fetched ahead."""
STEP = 60
"""Milliseconds between steps that are not measured."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=["small", "large", "paint", "people", "browsers"])
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
        if given.only == "browsers":
            with data_folder() as folder:
                well &= browsers(browser, folder)
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
    arrows = taken(page, "choice")
    _clicks(screen, times)
    clicks = taken(page, "choice")
    _edits(screen, max(times // 2, 5))
    edits = taken(page, "edit")
    page.context.close()
    well = told("a section chosen, to its page painted", arrows + clicks, CHOICE, allowance)
    told("  by arrow keys", arrows, (None, None), allowance)
    told("  by clicks on rows far apart", clicks, (None, None), allowance)
    return told("an edit, to the tree verified again", edits, EDIT, allowance) and well


def paint(browser: Browser, server: Server, shown: Shown, times: int = 9) -> bool:
    """A stored document's first paint."""
    waits: list[float] = []
    for _ in range(times):
        page = tab(browser, server.url)
        page.goto(f"{server.url}/{shown.path}")
        page.wait_for_function(f"() => {{ {DEEP} return shown(); }}", polling="raf")
        waits.append(float(page.evaluate("performance.now()")))
        page.context.close()
    return told("a stored document, to its first paint", waits[1:], PAINT, 1.0)


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
        timed(screen.page, f"window.__page({then})", lambda: screen.page.keyboard.press("ArrowDown"))
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
        timed(page, f"window.__page({target})", row.click)


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
        timed(page, f"window.__level('{row_id}', {then})", lambda key=key: page.keyboard.press(key))  # type: ignore[misc]
        page.wait_for_timeout(PAUSE)


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
