"""Where the chosen section starts and ends on a page, as lines across the column that it starts or ends in."""

from __future__ import annotations

from typing import NamedTuple

from core.evidence.columns import columns
from core.evidence.model import DocumentEvidence
from core.evidence.table import tabulate
from core.pdf.reading import Page, Reading
from core.report import Report
from core.tree import Box, Node, Tree
from pages.parts.viewer.boxes import heading_box

ABOVE = 4.0
"""Points between a heading and the line above it."""
BELOW = 6.0
"""Points between the last line of text and the line of a section that ends below it."""
MARGIN = 9.0
"""Points that such a line keeps from the page's border."""
PAD = 3.0
"""Points by which it reaches over the column on both sides."""


class Edge(NamedTuple):
    """A line over a page: "start" or "end", its height, its left and right end, and the section's name. Points."""

    kind: str
    y: float
    x0: float
    x1: float
    title: str


class _Column(NamedTuple):
    left: float
    right: float
    bottom: float


def edges(node: Node, page: int, tree: Tree, report: Report, evidence: DocumentEvidence) -> list[Edge]:
    """The edges of a section that stand on a page. A start is drawn where the heading is seen, an end always."""
    starts, ends = node.span.start == page, node.span.end == page
    if not starts and not ends:
        return []
    read = evidence.reading.pages[page - 1]
    drawn: list[Edge] = []
    if starts and (box := heading_box(node, report.by_node.get(node.id))) is not None:
        drawn.append(_above("start", box, read, evidence, node.title))
    if ends:
        later = _next_on(node, page, tree, report)
        if later is not None and (box := heading_box(later, report.by_node.get(later.id))) is not None:
            drawn.append(_above("end", box, read, evidence, node.title))
        else:
            column = _column(read, evidence, None)
            y = min(column.bottom + BELOW, read.height - MARGIN)
            drawn.append(Edge("end", y, column.left - PAD, column.right + PAD, node.title))
    return drawn


def _above(kind: str, box: Box, page: Page, evidence: DocumentEvidence, title: str) -> Edge:
    column = _column(page, evidence, box)
    left, right = min(column.left, box[0]), max(column.right, box[2])
    return Edge(kind, max(box[1] - ABOVE, 0.0), left - PAD, right + PAD, title)


def _next_on(node: Node, page: int, tree: Tree, report: Report) -> Node | None:
    """The first section on a page that comes after one and all below it."""
    inside = {node.id, *(each.id for each in descendants(node))}
    order = list(tree.placed)
    later = (tree.placed[each].node for each in order[order.index(node.id) + len(inside) :])
    return next((each for each in later if each.span.start == page), None)


def descendants(node: Node) -> list[Node]:
    """Every node below this one, in document order."""
    return [each for child in node.children for each in (child, *descendants(child))]


def _column(page: Page, evidence: DocumentEvidence, box: Box | None) -> _Column:
    """The column of text that a box stands in; without one, the last column that has text."""
    kept = [line for nth, line in enumerate(page.lines) if (page.number, nth) not in evidence.running and line.upright]
    if not kept:
        return _Column(page.width * 0.05, page.width * 0.95, page.height)
    table = tabulate(Reading("", "", (page._replace(number=1, lines=tuple(kept)),)))
    found = columns(table)
    at = max(range(len(kept)), key=lambda nth: int(found.which[nth]))
    if box is not None:
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        at = min(
            range(len(kept)),
            key=lambda nth: (
                abs((kept[nth].x0 + kept[nth].x1) / 2 - middle[0]) + 2 * abs((kept[nth].y0 + kept[nth].y1) / 2 - middle[1])
            ),
        )
    same = [nth for nth in range(len(kept)) if found.which[nth] == found.which[at]]
    return _Column(float(found.left[at]), float(found.right[at]), max(kept[nth].y1 for nth in same))
