"""One side's version taken over into the other tree, as edits that can be undone like any other."""

from __future__ import annotations

from dataclasses import dataclass

from core.compare.differences import Comparison, Difference, Kind
from core.edit import Add, Delete, Edit, Many, Move, Retitle, SetEnd, SetStart, fresh_id, restoring
from core.errors import ImpossibleEdit
from core.tree import Anchor, Node, Placed, Tree, node_id


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
    """The edit that makes one tree like the other. Sections that do not differ stay as they are, with their notes and review.

    Raises `ImpossibleEdit` where nothing would change, and where the other tree is empty.
    """
    if not comparison.differences:
        raise ImpossibleEdit("Both trees say the same already.")
    way = _direction(comparison, into_left=into_left)
    if not way.source.nodes:
        raise ImpossibleEdit("The other tree is empty. Delete sections in the review if this one should be so too.")
    differing = {
        place.node.id for each in comparison.differences if (place := each.right if into_left else each.left) is not None
    }
    ids = _ids(way)

    def taken(node: Node) -> Node:
        own = way.target.placed.get(ids[node.id])
        kept = node.with_(id=ids[node.id]) if own is None or node.id in differing else own.node
        return kept.with_(children=node.children)

    return restoring(way.target, way.source.map(taken), "Take over the whole of the other tree")


def _ids(way: _Direction) -> dict[str, str]:
    """The id in the target of every section of the source: its partner's, or else one that the target does not have."""
    taken = set(way.there.values()) | way.target.placed.keys()
    ids = dict(way.there)
    for place in way.source.walk():
        node, nth = place.node, 0
        if node.id not in ids:
            fresh = node.id
            while fresh in taken:
                fresh, nth = node_id(way.source.sha256, f"+{node.title}", node.span.start, nth), nth + 1
            ids[node.id] = fresh
            taken.add(fresh)
    return ids


def _direction(comparison: Comparison, *, into_left: bool) -> _Direction:
    if into_left:
        return _Direction(comparison.right, comparison.left, dict(comparison.pairing.left_of))
    return _Direction(comparison.left, comparison.right, dict(comparison.pairing.right_of))


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
