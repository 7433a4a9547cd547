"""Operations on a tree, as values: they can be stored, sent, replayed, undone and redone.

`apply(tree, edit)` returns a new tree. Undo is replay: the state after n edits is the drafted tree with the first n applied, so
undoing all of them yields the drafted tree itself. Ids never change, and every edit leaves the nodes it does not name as
they were, except for end pages that *followed* from the order before: those follow the order after (see `core.spans`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from core.errors import ImpossibleEdit
from core.spans import follow
from core.tree import MAX_DEPTH, Anchor, Node, Review, Source, Span, Tree, Value
from core.tree import Evidence as NodeEvidence

SHORT_TITLE = 40
"""Characters of a title that are shown where it is spoken of."""


class Retitle(Value):
    """Give a node another title."""

    op: Literal["retitle"] = "retitle"
    node: str
    title: str


class SetStart(Value):
    """Let a node start on another page; `anchor` tells the place on it, where known. `None` as page: not known."""

    op: Literal["start"] = "start"
    node: str
    page: int | None
    anchor: Anchor | None = None


class SetEnd(Value):
    """Set a node's last page by hand."""

    op: Literal["end"] = "end"
    node: str
    page: int | None


class Move(Value):
    """Put a node, with all below it, under `parent` (`None`: the top level) at `index` among the children left there."""

    op: Literal["move"] = "move"
    node: str
    parent: str | None
    index: int = Field(ge=0)


class Add(Value):
    """Insert a new node (with its children, if any) under `parent` at `index`."""

    op: Literal["add"] = "add"
    node: Node
    parent: str | None
    index: int = Field(ge=0)


class Delete(Value):
    """Remove a node. Its children take its place, unless `whole`."""

    op: Literal["delete"] = "delete"
    node: str
    whole: bool = False


class SetReview(Value):
    """Accept nodes, or take that back."""

    op: Literal["review"] = "review"
    nodes: tuple[str, ...]
    review: Review


class SetSummary(Value):
    """Replace a node's summary."""

    op: Literal["summary"] = "summary"
    node: str
    summary: str


class SetNote(Value):
    """Replace the reviewer's note on a node."""

    op: Literal["note"] = "note"
    node: str
    note: str


class Shift(Value):
    """Move the pages of nodes by `by`, starts and ends; pages that would leave the document stay at its border."""

    op: Literal["shift"] = "shift"
    nodes: tuple[str, ...]
    by: int


class RederiveEnds(Value):
    """Let all end pages follow from the starts, also those that were set by hand."""

    op: Literal["ends"] = "ends"


class Many(Value):
    """Several edits that count as one action."""

    op: Literal["many"] = "many"
    label: str = ""
    edits: tuple[Edit, ...]


Edit = Annotated[
    Retitle | SetStart | SetEnd | Move | Add | Delete | SetReview | SetSummary | SetNote | Shift | RederiveEnds | Many,
    Field(discriminator="op"),
]
Many.model_rebuild()
EDIT: TypeAdapter[Edit] = TypeAdapter(Edit)
"""Validates an edit from JSON: `EDIT.validate_json(text)`."""


def apply(tree: Tree, edit: Edit) -> Tree:
    """The tree after the edit. Raises `NoSuchNode` or `ImpossibleEdit`; the tree given is never changed."""
    match edit:
        case Many(edits=edits):
            for each in edits:
                tree = apply(tree, each)
            return tree
        case Retitle(node=node, title=title):
            if not title.strip():
                raise ImpossibleEdit("A section needs a title. Type one, or delete the section.")
            return _change(tree, node, lambda old: _corrected(old, title=title.strip(), synthetic=False))
        case SetStart(node=node, page=page, anchor=anchor):
            _check_page(tree, page)
            return follow(
                tree, _change(tree, node, lambda old: _corrected(old, anchor=anchor, span=Span(start=page, end=old.span.end)))
            )
        case SetEnd(node=node, page=page):
            _check_page(tree, page)
            return _change(tree, node, lambda old: _corrected(old, span=Span(start=old.span.start, end=page)))
        case Move(node=node, parent=parent, index=index):
            return follow(tree, _move(tree, node, parent, index))
        case Add(node=node, parent=parent, index=index):
            return follow(tree, _insert(tree, node, parent, index))
        case Delete(node=node, whole=whole):
            return follow(tree, _take_out(tree, node, keep_children=not whole))
        case SetReview(nodes=nodes, review=review):
            return _change_all(tree, nodes, lambda old: old.with_(review=review))
        case SetSummary(node=node, summary=summary):
            return _change(tree, node, lambda old: old.with_(summary=summary))
        case SetNote(node=node, note=note):
            return _change(tree, node, lambda old: old.with_(note=note))
        case Shift(nodes=nodes, by=by):
            return follow(tree, _change_all(tree, nodes, lambda old: _shifted(old, by, tree.pages)))
        case RederiveEnds():
            return follow(tree, tree, all_ends=True)


def replay(tree: Tree, edits: tuple[Edit, ...] | list[Edit]) -> Tree:
    """The tree after all edits, in order."""
    for edit in edits:
        tree = apply(tree, edit)
    return tree


