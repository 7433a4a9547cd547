"""All sources asked about one document, and led to the same headings.

A place that only a contents list or a bookmark names becomes a heading candidate too (of low confidence on its own), so that
every source speaks of the same list of headings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from core.evidence.bookmarks import bookmark_pointers
from core.evidence.contents import Listing, bare_listing, has_word, listings, without_running
from core.evidence.contents_levels import contents_levels
from core.evidence.contents_map import Mapped, map_listing
from core.evidence.destinations import Ground, section_pointers
from core.evidence.layout import find_headings
from core.evidence.links import Links, linked_listings, links_by_page
from core.evidence.lookup import Find, Lines, forms
from core.evidence.model import ContentsEntry, DocumentEvidence, Heading, Pointer
from core.evidence.numbering import parse
from core.evidence.ranker import Weights
from core.evidence.running import find_running
from core.evidence.table import tabulate
from core.evidence.tags import tag_pointers
from core.pdf.reading import Line, Reading
from core.tree import Box

NAMED_ONLY = 0.02
"""Confidence of a heading that nothing in its look suggests; whoever named it adds theirs."""
SAME_HEADING = 80.0
"""Ratio below which a heading and the title found in its lines are not one, and the lines go by the title."""
PAGES_WITH_WORD = 30
"""Contents without page numbers are looked for under a word for contents on the first pages."""

Places = frozenset[tuple[int, int]]


class Known(NamedTuple):
    """The headings that layout gives, and the look-up of titles in the pages (where any source has titles to look up)."""

    headings: list[Heading]
    lines: Lines | None


def gather(reading: Reading, weights: Weights | None = None) -> DocumentEvidence:
    """All evidence of a document. `weights` replaces the ranker's own."""
    table = tabulate(reading)
    running = find_running(reading, table)
    links = links_by_page(reading.links)
    found = _listings(reading, running, links)
    pages = tuple(sorted({page for listing in found for page in listing.pages}))
    headings = find_headings(reading, () if _brief(found) else pages, running, weights, table)
    known, mapped = _mapped(reading, headings, running, found, links)
    if len(mapped) < len(found):
        known, mapped = _mapped(reading, headings, running, [listing for listing, _ in mapped], links)
    return _Led(reading, running, known, mapped, table.unit).evidence()


def _brief(found: Sequence[Listing]) -> bool:
    """Whether printed contents give pages of a single level, the chapters of a book or the Items of a filing: what they leave out
    below it looks no less like a heading for that."""
    if not found:
        return False
    entries = min(found, key=lambda listing: listing.pages).entries
    paged = {level for entry, level in zip(entries, contents_levels(entries), strict=True) if entry.printed}
    return len(paged) == 1


def _mapped(
    reading: Reading, headings: Sequence[Heading], running: Places, found: Sequence[Listing], links: Links
) -> tuple[Known, list[tuple[Listing, list[Mapped]]]]:
    """Headings that are no contents entries, titles' look-up, and the lists that are contents with their entries' places."""
    listed = _lines_of(reading, found)
    kept = [heading for heading in headings if (heading.page, heading.first) not in listed]
    if not (found or reading.outline or any(tag.title for tag in reading.tags)):
        return Known(kept, None), []
    lines = Lines(reading, kept, running | listed)
    return Known(kept, lines), [
        (listing, each) for listing in found if (each := map_listing(listing, lines, reading.labels, links))
    ]


def _listings(reading: Reading, running: Places, links: Links) -> list[Listing]:
    found = listings(reading, running)
    known = {page for listing in found for page in listing.pages}
    if links:
        found += linked_listings(reading, links, known)
        known |= {page for listing in found for page in listing.pages}
    for page in reading.pages[:PAGES_WITH_WORD]:
        if page.number not in known and has_word(page) and (bare := bare_listing(without_running(page, running))):
            found.append(bare)
    return found


def _lines_of(reading: Reading, found: Sequence[Listing]) -> Places:
    """The lines that contents entries are made of."""
    boxes: dict[int, list[Box]] = {}
    for listing in found:
        for entry in listing.entries:
            boxes.setdefault(entry.page, []).append(entry.box)
    return frozenset(
        (page, nth)
        for page, each in boxes.items()
        for nth, line in enumerate(reading.pages[page - 1].lines)
        if any(_within(line, box) for box in each)
    )


def _within(line: Line, box: Box) -> bool:
    middle = (line.y0 + line.y1) / 2
    return box[1] - 1 <= middle <= box[3] + 1 and line.x0 >= box[0] - 1 and line.x1 <= box[2] + 1


def _cut(text: str, chars: int) -> str:
    """The start of a text that holds so many letters and digits (all of it for 0)."""
    count = 0
    for at, character in enumerate(text):
        count += character.isalnum()
        if chars and count == chars:
            return text[: at + 1]
    return text


