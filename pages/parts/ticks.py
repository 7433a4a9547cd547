"""The sections that Bulk is about: those ticked there, begun from what is chosen in the tree, and kept while the tree changes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import streamlit as st

from core.tree import Node, Tree
from pages.parts.text import counted

TICKS = "ticks"
"""Key of the session state."""


@dataclass(frozen=True, slots=True)
class Group:
    """Sections that an action is about, in document order, and how they came to be it: "ticked" or "chosen in the tree"."""

    nodes: tuple[str, ...]
    how: str = "ticked"

    def __str__(self) -> str:
        return f"the {counted(len(self.nodes))} {self.how}"


@dataclass
class Ticks:
    """What is ticked of a tree, and open. `seen` is what was chosen in the tree when last looked; `nth` counts redraws."""

    tree_id: int
    ids: frozenset[str] = frozenset()
    opened: frozenset[str] | None = None
    seen: tuple[str, ...] = ()
    nth: int = 0

    def follow(self, tree: Tree, chosen: tuple[str, ...]) -> bool:
        """Take over what was chosen anew in the tree, where that is several; one alone is looked at, and changes no ticks."""
        anew, self.seen = chosen != self.seen, chosen
        if not anew or len(chosen) < 2 or self.ids == set(chosen):
            return False
        self.put(tree, chosen)
        return True

    def put(self, tree: Tree, ids: Collection[str]) -> None:
        """Tick these and no others, and open what is above them."""
        self.ids = frozenset(ids)
        if self.opened is not None:
            self.opened |= {above for node_id in ids for above in _above(tree, node_id)}
        self.nth += 1


def held(tree_id: int) -> Ticks:
    """The ticks of a tree in this session."""
    found: Ticks | None = st.session_state.get(TICKS)
    if found is None or found.tree_id != tree_id:
        found = st.session_state[TICKS] = Ticks(tree_id)
    return found


def with_below(tree: Tree, ids: Collection[str]) -> frozenset[str]:
    """These sections with all below them, and each section of which all are ticked that stand right below it."""
    found: set[str] = set()

    def look(node: Node, inside: bool) -> bool:
        ticked = inside or node.id in ids
        below = [look(child, ticked) for child in node.children]
        whole = ticked or (bool(below) and all(below))
        if whole:
            found.add(node.id)
        return whole

    for node in tree.nodes:
        look(node, False)
    return frozenset(found)


def _above(tree: Tree, node_id: str) -> list[str]:
    """The sections above a section, the nearest first."""
    above: list[str] = []
    place = tree.placed.get(node_id)
    while place is not None and place.parent is not None:
        above.append(place.parent)
        place = tree.placed.get(place.parent)
    return above
