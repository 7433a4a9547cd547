"""End pages that follow from what comes next.

A section ends where the next section that is not below it starts: on that page if it starts in the page's middle, on the page
before if it starts at the page's top. Where the place on the page is not known, the shared page counts for both. The last
section ends with the document. A parent covers its children.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import NamedTuple

from core.tree import Node, Span, Tree

HABIT = 0.25
HABIT_AT_LEAST = 2
"""Share and number of a tree's borders between sections that make a distance of one page its habit. One wrong start displaces one
border, so it makes none. Of two trees published with PageIndex one has it at 14 of 24 borders, the other at none of 10."""


KEPT_ENDS = 8


class _End(NamedTuple):
    """A derived end page, and whether the next section brought it about (or else the document's end)."""

    page: int | None
    by_next: bool = False


_LATEST: deque[tuple[object, dict[str, _End]]] = deque(maxlen=KEPT_ENDS)
"""What was derived last, and from what. An edit asks for the ends before and after it, verification for the latter again."""


def derived_ends(tree: Tree) -> dict[str, int | None]:
    """The end page of each node that follows from the starts after it; `None` where its own start is not known.

    A start that lies before the node's own (a tree out of order), beyond the document or nowhere ends nothing.
    """
    return {node_id: end.page for node_id, end in _ends(tree).items()}


def _ends(tree: Tree) -> dict[str, _End]:
    asked = (tree.pages, [(place.node.id, place.level, place.node.span.start, place.node.anchor) for place in tree.walk()])
    for known, ends in tuple(_LATEST):
        if known == asked:
            return ends
    ends = _derived(tree)
    _LATEST.appendleft((asked, ends))
    return ends


def _derived(tree: Tree) -> dict[str, _End]:
    nodes = [place.node for place in tree.walk()]
    after = _after_subtree(tree)
    successors = _Successors(nodes, tree.pages)
    ends: dict[str, _End] = {}
    for nth in range(len(nodes) - 1, -1, -1):
        node = nodes[nth]
        start = node.span.start
        own = _End(None) if start is None else _end(start, successors.next_from(after[nth], start), tree.pages)
        below = [end for child in node.children if (end := ends[child.id]).page is not None]
        ends[node.id] = own if own.page is None else max([own, *below], key=lambda end: end.page or 0)
        successors.admit(nth)
    return ends


def follow(before: Tree, after: Tree, *, all_ends: bool = False) -> Tree:
    """`after`, with the ends that were as derived in `before` derived anew; others stay, as do all that a person set.

    An end a page beside the derived one follows at that distance, where that is the tree's habit: those made elsewhere may end a
    section on the page before its successor, wherever on its page that starts. An end that a moved start has left behind follows
    as well: nobody meant it. With `all_ends`, every end is as derived, and none counts as set by a person any more.
    """
    old, new = _ends(before), _ends(after)
    habits = _habits(before, old)

    def change(node: Node) -> Node:
        was, (end, by_next) = before.placed.get(node.id), new[node.id]
        if not all_ends:
            if was is not None and was.node.span is node.span and old[node.id] == new[node.id]:
                return node  # nothing has moved here
            outrun = _outrun(node) and not (was is not None and _outrun(was.node))
            distance = 0 if was is None or outrun else _distance(was.node.span.end, old[node.id].page)
            if node.end_by_hand or distance not in habits or (distance and new[node.id] == old[node.id]):
                return node
            if end is not None and node.span.start is not None and by_next:
                end = min(max(end + distance, node.span.start), after.pages)
        if node.span.end == end and not node.end_by_hand:
            return node
        return node.with_(span=Span(start=node.span.start, end=end), end_by_hand=False)

    return after.map(change)


def _outrun(node: Node) -> bool:
    """Whether the node starts after its end."""
    return node.span.start is not None and node.span.end is not None and node.span.end < node.span.start


def _distance(end: int | None, derived: int | None) -> int | None:
    """Pages from the derived end to the one that stands, `None` where only one of them is known."""
    if end == derived:
        return 0
    return None if end is None or derived is None else end - derived


def _habits(tree: Tree, ends: dict[str, _End]) -> set[int]:
    """The distances from derived ends that are this tree's way of counting. A border that several sections share counts once."""
    borders = {(page, _distance(tree.find(node_id).node.span.end, page)) for node_id, (page, by_next) in ends.items() if by_next}
    counts = Counter(distance for _, distance in borders)
    return {0, *(each for each in (-1, 1) if counts[each] >= max(HABIT * len(borders), HABIT_AT_LEAST))}


class _Successors:
    """Nodes seen so far, from the last one backwards: which is the first, from a place on, to start at a page or after it?

    From each node a pointer leads to the next one with a greater start: a tree out of order costs no more than one in order.
    """

    def __init__(self, nodes: list[Node], pages: int) -> None:
        self._nodes = nodes
        self._pages = pages
        self._first: list[int | None] = [None] * (len(nodes) + 1)
        self._greater: list[int | None] = [None] * len(nodes)

    def admit(self, nth: int) -> None:
        """Takes in the node at `nth`; those after it were taken in before."""
        start = self._nodes[nth].span.start
        if start is None or not 1 <= start <= self._pages:
            self._first[nth] = self._first[nth + 1]
            return
        self._first[nth] = nth
        self._greater[nth] = self._seek(self._first[nth + 1], start + 1)

    def next_from(self, nth: int, start: int) -> Node | None:
        """The first node from `nth` on that starts on page `start` or later."""
        found = self._seek(self._first[nth], start)
        return None if found is None else self._nodes[found]

    def _seek(self, nth: int | None, start: int) -> int | None:
        while nth is not None and (self._nodes[nth].span.start or 0) < start:
            nth = self._greater[nth]
        return nth


def _after_subtree(tree: Tree) -> list[int]:
    """For each node in document order, the position of the first that is not below it."""
    levels = [place.level for place in tree.walk()]
    after = [len(levels)] * len(levels)
    open_nodes: list[int] = []
    for nth, level in enumerate(levels):
        while open_nodes and levels[open_nodes[-1]] >= level:
            after[open_nodes.pop()] = nth
        open_nodes.append(nth)
    return after


def _end(start: int, successor: Node | None, pages: int) -> _End:
    at = None if successor is None else successor.span.start
    if successor is None or at is None:
        return _End(max(start, pages))
    tops = successor.anchor is not None and successor.anchor.page == at and successor.anchor.tops_page
    return _End(at - 1 if tops and at > start else at, by_next=True)
