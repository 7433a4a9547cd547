"""Faults that the numbering tells: a section under the wrong one, a number left out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.edit import Move
from core.evidence.numbering import Number
from core.report import Finding
from core.tree import Node, Placed
from core.verify.case import Case, finding, quoted, repair


def on_levels(case: Case) -> Iterator[Finding]:
    """Nodes whose number contradicts their place in the tree."""
    schemes = {node: scheme for node, number in case.numbers.items() if (scheme := _scheme(number))}
    numbers = {node: case.numbers[node] for node in schemes}
    earlier: defaultdict[tuple[str, tuple[int, ...]], list[Placed]] = defaultdict(list)
    for placed in case.placed:
        number = numbers.get(placed.node.id)
        if number is None:
            continue
        scheme = schemes[placed.node.id]
        above = earlier.get((scheme, number.parts[:-1]), ()) if number.depth > 1 else ()
        if above and not _stands_below(case, placed, above):
            yield _misplaced(case, placed, max(above, key=lambda each: _standing(case, each)), number, numbers)
        earlier[scheme, number.parts].append(placed)
    for siblings in (case.tree.nodes, *(placed.node.children for placed in case.placed)):
        for before, after in pairwise(siblings):
            one, two = numbers.get(before.id), numbers.get(after.id)
            if one and two and two.parts[-1] > one.parts[-1] + 1:
                yield from _skipped(before, after, one, two)


def _stands_below(case: Case, placed: Placed, above: Sequence[Placed]) -> bool:
    """Whether a node stands below one of those above, at any depth; most do right below."""
    if any(each.node.id == placed.parent for each in above):
        return True
    line = set(case.tree.ancestors(placed.node.id))
    return any(each.node.id in line for each in above)


def _standing(case: Case, placed: Placed) -> tuple[float, int]:
    """How much it looks like a heading (the item "3." of a list does less than the section), then how late it comes."""
    place = case.judged[placed.node.id].place
    heading = case.heading(place) if place else None
    return round(heading.confidence, 1) if heading else 0.0, case.order[placed.node.id]


def _scheme(number: Number) -> str:
    """What numbers must share to be compared: "d" for 2.3, "A" for A.1; empty for those that say nothing of nesting."""
    form = number.form.split()[-1]
    return form[:1] if form[:1] in ("d", "A") and not number.word else ""


def _misplaced(case: Case, placed: Placed, above: Placed, number: Number, numbers: dict[str, Number]) -> Finding:
    node = placed.node
    index = 0
    for nth, child in enumerate(above.node.children):
        theirs = numbers.get(child.id)
        if (theirs.parts < number.parts) if theirs else case.order[child.id] < case.order[node.id]:
            index = nth + 1
    printed = number.text.strip(".")
    return finding(
        "level-contradicts-number",
        f"{quoted(node.title)} is numbered {printed} but does not stand under {quoted(above.node.title)}: move it there.",
        node.id,
        confidence=0.9,
        repairs=[
            repair(
                f"Move it under {quoted(above.node.title)}",
                Move(node=node.id, parent=above.node.id, index=index),
                confidence=0.85,
            )
        ],
    )


def _skipped(before: Node, after: Node, one: Number, two: Number) -> Iterator[Finding]:
    if _scheme(one) == _scheme(two) and one.parts[:-1] == two.parts[:-1]:
        yield finding(
            "number-skipped",
            f"{quoted(before.title)} is followed by {quoted(after.title)}: what is numbered between them is missing.",
            after.id,
            confidence=0.7,
        )
