"""Running headers, footers and page numbers: lines that stand in the margin of page after page.

A line is running when its text, digits aside, recurs at the same height of several pages in the same size, or when it is no
more than a page number in the margin. A heading that equals a running header stands at another height or in another size, so
that it is kept.
"""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np

from core.evidence.table import Bools, Ints, LineTable, tabulate
from core.pdf.reading import Reading

MARGIN, OUTER_MARGIN = 0.14, 0.075
"""Shares of the page's height, at its top and bottom, where running lines are looked for. In the outer one a few pages are
enough; in the rest of the wider one the text must recur on `WIDE_SHARE` of the pages (the first heading of a page does on
some)."""
WIDE_SHARE = 0.4
EDGE_LINES = 2
"""The uppermost and lowest lines of a page count as standing in the outer margin wherever they stand."""
HEIGHT_STEP = 4.0
"""Units: lines whose tops differ by less stand at the same height."""
MIN_PAGES = 3
"""Pages on which a text must recur; with fewer, a heading used twice would be lost."""
LARGEST = 1.15
"""Of the body's size: a larger number at the top of a page is a chapter's, and a larger changing text a title."""
SAME_ROW = 2.0
"""Units by which lines of one row overlap at least."""
HEADER_SHARE, CLEAR_SHARE, CLEARANCE = 0.3, 0.8, 0.65
"""A changing running header stands at one height on this share of the pages, mostly clear of the text by this many sizes."""

NEAR, TIED = (-2, -1, 1, 2), 0.3
"""Pages away at which the number of a running line is looked for again; share of the lines where it must be found."""
LABEL_GAP = 1.0
"""Of its size: no farther above its title stands the line that numbers it."""
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"[-–—\s|]*(?:page\s+|seite\s+|p\.\s*)?(?:\d{1,4}|[ivxl]{1,7})(?:\s*(?:of|/|von|de|из)\s*\d{1,4})?[-–—\s|]*", re.IGNORECASE
)


def find_running(reading: Reading, table: LineTable | None = None) -> frozenset[tuple[int, int]]:
    """(page number, line index) of every running line."""
    table = table or tabulate(reading)
    if not len(table):
        return frozenset()
    wide, outer = _in_margin(table)
    rows = np.flatnonzero(wide)
    slots = np.round(table.y0[rows] / (HEIGHT_STEP * table.unit)).astype(int)
    sizes = table.step[rows]
    texts = [_DIGITS.sub("#", table.lines[row].text.strip().casefold()) for row in rows]
    pages_of: defaultdict[tuple[str, int, int], set[int]] = defaultdict(set)
    for row, slot, size, text in zip(rows, slots, sizes, texts, strict=True):
        page = int(table.page[row])
        for near in (slot - 1, slot, slot + 1):
            pages_of[text, near, size].add(page)
    running: list[int] = []
    counting = _counting(table, rows, texts, sizes)
    worded, small = table.letters >= 2, table.size <= LARGEST * table.body_size
    for row, slot, size, text in zip(rows, slots, sizes, texts, strict=True):
        seen = len(pages_of[text, slot, size])
        large_share = WIDE_SHARE if not outer[row] or (not small[row] and "#" in text) else 0.0
        recurs = seen >= max(MIN_PAGES, large_share * len(reading.pages))
        if recurs and "#" in text and ((text, size) in counting or _labels(table, int(row))):
            continue
        if (recurs and worded[row]) or (small[row] and outer[row] and _PAGE_NUMBER.fullmatch(text.replace("#", "1"))):
            running.append(int(row))
    mask = np.zeros(len(table), np.bool_)
    mask[np.array(running, np.int64)] = True
    titles = np.zeros(len(table), np.bool_)
    titles[[row for row, text, size in zip(rows, texts, sizes, strict=True) if (text, size) in counting]] = True
    for down in (True, False):
        mask |= _set_apart(table, mask, small & ~titles, down=down)
    return frozenset((int(table.page[row]) + 1, int(table.index[row])) for row in np.flatnonzero(mask))


