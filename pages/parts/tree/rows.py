"""The tree as compact rows for the widget: what is sent on each rerun is kept small."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from operator import eq
from typing import NamedTuple, TypedDict

from core.report import NodeReport, Report
from core.tree import Node, Placed, Review, Tree
from pages.parts.problems import standing, worst

REVIEWS = (Review.UNREVIEWED, Review.ACCEPTED, Review.CORRECTED)

SHOWN_NOTE = 300
KEPT_DOCUMENTS = 16
"""Documents whose rows are held until the next edit, which changes few of them."""

Row = tuple[str, int, str, str, int | None, str, int, str, bool, int | None, str]
"""Id, level, title, pages in words, start page, standing, index of the review state, remark, synthetic, percent sure, note."""


class Change(TypedDict):
    """How rows come of those of the version `base`: from the one at `first`, `removed` go and `rows` come in their place."""

    base: str
    first: int
    removed: int
    rows: Sequence[Row]


class _Made(NamedTuple):
    """A row, and what it was made from."""

    node: Node
    level: int
    found: NodeReport | None
    row: Row


_LATEST: OrderedDict[str, Mapping[str, _Made]] = OrderedDict()


def rows(tree: Tree, report: Report) -> list[Row]:
    """A row a section, in document order. Titles are given on one line, as they are: the widget sets them as text only."""
    before = _LATEST.get(tree.sha256, {})
    made: dict[str, _Made] = {}
    for node_id, place in tree.placed.items():
        node, found = place.node, report.by_node.get(node_id)
        known = before.get(node_id)
        if known is None or known.node is not node or known.found is not found or known.level != place.level:
            known = _Made(node, place.level, found, _row(place, found))
        made[node_id] = known
    _LATEST[tree.sha256] = made
    while len(_LATEST) > KEPT_DOCUMENTS:
        _LATEST.popitem(last=False)
    return [each.row for each in made.values()]


def change(base: str, before: Sequence[Row], after: Sequence[Row]) -> Change:
    """How the rows `after` come of those `before`, the version `base`: all that is alike at both ends is left out."""
    most = min(len(before), len(after))
    first = _alike(before[:most], after[:most])
    last = _alike(before[::-1][: most - first], after[::-1][: most - first])
    return {"base": base, "first": first, "removed": len(before) - first - last, "rows": after[first : len(after) - last]}


def _alike(one: Sequence[Row], other: Sequence[Row]) -> int:
    """How many of two lists of one length are equal from the start on."""
    return next((nth for nth, same in enumerate(map(eq, one, other)) if not same), len(one))


def _row(place: Placed, found: NodeReport | None) -> Row:
    node = place.node
    findings = worst(found.findings) if found else []
    return (
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
