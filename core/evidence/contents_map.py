"""From printed contents to physical pages.

Each entry's title is looked up in the document's lines, away from the contents pages. Which of several finds is meant is decided
for the whole list at once: a chain of finds in the list's order that is worth most (a weighted longest increasing
subsequence), where a find is worth more if it looks like a heading and if its page agrees with the offsets of the entries
around it. Offsets between printed and physical pages are taken locally, so roman front matter, chapters that count from
one, and dropped blank pages all keep their own. An entry found nowhere gets a page only where the offset around it is well
established; otherwise its page stays unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median, mode
from typing import NamedTuple

from core.evidence.contents import Entry, Listing
from core.evidence.contents_rows import page_value
from core.evidence.links import Links, link_at
from core.evidence.lookup import Find, Lines, best_chain, worth
from core.evidence.numbering import parse
from core.pdf.reading import Link

NEIGHBOURS = 8
"""Entries to each side that speak for the offset around an entry."""
ESTABLISHED = 3
"""Neighbours that must agree on an offset before a page is taken from it."""
LEAST_BYLINES = 3
"""Entries with neither number nor page number that are taken for authors' names."""
LEAST_AGREEING = 0.5
"""Share of neighbouring entries whose page numbers lie as far apart as the pages on which they are found, give or take one, in a
list with no word for contents over it. Contents have 0.95 and more, a table of years or sums near nothing."""
LEAST_FOUND, LEAST_FOUND_BARE = 0.4, 0.6
"""Share of a list's titles that must be found in the pages: with page numbers, and without. Lists of something else have
below 0.2."""
LIKELY = 0.25
"""Layout's probability from which a title found counts as a heading's."""


class Mapped(NamedTuple):
    """An entry with its place. `page` without `find`: known from the page numbers around it, or from its `link`, alone."""

    entry: Entry
    title: str
    number: str
    find: Find | None
    page: int | None
    link: Link | None


def map_listing(listing: Listing, lines: Lines, labels: Sequence[str], links: Links) -> list[Mapped] | None:
    """The entries of a list with their places, or `None` if it is no list of this document's sections."""
    entries = _with_loose_starts(listing, lines)
    linked = [link_at(entry, links.get(entry.page, ())) for entry in entries]
    finds = [[find for find in lines.find(entry.title) if find.page not in listing.pages] for entry in entries]
    printed = [page_value(entry.printed) if entry.printed else None for entry in entries]
    by_label = {label.casefold(): number for number, label in enumerate(labels, start=1) if label}

    def expected(chain: list[Find | None]) -> list[int | None]:
        pages = [_expected(nth, printed, chain, entries, by_label) for nth in range(len(entries))]
        return [link.target if link is not None else page for link, page in zip(linked, pages, strict=True)]

    def weighed(pages: list[int | None]) -> list[list[tuple[Find, float]]]:
        rows = zip(finds, pages, linked, strict=True)
        return [[(find, worth(find) + _agreement(find, page, link is not None)) for find in each] for each, page, link in rows]

    chain = best_chain(weighed([link.target if link is not None else None for link in linked]))
    for _ in range(2):
        chain = best_chain(weighed(expected(chain)))
    mapped = [_placed(*each, lines) for each in zip(entries, chain, expected(chain), linked, strict=True)]
    if not _belongs(listing, mapped, lines):
        return None
    bylines = _bylines(listing, mapped)
    return [
        each for each in mapped if each.entry.printed or each.link is not None or (each.find is not None and not bylines(each))
    ]


def _bylines(listing: Listing, mapped: Sequence[Mapped]) -> Callable[[Mapped], bool]:
    """Which entries are authors' names and the like: without number or page number, several, and set no stronger than the
    rest."""
    loose = [each for each in mapped if not each.entry.printed and not each.number and each.link is None]
    if not listing.numbered or len(loose) < LEAST_BYLINES:
        return lambda each: False
    printed = [each.entry for each in mapped if each.entry.printed]
    size, left = median(entry.size for entry in printed), min(entry.x0 for entry in printed)
    bold = 2 * sum(entry.bold for entry in printed) > len(printed)

    def told(each: Mapped) -> bool:
        entry = each.entry
        stronger = entry.size > size + 0.5 or (entry.bold and not bold) or entry.x0 < left - 2
        return not (entry.printed or each.number or stronger)

    return told


