"""Named destinations as evidence: "section.2.1" tells of a section, its depth and its place, though not its title."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.evidence.lookup import Find
from core.evidence.model import Heading, Pointer
from core.pdf.reading import Destination, Line, Page

DEPTHS = {
    "part": 1,
    "chapter": 2,
    "section": 3,
    "subsection": 4,
    "subsubsection": 5,
    "paragraph": 6,
    "subparagraph": 7,
}
"""Depth of the names that hyperref gives; only their order means something. An appendix is one depth in a book, another in
an article."""
ABOVE, BELOW = 6.0, 120.0
"""Units (`LineTable.unit`): a destination lies at most so far below the top of its heading, or above it (a chapter's title stands
lower)."""
LEFT, COLUMN = 14.0, 0.55
"""Units by which a heading may stand left of its destination; share of the page's width to the right in which it stands."""
BESIDE = 0.4
"""Share of the page's width from which a line stands beside what is at the destination: in the next column, if there is one."""
LONGEST = 4
"""Lines that a title may have."""
NEAR = 14.0
"""Units below the first line in which a line that layout likes better is taken instead."""

_NAME = re.compile(r"(part|chapter|appendix|(?:sub){0,2}section|(?:sub)?paragraph)(\*?)\.(.+)", re.IGNORECASE)

ByLine = Mapping[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Ground:
    """The pages, their headings and, by (page, line), which heading stands there; `skip` are running lines and contents
    entries, `unit` is the document's (`LineTable.unit`)."""

    pages: Sequence[Page]
    headings: Sequence[Heading]
    by_line: ByLine
    skip: frozenset[tuple[int, int]]
    unit: float


def section_pointers(destinations: Sequence[Destination], ground: Ground) -> tuple[list[Pointer], list[Find | None]]:
    """Destinations that are sections, each with the place it leads to. Starred ones have level 0: theirs is not told."""
    pointers: list[Pointer] = []
    places: list[Find | None] = []
    taken: set[tuple[int, int]] = set()
    for destination in destinations:
        match = _NAME.fullmatch(destination.name)
        find = _find(destination, match[3].casefold(), ground) if match else None
        if match is None or find is None or (find.page, find.first) in taken:
            continue
        taken.add((find.page, find.first))
        level = 0 if match[2] else DEPTHS.get(match[1].lower(), 0)
        lines = ground.pages[find.page - 1].lines[find.first : find.last + 1]
        title = ground.headings[find.heading].title if find.heading >= 0 else _text(lines)
        pointers.append(Pointer(title, find.page, destination.y, level, destination.name))
        places.append(find)
    return pointers, places


def _find(destination: Destination, number: str, ground: Ground) -> Find | None:
    """The heading below the destination that has the number in its name, or else the first line below it in its column, with
    the lines that go on in its style."""
    page, y, unit = ground.pages[destination.page - 1], destination.y, ground.unit
    if y is None:
        return None
    below = [
        nth
        for nth, line in enumerate(page.lines)
        if line.upright
        and -ABOVE * unit <= line.y0 - y <= BELOW * unit
        and (page.number, nth) not in ground.skip
        and _in_column(line, destination.x, page.width, unit)
        and any(map(str.isalnum, line.text))
    ]
    if not below:
        return None

    def height(nth: int) -> tuple[float, float]:
        return page.lines[nth].y0, page.lines[nth].x0

    numbered = [nth for nth in below if _number(page.number, nth, ground) == number]
    if numbered:
        first = min(numbered, key=height)
    else:
        column = _own_column(page, below, destination.x)
        top = min(column, key=height)
        near = [nth for nth in column if page.lines[nth].y0 - page.lines[top].y0 <= NEAR * unit]
        first = max(near, key=lambda nth: (_sure(page.number, nth, ground), nth == top))
    at = ground.by_line.get((page.number, first), -1)
    if at >= 0:
        heading = ground.headings[at]
        return Find(page.number, heading.first, heading.last, 1.0, at, heading.confidence)
    return _lines(page, first, ground)


def _own_column(page: Page, below: Sequence[int], x: float | None) -> Sequence[int]:
    """The lines without those of the next column: what stands far to the right, beside lines of the destination's own column.

    A title that is centred, or set to the right, stands above those lines and not beside them.
    """
    if x is None:
        return below
    far = {nth for nth in below if page.lines[nth].x0 > x + BESIDE * page.width}
    own = [nth for nth in below if nth not in far]
    beside = any(_overlap(page.lines[one], page.lines[other]) for one in far for other in own)
    return own if beside else below


def _overlap(one: Line, other: Line) -> bool:
    """Whether two lines stand side by side."""
    return one.y0 < other.y1 and other.y0 < one.y1


def _number(page: int, line: int, ground: Ground) -> str:
    """The number of the heading that starts in the line, as names of destinations have it: without a word before it."""
    at = ground.by_line.get((page, line), -1)
    if at < 0 or ground.headings[at].first != line or not ground.headings[at].number:
        return ""
    return ground.headings[at].number.split()[-1].strip("§().:").casefold()


def _sure(page: int, line: int, ground: Ground) -> float:
    at = ground.by_line.get((page, line), -1)
    return ground.headings[at].confidence if at >= 0 else 0.0


def _in_column(line: Line, x: float | None, width: float, unit: float) -> bool:
    return x is None or x - LEFT * unit <= line.x0 <= x + COLUMN * width


def _lines(page: Page, first: int, ground: Ground) -> Find:
    """A heading that layout did not see: its first words where they are set apart, else its line and those set like it below."""
    start = page.lines[first]
    if 2 < start.lead < len(start.text.rstrip()) - 2:
        chars = sum(map(str.isalnum, start.text[: start.lead]))
        return Find(page.number, first, first, 1.0, -1, 0.0, chars)
    last = first
    while last + 1 < min(len(page.lines), first + LONGEST):
        line = page.lines[last + 1]
        alike = line.font == start.font and abs(line.size - start.size) < 0.5 and line.block == start.block
        if not alike or (page.number, last + 1) in ground.by_line:
            break
        last += 1
    return Find(page.number, first, last, 1.0, -1, 0.0)


def _text(lines: Sequence[Line]) -> str:
    return " ".join(" ".join(line.text for line in lines).split())
