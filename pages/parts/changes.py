"""What differs between two states of a tree."""

from __future__ import annotations

from core.tree import Tree


def first_changed(before: Tree, after: Tree) -> str | None:
    """The first section that differs between two trees, in the order of the later one.

    Sections whose end page alone differs come last: ends follow from what others say.
    """
    follows: str | None = None
    for node_id, placed in after.placed.items():
        was = before.placed.get(node_id)
        if was is None or (was.parent, was.index) != (placed.parent, placed.index):
            return node_id
        old, new = was.node.with_(children=()), placed.node.with_(children=())
        if old.span.start != new.span.start or old.with_(span=new.span) != new:
            return node_id
        if old != new and follows is None:
            follows = node_id
    return follows
