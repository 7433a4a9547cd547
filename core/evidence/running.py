"""Running headers, footers and page numbers: lines that stand in the margin of page after page.

A line is running when its text, digits aside, recurs at the same height of several pages in the same size, or when it is no
more than a page number in the margin. A heading that equals a running header stands at another height or in another size, so
that it is kept.
"""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np

from core.evidence.table import LineTable, tabulate
from core.pdf.reading import Reading

MARGIN = 0.14
"""Share of the page's height, at its top and bottom, where running lines are looked for."""
EDGE_LINES = 2
"""The uppermost and lowest lines of a page are looked at wherever they stand."""
HEIGHT_STEP = 4.0
"""Points: lines whose tops differ by less stand at the same height."""
MIN_PAGES = 3
"""Pages on which a text must recur; with fewer, a heading used twice would be lost."""
LARGEST = 1.15
"""Of the body's size: a larger number at the top of a page is a chapter's, and a larger changing text a title."""
SHIFTING_SHARE = 0.5
"""Share of the pages on which a slot must be taken by texts that each recur, for all texts in it to be running."""

_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"[-–—\s|]*(?:page\s+|seite\s+|p\.\s*)?(?:\d{1,4}|[ivxl]{1,7})(?:\s*(?:of|/|von|de|из)\s*\d{1,4})?[-–—\s|]*", re.IGNORECASE
)


def find_running(reading: Reading, table: LineTable | None = None) -> frozenset[tuple[int, int]]:
    """(page number, line index) of every running line."""
    table = table or tabulate(reading)
    if not len(table):
        return frozenset()
    rows = np.flatnonzero(_in_margin(table))
    slots = np.round(table.y0[rows] / HEIGHT_STEP).astype(int)
    sizes = np.round(table.size[rows] * 2).astype(int)
    texts = [_DIGITS.sub("#", table.lines[row].text.strip().casefold()) for row in rows]
    pages_of: defaultdict[tuple[str, int, int], set[int]] = defaultdict(set)
    slot_pages: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for row, slot, size, text in zip(rows, slots, sizes, texts, strict=True):
        page = int(table.page[row])
        for near in (slot - 1, slot, slot + 1):
            pages_of[text, near, size].add(page)
        slot_pages[slot, size].add(page)
    recurring: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    running: set[int] = set()
    worded, small = table.letters >= 2, table.size <= LARGEST * table.body_size
    for row, slot, size, text in zip(rows, slots, sizes, texts, strict=True):
        seen = len(pages_of[text, slot, size])
        if seen >= 2 and worded[row]:
            recurring[slot, size].add(int(table.page[row]))
        if (seen >= MIN_PAGES and worded[row]) or (small[row] and _PAGE_NUMBER.fullmatch(text.replace("#", "1"))):
            running.add(int(row))
    enough = max(MIN_PAGES, SHIFTING_SHARE * len(reading.pages))
    full = {key for key, pages in recurring.items() if len(pages) >= enough and len(pages) * 4 >= 3 * len(slot_pages[key])}
    running |= {int(row) for row, slot, size in zip(rows, slots, sizes, strict=True) if (slot, size) in full and small[row]}
    return frozenset((int(table.page[row]) + 1, int(table.index[row])) for row in running)


def _in_margin(table: LineTable) -> np.ndarray:
    """Rows near the page's top or bottom edge, or among its outermost lines."""
    near = (table.y0 < MARGIN * table.height) | (table.y1 > (1 - MARGIN) * table.height)
    order = np.lexsort((table.y0, table.page))
    rank = np.arange(len(table)) - table.start[table.page[order]]
    counts = np.diff(table.start)[table.page[order]]
    outer = np.zeros(len(table), np.bool_)
    outer[order] = (rank < EDGE_LINES) | (rank >= counts - EDGE_LINES)
    found: np.ndarray = (near | outer) & table.upright
    return found
