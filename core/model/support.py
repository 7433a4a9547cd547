"""What speaks for a section besides a model's word: the file, the printed contents, numbering, how its line is set."""

from __future__ import annotations

from core.draft.sections import in_capitals
from core.model.outline import Item
from core.pdf.reading import Line
from core.tree import Source
from core.verify.index import Index
from core.verify.match import take_apart
from core.verify.places import Place
from core.verify.worth import How

STRUCTURAL = {Source.BOOKMARKS, Source.LINKS, Source.DESTINATIONS, Source.TAGS, Source.CONTENTS}
"""Sources that name the sections of the document as a whole."""

# Of the sections that the engine drafts for the stripped documents of tests/bench, out of fold, 31 of 1,907 named by such a
# source are wrong, 6 of 939 numbered ones of this confidence, and of the others 105 of 344.
CERTAIN = 0.95
"""The engine's confidence from which a numbered section is certain; footnotes and list items are numbered "(1)", too."""
LIKELY = 0.3
"""Confidence of layout's candidate from which it bears a model out that adds it."""


def certain(item: Item) -> bool:
    """Whether more than the look of its line speaks for a section of the engine's."""
    if item.node is None:
        return False
    if any(each.source in STRUCTURAL for each in item.node.evidence):
        return True
    numbered = take_apart(item.title).number and not item.title.startswith("(")
    return bool(numbered) and (item.node.confidence or 0.0) >= CERTAIN


def borne_out(first: int, index: Index) -> bool:
    """Whether layout takes the line for a heading, if not a likely one."""
    heading = index.heading_at.get(first)
    return heading is not None and heading.confidence >= LIKELY


def in_paragraph(place: Place, index: Index) -> bool:
    """Whether the lines are part of running text: a sentence goes on into them or out of them, in one block and one style."""
    if place.how in {How.RUN_IN, How.RUNNING} or borne_out(place.first, index) or take_apart(place.text(index)).number:
        return False
    return flowing(place.first, place.last, index)


def flowing(first: int, last: int, index: Index) -> bool:
    """Whether a sentence goes on into these lines or out of them."""
    before = _same_text(first - 1, first, index)
    after = _same_text(last, last + 1, index)
    starts_low = index.lines[first].text.strip()[:1].islower()
    goes_on = after and index.lines[last + 1].text.strip()[:1].islower()
    return (before and starts_low) or goes_on or (before and after)


def _same_text(one: int, other: int, index: Index) -> bool:
    """Whether two neighbouring lines are of one block and one style."""
    if one < 0 or other >= len(index.lines) or index.page_of[one] != index.page_of[other]:
        return False
    a, b = index.lines[one], index.lines[other]
    return _style(a) == _style(b)


def _style(line: Line) -> tuple[int, str, float, bool, bool, bool]:
    """What lines of one paragraph have in common; a heading in capitals may stand in one block with what is said below it."""
    return (line.block, line.font, round(line.size, 1), line.bold, line.italic, in_capitals(line.text))
