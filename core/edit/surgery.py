"""Cutting and sewing: what edits are made of. Everything is checked before a tree is made; ids are never touched."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping

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
    wanted = there(tree, ids)
    return tree.map(lambda node: how(node) if node.id in wanted else node)


def take_out(tree: Tree, ids: tuple[str, ...], *, whole: bool) -> Tree:
    """The tree without the nodes named; their children take their place, or go as well if `whole`."""
    gone = there(tree, ids)
    return tree.without(lambda node: node.id in gone, whole=whole)


def insert(tree: Tree, new: Node, parent: str | None, index: int) -> Tree:
    """The tree with `new` (and what is below it) as child of `parent` at `index`."""
    for node in _all(new):
        if node.id in tree.placed:
            raise ImpossibleEdit(f"A section with the id {node.id!r} is there already. Give the new one another id.")
    return _sewn(tree, (new,), parent, index)


def move(tree: Tree, node_id: str, parent: str | None, index: int) -> Tree:
    """The tree with a node, and what is below it, at another place."""
    place = tree.find(node_id)
    if parent is not None and (parent == node_id or node_id in tree.ancestors(parent)):
        raise ImpossibleEdit("A section cannot be moved below itself. Choose another place.")
    return _sewn(take_out(tree, (node_id,), whole=True), (place.node,), parent, index)


def move_all(tree: Tree, ids: tuple[str, ...], parent: str | None, index: int) -> Tree:
    """The tree with several nodes, each with what is below it, side by side at another place, in document order."""
    tops = roots(tree, ids)
    if parent is not None and not {parent, *tree.ancestors(parent)}.isdisjoint(tops):
        raise ImpossibleEdit("A section cannot be moved below itself. Choose another place.")
    return _sewn(take_out(tree, tops, whole=True), tuple(tree.find(top).node for top in tops), parent, index)


def roots(tree: Tree, ids: Iterable[str]) -> tuple[str, ...]:
    """Those of the nodes that stand below none of the others, in document order."""
    wanted = there(tree, tuple(ids))
    return tuple(node_id for node_id in tree.placed if node_id in wanted and wanted.isdisjoint(tree.ancestors(node_id)))


def with_below(node: Node) -> Iterator[str]:
    """The ids of a node and of all below it, in document order."""
    return (each.id for each in _all(node))


def arranged(tree: Tree, levels: Mapping[str, int], new: Mapping[str, Node] | None = None) -> Tree:
    """The tree over the nodes that `levels` names, in that order and on those levels; `new` holds nodes that it does not have.

    The first node is at level 1, and each at most one level below the one before it: a level that would leave a gap is closed up,
    for what is below it as well.
    """
    known = {**{node_id: place.node for node_id, place in tree.placed.items()}, **(new or {})}
    path: list[tuple[int, str | None]] = [(0, None)]
    below: dict[str | None, list[str]] = {None: []}
    for node_id, level in levels.items():
        while path[-1][0] >= level:
            path.pop()
        if len(path) > MAX_DEPTH:
            raise ImpossibleEdit(f"Sections are nested {MAX_DEPTH} levels deep at most. Choose a higher place.")
        below[path[-1][1]].append(node_id)
        below[node_id] = []
        path.append((level, node_id))

    def grown(node_id: str) -> Node:
        node, children = known[node_id], tuple([grown(child) for child in below[node_id]])
        same = len(children) == len(node.children) and all(map(operator.is_, children, node.children))
        return node if same else node.with_(children=children)

    return tree.with_nodes(grown(node_id) for node_id in below[None])


def _sewn(tree: Tree, new: tuple[Node, ...], parent: str | None, index: int) -> Tree:
    level = 0 if parent is None else tree.find(parent).level
    if level + max(map(_height, new)) > MAX_DEPTH:
        raise ImpossibleEdit(f"Sections are nested {MAX_DEPTH} levels deep at most. Choose a higher place.")
    siblings = tree.siblings(parent)
    changed = (*siblings[:index], *new, *siblings[index:])
    if parent is None:
        return tree.with_nodes(changed)
    return tree.map(lambda node: node.with_(children=changed) if node.id == parent else node)


def there(tree: Tree, ids: tuple[str, ...]) -> set[str]:
    """The ids, as a set. Raises `NoSuchNode` for one that is not there, `ImpossibleEdit` for none at all."""
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
