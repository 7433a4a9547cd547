"""Faults that many nodes share: pages off by one number over part of the tree."""

from __future__ import annotations

from collections.abc import Iterator

from core.edit import SetStart, Shift
from core.report import Finding, Repair
from core.verify.case import Case, finding, repair

LEAST = 3
"""Neighbouring nodes off by the same number of pages, from which it is one fault."""
SHARE = 0.7
"""Share of the nodes whose start is known, from the first of them to the last, that must be off alike."""
SLACK = 5
"""Nodes that may be off otherwise before a stretch is given up."""


def on_shifts(case: Case) -> Iterator[Finding]:
    """One finding for each stretch of the tree that is off by one number of pages."""
    offsets: list[tuple[str, int]] = []
    for placed in case.placed:
        place, start = case.judged[placed.node.id].place, placed.node.span.start
        if place is not None and start is not None:
            offsets.append((placed.node.id, place.page - start))
    for by, low, high in _stretches([offset for _, offset in offsets]):
        nodes = tuple(node for node, offset in offsets[low:high] if offset == by)
        many, way = abs(by), "early" if by > 0 else "late"
        pages = f"{many} page{'s' if many > 1 else ''}"
        confidence = round(len(nodes) / (high - low) * 0.95, 3)
        yield finding(
            "pages-shifted",
            f"{len(nodes)} sections are {pages} too {way}, as when printed page numbers are taken for pages: shift them.",
            confidence=confidence,
            seen=[case.seen(place) for node in nodes[:3] if (place := case.judged[node].place)],
            repairs=[_shift(case, nodes, by, confidence)],
        )


def _shift(case: Case, nodes: tuple[str, ...], by: int, confidence: float) -> Repair:
    """The shift, and then each heading's place on its page, from which end pages follow more closely."""
    places = [(node, case.judged[node].place) for node in nodes]
    starts = [SetStart(node=node, page=place.page, anchor=case.anchor(place)) for node, place in places if place]
    return repair(f"Shift {len(nodes)} sections by {by:+d}", Shift(nodes=nodes, by=by), *starts, confidence=confidence)


def _stretches(offsets: list[int]) -> list[tuple[int, int, int]]:
    """(offset, first, past the last) of stretches in which one offset other than 0 prevails; they do not overlap."""
    found: list[tuple[int, int, int]] = []
    at = 0
    while at < len(offsets):
        by = offsets[at]
        best = at
        hits = 0
        if by:
            for end in range(at, len(offsets)):
                hits += offsets[end] == by
                if hits < SHARE * (end + 1 - at) - SLACK:
                    break
                if offsets[end] == by and hits >= LEAST and hits >= SHARE * (end + 1 - at):
                    best = end + 1
        if best > at:
            found.append((by, at, best))
            at = best
        else:
            at += 1
    return found
