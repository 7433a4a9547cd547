"""What the trees of a document are called on the screen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from core.store import StoredTree
from pages.parts.text import short


def tree_names(trees: Iterable[StoredTree], most: int) -> dict[int, str]:
    """A name for each tree, by id, cut to about `most` characters. No two are the same.

    The browser sends back the name that was chosen: of two with one name, imported from the same file, say, Streamlit would take
    the wrong one, and a click elsewhere on the page would change the tree that is worked on.
    """
    alike: defaultdict[str, list[int]] = defaultdict(list)
    for tree in sorted(trees, key=lambda tree: tree.id):
        alike[short(tree.name or f"{tree.origin.value} {tree.id}", most)].append(tree.id)
    names: dict[int, str] = {}
    for name, ids in alike.items():
        for nth, tree_id in enumerate(ids, 1):
            unique = name if nth == 1 else f"{name} ({nth})"
            while unique in alike and nth > 1:
                unique += "′"
            names[tree_id] = unique
    return names
