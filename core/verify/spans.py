"""Faults of spans: ends, nesting, order, overlap and gaps. They change no status.

A node whose start is itself in doubt is left out of the comparisons: its own finding says what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from core.edit import Add, Edit, Move, SetEnd
from core.report import Finding, Repair
from core.tree import Evidence as NodeEvidence
from core.tree import Node, Placed, Source, Span, node_id
from core.verify.case import Case, finding, quoted, repair

FRONT_MATTER = "Front matter"


def on_spans(case: Case) -> Iterator[Finding]:
    """All findings on spans, node by node; those on the whole tree last."""
    previous: Placed | None = None
    for placed in case.placed:
        node = placed.node
        yield from _own_span(case, node)
        if node.children:
            yield from _around_children(case, placed)
        if previous is not None and case.sound(node) and case.sound(previous.node):
            yield from _order(case, previous, placed)
        if case.sound(node):
            previous = placed
    for siblings in (case.tree.nodes, *(placed.node.children for placed in case.placed)):
        for before, after in pairwise(siblings):
            yield from _overlap(case, before, after)
    yield from _gaps(case)


def _end(case: Case, node: Node) -> Edit | None:
    end = case.ends[node.id]
    return None if end is None or end == node.span.end else SetEnd(node=node.id, page=end)


def _own_span(case: Case, node: Node) -> Iterator[Finding]:
    start, end = node.span.start, node.span.end
    if start is None or not 1 <= start <= case.tree.pages:
        return
    edit = _end(case, node)
    label = f"End on page {case.ends[node.id]}"
    repairs = [repair(label, edit, confidence=0.9 if case.sound(node) else 0.5)] if edit else []
    if end is None:
        message = f"The end of {quoted(node.title)} is not known: let it follow from the sections after it."
        yield finding("end-unknown", message, node.id, repairs=repairs)
    elif end > case.tree.pages or end < 1:
        message = f"{quoted(node.title)} ends on page {end}, but the document has {case.tree.pages} pages: correct its end."
        yield finding("end-out-of-range", message, node.id, repairs=repairs)
    elif end < start:
        message = f"{quoted(node.title)} ends on page {end}, before it starts on page {start}: correct its end."
        yield finding("end-before-start", message, node.id, repairs=repairs if case.sound(node) else ())


def _around_children(case: Case, placed: Placed) -> Iterator[Finding]:
    node = placed.node
    start, end = node.span.start, node.span.end
    if start is None or end is None or not case.sound(node) or end < start:
        return
    for child in node.children:
        if case.sound(child) and (child.span.start or 0) < start:
            yield _before_parent(case, placed, child)
    for child in node.children:
        last = child.span.end
        if case.sound(child) and last is not None and end < last <= case.tree.pages and (case.ends[child.id] or last) <= end:
            yield _after_parent(
                case, child, f"{quoted(child.title)} ends on page {last}, after {quoted(node.title)} on page {end}"
            )
    pages = [page for child in node.children if case.sound(child) for page in (child.span.start, child.span.end) if page]
    reach = max((page for page in pages if page <= min(case.ends[node.id] or end, case.tree.pages)), default=end)
    if reach > end:
        below = f"sections below it go on to page {reach}"
        yield _after_parent(case, node, f"{quoted(node.title)} ends on page {end}, but {below}")


def _after_parent(case: Case, node: Node, message: str) -> Finding:
    end = case.ends[node.id]
    edits = [repair(f"End on page {end}", SetEnd(node=node.id, page=end), confidence=0.9)]
    return finding("ends-after-parent", f"{message}: let it end on page {end}.", node.id, repairs=edits)


def _before_parent(case: Case, parent: Placed, child: Node) -> Finding:
    message = (
        f"{quoted(child.title)} starts on page {child.span.start}, before {quoted(parent.node.title)}, which it is part of, "
        f"on page {parent.node.span.start}: move it, or correct the outer section's start."
    )
    above = case.tree.siblings(parent.parent)[parent.index - 1] if parent.index else None
    repairs = []
    first = parent.node.children[0].id == child.id
    if first and above is not None and case.sound(above) and (above.span.start or 0) <= (child.span.start or 0):
        edit = Move(node=child.id, parent=above.id, index=len(above.children))
        repairs = [repair(f"Move it below {quoted(above.title)}", edit, confidence=0.6)]
    return finding("starts-before-parent", message, child.id, confidence=0.8, repairs=repairs)


def _order(case: Case, previous: Placed, placed: Placed) -> Iterator[Finding]:
    node = placed.node
    start, other = node.span.start or 0, previous.node.span.start or 0
    if start < other and placed.parent != previous.node.id:
        move = _back(case, placed)
        yield finding(
            "out-of-order",
            f"{quoted(node.title)} starts on page {start}, before {quoted(previous.node.title)} (page {other}), which precedes "
            "it in the tree. Plates and notes may be listed so; if not, move it.",
            node.id,
            confidence=0.6,
            repairs=[move] if move else (),
        )


def _back(case: Case, placed: Placed) -> Repair | None:
    """The move of a node before the siblings that start after it; trusted where the numbering says the same."""
    siblings = case.tree.siblings(placed.parent)[: placed.index]
    later = [
        nth for nth, each in enumerate(siblings) if case.sound(each) and (each.span.start or 0) > (placed.node.span.start or 0)
    ]
    if not later:
        return None
    number, theirs = case.numbers.get(placed.node.id), case.numbers.get(siblings[later[0]].id)
    agrees = number is not None and theirs is not None and number.scheme == theirs.scheme and number.parts < theirs.parts
    edit = Move(node=placed.node.id, parent=placed.parent, index=later[0])
    return repair(f"Move it before {quoted(siblings[later[0]].title)}", edit, confidence=0.9 if agrees else 0.4)


def _overlap(case: Case, before: Node, after: Node) -> Iterator[Finding]:
    end, start = before.span.end, after.span.start
    if end is None or start is None or not (case.sound(before) and case.sound(after)):
        return
    if end > start >= (before.span.start or 0) and end <= case.tree.pages:
        edit = _end(case, before)
        yield finding(
            "overlap",
            f"{quoted(before.title)} goes on to page {end}, past the start of {quoted(after.title)} on page {start}.",
            before.id,
            confidence=0.8,
            repairs=[repair(f"End on page {case.ends[before.id]}", edit, confidence=0.9)] if edit else (),
        )


def _gaps(case: Case) -> Iterator[Finding]:
    """Pages with text that no section covers. Where starts are in doubt, so are the gaps beside them."""
    known = [
        (start, end, placed.node)
        for placed in case.placed
        if (start := placed.node.span.start) and (end := placed.node.span.end) and case.sound(placed.node) and end >= start
    ]
    if not known:
        return
    doubtful = len(known) < len(case.placed)
    covered = {page for start, end, _ in known for page in range(start, min(end, case.tree.pages) + 1)}
    first = min(covered)
    bare = [page for page in range(1, case.tree.pages + 1) if page not in covered and case.has_text(page)]
    if bare and bare[0] < first and not doubtful:
        yield _front(case, bare[0], first)
    for low, high in _runs([page for page in bare if page > first]):
        before = max((entry for entry in known if entry[1] < low), key=lambda entry: (entry[1], case.order[entry[2].id]))[2]
        yield _gap(case, before, low, high, 0.4 if doubtful else 0.9)


def _gap(case: Case, before: Node, low: int, high: int, confidence: float) -> Finding:
    shown = f"page {low}" if low == high else f"pages {low} to {high}"
    outer = [case.tree.find(each).node for each in case.tree.ancestors(before.id)]
    short = [node for node in (before, *outer) if node.span.end is not None and node.span.end < high]
    edits = [SetEnd(node=node.id, page=high) for node in short]
    return finding(
        "gap",
        f"No section covers {shown}, after {quoted(before.title)}: let it reach as far, or add what is missing.",
        before.id,
        confidence=confidence,
        repairs=[repair(f"Let it end on page {high}", *edits, confidence=confidence)],
    )


def _front(case: Case, low: int, first: int) -> Finding:
    where = NodeEvidence(source=Source.PAGES, page=low)
    end = first - 1
    new = Node(
        id=node_id(case.tree.sha256, FRONT_MATTER, low, 0),
        title=FRONT_MATTER,
        span=Span(start=low, end=end),
        evidence=(where,),
        synthetic=True,
    )
    shown = f"Page {low} stands" if low == end else f"Pages {low} to {end} stand"
    fresh = new.id not in case.tree.placed
    edit = Add(node=new, parent=None, index=0)
    return finding(
        "uncovered-front",
        f"{shown} before the first section: add a section for the front matter.",
        repairs=[repair("Add front matter", edit, confidence=0.7)] if fresh else (),
    )


def _runs(pages: list[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for page in pages:
        if runs and runs[-1][1] == page - 1:
            runs[-1] = (runs[-1][0], page)
        else:
            runs.append((page, page))
    return runs
