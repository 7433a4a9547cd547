"""Trees as they were at each point of their log."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.edit import Edit, Retitle, SetNote, restoring
from core.store import Origin, Store
from core.store.past import as_of
from core.tree import Tree
from tests.core.trees import tree

BOOK = tree("a 1-4", "  b 2-3", "e 5-20")


def test_every_point_can_be_seen_again_whatever_was_undone_between(tmp_path: Path) -> None:
    store = Store(tmp_path)
    document, _ = store.add_document(b"%PDF-1.7", "a.pdf")
    tree_id = store.add_tree(document.sha256, BOOK, Origin.IMPORT)
    seen: list[Tree] = [BOOK]

    def make(edit: Edit) -> None:
        seen.append(store.append(tree_id, edit, "Ada", len(seen) - 1).tree)

    make(Retitle(node="a", title="one"))
    make(SetNote(node="b", note="look"))
    seen.append(store.undo(tree_id, "Ada", 2).tree)
    seen.append(store.undo(tree_id, "Ada", 3).tree)
    seen.append(store.redo(tree_id, "Ada", 4).tree)
    make(Retitle(node="e", title="two"))
    seen.append(store.undo(tree_id, "Ada", 6).tree)
    make(restoring(seen[7], seen[2], "Go back"))
    state = store.state(tree_id)
    assert [as_of(state, seq) for seq in range(len(seen))] == seen
    assert seen[8].find("b").node.note == "look"
    with pytest.raises(IndexError):
        as_of(state, 9)
    store.close()
