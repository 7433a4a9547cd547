"""Which section of one tree is which of another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import fuzz

from core.compare.order import aligned
from core.compare.titles import agreeing, normal
from core.evidence import numbering
from core.tree import Node, Tree

SHARED = 0.5
"""Share of the smaller tree's ids from which two trees may have a history in common ..."""
SAME_TITLE = 0.8
"""... and of those ids, the share with equal titles: formats that number sections give different trees equal ids."""
RENAMED = 45.0
"""Ratio (0 to 100) from which two titles on one page, with no better partner, are one section that was renamed."""
SAME_NUMBER = 50.0
"""What an equal number in front of both titles adds to that."""
MOST_LEFT_OVER = 2_000
"""Sections without a partner among which moved ones are looked for, on each side."""


@dataclass(frozen=True)
class Pairing:
    """Sections that are the same in both trees, by their ids; each has one partner at most."""

    pairs: tuple[tuple[str, str], ...]

    @cached_property
    def right_of(self) -> Mapping[str, str]:
        """The right tree's section for one of the left."""
        return dict(self.pairs)

    @cached_property
    def left_of(self) -> Mapping[str, str]:
        """The left tree's section for one of the right."""
        return {right: left for left, right in self.pairs}


def pair(left: Tree, right: Tree, *, by_id: bool | None = None) -> Pairing:
    """Pair the sections of two trees of one document.

    `by_id`: the ids tell, since the trees are versions of one; `None`: find out. Without ids, titles and pages tell: first in
    order, then what was moved, then what was renamed on its page. Raises `TooLargeToCompare`.
    """
    if by_id or (by_id is None and _share_history(left, right)):
        return Pairing(tuple((node_id, node_id) for node_id in left.placed if node_id in right.placed))
    one, other = ([place.node for place in tree.walk()] for tree in (left, right))
    pairs = [(one[i].id, other[j].id) for i, j in aligned(one, other)]
    for find in (_moved, _renamed):
        lefts, rights = ({pair[side] for pair in pairs} for side in (0, 1))
        pairs += find([node for node in one if node.id not in lefts], [node for node in other if node.id not in rights])
    order = {node.id: nth for nth, node in enumerate(one)}
    return Pairing(tuple(sorted(pairs, key=lambda pair: order[pair[0]])))


def _share_history(left: Tree, right: Tree) -> bool:
    shared = left.placed.keys() & right.placed.keys()
    if not shared or len(shared) < SHARED * min(len(left.placed), len(right.placed)):
        return False
    equal = sum(left.placed[node_id].node.title == right.placed[node_id].node.title for node_id in shared)
    return equal >= SAME_TITLE * len(shared)


def _moved(left: list[Node], right: list[Node]) -> list[tuple[str, str]]:
    """Sections with one title that the order keeps apart; those on the same page find each other first."""
    left, right = left[:MOST_LEFT_OVER], right[:MOST_LEFT_OVER]
    alike = agreeing([normal(node.title) for node in left], [normal(node.title) for node in right])
    found: list[tuple[str, str]] = []
    taken_left: set[int] = set()
    taken_right: set[int] = set()
    for same_page in (True, False):
        for i, one in enumerate(left):
            if i in taken_left:
                continue
            for j in alike[i].nonzero()[0].tolist():
                if j not in taken_right and (not same_page or one.span.start == right[j].span.start):
                    found.append((one.id, right[j].id))
                    taken_left.add(i)
                    taken_right.add(j)
                    break
    return found


def _renamed(left: list[Node], right: list[Node]) -> list[tuple[str, str]]:
    """Sections that start on one page under one number or titles somewhat alike, the most alike first."""
    by_page: dict[int, list[Node]] = {}
    for node in right:
        if node.span.start is not None:
            by_page.setdefault(node.span.start, []).append(node)
    scored = [
        (ratio, one.id, other.id)
        for one in left
        for other in by_page.get(one.span.start or 0, [])
        if (ratio := _likeness(one, other)) >= RENAMED
    ]
    found: dict[str, str] = {}
    taken: set[str] = set()
    for _, one_id, other_id in sorted(scored, key=lambda each: -each[0]):
        if one_id not in found and other_id not in taken:
            found[one_id] = other_id
            taken.add(other_id)
    return list(found.items())


def _likeness(one: Node, other: Node) -> float:
    ratio = fuzz.ratio(normal(one.title), normal(other.title))
    number, its = numbering.parse(one.title), numbering.parse(other.title)
    return ratio + (SAME_NUMBER if number is not None and its is not None and number.text == its.text else 0.0)