def _counting(table: LineTable, rows: Ints, texts: list[str], sizes: Ints) -> set[tuple[str, int]]:
    """Texts (digits aside) and sizes of lines that count on their own ("Section 12", "Section 15"): titles, not running lines.

    The number of a running header stays the same from page to page, as a chapter's does, or goes up with them.
    """
    members: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for row, text, size in zip(rows.tolist(), texts, sizes.tolist(), strict=True):
        if "#" in text:
            members[text, size].append(row)
    found = set()
    for name, each in members.items():
        pages = {int(table.page[row]): tuple(map(int, _DIGITS.findall(table.lines[row].text))) for row in each}
        large = table.size[each[0]] > LARGEST * table.body_size
        tied = {page for page, own in pages.items() if any(pages.get(page + by) == own for by in NEAR)}
        if not large:
            tied |= _with_pages(pages)
        if len(pages) >= MIN_PAGES and len(tied) < TIED * len(pages):
            found.add(name)
    return found


def _with_pages(pages: dict[int, tuple[int, ...]]) -> set[int]:
    """Pages where one of the numbers goes up with the pages, as a page number does, or one of a chapter's own ("3-12")."""
    steps: defaultdict[tuple[tuple[int, ...], int], set[int]] = defaultdict(set)
    for page, own in pages.items():
        for nth, number in enumerate(own):
            steps[own[:nth], number - page].add(page)
    least = max(MIN_PAGES, TIED * len(pages))
    return set().union(*(each for (chapter, _), each in steps.items() if len(each) >= (MIN_PAGES if chapter else least)))


def _labels(table: LineTable, row: int) -> bool:
    """Whether a line ("Chapter 2") stands close above a line set larger than itself and the body, the title that it numbers."""
    below = row + 1
    if below >= len(table) or table.page[below] != table.page[row] or table.letters[row] < 2:
        return False
    near = table.y0[below] - table.y1[row] < LABEL_GAP * table.size[row]
    return bool(near and table.size[below] > LARGEST * max(table.size[row], table.body_size))


def _set_apart(table: LineTable, running: Bools, small: Bools, *, down: bool) -> Bools:
    """Rows of the uppermost (`down`) or lowest line of pages where it stands at one height on many, clear of the text.

    This finds running headers that change from section to section, so that no text recurs.
    """
    found = np.zeros(len(table), np.bool_)
    edge, other = (table.y0, table.y1) if down else (-table.y1, -table.y0)
    rows = np.flatnonzero(table.upright & ~running)
    rows = rows[np.lexsort((edge[rows], table.page[rows]))]
    pages, first = np.unique(table.page[rows], return_index=True)
    if len(pages) < MIN_PAGES:
        return found
    leader = rows[first]
    outer = np.zeros(len(table.start), np.float64)
    outer[pages] = other[leader]
    same = edge[rows] < outer[table.page[rows]] - SAME_ROW * table.unit
    rest = rows[~same]
    next_pages, next_first = np.unique(table.page[rest], return_index=True)
    below = np.full(len(table.start), np.inf)
    below[next_pages] = edge[rest[next_first]]
    clear = (below[pages] - outer[pages]) > CLEARANCE * table.body_size
    slot = np.round(edge[leader] / (HEIGHT_STEP * table.unit)).astype(np.int64)
    _, slot, count = np.unique(slot, return_inverse=True, return_counts=True)
    is_clear = np.bincount(slot, weights=clear) / count
    header = (count >= max(MIN_PAGES, HEADER_SHARE * len(pages))) & (is_clear >= CLEAR_SHARE)
    marked = np.zeros(len(table.start), np.bool_)
    marked[pages] = header[slot] & clear & small[leader]
    half = table.height / 2
    marked[table.page[running & (table.letters >= 2) & ((table.y1 < half) if down else (table.y0 > half))]] = (
        False  # it has one already
    )
    chosen = rows[same & marked[table.page[rows]]]
    found[chosen] = small[chosen]
    return found


def _in_margin(table: LineTable) -> tuple[Bools, Bools]:
    """Rows in the wide margin, and those of them in the outer one or among the page's outermost lines."""
    wide = (table.y0 < MARGIN * table.height) | (table.y1 > (1 - MARGIN) * table.height)
    outer = (table.y0 < OUTER_MARGIN * table.height) | (table.y1 > (1 - OUTER_MARGIN) * table.height)
    order = np.lexsort((table.y0, table.page))
    rank = np.arange(len(table)) - table.start[table.page[order]]
    counts = np.diff(table.start)[table.page[order]]
    outer[order] |= (rank < EDGE_LINES) | (rank >= counts - EDGE_LINES)
    return (wide | outer) & table.upright, outer