def describe(edit: Edit, tree: Tree) -> str:
    """What the edit does, in words for the history and the undo button; `tree` is the one before it."""
    match edit:
        case Retitle(node=node, title=title):
            return f"Retitle {_quoted(tree, node)} to “{_short(title)}”"
        case SetStart(node=node, page=page):
            return f"Set start of {_quoted(tree, node)}: {_pages(tree, node, page, start=True)}"
        case SetEnd(node=node, page=page):
            return f"Set end of {_quoted(tree, node)}: {_pages(tree, node, page, start=False)}"
        case Move(node=node, parent=parent):
            return f"Move {_quoted(tree, node)} {'to the top level' if parent is None else 'under ' + _quoted(tree, parent)}"
        case Add(node=new):
            return f"Add “{_short(new.title)}”"
        case Delete(node=node, whole=whole):
            return f"Delete {_quoted(tree, node)}{' with all below it' if whole else ''}"
        case SetReview(nodes=nodes, review=review):
            verb = {
                Review.ACCEPTED: "Accept",
                Review.CORRECTED: "Mark as corrected",
                Review.UNREVIEWED: "Take back the review of",
            }[review]
            return f"{verb} {_several(tree, nodes)}"
        case SetSummary(node=node):
            return f"Edit the summary of {_quoted(tree, node)}"
        case SetNote(node=node):
            return f"Edit the note on {_quoted(tree, node)}"
        case Shift(nodes=nodes, by=by):
            return f"Shift the pages of {_several(tree, nodes)} by {by:+d}"
        case RederiveEnds():
            return "Let all end pages follow from the starts"
        case Many(label=label, edits=edits):
            return label or (describe(edits[0], tree) if len(edits) == 1 else f"{len(edits)} edits")


def _short(title: str) -> str:
    title = " ".join(title.split())
    return title if len(title) <= SHORT_TITLE else title[: SHORT_TITLE - 1].rstrip() + "…"


def _quoted(tree: Tree, node_id: str) -> str:
    place = tree.placed.get(node_id)
    return "a section" if place is None else f"“{_short(place.node.title)}”"


def _several(tree: Tree, ids: tuple[str, ...]) -> str:
    return _quoted(tree, ids[0]) if len(ids) == 1 else f"{len(ids)} sections"


def _pages(tree: Tree, node_id: str, page: int | None, *, start: bool) -> str:
    place = tree.placed.get(node_id)
    old = None if place is None else place.node.span.start if start else place.node.span.end
    return f"page {old or '?'} → {page or '?'}"


def indent(tree: Tree, node_id: str) -> Move:
    """The edit that makes a node the last child of the sibling before it."""
    place = tree.find(node_id)
    if place.index == 0:
        raise ImpossibleEdit("There is no section before this one at its level, so it cannot go below one. Move it first.")
    above = tree.siblings(place.parent)[place.index - 1]
    return Move(node=node_id, parent=above.id, index=len(above.children))


def outdent(tree: Tree, node_id: str) -> Edit:
    """The edit that lifts a node beside its parent; the siblings after it become its children, so that document order stays."""
    place = tree.find(node_id)
    if place.parent is None:
        raise ImpossibleEdit("This section is at the top level already.")
    parent = tree.find(place.parent)
    after = parent.node.children[place.index + 1 :]
    kept = len(place.node.children)
    moves: list[Edit] = [Move(node=each.id, parent=node_id, index=kept + nth) for nth, each in enumerate(after)]
    moves.append(Move(node=node_id, parent=parent.parent, index=parent.index + 1))
    return Many(label="outdent", edits=tuple(moves)) if len(moves) > 1 else moves[0]


def new_node(node_id: str, title: str, page: int | None, anchor: Anchor | None = None) -> Node:
    """A node made by a person."""
    where = NodeEvidence(source=Source.PERSON, page=page)
    return Node(
        id=node_id, title=title, span=Span(start=page, end=page), anchor=anchor, evidence=(where,), review=Review.CORRECTED
    )


def _corrected(node: Node, **changes: object) -> Node:
    return node.with_(review=Review.CORRECTED, **changes)


def _shifted(node: Node, by: int, pages: int) -> Node:
    def move(page: int | None) -> int | None:
        return None if page is None else min(max(page + by, 1), max(pages, 1))

    return _corrected(node, span=Span(start=move(node.span.start), end=move(node.span.end)), anchor=None)


def _check_page(tree: Tree, page: int | None) -> None:
    if page is not None and not 1 <= page <= tree.pages:
        raise ImpossibleEdit(f"Page {page} is not in this document: give a page from 1 to {tree.pages}.")


def _change(tree: Tree, node_id: str, change: Callable[[Node], Node]) -> Tree:
    return _change_all(tree, (node_id,), change)


def _change_all(tree: Tree, ids: tuple[str, ...], change: Callable[[Node], Node]) -> Tree:
    wanted = set(ids)
    for node_id in ids:
        tree.find(node_id)
    return tree.map(lambda node: change(node) if node.id in wanted else node)


def _take_out(tree: Tree, node_id: str, *, keep_children: bool) -> Tree:
    tree.find(node_id)

    def visit(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
        kept: list[Node] = []
        for node in nodes:
            if node.id != node_id:
                kept.append(node.with_(children=visit(node.children)) if node.children else node)
            elif keep_children:
                kept.extend(node.children)
        return tuple(kept)

    return tree.with_nodes(visit(tree.nodes))


def _insert(tree: Tree, new: Node, parent: str | None, index: int) -> Tree:
    siblings = tree.siblings(parent)
    index = min(index, len(siblings))
    changed = (*siblings[:index], new, *siblings[index:])
    if parent is None:
        return tree.with_nodes(changed)
    return tree.map(lambda node: node.with_(children=changed) if node.id == parent else node)


def _move(tree: Tree, node_id: str, parent: str | None, index: int) -> Tree:
    place = tree.find(node_id)
    if parent is not None and (parent == node_id or node_id in tree.ancestors(parent)):
        raise ImpossibleEdit("A section cannot be moved below itself. Choose another place.")
    if parent is not None and tree.find(parent).level >= MAX_DEPTH:
        raise ImpossibleEdit(f"Sections are nested {MAX_DEPTH} levels deep at most. Choose a higher place.")
    return _insert(_take_out(tree, node_id, keep_children=False), place.node, parent, index)
