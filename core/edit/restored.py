"""Going back: the tree made what it was at another time, as an edit like any other."""

from __future__ import annotations

from typing import Literal

from core.edit import surgery
from core.edit.base import Operation
from core.errors import ImpossibleEdit
from core.tree import Node, Tree


class Restore(Operation):
    """Make nodes what `nodes` says (each without its children), and put all where `shape` says.

    `shape` names every node that stays, in document order, each with its level; empty, it leaves the places as they are. Nodes
    of `nodes` that the tree does not have come back. `label` says what it goes back to.
    """

    op: Literal["restore"] = "restore"
    label: str = ""
    nodes: tuple[Node, ...] = ()
    shape: tuple[tuple[str, int], ...] = ()

    def on(self, tree: Tree) -> Tree:
        if not (self.nodes or self.shape):
            raise ImpossibleEdit("The tree is already as it was then.")
        other = {node.id: node for node in self.nodes}
        there = tuple(node_id for node_id in other if node_id in tree.placed)
        if there:
            tree = surgery.change(tree, there, lambda old: other[old.id].with_(children=old.children))
        if not self.shape:
            return tree
        for node_id, _ in self.shape:
            if node_id not in other:
                tree.find(node_id)
        back = {node_id: node for node_id, node in other.items() if node_id not in tree.placed}
        return surgery.arranged(tree, dict(self.shape), back)

    def words(self, tree: Tree) -> str:
        return self.label or "Go back"


def restoring(tree: Tree, then: Tree, label: str) -> Restore:
    """The edit that makes a tree's sections what they were `then`. Raises `ImpossibleEdit` where they are that already."""
    bare = {node_id: place.node.with_(children=()) for node_id, place in then.placed.items()}
    nodes = tuple(
        node for node_id, node in bare.items() if (now := tree.placed.get(node_id)) is None or now.node.with_(children=()) != node
    )
    shape = tuple((node_id, place.level) for node_id, place in then.placed.items())
    same = shape == tuple((node_id, place.level) for node_id, place in tree.placed.items())
    edit = Restore(label=label, nodes=nodes, shape=() if same else shape)
    if not nodes and same:
        raise ImpossibleEdit("The tree is already as it was then.")
    if not shape:
        raise ImpossibleEdit("The tree had no sections then. Undo leads there as well.")
    return edit