def _belongs(listing: Listing, mapped: list[Mapped], lines: Lines) -> bool:
    """Whether the titles stand in the pages. A link is taken at its word only where its page has no text: links of a list in
    another language than the text ("1 Introduction" over 第1章 绪论) lead to sections that bear other titles."""
    telling = [each for each in mapped if each.entry.printed] if listing.numbered else mapped
    found = sum(each.find is not None or (each.link is not None and not lines.keys.get(each.link.target)) for each in telling)
    least = LEAST_FOUND if listing.numbered else LEAST_FOUND_BARE
    if found < least * len(telling) or found < 2:
        return False
    if listing.titled:
        return True
    if listing.numbered and not _counts_pages(telling):
        return False
    if listing.led >= 0.5:
        return True
    # A link may lead to a page that goes by another title, as slides do, and then says nothing of how the title is set.
    seen = [each.find for each in telling if each.find is not None or each.link is None]
    likely = sum(find is not None and find.sure >= LIKELY for find in seen)
    return likely > 0 and likely * 2 >= len(seen)


def _counts_pages(mapped: list[Mapped]) -> bool:
    """Whether the numbers count pages: from entry to entry they rise as the pages do on which the titles stand."""
    known = [(value, each.find.page) for each in mapped if each.find and (value := page_value(each.entry.printed)) is not None]
    steps = [
        abs((page - before) - (value[1] - earlier[1])) <= 1
        for (earlier, before), (value, page) in pairwise(known)
        if value[0] == earlier[0]
    ]
    return sum(steps) >= LEAST_AGREEING * len(steps)


def _with_loose_starts(listing: Listing, lines: Lines) -> list[Entry]:
    """The entries, a wrapped one taken apart where the pages know its last rows as a title and not the whole."""
    result: list[Entry] = []
    for entry in listing.entries:
        cut = 0
        if len(entry.texts) > 1 and not lines.find(entry.title):
            cut = next((nth for nth in range(1, len(entry.texts)) if lines.find(" ".join(entry.texts[nth:]))), 0)
        for text in entry.texts[:cut]:
            result.append(entry._replace(texts=(text,), printed=""))
        result.append(entry._replace(texts=entry.texts[cut:]))
    return result


def _expected(
    nth: int, printed: list[tuple[str, int] | None], chain: list[Find | None], entries: list[Entry], labels: dict[str, int]
) -> int | None:
    """The physical page that an entry's page number means, by the entries around it of the same series, or by the page labels."""
    value = printed[nth]
    if value is None:
        return None
    votes: list[int] = []
    for reach in range(1, NEIGHBOURS * 3):
        if len(votes) == 2 * NEIGHBOURS:
            break
        for at in (nth - reach, nth + reach):
            if 0 <= at < len(chain) and len(votes) < 2 * NEIGHBOURS:
                find, other = chain[at], printed[at]
                if find is not None and other is not None and other[0] == value[0]:
                    votes.append(find.page - other[1])
    if len(votes) >= 2:
        nearest = votes[:NEIGHBOURS]
        offset, count = mode(nearest), nearest.count(mode(nearest))
        if count >= ESTABLISHED or (count == len(votes) and count >= 2):
            return value[1] + offset
    return labels.get(entries[nth].printed.casefold())


def _agreement(find: Find, page: int | None, linked: bool) -> float:
    """What a find gains by standing on the page expected, and loses by standing elsewhere."""
    if page is None:
        return 0.0
    away = abs(find.page - page)
    if linked:
        return 2.0 if away == 0 else -0.5 if away == 1 else -3.0
    return 1.0 if away == 0 else 0.1 if away == 1 else -1.2 if find.sure < 0.5 else -0.6


def _placed(entry: Entry, find: Find | None, page: int | None, link: Link | None, lines: Lines) -> Mapped:
    number = parse(entry.title)
    text = number.text if number else ""
    if find is None and page is not None:
        find = lines.nearly(entry.title, text, page)
    if find is not None:
        page = find.page
    elif page is not None and not 1 <= page <= len(lines.reading.pages):
        page = None
    return Mapped(entry, entry.title, text, find, page, link)
