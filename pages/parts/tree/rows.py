"""The tree as compact rows for the widget: what is sent on each rerun is kept small."""

from __future__ import annotations

from core.report import Report
from core.tree import Review, Tree
from pages.parts.problems import standing, worst

REVIEWS = (Review.UNREVIEWED, Review.ACCEPTED, Review.CORRECTED)

SHOWN_NOTE = 300

Row = tuple[str, int, str, str, int | None, str, int, str, bool, int | None, str]
"""Id, level, title, pages in words, start page, standing, index of the review state, remark, synthetic, percent sure, note."""


def rows(tree: Tree, report: Report) -> list[Row]:
    """A row a section, in document order. Titles are given on one line, as they are: the widget sets them as text only."""
    made: list[Row] = []
    for place in tree.walk():
        node = place.node
        found = report.by_node.get(node.id)
        findings = worst(found.findings) if found else []
        made.append(
            (
                node.id,
                place.level,
                " ".join(node.title.split()),
                str(node.span).replace("-", "–"),
                node.span.start,
                standing(found, node.review).value,
                REVIEWS.index(node.review),
                findings[0].message if findings else "",
                node.synthetic,
                None if node.confidence is None else round(100 * node.confidence),
                node.note[:SHOWN_NOTE],
            )
        )
    return made
