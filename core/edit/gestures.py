"""What people do with one click, as edits: worked out on the tree they see, stored and undone like any other."""

from __future__ import annotations

from core.edit.base import quoted, short
from core.edit.operations import Edit, Many
from core.edit.single import Add, Delete, Move, Retitle, SetEnd
from core.errors import ImpossibleEdit
from core.tree import Anchor, Evidence, Node, Review, Source, Span, Tree, node_id


def indent(tree: Tree, node: str) -> Move:
    """The edit that makes a node the last child of the sibling before it."""
    place = tree.find(node)
    if place.index == 0:
        raise ImpossibleEdit("There is no section before this one at its level, so it cannot go below one. Move it first.")
    above = tree.siblings(place.parent)[place.index - 1]
    return Move(node=node, parent=above.id, index=len(above.children))


def outdent(tree: Tree, node: str) -> Edit:
    """The edit that lifts a node beside its parent; the siblings after it become its children, so that document order stays."""
    place = tree.find(node)
    if place.parent is None:
        raise ImpossibleEdit("This section is at the top level already.")
    parent = tree.find(place.parent)
    after = parent.node.children[place.index + 1 :]
    kept = len(place.node.children)
    moves = [Move(node=each.id, parent=node, index=kept + nth) for nth, each in enumerate(after)]
    moves.append(Move(node=node, parent=parent.parent, index=parent.index + 1))
    return Many(label=f"Outdent {quoted(tree, node)}", edits=tuple(moves)) if len(moves) > 1 else moves[0]


def move_up(tree: Tree, node: str) -> Move:
    """The edit that puts a node before the sibling before it."""
    place = tree.find(node)
    if place.index == 0:
        raise ImpossibleEdit("This section is the first at its level. Outdent it to move it further up.")
    return Move(node=node, parent=place.parent, index=place.index - 1)


def move_down(tree: Tree, node: str) -> Move:
    """The edit that puts a node after the sibling after it."""
    place = tree.find(node)
    if place.index + 1 == len(tree.siblings(place.parent)):
        raise ImpossibleEdit("This section is the last at its level. Outdent it to move it further down.")
    return Move(node=node, parent=place.parent, index=place.index + 1)


def merge(tree: Tree, node: str, *, join_titles: bool = False) -> Edit:
    """The edit that lets the sibling before a node (for a first child: its parent) take over its pages and children."""
    place = tree.find(node)
    if place.index == 0 and place.parent is None:
        raise ImpossibleEdit("There is no section before this one to merge it with.")
    target = tree.siblings(place.parent)[place.index - 1] if place.index else tree.find(str(place.parent)).node
    edits: list[Edit] = []
    if place.index:
        kept = len(target.children)
        edits += [Move(node=each.id, parent=target.id, index=kept + nth) for nth, each in enumerate(place.node.children)]
    edits.append(Delete(node=node))
    end = max((page for page in (target.span.end, place.node.span.end) if page is not None), default=None)
    if target.end_by_hand and target.span.end != end:
        edits.append(SetEnd(node=target.id, page=end))
    if join_titles:
        edits.append(Retitle(node=target.id, title=f"{target.title} {place.node.title}"))
    return Many(label=f"Merge {quoted(tree, node)} into “{short(target.title)}”", edits=tuple(edits))


def split(tree: Tree, node: str, title: str, page: int, anchor: Anchor | None = None) -> Edit:
    """The edit that begins a section within a node: a sibling after it, with the children that start at the place or later."""
    place = tree.find(node)
    start = place.node.span.start
    if start is not None and page < start:
        raise ImpossibleEdit(
            f"The place to split at is on page {page}, before the section starts (page {start}). Choose a later one."
        )
    new = new_node(fresh_id(tree, title, page), title, page, anchor)
    first = next((nth for nth, child in enumerate(place.node.children) if _at_or_after(child, page, anchor)), None)
    later = () if first is None else place.node.children[first:]
    moves = [Move(node=child.id, parent=new.id, index=nth) for nth, child in enumerate(later)]
    add = Add(node=new, parent=place.parent, index=place.index + 1)
    return Many(label=f"Split {quoted(tree, node)} at “{short(title)}”", edits=(add, *moves))


def fresh_id(tree: Tree, title: str, page: int | None) -> str:
    """An id that the tree does not have: the same for the same addition to the same tree."""
    nth = 0
    while (fresh := node_id(tree.sha256, f"+{title}", page, nth)) in tree.placed:
        nth += 1
    return fresh


def new_node(node_id: str, title: str, page: int | None, anchor: Anchor | None = None) -> Node:
    """A node made by a person."""
    return Node(
        id=node_id,
        title=" ".join(title.split()),
        span=Span(start=page, end=page),
        anchor=anchor,
        evidence=(Evidence(source=Source.PERSON, page=page),),
        review=Review.CORRECTED,
    )


def add_after(tree: Tree, node: str | None, title: str, page: int | None, anchor: Anchor | None = None) -> Add:
    """The edit that adds a section after a node, as its next sibling; after `None`, as the first of the tree."""
    new = new_node(fresh_id(tree, title, page), title, page, anchor)
    if node is None:
        return Add(node=new, parent=None, index=0)
    place = tree.find(node)
    return Add(node=new, parent=place.parent, index=place.index + 1)


def add_below(tree: Tree, node: str, title: str, page: int | None, anchor: Anchor | None = None) -> Add:
    """The edit that adds a section as the last child of a node."""
    new = new_node(fresh_id(tree, title, page), title, page, anchor)
    return Add(node=new, parent=node, index=len(tree.find(node).node.children))


def _at_or_after(child: Node, page: int, anchor: Anchor | None) -> bool:
    start = child.span.start
    if start is None or start != page:
        return start is not None and start > page
    if anchor is None or anchor.y is None or child.anchor is None or child.anchor.y is None or child.anchor.page != page:
        return True
    return child.anchor.y >= anchor.y