class _Led:
    """Headings while sources are being led to them: sources name headings by their place in a list that grows."""

    def __init__(
        self,
        reading: Reading,
        running: Places,
        known: Known,
        mapped: Sequence[tuple[Listing, list[Mapped]]],
        unit: float,
    ) -> None:
        self.reading = reading
        self.unit = unit
        self.running = running
        self.headings = list(known.headings)
        self.lines = known.lines
        self.mapped = mapped
        self.listed = _lines_of(reading, [listing for listing, _ in mapped])
        self.by_start = {
            (heading.page, line): nth
            for nth, heading in enumerate(self.headings)
            for line in range(heading.first, heading.last + 1)
        }
        self.styles = {self._look(heading): heading.style for heading in self.headings}

    def evidence(self) -> DocumentEvidence:
        reading = self.reading
        entries = [entry for listing, each in self.mapped for entry in self._entries(each)]
        bookmarks: list[Pointer] = []
        tags: list[Pointer] = []
        if self.lines is not None:
            bookmarks = self._pointers(*bookmark_pointers(reading.outline, self.lines, len(reading.pages)))
            tags = self._pointers(*tag_pointers(reading.tags, self.lines))
        ground = Ground(reading.pages, self.headings, self.by_start, self.running | self.listed, self.unit)
        destinations = self._pointers(*section_pointers(reading.destinations, ground)) if reading.destinations else []
        order = sorted(range(len(self.headings)), key=lambda nth: (self.headings[nth].page, self.headings[nth].first, nth))
        place = {nth: rank for rank, nth in enumerate(order)} | {-1: -1}
        listed = tuple(entry._replace(heading=place[entry.heading], nth=nth) for nth, entry in enumerate(entries, start=1))

        def settled(pointers: Sequence[Pointer]) -> tuple[Pointer, ...]:
            return tuple(pointer._replace(heading=place[pointer.heading]) for pointer in pointers)

        return DocumentEvidence(
            reading=reading,
            headings=tuple(self.headings[nth] for nth in order),
            contents=listed,
            contents_pages=tuple(sorted({page for listing, _ in self.mapped for page in listing.pages})),
            running=self.running,
            bookmarks=settled(bookmarks),
            links=settled([pointer for _, each in self.mapped for pointer in self._links(each)]),
            destinations=settled(destinations),
            tags=settled(tags),
        )

    def _entries(self, mapped: Sequence[Mapped]) -> list[ContentsEntry]:
        levels = contents_levels([each.entry for each in mapped])
        found = []
        for each, level in zip(mapped, levels, strict=True):
            heading = self._heading(each.title, each.find) if each.find is not None else -1
            entry = each.entry
            found.append(
                ContentsEntry(entry.page, entry.box, each.number, each.title, entry.printed, each.page, level, 0, heading)
            )
        return found

    def _links(self, mapped: Sequence[Mapped]) -> list[Pointer]:
        return [
            Pointer(
                each.title,
                each.link.target,
                each.link.y,
                0,
                f"link on p. {each.entry.page}",
                self._heading(each.title, each.find),
            )
            for each in mapped
            if each.link is not None and each.find is not None and each.find.page == each.link.target
        ]

    def _pointers(self, pointers: Sequence[Pointer], finds: Sequence[Find | None]) -> list[Pointer]:
        return [
            pointer if find is None else pointer._replace(heading=self._heading(pointer.title, find))
            for pointer, find in zip(pointers, finds, strict=True)
        ]

    def _heading(self, title: str, find: Find) -> int:
        """The heading at a find: one that is there, cut to the title's lines if it holds more than the title, or a new one."""
        nth = self.by_start.get((find.page, find.first), -1)
        if nth >= 0:
            heading = self.headings[nth]
            keys = forms if self.lines is None else self.lines.forms
            if (find.alike < 0.9 and not find.chars) or max(
                fuzz.ratio(a, b) for a in keys(title) for b in keys(heading.title)
            ) >= SAME_HEADING:
                return nth
            if (heading.first, heading.last) == (find.first, find.last) and not heading.run_in:
                return nth
            self.headings[nth] = self._made(find, heading)
            for line in range(heading.first, heading.last + 1):
                if not find.first <= line <= find.last and self.by_start.get((find.page, line)) == nth:
                    del self.by_start[find.page, line]
            return nth
        self.headings.append(self._made(find, None))
        for line in range(find.first, find.last + 1):
            self.by_start[find.page, line] = len(self.headings) - 1
        return len(self.headings) - 1

    def _made(self, find: Find, was: Heading | None) -> Heading:
        lines = self.reading.pages[find.page - 1].lines[find.first : find.last + 1]
        title = _cut(" ".join(" ".join(line.text for line in lines).split()), find.chars)
        number = parse(title)
        box = (
            min(line.x0 for line in lines),
            min(line.y0 for line in lines),
            max(line.x1 for line in lines),
            max(line.y1 for line in lines),
        )
        made = Heading(
            find.page, find.first, find.last, title, number.text if number else "", box, was.confidence if was else NAMED_ONLY
        )
        look = self._look(made)
        return made._replace(style=self.styles.setdefault(look, len(self.styles) + 1_000), run_in=bool(find.chars))

    def _look(self, heading: Heading) -> tuple[object, ...]:
        line = self.reading.pages[heading.page - 1].lines[heading.last]
        return line.font, round(line.size * 2), line.bold, line.italic, line.color
