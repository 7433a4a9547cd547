"""Named destinations as evidence: "section.2.1" tells of a section, its depth and its place, though not its title."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.evidence.model import Heading, Pointer
from core.pdf.reading import Destination

DEPTHS = {
    "part": 1,
    "chapter": 2,
    "appendix": 2,
    "section": 3,
    "subsection": 4,
    "subsubsection": 5,
    "paragraph": 6,
    "subparagraph": 7,
}
"""Depth of the names that hyperref gives; only their order means something."""
ABOVE, BELOW = 12.0, 90.0
"""Points: a destination lies at most so far below the top of its heading, or above it (a chapter's title stands lower)."""

_NAME = re.compile(r"(part|chapter|appendix|(?:sub){0,2}section|(?:sub)?paragraph)(\*?)\.(.+)", re.IGNORECASE)


def section_pointers(destinations: Sequence[Destination], headings: Sequence[Heading]) -> list[Pointer]:
    """Destinations that are sections, each led to the heading that stands at it. Starred ones have level 0: theirs is not told."""
    by_page: dict[int, list[int]] = {}
    for nth, heading in enumerate(headings):
        by_page.setdefault(heading.page, []).append(nth)
    found: list[Pointer] = []
    taken: set[int] = set()
    for destination in destinations:
        match = _NAME.fullmatch(destination.name)
        if not match:
            continue
        nth = _heading_at(destination, [at for at in by_page.get(destination.page, ()) if at not in taken], headings)
        if nth < 0:
            continue
        taken.add(nth)
        level = 0 if match[2] else DEPTHS[match[1].lower()]
        found.append(Pointer(headings[nth].title, destination.page, destination.y, level, destination.name, nth))
    return found


def _heading_at(destination: Destination, candidates: Sequence[int], headings: Sequence[Heading]) -> int:
    """The likeliest heading just below the destination: near, and likely on its own."""
    y = destination.y
    if y is None:
        return -1
    best, best_value = -1, 0.0
    for nth in candidates:
        gap = headings[nth].box[1] - y
        if -ABOVE <= gap <= BELOW:
            value = headings[nth].confidence + 0.1 - abs(gap) / BELOW
            if best < 0 or value > best_value:
                best, best_value = nth, value
    return best
