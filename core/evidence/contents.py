"""Printed contents: finding the pages that list a document's sections, and reading their entries.

A contents page is told by what it looks like, not by its title: rows of words that end in page numbers, aligned at one right
edge or led to by dots, and rising. Indexes (several numbers a row, alphabetical), price lists and tables fail on the order; lists
of figures are told by their own heading. Whether a list is one of this document's sections is decided where its titles
are looked up on the pages (`core.evidence.contents_map`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from core.evidence.contents_rows import Row, page_value, rows_of
from core.evidence.contents_words import CONTENTS_WORDS, LIST_WORDS
from core.evidence.numbering import parse
from core.evidence.titles import is_caption, key, keys
from core.pdf.reading import Page, Reading
from core.tree import Box

LEAST_ENTRIES = 3
"""Entries that make a page a contents page; one that continues a list needs but one."""
LEAST_UNTITLED = 5
"""The same, where no word for contents stands on the page."""
LEAST_RISING = 0.75
"""Share of the page numbers on a page that must rise. Dev contents pages have 0.9 and more, tables of figures up to 0.6."""
LEAST_DENSE = 0.4
"""Share of entries among the rows from the first entry to the last."""
MAX_GAP = 5
"""Rows without a page number in a row, after which a list has ended."""
EDGE = 0.3
"""Font sizes by which the right edges of page numbers in one column differ."""
TIGHT = 1.9
"""Rows of one entry follow each other within this many times the font size, from top to top."""
PAGES_IN_FRONT = 40
"""Contents need fewer signs among the first pages."""

_ENDS_LIKE_ENTRY = re.compile(r"(?:^|[\s.…·])(?:\d{1,4}|[ivxlc]{1,6}|[\dA-Z]{1,2}[-–]\d{1,3})\s*$")
_SEVERAL = re.compile(r"\d[,;–-]$")


class Entry(NamedTuple):
    """An entry as printed: the texts of its rows, the page number ("" if none) and the geometry that tells its level."""

    page: int
    box: Box
    texts: tuple[str, ...]
    printed: str
    x0: float
    title_x: float
    right: float
    size: float
    bold: bool
    italic: bool

    @property
    def title(self) -> str:
        """The whole title, number included, hyphens at line ends undone."""
        joined = self.texts[0]
        for text in self.texts[1:]:
            joined = joined[:-1] + text if joined.endswith("-") and text[:1].islower() else f"{joined} {text}"
        return joined


class Listing(NamedTuple):
    """A contents list: its entries in order and its pages. `titled`: a word for contents stands over it. `numbered`: has page
    numbers."""

    entries: tuple[Entry, ...]
    pages: tuple[int, ...]
    titled: bool
    led: float
    numbered: bool


class _Part(NamedTuple):
    """What one page adds to a listing."""

    page: int
    entries: list[Entry]
    titled: bool
    fresh: bool
    led: float


def listings(reading: Reading, running: frozenset[tuple[int, int]]) -> list[Listing]:
    """Every list on the pages that looks like contents, in document order. `running`: (page, line) of running headers and
    footers."""
    found: list[Listing] = []
    held: list[_Part] = []
    worded = {number for number, _ in running}
    headed = _headed(reading, running)
    for page in reading.pages:
        if page.number in worded:
            page = without_running(page, running)
        before = held[-1] if held and held[-1].page == page.number - 1 else None
        under = page.number in headed
        part = _part(page, before, under) if _promising(page, continues=before is not None, titled=under) else None
        if held and (part is None or part.fresh or before is None):
            found.append(_listing(held))
            held = []
        if part is not None:
            held.append(part)
    if held:
        found.append(_listing(held))
    return found


def _headed(reading: Reading, running: frozenset[tuple[int, int]]) -> set[int]:
    """Pages under a running header that is a word for contents: long lists repeat it over their pages."""
    pages = {number for number, nth in running if key(reading.pages[number - 1].lines[nth].text) in CONTENTS_WORDS}
    return pages if 2 * len(pages) <= len(reading.pages) else set()


def without_running(page: Page, running: frozenset[tuple[int, int]]) -> Page:
    """The page without its running words. Numbers stay: those at its margins may be page numbers of the list."""
    lines = tuple(
        line for nth, line in enumerate(page.lines) if (page.number, nth) not in running or sum(map(str.isalpha, line.text)) < 3
    )
    return page._replace(lines=lines)


def bare_listing(page: Page) -> Listing | None:
    """What stands under a word for contents, where no page numbers are printed: every row as an entry."""
    rows = rows_of(page)
    start = _after_word(rows)
    if start is None:
        return None
    entries = _entries([row._replace(printed="") for row in rows[start:] if any(map(str.isalpha, row.text))], join=False)
    return Listing(tuple(entries), (page.number,), True, 0.0, False) if len(entries) >= LEAST_ENTRIES else None


def has_word(page: Page) -> bool:
    """Whether a line of the page is a word for contents."""
    return not CONTENTS_WORDS.isdisjoint(keys([line.text for line in page.lines if len(line.text) < 40]))


def _ends_like_entry(text: str) -> bool:
    # Most lines end in something else: looking at the last character first takes a tenth of the pattern's time.
    last = text[-1] if not text[-1].isspace() else text.rstrip()[-1:]
    return (last.isdecimal() or last in "ivxlc") and _ENDS_LIKE_ENTRY.search(text) is not None


def _promising(page: Page, *, continues: bool, titled: bool) -> bool:
    count = sum(_ends_like_entry(line.text) for line in page.lines)
    if continues:
        return count >= 1
    if count < LEAST_ENTRIES or (count * 5 < len(page.lines) and page.number > PAGES_IN_FRONT):
        return False
    return titled or (count >= LEAST_UNTITLED and count * 12 >= len(page.lines)) or has_word(page)


def _part(page: Page, before: _Part | None, headed: bool) -> _Part | None:
    rows = rows_of(page)
    start = _after_word(rows)
    titled = headed or start is not None
    if _lists_other_things(rows[:12] if start is None else rows[max(start - 1, 0) : start]):
        return None
    rows = rows[start or 0 :]
    rows = rows[
        : next((nth for nth, row in enumerate(rows) if not row.printed and LIST_WORDS.fullmatch(key(row.text))), len(rows))
    ]
    marked = [row if good else row._replace(printed="") for row, good in zip(rows, _entry_rows(rows), strict=True)]
    first, last = _region(marked)
    region = marked[first:last]
    with_page = [row for row in region if row.printed]
    needed = 1 if before is not None else LEAST_ENTRIES
    if len(with_page) < needed or not _looks_like_contents(region, with_page, titled, before, page.number):
        return None
    while first > 0 and _leads_on(marked[first - 1], marked[first]):
        first -= 1
    entries = _entries(marked[first:last], join=True)
    led = sum(row.led for row in with_page) / len(with_page)
    return _Part(page.number, entries, titled, titled and before is not None and _starts_over(before, with_page), led)


def _starts_over(before: _Part, entries: list[Row]) -> bool:
    """Whether page numbers fall back, against those of the page before: a running header alone does not start a new list."""
    earlier = [value for entry in before.entries if (value := page_value(entry.printed)) is not None]
    first = page_value(entries[0].printed)
    return not earlier or first is None or _order(first) < _order(earlier[-1])


def _looks_like_contents(region: list[Row], entries: list[Row], titled: bool, before: _Part | None, number: int) -> bool:
    values = [value for row in entries if (value := page_value(row.printed)) is not None]
    if len(values) < len(entries) * LEAST_RISING or len(entries) < LEAST_DENSE * len(region):
        return False
    if sum(bool(_SEVERAL.search(row.text)) for row in entries) * 5 > len(entries):
        return False
    if sum(is_caption(row.text) for row in entries) * 2 > len(entries):
        return False
    if _rising([_order(value) for value in values]) < LEAST_RISING * len(values):
        return False
    distinct = len(set(values))
    led = sum(row.led for row in entries) / len(entries)
    if titled or before is not None:
        return distinct > 1 or len(entries) < 3 or titled
    if led >= 0.5:
        return distinct >= LEAST_ENTRIES
    return distinct >= LEAST_UNTITLED and number <= PAGES_IN_FRONT and _words(entries)


def _words(entries: list[Row]) -> bool:
    """Whether the titles are words rather than a table's figures."""
    lettered = sum(sum(map(str.isalpha, row.text)) >= 0.6 * len(row.text.replace(" ", "")) for row in entries)
    return lettered >= 0.8 * len(entries)


