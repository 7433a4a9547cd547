"""The tree under test laid on the document as a whole.

Each node takes one of its title's places, or none, so that the places come in the order of the nodes and are worth most
together: a heaviest chain, found in O(n log n) with a Fenwick tree of best sums (the method for longest increasing
subsequences). So a section named like others ("Summary" in every chapter) is told apart by its neighbours, and one doubt is
settled by the rest.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from core.verify.places import Place

STATED = 1.5
"""What a node's own page is worth: most drafts are mostly right."""


def chain(wanted: Sequence[tuple[int | None, Sequence[Place]]]) -> list[Place | None]:
    """One place for each node (given as its stated page and its title's places), or `None`.

    Places follow each other strictly, by ordinal of line; only places worth more than nothing take part.
    """
    ordinals = sorted({place.first for _, places in wanted for place in places})
    sums = [0.0] * (len(ordinals) + 1)
    tips = [-1] * (len(ordinals) + 1)
    steps: list[tuple[int, Place, int]] = []
    for node, (stated, places) in enumerate(wanted):
        fresh = []
        for place in places:
            worth = place.worth + (STATED if place.page == stated else 0.0)
            if worth <= 0:
                continue
            rank = bisect_left(ordinals, place.first)
            total, tip = 0.0, -1
            at = rank
            while at > 0:
                if sums[at] > total:
                    total, tip = sums[at], tips[at]
                at -= at & -at
            fresh.append((rank + 1, total + worth, len(steps)))
            steps.append((node, place, tip))
        for rank, total, step in fresh:
            at = rank
            while at <= len(ordinals):
                if total > sums[at]:
                    sums[at], tips[at] = total, step
                at += at & -at
    taken: list[Place | None] = [None] * len(wanted)
    total, step = 0.0, -1
    at = len(ordinals)
    while at > 0:
        if sums[at] > total:
            total, step = sums[at], tips[at]
        at -= at & -at
    while step >= 0:
        node, place, step = steps[step]
        taken[node] = place
    return taken
