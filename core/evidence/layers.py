"""Levels for kinds of headings out of pairwise votes: which kind lies above which, and by how many levels.

Votes come from numbering, indentation, size and weight, and they contradict each other. The levels chosen are those of
least violation, found by local search: one kind at a time is moved to its best level, then whole layers are moved or one
kind is given a layer of its own between two, until nothing gains. There are few kinds (under thirty), so this takes a few
milliseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

DEEPEST = 10
"""Levels that are told apart; deeper headings share the last."""
ROUNDS = 12


class Vote(NamedTuple):
    """`below` lies `by` levels under `above` (0: on the same level); or, if `by` is `None`, anywhere under it.

    A vote for one level is broken once, however far apart the two come to lie.
    """

    above: int
    below: int
    by: int | None
    weight: float


def layered(count: int, votes: Sequence[Vote], start: Sequence[int]) -> list[int]:
    """A level from 1, without gaps, for each of `count` kinds; `start` is a first guess."""
    if not count:
        return []
    of: list[list[Vote]] = [[] for _ in range(count)]
    for vote in votes:
        if vote.above != vote.below:
            of[vote.above].append(vote)
            of[vote.below].append(vote)
    levels = [min(max(level, 1), DEEPEST) for level in start]
    cost = _cost(votes, levels)
    for _ in range(ROUNDS):
        for kind in range(count):
            options = []
            for level in range(1, DEEPEST + 1):
                levels_try = [*levels[:kind], level, *levels[kind + 1 :]]
                options.append((_cost(of[kind], levels_try), abs(level - levels[kind]), level))
            levels[kind] = min(options)[2]
        levels = min([*_reshaped(levels), *_inserted(levels)], key=lambda each: _cost(votes, each))
        after = _cost(votes, levels)
        if after >= cost - 1e-9:
            break
        cost = after
    present = sorted(set(levels))
    return [present.index(level) + 1 for level in levels]


def _cost(votes: Sequence[Vote], levels: Sequence[int]) -> float:
    total = 0.0
    for above, below, by, weight in votes:
        gap = levels[below] - levels[above]
        if by is None:
            total += weight * (1 - gap) if gap < 1 else 0.0
        elif gap != by:
            total += weight * (abs(gap - by) if by else 1)
    return total


def _reshaped(levels: list[int]) -> list[list[int]]:
    """The levels themselves, and with all from some layer on moved down or up by one."""
    shapes = [levels]
    for layer in sorted(set(levels)):
        shapes.append([level + (level >= layer) for level in levels])
        shapes.append([max(level - (level >= layer), 1) for level in levels])
    return [shape for shape in shapes if max(shape) <= DEEPEST]


def _inserted(levels: list[int]) -> list[list[int]]:
    """The levels with one kind put in a layer of its own, those from there on moved down by one."""
    deepest = max(levels)
    if deepest >= DEEPEST:
        return []
    return [
        [layer if nth == kind else level + (level >= layer) for nth, level in enumerate(levels)]
        for kind in range(len(levels))
        for layer in range(1, deepest + 2)
    ]
