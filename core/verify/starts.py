"""Does each section start where the tree says? The places of all titles, laid in order, decide."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from core.report import Status
from core.tree import Node, Tree
from core.verify.align import STATED, chain
from core.verify.index import Index
from core.verify.places import Place, places_of
from core.verify.worth import How

ENOUGH = 0.0
"""Worth from which a place on the stated page passes beside another in better order."""
WEAK = -5.0
"""Worth from which the stated page's place passes if the document has no better one."""
SURE = 0.0
"""Worth from which another place is suggested."""
LISTED = 4
"""Titles that stand line by line on one page, and start on later ones, from which the page is a list of sections."""
CLOSE = 2
"""Lines by which neighbours in such a list are apart."""

MANY = 60
"""Places of a title that may be any node's, the worthiest first; of more, a node has besides those on its stated page ..."""
AROUND = 8
"""... and so many on either side of it."""


class Why(StrEnum):
    """What decided."""

    SYNTHETIC = "synthetic"
    FOUND = "found"
    OUT_OF_ORDER = "found, out of order"
    WEAKLY = "found, with nothing better elsewhere"
    TWICE = "found, and claimed by another node"
    ELSEWHERE = "found elsewhere"
    NOWHERE = "not found"


class Judged(NamedTuple):
    """What is said of one node's start. `place` is where its heading stands as far as the pages tell, if they do."""

    node_id: str
    status: Status
    place: Place | None
    why: Why


def judge(tree: Tree, index: Index) -> dict[str, Judged]:
    """Each node's status by its id, in document order. A tree that asks what was asked before is told the same."""
    nodes = [placed.node for placed in tree.walk()]
    asked = [(node.id, node.title, node.span.start, node.synthetic or tree.flat) for node in nodes]
    for known, said in tuple(index.judged):
        if known == asked:
            answer: dict[str, Judged] = said
            return answer
    answer = _judge(nodes, [free for *_, free in asked], index)
    index.judged.appendleft((asked, answer))
    return answer


def _judge(nodes: list[Node], exempt: list[bool], index: Index) -> dict[str, Judged]:
    known = iter(places_of(index, [node.title for node, free in zip(nodes, exempt, strict=True) if not free]))
    options = _at_hand(nodes, [[] if free else next(known) for free in exempt])
    taken = chain([(node.span.start, known) for node, known in zip(nodes, options, strict=True)])
    used = {place.first for place in taken if place}
    return {
        node.id: Judged(node.id, Status.OK, None, Why.SYNTHETIC) if free else _judged(node, known, place, used)
        for node, free, known, place in zip(nodes, exempt, options, taken, strict=True)
    }


def _judged(node: Node, options: list[Place], place: Place | None, used: set[int]) -> Judged:
    if place is not None and place.page == node.span.start:
        return Judged(node.id, Status.OK, place, Why.FOUND)
    there = sorted((p for p in options if p.page == node.span.start), key=lambda p: -p.worth)
    here = next((p for p in there if p.first not in used), None)
    if here and here.worth >= ENOUGH and (place is None or here.worth + STATED >= place.worth):
        return Judged(node.id, Status.OK, here, Why.OUT_OF_ORDER)
    if place is not None and place.worth >= SURE:
        return Judged(node.id, Status.SUSPECT if node.span.start is None else Status.FAILED, place, Why.ELSEWHERE)
    if there and there[0].worth >= ENOUGH:
        return Judged(node.id, Status.OK, there[0], Why.TWICE)
    if here and here.how is not How.ENTRY and here.worth >= max(WEAK, *(p.worth for p in options)):
        return Judged(node.id, Status.OK, here, Why.WEAKLY)
    return Judged(node.id, Status.FAILED, None, Why.NOWHERE)


def _at_hand(nodes: Sequence[Node], options: Sequence[list[Place]]) -> list[list[Place]]:
    """Of each title's places those that its node may take: no list's, and of many the worthiest and those about its page.

    So a hundred sections of one title ("Exercises") cost no more than as many of a hundred titles.
    """
    lists = _lists(options)
    distinct = {id(known): known for known in options}
    open_to = {of: [place for place in known if place.first not in lists] for of, known in distinct.items()}
    best = {of: sorted(known, key=lambda place: (-place.worth, place.first))[:MANY] for of, known in open_to.items()}
    return [_about(node.span.start, open_to[id(known)], best[id(known)]) for node, known in zip(nodes, options, strict=True)]


def _about(page: int | None, places: list[Place], best: list[Place]) -> list[Place]:
    if len(places) <= MANY or page is None:
        return places if len(places) <= MANY else sorted(best, key=lambda place: place.first)
    low = bisect_left(places, page, key=lambda place: place.page)
    high = bisect_right(places, page, key=lambda place: place.page)
    return sorted({*best, *places[max(low - AROUND, 0) : high + AROUND]}, key=lambda place: place.first)


def _lists(options: Sequence[list[Place]]) -> set[int]:
    """The first lines of places in a list of sections (an outline slide, bare contents), told by the tree's own titles."""
    on_page: dict[int, dict[int, int]] = {}
    wanting = Counter(map(id, options))
    alike = {id(known): tuple(known) for known in options}
    seen: Counter[tuple[Place, ...]] = Counter()
    for of, places in alike.items():
        seen[places] += wanting[of]
    alone = {of for of, places in alike.items() if seen[places] == 1}
    for nth, known in enumerate(options):
        for place in _begun_later(known) if id(known) in alone else ():
            on_page.setdefault(place.page, {})[place.first] = nth
    lists: set[int] = set()
    for placed in on_page.values():
        run: list[int] = []
        for first in [*sorted(placed), -1]:
            if run and not 0 <= first - run[-1] <= CLOSE:
                named = list(dict.fromkeys(placed[each] for each in run))
                if len(named) >= LISTED and named == sorted(named):
                    lists.update(run)
                run = []
            run.append(first)
    return lists


def _begun_later(places: list[Place]) -> Iterator[Place]:
    """The places of a title, each in lines of its own, that have a running header or as good a place on a later page."""
    later, here, page = float("-inf"), float("-inf"), 0
    for place in reversed(places):
        if place.page != page:
            later, here, page = max(later, here), float("-inf"), place.page
        if place.how is How.ALONE and later >= place.worth - 1:
            yield place
        here = max(here, float("inf") if place.how is How.RUNNING else place.worth)
