"""What people do to several sections chosen together, and by dragging, as one edit each: worked out on the tree they see."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from core.edit import surgery
from core.edit.base import several
from core.edit.operations import Edit, Many
from core.edit.sets import MoveAll, Relevel
from core.edit.single import Move
from core.errors import ImpossibleEdit
from core.tree import Tree


class Where(StrEnum):
    """Where something is dropped, as seen from the section it is dropped on; `INTO`: as its last child."""

    BEFORE = "before"
    INTO = "into"
    AFTER = "after"


def drop(tree: Tree, nodes: Iterable[str], target: str, where: Where) -> MoveAll:
    """The edit that puts nodes, each with all below it, before, into or after another. Nothing can be dropped into itself."""
    tops = surgery.roots(tree, nodes)
    place = tree.find(target)
    if not {target, *tree.ancestors(target)}.isdisjoint(tops):
        raise ImpossibleEdit("A section cannot be moved below or beside itself. Drop it on another one.")
    parent = target if where is Where.INTO else place.parent
    left = [sibling.id for sibling in tree.siblings(parent) if sibling.id not in tops]
    index = len(left) if where is Where.INTO else left.index(target) + (where is Where.AFTER)
    edit = MoveAll(nodes=tops, parent=parent, index=index)
    if edit.on(tree) == tree:
        raise ImpossibleEdit("It stands there already.")
    return edit


def indent_all(tree: Tree, nodes: Iterable[str]) -> Relevel:
    """The edit that puts each of the nodes below the section before it; those that cannot go deeper keep their level."""
    edit = Relevel(nodes=surgery.roots(tree, nodes), by=1)
    if edit.on(tree) == tree:
        raise ImpossibleEdit("There is no section before these at their level, so they cannot go below one. Move them first.")
    return edit


def outdent_all(tree: Tree, nodes: Iterable[str]) -> Relevel:
    """The edit that lifts the nodes beside their parents; those at the top level already stay."""
    lower = tuple(top for top in surgery.roots(tree, nodes) if tree.find(top).level > 1)
    if not lower:
        raise ImpossibleEdit("These sections are at the top level already.")
    return Relevel(nodes=lower, by=-1)


def move_all_up(tree: Tree, nodes: Iterable[str]) -> Edit:
    """The edit that puts each run of neighbours among the nodes before the sibling that stands before it."""
    return _swapped(tree, surgery.roots(tree, nodes), -1)


def move_all_down(tree: Tree, nodes: Iterable[str]) -> Edit:
    """The edit that puts each run of neighbours among the nodes after the sibling that stands after it."""
    return _swapped(tree, surgery.roots(tree, nodes), 1)


def _swapped(tree: Tree, tops: tuple[str, ...], step: int) -> Edit:
    """The neighbour of each run changes sides: as many moves as there are runs, however long these are."""
    edits: list[Move] = []
    for parent, first, last in _runs(tree, tops):
        siblings = tree.siblings(parent)
        at = first - 1 if step < 0 else last + 1
        if 0 <= at < len(siblings):
            edits.append(Move(node=siblings[at].id, parent=parent, index=last if step < 0 else first))
    if not edits:
        edge = "first" if step < 0 else "last"
        raise ImpossibleEdit(f"These sections are the {edge} at their level. Outdent them to move them further.")
    return Many(label=f"Move {several(tree, tops)} {'up' if step < 0 else 'down'}", edits=tuple(edits))


def _runs(tree: Tree, tops: tuple[str, ...]) -> list[tuple[str | None, int, int]]:
    """Neighbours among the nodes: their parent, and the index of the first and the last of each run."""
    runs: list[tuple[str | None, int, int]] = []
    places = sorted((tree.find(top) for top in tops), key=lambda place: (place.parent or "", place.index))
    for place in places:
        if runs and (runs[-1][0], runs[-1][2] + 1) == (place.parent, place.index):
            runs[-1] = (place.parent, runs[-1][1], place.index)
        else:
            runs.append((place.parent, place.index, place.index))
    return runs
