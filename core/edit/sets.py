"""Edits of several nodes at once."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.edit import surgery
from core.edit.base import Operation, quoted, several, short
from core.errors import ImpossibleEdit
from core.spans import derived_ends, follow
from core.tree import MAX_DEPTH, Node, Review, Span, Tree


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
    """Let end pages follow from the starts, also those that were set by hand: of the nodes named, or (none named) of all."""

    op: Literal["ends"] = "ends"
    nodes: tuple[str, ...] = ()

    def on(self, tree: Tree) -> Tree:
        if not self.nodes:
            return follow(tree, tree, all_ends=True)
        ends = derived_ends(tree)
        return surgery.change(tree, self.nodes, lambda old: _ending(old, ends[old.id]))

    def words(self, tree: Tree) -> str:
        which = f"the end of {several(tree, self.nodes)} follow" if self.nodes else "all end pages follow"
        return f"Let {which} from the starts"


class MoveAll(Operation):
    """Put several nodes, each with all below it, in document order under `parent` from `index` on, among the children left there.

    What stands below another of them goes with that one.
    """

    op: Literal["move all"] = "move all"
    nodes: tuple[str, ...]
    parent: str | None
    index: int = Field(ge=0)

    def on(self, tree: Tree) -> Tree:
        return follow(tree, surgery.move_all(tree, self.nodes, self.parent, self.index))

    def words(self, tree: Tree) -> str:
        where = "to the top level" if self.parent is None else f"below {quoted(tree, self.parent)}"
        return f"Move {several(tree, self.nodes)} {where}"


class Relevel(Operation):
    """Put nodes, each with all below it, `by` levels deeper (or, below 0, higher). The order of the document stays.

    What followed a node that goes higher, at its old level, comes below it. What stands below another of them goes with that one.
    """

    op: Literal["relevel"] = "relevel"
    nodes: tuple[str, ...]
    by: int = Field(ge=-MAX_DEPTH, le=MAX_DEPTH)

    def on(self, tree: Tree) -> Tree:
        levels = {node_id: place.level for node_id, place in tree.placed.items()}
        for root in surgery.roots(tree, self.nodes):
            place = tree.find(root)
            if place.level + self.by < 1:
                raise ImpossibleEdit(f"{quoted(tree, root)} is at level {place.level}: it cannot go {-self.by} higher.")
            for node_id in surgery.with_below(place.node):
                levels[node_id] += self.by
        return follow(tree, surgery.arranged(tree, levels))

    def words(self, tree: Tree) -> str:
        way = "Indent" if self.by > 0 else "Outdent"
        far = f" by {abs(self.by)} levels" if abs(self.by) > 1 else ""
        return f"{way} {several(tree, self.nodes)}{far}"


class SetLevel(Operation):
    """Put nodes on a level (the top is 1). What stands below each goes along, unless it is named itself."""

    op: Literal["level"] = "level"
    nodes: tuple[str, ...]
    level: int = Field(ge=1, le=MAX_DEPTH)

    def on(self, tree: Tree) -> Tree:
        named = surgery.there(tree, self.nodes)
        levels: dict[str, int] = {}
        for node_id, place in tree.placed.items():
            if node_id in named:
                levels[node_id] = self.level
            elif place.parent is None:
                levels[node_id] = 1
            else:
                levels[node_id] = levels[place.parent] + 1
        return follow(tree, surgery.arranged(tree, levels))

    def words(self, tree: Tree) -> str:
        return f"Put {several(tree, self.nodes)} on level {self.level}"


def _ending(old: Node, end: int | None) -> Node:
    return old.with_(span=Span(start=old.span.start, end=end), end_by_hand=False)
