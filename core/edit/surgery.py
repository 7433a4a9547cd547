"""Cutting and sewing: what edits are made of. Everything is checked before a tree is made; ids are never touched."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.errors import ImpossibleEdit
from core.tree import MAX_DEPTH, Node, Review, Tree


def corrected(node: Node, **changes: object) -> Node:
    """The node, changed and marked as corrected."""
    return node.with_(review=Review.CORRECTED, **changes)


def check_page(tree: Tree, page: int | None) -> None:
    """Raises `ImpossibleEdit` for a page that the document does not have."""
    if page is not None and not 1 <= page <= tree.pages:
        raise ImpossibleEdit(f"Page {page} is not in this document: give a page from 1 to {tree.pages}.")


def change(tree: Tree, ids: tuple[str, ...], how: Callable[[Node], Node]) -> Tree:
    """The tree with the nodes named changed; all must be there."""
    wanted = _there(tree, ids)
    return tree.map(lambda node: how(node) if node.id in wanted else node)


def take_out(tree: Tree, ids: tuple[str, ...], *, whole: bool) -> Tree:
    """The tree without the nodes named; their children take their place, or go as well if `whole`."""
    gone = _there(tree, ids)
    return tree.without(lambda node: node.id in gone, whole=whole)


def insert(tree: Tree, new: Node, parent: str | None, index: int) -> Tree:
    """The tree with `new` (and what is below it) as child of `parent` at `index`."""
    for node in _all(new):
        if node.id in tree.placed:
            raise ImpossibleEdit(f"A section with the id {node.id!r} is there already. Give the new one another id.")
    return _sewn(tree, new, parent, index)


def move(tree: Tree, node_id: str, parent: str | None, index: int) -> Tree:
    """The tree with a node, and what is below it, at another place."""
    place = tree.find(node_id)
    if parent is not None and (parent == node_id or node_id in tree.ancestors(parent)):
        raise ImpossibleEdit("A section cannot be moved below itself. Choose another place.")
    return _sewn(take_out(tree, (node_id,), whole=True), place.node, parent, index)


def _sewn(tree: Tree, new: Node, parent: str | None, index: int) -> Tree:
    level = 0 if parent is None else tree.find(parent).level
    if level + _height(new) > MAX_DEPTH:
        raise ImpossibleEdit(f"Sections are nested {MAX_DEPTH} levels deep at most. Choose a higher place.")
    siblings = tree.siblings(parent)
    changed = (*siblings[:index], new, *siblings[index:])
    if parent is None:
        return tree.with_nodes(changed)
    return tree.map(lambda node: node.with_(children=changed) if node.id == parent else node)


def _there(tree: Tree, ids: tuple[str, ...]) -> set[str]:
    if not ids:
        raise ImpossibleEdit("There is nothing to do: choose at least one section.")
    for node_id in ids:
        tree.find(node_id)
    return set(ids)


def _all(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _all(child)


def _height(node: Node) -> int:
    return 1 + max((_height(child) for child in node.children), default=0)
