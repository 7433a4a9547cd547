"""Nodes that should not be there: duplicates, captions, running headers, rows of tables."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.edit import Delete
from core.evidence.titles import is_caption
from core.report import Finding
from core.tree import Node
from core.verify.case import Case, finding, quoted, repair
from core.verify.match import take_apart
from core.verify.places import places
from core.verify.starts import Why
from core.verify.worth import How

CAPTION_NUMBER = re.compile(r"\w+\.?\s*[A-Z]?\d")
"""A word and a number, as captions begin ("Figure 3", "Tab. A1"), unlike "figure.title"."""
HEADING_ALL_THE_SAME = 0.6
"""Confidence of layout from which even "Table of symbols" or "Figure 3" is taken for a section."""


def on_doubles(case: Case) -> Iterator[Finding]:
    """Findings on nodes to be deleted."""
    first: dict[tuple[str, int | None], Node] = {}
    for placed in case.placed:
        node = placed.node
        same = first.setdefault((take_apart(node.title).bare, node.span.start), node)
        if same is not node and case.judged[node.id].why in (Why.TWICE, Why.NOWHERE):
            yield finding(
                "duplicate",
                f"{quoted(node.title)} stands twice in the tree for one place on page {node.span.start}: delete the second.",
                node.id,
                confidence=0.9,
                repairs=[repair("Delete the duplicate", Delete(node=node.id), confidence=0.9)],
            )
        elif not node.synthetic and not case.tree.flat:
            yield from _no_section(case, node)


def _no_section(case: Case, node: Node) -> Iterator[Finding]:
    place = case.judged[node.id].place
    heading = case.heading(place) if place else None
    if heading is not None and heading.confidence >= HEADING_ALL_THE_SAME:
        return
    known = places(case.index, node.title)
    what = ""
    if is_caption(node.title) and CAPTION_NUMBER.match(node.title) and known and not node.children:
        what = "the caption of a figure or table"
    elif (
        known
        and all(place.how is How.RUNNING for place in known)
        and len({place.page for place in known}) > 2
        and _runs_before(case, node)
    ):
        what = "a running header"
    elif place is not None and place.in_table and not node.children:
        what = "the row of a table"
    if what:
        yield finding(
            "not-a-section",
            f"{quoted(node.title)} looks like {what}, not like a section: delete it, or accept it.",
            node.id,
            confidence=0.6,
            seen=[case.seen(place)] if place else (),
            repairs=[repair("Delete it", Delete(node=node.id), confidence=0.6)],
        )


def _runs_before(case: Case, node: Node) -> bool:
    return any(place.page == (node.span.start or 0) - 1 for place in places(case.index, node.title))
