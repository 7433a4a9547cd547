"""The tree edited as text: many titles, pages and places at once, as one edit."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.edit import surgery
from core.edit.base import Operation, checked_title
from core.errors import ImpossibleEdit
from core.spans import follow
from core.tree import Node, Span, Tree


class Retype(Operation):
    """What was changed in the tree's text: nodes with another title, with another start page, and where all nodes stand.

    `shape` names every node that stays, in document order, each with its level; empty, it leaves the places as they are.
    A node that it leaves out is deleted. `new` holds the nodes that `shape` names and the tree does not have.
    """

    op: Literal["retype"] = "retype"
    titles: tuple[tuple[str, str], ...] = ()
    starts: tuple[tuple[str, int | None], ...] = ()
    shape: tuple[tuple[str, int], ...] = ()
    new: tuple[Node, ...] = Field(default=())

    def on(self, tree: Tree) -> Tree:
        titles = {node_id: checked_title(title) for node_id, title in self.titles}
        starts = dict(self.starts)
        for page in (*starts.values(), *(node.span.start for node in self.new)):
            surgery.check_page(tree, page)
        if not (titles or starts or self.shape):
            raise ImpossibleEdit("The text says what the tree says: there is nothing to change.")
        changed = tree
        if titles or starts:
            changed = surgery.change(tree, (*titles, *starts), lambda old: _changed(old, titles, starts))
        return follow(tree, self._arranged(changed))

    def _arranged(self, tree: Tree) -> Tree:
        if not self.shape:
            return tree
        new = {node.id: node for node in self.new}
        levels = dict(self.shape)
        for node_id in levels:
            if node_id not in new:
                tree.find(node_id)
            elif node_id in tree.placed:
                raise ImpossibleEdit(f"A section with the id {node_id!r} is there already. Give the new one another id.")
        return surgery.arranged(tree, levels, new)

    def words(self, tree: Tree) -> str:
        shape = dict(self.shape)
        old = {node_id: place.level for node_id, place in tree.placed.items()}
        gone = len(old.keys() - shape.keys()) if shape else 0
        kept = [(node_id, level) for node_id, level in self.shape if node_id in old]
        stood = [(node_id, level) for node_id, level in old.items() if node_id in shape]
        counts = [
            (len(self.titles), "retitled"),
            (len(self.starts), "on another page"),
            (len(self.new), "added"),
            (gone, "deleted"),
        ]
        said = [f"{count} {what}" for count, what in counts if count]
        return f"Edit as text: {', '.join([*said, *(['rearranged'] if kept != stood else [])])}"


def _changed(old: Node, titles: dict[str, str], starts: dict[str, int | None]) -> Node:
    if old.id in titles:
        old = surgery.corrected(old, title=titles[old.id], synthetic=False)
    if old.id in starts:
        old = surgery.corrected(old, anchor=None, span=Span(start=starts[old.id], end=old.span.end))
    return old
