"""The edits: each a value that knows how it changes a tree (`on`) and how it is said (`words`)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from core.edit import surgery
from core.errors import ImpossibleEdit
from core.spans import follow
from core.tree import MAX_TITLE, Anchor, Node, Review, Span, Tree, Value

SHORT_TITLE = 40
"""Characters of a title that are shown where it is spoken of."""


class Operation(Value, ABC):
    """What edits have in common."""

    @abstractmethod
    def on(self, tree: Tree) -> Tree:
        """The tree after the edit. Raises `NoSuchNode` or `ImpossibleEdit`; the tree given is never changed."""

    @abstractmethod
    def words(self, tree: Tree) -> str:
        """What the edit does to `tree`, for the history and the undo button."""


class Retitle(Operation):
    """Give a node another title, on one line."""

    op: Literal["retitle"] = "retitle"
    node: str
    title: str

    def on(self, tree: Tree) -> Tree:
        title = " ".join(self.title.split())
        if not title:
            raise ImpossibleEdit("A section needs a title. Type one, or delete the section.")
        if len(title) > MAX_TITLE:
            raise ImpossibleEdit(f"The title has {len(title):,} characters; {MAX_TITLE:,} are allowed. Shorten it.")
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


class DeleteAll(Operation):
    """Remove several nodes at once. Children of theirs that are not named take their place, unless `whole`."""

    op: Literal["delete all"] = "delete all"
    nodes: tuple[str, ...]
    whole: bool = False

    def on(self, tree: Tree) -> Tree:
        return follow(tree, surgery.take_out(tree, self.nodes, whole=self.whole))

    def words(self, tree: Tree) -> str:
        return f"Delete {several(tree, self.nodes)}{' with all below' if self.whole else ''}"


class SetReview(Operation):
    """Accept nodes, or take that back."""

    op: Literal["review"] = "review"
    nodes: tuple[str, ...]
    review: Review

    def on(self, tree: Tree) -> Tree:
        return surgery.change(tree, self.nodes, lambda old: old.with_(review=self.review))

    def words(self, tree: Tree) -> str:
        verb = {Review.ACCEPTED: "Accept", Review.CORRECTED: "Mark as corrected:", Review.UNREVIEWED: "Reopen"}[self.review]
        return f"{verb} {several(tree, self.nodes)}"


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


class Shift(Operation):
    """Move the pages of nodes by `by`: a page offset. A start that would leave the document is refused; an end stays inside."""

    op: Literal["shift"] = "shift"
    nodes: tuple[str, ...]
    by: int

    def on(self, tree: Tree) -> Tree:
        return follow(tree, surgery.change(tree, self.nodes, lambda old: self._moved(tree, old)))

    def _moved(self, tree: Tree, old: Node) -> Node:
        start, end = (None if page is None else page + self.by for page in (old.span.start, old.span.end))
        was_inside = old.span.start is not None and 1 <= old.span.start <= tree.pages
        if was_inside and start is not None and not 1 <= start <= tree.pages:
            raise ImpossibleEdit(
                f"“{short(old.title)}” would start on page {start}, and the document has pages 1 to {tree.pages}. "
                "Choose another offset, or fewer sections."
            )
        end = None if end is None else min(max(end, 1), max(tree.pages, 1))
        return surgery.corrected(old, span=Span(start=start, end=end), anchor=None)

    def words(self, tree: Tree) -> str:
        return f"Shift the pages of {several(tree, self.nodes)} by {self.by:+d}"


class RederiveEnds(Operation):
    """Let all end pages follow from the starts, also those that were set by hand."""

    op: Literal["ends"] = "ends"

    def on(self, tree: Tree) -> Tree:
        return follow(tree, tree, all_ends=True)

    def words(self, tree: Tree) -> str:
        return "Let all end pages follow from the starts"


class Many(Operation):
    """Several edits that count as one action. `label` says what they are for."""

    op: Literal["many"] = "many"
    label: str = ""
    edits: tuple[Edit, ...]

    def on(self, tree: Tree) -> Tree:
        if not self.edits:
            raise ImpossibleEdit("There is nothing to do: choose at least one section.")
        for edit in self.edits:
            tree = edit.on(tree)
        return tree

    def words(self, tree: Tree) -> str:
        return self.label or (self.edits[0].words(tree) if len(self.edits) == 1 else f"{len(self.edits)} edits")


Edit = Annotated[
    Retitle
    | SetStart
    | SetEnd
    | Move
    | Add
    | Delete
    | DeleteAll
    | SetReview
    | SetSummary
    | SetNote
    | Shift
    | RederiveEnds
    | Many,
    Field(discriminator="op"),
]
Many.model_rebuild()
EDIT: TypeAdapter[Edit] = TypeAdapter(Edit)
"""Validates an edit from JSON: `EDIT.validate_json(text)`."""


def short(title: str) -> str:
    """A title on one line, cut at `SHORT_TITLE`."""
    title = " ".join(title.split())
    return title if len(title) <= SHORT_TITLE else title[: SHORT_TITLE - 1].rstrip() + "…"


def quoted(tree: Tree, node_id: str) -> str:
    """A node's title as it is spoken of. Raises `NoSuchNode`."""
    return f"“{short(tree.find(node_id).node.title)}”"


def several(tree: Tree, ids: tuple[str, ...]) -> str:
    """One title, or how many."""
    return quoted(tree, ids[0]) if len(ids) == 1 else f"{len(ids)} sections"
