"""Lines of a page read as a heading: its title, where in the tree it belongs, and on which level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple

from core.evidence.groups import join_lines
from core.evidence.model import DocumentEvidence, Heading
from core.evidence.numbering import Number, parse
from core.pdf.reading import Line, Page
from core.report import Report
from core.tree import Box, Node, Placed, Tree
from pages.parts.viewer.boxes import heading_box

LIKELY = 0.5
"""Confidence from which a candidate of several lines is taken whole when one of its lines is pointed at."""

Spot = tuple[int, int]
"""A page and the index of a line on it; -1 where only the page is known. Spots compare in reading order."""


def pointed_heading(evidence: DocumentEvidence, page: int, first: int, last: int, *, whole: bool = True) -> Heading:
    """Lines of a page as a heading. Raises `IndexError` where the document has no such lines.

    One line that is part of a likely heading stands for the `whole` of it.
    """
    if not 1 <= page <= len(evidence.reading.pages) or not 0 <= first <= last < len(evidence.reading.pages[page - 1].lines):
        raise IndexError(page)
    for heading in evidence.headings:
        same = (heading.first, heading.last) == (first, last)
        part = whole and first == last and heading.first <= first <= heading.last and heading.confidence >= LIKELY
        if heading.page == page and (same or part):
            return heading
    lines = evidence.reading.pages[page - 1].lines[first : last + 1]
    run_in = len(lines) == 1 and _is_run_in(lines[0])
    title = lines[0].text[: lines[0].lead].strip() if run_in else join_lines([line.text for line in lines])
    number = parse(title)
    box = (min(each.x0 for each in lines), min(each.y0 for each in lines), max(each.x1 for each in lines), lines[-1].y1)
    above = any((page, nth) not in evidence.running for nth in range(first))
    return Heading(
        page, first, last, title, number.text if number else "", box, 1.0, tops_page=not above, run_in=run_in, why="pointed at"
    )


def spots(tree: Tree, report: Report, evidence: DocumentEvidence) -> dict[str, Spot]:
    """Where each section begins, as far as its start page is known and in the document."""
    found: dict[str, Spot] = {}
    for place in tree.walk():
        page = place.node.span.start
        if page is not None and 1 <= page <= len(evidence.reading.pages):
            box = heading_box(place.node, report.by_node.get(place.node.id))
            lines = lines_in(evidence.reading.pages[page - 1], box) if box is not None else []
            found[place.node.id] = (page, lines[0] if lines else -1)
    return found


def lines_in(page: Page, box: Box) -> list[int]:
    """The indices of a page's lines whose middle is in a box."""
    x0, y0, x1, y1 = box
    return [
        nth
        for nth, line in enumerate(page.lines)
        if y0 - 1 <= (line.y0 + line.y1) / 2 <= y1 + 1 and x0 - 1 <= (line.x0 + line.x1) / 2 <= x1 + 1
    ]


def section_before(tree: Tree, begins: Mapping[str, Spot], spot: Spot) -> str | None:
    """The section, in the order of the tree, behind which one that begins at `spot` belongs; `None`: before all others.

    Where the tree is out of order, the place is taken that the fewest sections speak against.
    """
    order = list(tree.placed)
    late_before, early_after = 0, sum(begins[each] <= spot for each in order if each in begins)
    best, fewest = None, early_after
    for node_id in order:
        if node_id in begins:
            early_after -= begins[node_id] <= spot
            late_before += begins[node_id] > spot
        if late_before + early_after <= fewest:
            best, fewest = node_id, late_before + early_after
    return best


def likely_level(
    tree: Tree, begins: Mapping[str, Spot], evidence: DocumentEvidence, heading: Heading, chosen: Placed | None
) -> int:
    """The level that a heading probably has, from what is most telling to what is least:

    sections with the same look and the same kind of number, the section that its number stands below, others that are counted as
    deep, others that look alike, the level of the section chosen.
    """
    known = [_Known.of(place, begins, evidence) for place in tree.walk()]
    line = evidence.reading.pages[heading.page - 1].lines[heading.first]
    number, look, size = parse(heading.title), _look(line), _size(line)
    form = number.form if number else None
    alike = [each for each in known if each.size == size]
    rules = (
        [each.level for each in alike if each.look == look and each.form == form],
        [each.level + 1 for each in known if number and each.number and _is_below(number, each.number)],
        [each.level for each in known if number and each.number and _counts_as(number) == _counts_as(each.number)],
        [each.level for each in alike if each.look == look],
        [each.level for each in alike],
        [chosen.level] if chosen else [],
    )
    return next((_usual(levels) for levels in rules if levels), 1)


class _Known(NamedTuple):
    """What a section of the tree teaches: its level, its number, and how its heading looks where it is seen."""

    level: int
    number: Number | None
    form: str | None
    look: Hashable
    size: Hashable

    @classmethod
    def of(cls, place: Placed, begins: Mapping[str, Spot], evidence: DocumentEvidence) -> _Known:
        page, nth = begins.get(place.node.id, (0, -1))
        line = evidence.reading.pages[page - 1].lines[nth] if nth >= 0 else None
        number = parse(place.node.title)
        form = number.form if number else None
        return cls(place.level, number, form, line and _look(line), line and _size(line))


def _usual(levels: Iterable[int]) -> int:
    """The level met most often, of several the deepest."""
    counts = Counter(levels)
    return max(counts, key=lambda level: (counts[level], level))


def _look(line: Line) -> Hashable:
    bold, italic = (line.lead_bold, line.lead_italic) if _is_run_in(line) else (line.bold, line.italic)
    return line.font, round(line.size * 2), bold, italic


def _size(line: Line) -> Hashable:
    return round(line.size * 2), line.lead_bold if _is_run_in(line) else line.bold


def _is_run_in(line: Line) -> bool:
    """Whether a line begins with a few words set apart from what follows in it."""
    apart = (line.lead_bold and not line.bold) or (line.lead_italic and not line.italic)
    return 0 < line.lead < len(line.text) and apart and bool(line.text[: line.lead].strip())


def _is_below(number: Number, other: Number) -> bool:
    return number.scheme == other.scheme and number.depth > 1 and number.parts[:-1] == other.parts


def _counts_as(number: Number) -> Hashable:
    return number.scheme, number.depth


def node_lines(node: Node, report: Report, evidence: DocumentEvidence) -> list[int]:
    """The lines of its start page that a section's heading is made of; none where it is not seen there."""
    box, page = heading_box(node, report.by_node.get(node.id)), node.span.start
    if box is None or page is None or not 1 <= page <= len(evidence.reading.pages):
        return []
    return lines_in(evidence.reading.pages[page - 1], box)
