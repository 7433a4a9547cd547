"""Names of trees: no two of a document's are the same on the screen."""

from __future__ import annotations

from datetime import UTC, datetime

from core.store import Origin, StoredTree
from pages.parts.naming import tree_names


def stored(nth: int, name: str) -> StoredTree:
    return StoredTree(nth, "0" * 64, Origin.IMPORT, name, "", datetime.now(UTC), "", False, 0, 1, 0)


def test_equal_names_are_counted_the_oldest_first() -> None:
    trees = [stored(3, "a.json"), stored(2, "b.json"), stored(1, "a.json")]
    assert tree_names(trees, 28) == {1: "a.json", 3: "a.json (2)", 2: "b.json"}


def test_names_that_are_equal_once_they_are_cut_or_counted_stay_apart() -> None:
    long = "x" * 40
    trees = [stored(1, f"{long}1"), stored(2, f"{long}2"), stored(3, "a"), stored(4, "a"), stored(5, "a (2)"), stored(6, "")]
    names = tree_names(trees, 28)
    assert len(set(names.values())) == len(trees)
    assert names[6] == "import 6"
