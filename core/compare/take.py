"""One side's version taken over into the other tree, as edits that can be undone like any other."""

from __future__ import annotations

from dataclasses import dataclass

from core.compare.differences import Comparison, Difference, Kind
from core.edit import Add, Delete, DeleteAll, Edit, Many, Move, Retitle, SetEnd, SetStart, apply, fresh_id
from core.errors import ImpossibleEdit
from core.tree import Anchor, Node, Placed, Tree


@dataclass(frozen=True)
class _Direction:
    """From `source` into `target`; `there` tells which section of the target one of the source is."""

    source: Tree
    target: Tree
    there: dict[str, str]


def taking(comparison: Comparison, difference: Difference, *, into_left: bool) -> Edit:
    """The edit that makes one tree say of a section what the other does. Raises `ImpossibleEdit` if that changes nothing."""
    way = _direction(comparison, into_left=into_left)
    source, target = (difference.right, difference.left) if into_left else (difference.left, difference.right)
    if source is None:
        edits: list[Edit] = [] if target is None else [Delete(node=target.node.id)]
    elif target is None:
        edits = _adding(way, source)
    else:
        edits = _changing(way, source, target, difference.kinds)
    return _one(edits, f"Take over “{_short(difference.title)}” from the other tree")


def taking_all(comparison: Comparison, *, into_left: bool) -> Edit:
    """The edit that makes one tree like the other: titles, pages and order. Raises `ImpossibleEdit` if that changes nothing."""
    way = _direction(comparison, into_left=into_left)
    kept = set(way.there.values())
    edits: list[Edit] = []
    tree = way.target
    gone = tuple(node_id for node_id in tree.placed if node_id not in kept)
    if gone:
        edits.append(DeleteAll(nodes=gone))
        tree = apply(tree, edits[-1])
    there = dict(way.there)
    for place in way.source.walk():
        for edit in _matching(tree, there, place):
            tree = apply(tree, edit)
            edits.append(edit)
    for place in way.source.walk():
        now = tree.find(there[place.node.id]).node
        if now.span.end != place.node.span.end:
            edits.append(SetEnd(node=now.id, page=place.node.span.end))
    return _one(edits, "Take over the whole of the other tree")


def _direction(comparison: Comparison, *, into_left: bool) -> _Direction:
    if into_left:
        return _Direction(comparison.right, comparison.left, dict(comparison.pairing.left_of))
    return _Direction(comparison.left, comparison.right, dict(comparison.pairing.right_of))


def _matching(tree: Tree, there: dict[str, str], place: Placed) -> list[Edit]:
    """What brings a section to where and what it is in the source, once all before it have been; `there` learns of a new one."""
    node, parent = place.node, None if place.parent is None else there[place.parent]
    if node.id not in there:
        new = _copy(tree, node)
        there[node.id] = new.id
        return [Add(node=new, parent=parent, index=place.index)]
    now = tree.find(there[node.id])
    edits: list[Edit] = []
    if (now.parent, now.index) != (parent, place.index):
        edits.append(Move(node=now.node.id, parent=parent, index=place.index))
    if now.node.title != node.title:
        edits.append(Retitle(node=now.node.id, title=node.title))
    if now.node.span.start != node.span.start:
        edits.append(_starting(now.node.id, node))
    return edits


def _adding(way: _Direction, source: Placed) -> list[Edit]:
    """A section that the target lacks, with those of the source's children that the target has in its place."""
    new = _copy(way.target, source.node)
    parent, index = _place(way, source)
    edits: list[Edit] = [Add(node=new, parent=parent, index=index)]
    for child in source.node.children:
        now = way.target.placed.get(way.there.get(child.id, ""))
        if now is not None and now.parent == parent:
            edits.append(Move(node=now.node.id, parent=new.id, index=len(edits) - 1))
    return edits


def _changing(way: _Direction, source: Placed, target: Placed, kinds: tuple[Kind, ...]) -> list[Edit]:
    node_id, edits = target.node.id, list[Edit]()
    if Kind.LEVEL in kinds or Kind.MOVED in kinds:
        parent, index = _place(way, source)
        edits.append(Move(node=node_id, parent=parent, index=index))
    if Kind.RENAMED in kinds:
        edits.append(Retitle(node=node_id, title=source.node.title))
    if Kind.PAGE in kinds:
        edits.append(_starting(node_id, source.node))
    start, end = source.node.span.start, source.node.span.end
    # An end that follows from what comes next is left to follow there too, unless it has been left behind by the start.
    behind = Kind.PAGE in kinds and None not in (start, target.node.span.end) and (target.node.span.end or 0) < (start or 0)
    if Kind.END in kinds or behind or (Kind.PAGE in kinds and source.node.end_by_hand):
        edits.append(SetEnd(node=node_id, page=end))
    return edits


def _place(way: _Direction, source: Placed) -> tuple[str | None, int]:
    """Where a section of the source belongs in the target: below the same parent, after the nearest sibling that is there too."""
    above = [source.node.id, *way.source.ancestors(source.node.id)]
    parent = next((way.there[node_id] for node_id in above[1:] if node_id in way.there), None)
    own = way.there.get(source.node.id)
    siblings = [node.id for node in way.target.siblings(parent) if node.id != own]
    for before in reversed(way.source.siblings(source.parent)[: source.index]):
        if way.there.get(before.id) in siblings:
            return parent, siblings.index(way.there[before.id]) + 1
    return parent, 0


def _copy(tree: Tree, node: Node) -> Node:
    """The section alone, under an id that the tree does not have."""
    free = node.id not in tree.placed
    return node.with_(children=(), id=node.id if free else fresh_id(tree, node.title, node.span.start or 0))


def _starting(node_id: str, source: Node) -> SetStart:
    page, anchor = source.span.start, source.anchor
    known: Anchor | None = anchor if anchor is not None and anchor.page == page else None
    return SetStart(node=node_id, page=page, anchor=known)


def _one(edits: list[Edit], label: str) -> Edit:
    if not edits:
        raise ImpossibleEdit("Both trees say the same here already.")
    return Many(label=label, edits=tuple(edits))


def _short(title: str) -> str:
    line = " ".join(title.split())
    return line if len(line) <= 40 else line[:39].rstrip() + "…"