def _order(value: tuple[str, int]) -> tuple[int, str, int]:
    series, number = value
    return (0 if series == "r" else 1, series.rjust(3), number)


def _rising(values: Sequence[tuple[int, str, int]]) -> int:
    """The length of the longest non-decreasing subsequence."""
    tails: list[tuple[int, str, int]] = []
    for value in values:
        at = bisect_right(tails, value)
        tails[at : at + 1] = [value]
    return len(tails)


def _entry_rows(rows: list[Row]) -> list[bool]:
    """Which rows end in a page number that belongs to the list: led to by dots, or in line with the others' right edge."""
    if not rows:
        return []
    step = EDGE * median(row.size for row in rows) / 3
    edges = Counter(round(row.right / step) for row in rows if row.printed)
    total = {edge: sum(edges[edge + shift] for shift in range(-3, 4)) for edge in edges}
    enough = max(2, max(total.values(), default=0) // 4)
    return [bool(row.printed) and (row.led or total[round(row.right / step)] >= enough) for row in rows]


def _region(rows: list[Row]) -> tuple[int, int]:
    """Bounds of the longest stretch of rows in which entries are never more than `MAX_GAP` rows apart."""
    best, start, last = (0, 0, 0), -1, -1
    count = 0
    for nth, row in enumerate(rows):
        if not row.printed:
            continue
        if start < 0 or nth - last > MAX_GAP + 1:
            start, count = nth, 0
        last, count = nth, count + 1
        best = max(best, (count, -start, nth + 1))
    return -best[1], best[2]


def _leads_on(row: Row, after: Row) -> bool:
    """Whether a row without a page number is the start of the entry that ends in the next row."""
    if row.printed or not any(map(str.isalpha, row.text)) or parse(after.text) is not None:
        return False
    close = 0 < after.box[1] - row.box[1] <= TIGHT * max(row.size, after.size)
    alike = row.bold == after.bold or after.x0 > row.x0 + row.size / 2 or (row.title_x > row.x0 and after.x0 > row.x0)
    return close and abs(row.size - after.size) < 0.6 and alike and row.page == after.page


def _after_word(rows: list[Row]) -> int | None:
    for nth, row in enumerate(rows):
        if len(row.text) < 40 and not row.printed and key(row.text) in CONTENTS_WORDS:
            return nth + 1
    return None


def _lists_other_things(rows: list[Row]) -> bool:
    return any(len(row.text) < 40 and not row.printed and LIST_WORDS.fullmatch(key(row.text)) for row in rows)


def _entries(rows: list[Row], *, join: bool) -> list[Entry]:
    """Rows put together to entries; a row without a page number that leads on to none is an entry of its own."""
    found: list[Entry] = []
    held: list[Row] = []
    for row in rows:
        if held and not _leads_on(held[-1], row):
            found += [_entry([each]) for each in held]
            held = []
        held.append(row)
        if row.printed or not join:
            found.append(_entry(held))
            held = []
    found += [_entry([each]) for each in held]
    return [entry for entry in found if any(map(str.isalnum, entry.title))]


def _entry(rows: list[Row]) -> Entry:
    first, last = rows[0], rows[-1]
    box = (min(row.box[0] for row in rows), first.box[1], max(row.box[2] for row in rows), last.box[3])
    texts = tuple(row.text for row in rows)
    shape = first.x0, first.title_x, last.right, first.size, first.bold, first.italic
    return Entry(first.page, box, texts, last.printed, *shape)


def _listing(parts: list[_Part]) -> Listing:
    entries = tuple(entry for part in parts for entry in part.entries)
    led = sum(part.led for part in parts) / len(parts)
    return Listing(entries, tuple(part.page for part in parts), parts[0].titled, led, True)
