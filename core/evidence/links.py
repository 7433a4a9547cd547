"""Link annotations on contents pages: where an entry's link leads is where its section starts, to the point.

A page is one of contents, whatever it says, when link after link stands alone in its row and their targets rise.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence

from core.evidence.contents import Entry, Listing
from core.evidence.contents_rows import Row, rows_of
from core.pdf.reading import Link, Page, Reading

LEAST_LINKS = 4
"""Rows with a link of their own that make a page one of contents."""
RISING = 0.85
"""Share of their targets that must rise."""
COVERED = 0.6
"""Share of a row's width that links must cover for the row to be an entry."""
DENSE = 0.5
"""Share of the rows, from the first entry to the last, that must be entries."""

Links = dict[int, list[Link]]


def links_by_page(links: Sequence[Link]) -> Links:
    """The links of each page."""
    pages: Links = defaultdict(list)
    for link in links:
        pages[link.page].append(link)
    return pages


def link_at(entry: Entry, links: Sequence[Link]) -> Link | None:
    """The link that an entry stands in, if one does."""
    x0, y0, x1, y1 = entry.box
    over = [link for link in links if link.box[0] < x1 and link.box[2] > x0 and link.box[1] < y1 - 1 and link.box[3] > y0 + 1]
    return max(over, key=lambda link: link.box[2] - link.box[0], default=None)


def linked_listings(reading: Reading, links: Links, known: set[int]) -> list[Listing]:
    """Contents that are told by their links alone, away from the pages already `known`."""
    found: list[Listing] = []
    held: list[Entry] = []
    for page in reading.pages:
        own = links.get(page.number, ())
        entries = _entries(page, own) if page.number not in known and _may_list(page, own) else []
        if held and (not entries or held[-1].page != page.number - 1):
            found.append(_listing(held))
            held = []
        held += entries
    if held:
        found.append(_listing(held))
    return found


def _may_list(page: Page, links: Sequence[Link]) -> bool:
    """Whether enough lines lie mostly under links for the page to be worth taking apart into rows: citations in text do not."""
    if len({(link.target, link.y) for link in links}) < LEAST_LINKS:
        return False
    by_height = sorted(((link.box[1] + link.box[3]) / 2, link.box[0], link.box[2]) for link in links)
    heights = [height for height, _, _ in by_height]
    covered = 0
    for line in page.lines:
        over = by_height[bisect_left(heights, line.y0) : bisect_right(heights, line.y1)]
        if over and sum(min(x1, line.x1) - max(x0, line.x0) for _, x0, x1 in over if x0 < line.x1 and x1 > line.x0) >= (
            COVERED / 2 * (line.x1 - line.x0)
        ):
            covered += 1
            if covered == LEAST_LINKS:
                return True
    return False


def _entries(page: Page, links: Sequence[Link]) -> list[Entry]:
    rows = rows_of(page)
    marked = [_target(row, links) for row in rows]
    places = [nth for nth, target in enumerate(marked) if target is not None]
    if len(places) < LEAST_LINKS or len(places) < DENSE * (places[-1] - places[0] + 1):
        return []
    targets = [target for target in marked if target is not None]
    if len(set(targets)) < LEAST_LINKS or _rising(targets) < RISING * len(targets):
        return []
    return [_entry(rows[nth]) for nth in places]


def _target(row: Row, links: Sequence[Link]) -> tuple[int, float] | None:
    x0, y0, x1, y1 = row.box
    over = [link for link in links if link.box[1] < y1 - 1 and link.box[3] > y0 + 1 and link.box[0] < x1 and link.box[2] > x0]
    covered = sum(min(link.box[2], x1) - max(link.box[0], x0) for link in over)
    targets = {link.target for link in over}
    if len(targets) != 1 or covered < COVERED * (x1 - x0) or not any(map(str.isalpha, row.text)):
        return None
    return over[0].target, over[0].y or 0.0


def _rising(values: Sequence[tuple[int, float]]) -> int:
    tails: list[tuple[int, float]] = []
    for value in values:
        at = bisect_right(tails, value)
        tails[at : at + 1] = [value]
    return len(tails)


def _entry(row: Row) -> Entry:
    return Entry(row.page, row.box, (row.text,), row.printed, row.x0, row.title_x, row.right, row.size, row.bold, row.italic)


def _listing(entries: list[Entry]) -> Listing:
    """A list that neither a word for contents nor page numbers speak for: its titles must be those of likely headings."""
    numbered = sum(bool(entry.printed) for entry in entries) * 2 > len(entries)
    return Listing(tuple(entries), tuple(dict.fromkeys(entry.page for entry in entries)), False, 0.0, numbered)
