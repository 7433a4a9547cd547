"""Sign-off, documents that no model may see, and stores that may not grow beyond a bound."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.edit import Retitle
from core.errors import StaleVersion, StoreError
from core.store import Origin, Store
from core.tree import Node, Tree
from tests.core.trees import tree

BOOK = tree("a 1-4", "  b 2-3", "c 4-20")
ROOM = 2 * 1024 * 1024


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "data", max_bytes=ROOM)
    yield opened
    opened.close()


def filled(store: Store) -> int:
    document, _ = store.add_document(b"%PDF-1.7 not read here", "book.pdf", 20)
    return store.add_tree(document.sha256, BOOK, Origin.ENGINE)


def test_a_sign_off_speaks_of_one_version(store: Store) -> None:
    tree_id = filled(store)
    signed = store.sign_off(tree_id, "Ada", 0)
    assert (store.state(tree_id).sign_off, store.state(tree_id).outdated) == (signed, None)
    (line,) = store.overview()
    assert (line.signed, line.signed_off) == (signed, True)
    store.append(tree_id, Retitle(node="a", title="Another"), "Bo", 0)
    assert (store.state(tree_id).sign_off, store.state(tree_id).outdated) == (None, signed)
    (line,) = store.overview()
    assert (line.signed, line.signed_off) == (signed, False)
    with pytest.raises(StaleVersion):
        store.sign_off(tree_id, "Ada", 0)
    again = store.sign_off(tree_id, "Bo", 1)
    assert store.state(tree_id).sign_off == again


def test_a_sign_off_can_be_taken_back_and_the_ones_before_stay_known(store: Store) -> None:
    tree_id = filled(store)
    first = store.sign_off(tree_id, "Ada", 0)
    store.append(tree_id, Retitle(node="a", title="Another"), "Bo", 0)
    store.sign_off(tree_id, "Bo", 1)
    with pytest.raises(StaleVersion):
        store.withdraw(tree_id, 0)
    store.withdraw(tree_id, 1)
    assert store.sign_offs(tree_id) == [first]
    assert (store.state(tree_id).sign_off, store.state(tree_id).outdated) == (None, first)


def test_a_document_can_be_kept_from_models(store: Store) -> None:
    filled(store)
    (document,) = store.documents()
    assert not document.private
    store.set_private(document.sha256, True)
    assert store.document(document.sha256).private
    assert store.overview()[0].document.private
    store.set_private(document.sha256, False)
    assert not store.document(document.sha256).private


def test_files_beyond_the_bound_are_refused_and_nothing_is_half_there(store: Store) -> None:
    store.add_document(os.urandom(ROOM - 1_000), "large.pdf")
    with pytest.raises(StoreError, match="room for 2 MB"):
        store.add_document(os.urandom(2_000), "more.pdf")
    (document,) = store.documents()
    with pytest.raises(StoreError, match="Delete a document"):
        store.save_evidence(document.sha256, bytes(2_000))
    assert len(list((store.folder / "documents").iterdir())) == 1
    store.delete_document(document.sha256)
    store.add_document(os.urandom(2_000), "more.pdf")


def test_a_database_beyond_the_bound_is_told_and_stays_whole(store: Store) -> None:
    tree_id = filled(store)

    (document,) = store.documents()
    large = Tree(name="large.pdf", pages=20, nodes=tuple(Node(id=f"n{nth}", title="x" * 1_900) for nth in range(200)))

    def fill() -> None:
        for _ in range(20):
            store.add_tree(document.sha256, large, Origin.IMPORT)

    with pytest.raises(StoreError, match="no room left"):
        fill()
    assert (store.folder / "treeproof.db").stat().st_size <= ROOM
    state = store.state(tree_id)
    assert store.append(tree_id, Retitle(node="a", title="Another"), "Ada", state.version).version == 1
