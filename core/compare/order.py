"""Two lists laid on each other in order, and what must have moved when an order changed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

import numpy as np

from core.compare.titles import agreeing, normal
from core.errors import TooLargeToCompare
from core.tree import Node, Tree

MOST_CELLS = 40_000_000
"""Pairs of sections that are weighed against each other: two trees of 6,300 sections; some 120 MB for a second or two."""

Pair = tuple[int, int]


def aligned(left: Sequence[Node], right: Sequence[Node], *, same_page: bool = False) -> list[Pair]:
    """Most pairs of sections whose titles agree, one to one and in order, as indices; of equally many, most on equal pages.

    With `same_page`, sections are paired only where they start on the same page. A longest common subsequence, with a table row
    by row (Needleman and Wunsch 1970). Raises `TooLargeToCompare`.
    """
    first = _equal_beginning(left, right)
    head = [(nth, nth) for nth in range(first)]
    left, right = left[first:], right[first:]
    if len(left) * len(right) > MOST_CELLS:
        raise TooLargeToCompare(len(left), len(right))
    return head + [(first + i, first + j) for i, j in _longest(left, right, same_page)]


def _equal_beginning(left: Sequence[Node], right: Sequence[Node]) -> int:
    """How many sections the lists begin with in common. They belong together in some best alignment, so it need not be sought."""
    for nth, (one, other) in enumerate(zip(left, right, strict=False)):
        if one.span.start != other.span.start or one.title != other.title or not one.title.strip():
            return nth
    return min(len(left), len(right))


def _longest(left: Sequence[Node], right: Sequence[Node], same_page: bool) -> list[Pair]:
    one, other = ([normal(node.title) for node in nodes] for nodes in (left, right))
    rows, columns = list(dict.fromkeys(one)), list(dict.fromkeys(other))
    row_of = {title: nth for nth, title in enumerate(rows)}
    column_of = {title: nth for nth, title in enumerate(columns)}
    alike = agreeing(rows, columns)[:, [column_of[title] for title in other]]
    pages = np.array([node.span.start or 0 for node in right], dtype=np.int64)
    pair = min(len(left), len(right)) + 1  # one pair more counts for more than all equal pages together
    below = np.zeros(len(right) + 1, dtype=np.int64)
    take = np.zeros((len(left), len(right)), dtype=np.bool_)
    skip = np.zeros((len(left), len(right)), dtype=np.bool_)
    for i in range(len(left) - 1, -1, -1):
        equal = pages == (left[i].span.start or 0)
        match = alike[row_of[one[i]]]
        if same_page:
            match = match & equal
        taken = np.where(match, below[1:] + pair + equal, 0)
        row = np.zeros_like(below)
        row[:-1] = np.maximum.accumulate(np.maximum(below[:-1], taken)[::-1])[::-1]
        take[i] = match & (row[:-1] == taken)
        skip[i] = below[:-1] >= row[1:]
        below = row
    pairs: list[Pair] = []
    i = j = 0
    while i < len(left) and j < len(right):
        if take[i, j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif skip[i, j]:
            i += 1
        else:
            j += 1
    return pairs


def moved(before: Tree, after: Tree, came_from: Mapping[str, str]) -> set[str]:
    """Sections of `after` that changed places among siblings they had before: as few as explain the new order.

    `came_from` tells, for sections of `after`, which of `before` they are.
    """
    found: set[str] = set()
    for parent in [None, *(place.node.id for place in after.walk() if place.node.children)]:
        if parent is not None and parent not in came_from:
            continue
        old = {node.id: nth for nth, node in enumerate(before.siblings(None if parent is None else came_from[parent]))}
        common = [node.id for node in after.siblings(parent) if came_from.get(node.id) in old]
        rise = longest_rise([old[came_from[node_id]] for node_id in common])
        found |= set(common) - {common[nth] for nth in rise}
    return found


def longest_rise(numbers: Sequence[int]) -> list[int]:
    """Indices of a longest increasing subsequence (patience sorting)."""
    tops: list[int] = []
    at: list[int] = []
    back: list[int] = []
    for nth, number in enumerate(numbers):
        pile = bisect_left(tops, number)
        back.append(at[pile - 1] if pile else -1)
        tops[pile : pile + 1], at[pile : pile + 1] = [number], [nth]
    rise, nth = [], at[-1] if at else -1
    while nth >= 0:
        rise.append(nth)
        nth = back[nth]
    return rise[::-1]
