"""The edit that puts a new section at a place in the document, on a level of its own."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.edit import surgery
from core.edit.base import Operation, checked_title, short
from core.errors import ImpossibleEdit
from core.spans import follow
from core.tree import MAX_DEPTH, Node, Tree


class Insert(Operation):
    """Put a new node (without children) behind `after` in document order (`None`: before all others), on a level (the top is 1).

    The levels of the others stay: what follows deeper than the new node comes below it. A level more than one below that of
    `after` is closed up to that.
    """

    op: Literal["insert"] = "insert"
    node: Node
    after: str | None
    level: int = Field(ge=1, le=MAX_DEPTH)

    def on(self, tree: Tree) -> Tree:
        checked_title(self.node.title)
        surgery.check_page(tree, self.node.span.start)
        if self.node.id in tree.placed:
            raise ImpossibleEdit(f"A section with the id {self.node.id!r} is there already. Give the new one another id.")
        if self.node.children:
            raise ImpossibleEdit("A section is inserted without others below it. Insert those after it.")
        order = [(node_id, place.level) for node_id, place in tree.placed.items()]
        at = 0 if self.after is None else list(tree.placed).index(tree.find(self.after).node.id) + 1
        levels = dict([*order[:at], (self.node.id, self.level), *order[at:]])
        return follow(tree, surgery.arranged(tree, levels, {self.node.id: self.node}))

    def words(self, tree: Tree) -> str:
        return f"Add “{short(self.node.title)}”"
