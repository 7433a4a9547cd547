"""What tests of the store put into it, and how they look at it."""

from __future__ import annotations

from core.edit import Retitle
from core.store import Origin, Store, TreeState
from tests.core.trees import tree

PDF = b"%PDF-1.7 not read here"
BOOK = tree("a 1-4", "  b 2-3", "c 4-20")


def reopened(store: Store) -> Store:
    store.close()
    return Store(store.folder)


def filled(store: Store) -> int:
    document, _ = store.add_document(PDF, "book.pdf", 20)
    return store.add_tree(document.sha256, BOOK, Origin.ENGINE)


def edited(store: Store, tree_id: int, *titles: str, who: str = "Ada") -> TreeState:
    state = store.state(tree_id)
    for title in titles:
        state = store.append(tree_id, Retitle(node="a", title=title), who, state.version)
    return state


def title(state: TreeState) -> str:
    return state.tree.find("a").node.title
