"""Edits of one node."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.edit import surgery
from core.edit.base import Operation, checked_title, quoted, short
from core.errors import ImpossibleEdit
from core.spans import follow
from core.tree import Anchor, Node, Span, Tree


class Retitle(Operation):
    """Give a node another title, on one line."""

    op: Literal["retitle"] = "retitle"
    node: str
    title: str

    def on(self, tree: Tree) -> Tree:
        title = checked_title(self.title)
        return surgery.change(tree, (self.node,), lambda old: surgery.corrected(old, title=title, synthetic=False))

    def words(self, tree: Tree) -> str:
        return f"Retitle {quoted(tree, self.node)} to “{short(self.title)}”"


class SetStart(Operation):
    """Let a node start on another page; `anchor` tells the place on it, where known. `None` as page: not known."""

    op: Literal["start"] = "start"
    node: str
    page: int | None
    anchor: Anchor | None = None

    def on(self, tree: Tree) -> Tree:
        surgery.check_page(tree, self.page)
        if self.anchor is not None and self.anchor.page != self.page:
            raise ImpossibleEdit(f"The place given is on page {self.anchor.page}, not on page {self.page}. Choose one of them.")
        return follow(tree, surgery.change(tree, (self.node,), self._moved))

    def _moved(self, old: Node) -> Node:
        same_page = old.anchor is not None and old.anchor.page == self.page
        anchor = self.anchor or (old.anchor if same_page else None)
        return surgery.corrected(old, anchor=anchor, span=Span(start=self.page, end=old.span.end))

    def words(self, tree: Tree) -> str:
        old = tree.find(self.node).node.span.start
        return f"Start of {quoted(tree, self.node)}: page {old or '?'} → {self.page or '?'}"


class SetEnd(Operation):
    """Set a node's last page by hand; from then on it follows no other edit (see `RederiveEnds`)."""

    op: Literal["end"] = "end"
    node: str
    page: int | None

    def on(self, tree: Tree) -> Tree:
        surgery.check_page(tree, self.page)
        return surgery.change(tree, (self.node,), self._moved)

    def _moved(self, old: Node) -> Node:
        return surgery.corrected(old, span=Span(start=old.span.start, end=self.page), end_by_hand=True)

    def words(self, tree: Tree) -> str:
        old = tree.find(self.node).node.span.end
        return f"End of {quoted(tree, self.node)}: page {old or '?'} → {self.page or '?'}"


class Move(Operation):
    """Put a node, with all below it, under `parent` (`None`: the top level) at `index` among the children left there."""

    op: Literal["move"] = "move"
    node: str
    parent: str | None
    index: int = Field(ge=0)

    def on(self, tree: Tree) -> Tree:
        return follow(tree, surgery.move(tree, self.node, self.parent, self.index))

    def words(self, tree: Tree) -> str:
        place = tree.find(self.node)
        if place.parent == self.parent:
            return f"Move {quoted(tree, self.node)} {'up' if self.index < place.index else 'down'}"
        where = "to the top level" if self.parent is None else f"below {quoted(tree, self.parent)}"
        return f"Move {quoted(tree, self.node)} {where}"


class Add(Operation):
    """Insert a new node (with its children, if any) under `parent` at `index`."""

    op: Literal["add"] = "add"
    node: Node
    parent: str | None
    index: int = Field(ge=0)

    def on(self, tree: Tree) -> Tree:
        if not self.node.title.strip():
            raise ImpossibleEdit("A section needs a title. Type one for the new section.")
        surgery.check_page(tree, self.node.span.start)
        return follow(tree, surgery.insert(tree, self.node, self.parent, self.index))

    def words(self, tree: Tree) -> str:
        return f"Add “{short(self.node.title)}”"


class Delete(Operation):
    """Remove a node. Its children take its place, unless `whole`."""

    op: Literal["delete"] = "delete"
    node: str
    whole: bool = False

    def on(self, tree: Tree) -> Tree:
        return follow(tree, surgery.take_out(tree, (self.node,), whole=self.whole))

    def words(self, tree: Tree) -> str:
        below = bool(tree.find(self.node).node.children)
        return f"Delete {quoted(tree, self.node)}{' with all below it' if self.whole and below else ''}"


class SetSummary(Operation):
    """Replace a node's summary."""

    op: Literal["summary"] = "summary"
    node: str
    summary: str

    def on(self, tree: Tree) -> Tree:
        return surgery.change(tree, (self.node,), lambda old: old.with_(summary=self.summary))

    def words(self, tree: Tree) -> str:
        return f"Edit the summary of {quoted(tree, self.node)}"


class SetNote(Operation):
    """Replace the reviewer's note on a node."""

    op: Literal["note"] = "note"
    node: str
    note: str

    def on(self, tree: Tree) -> Tree:
        return surgery.change(tree, (self.node,), lambda old: old.with_(note=self.note))

    def words(self, tree: Tree) -> str:
        return f"Edit the note on {quoted(tree, self.node)}"
