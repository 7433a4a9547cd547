"""Drafts of one producer: the same one is no second tree, another takes the place of an untouched one."""

from __future__ import annotations

import pytest

from core.errors import UnknownTree
from core.store import Origin, Store
from tests.core.store.stores import BOOK, PDF, edited, title
from tests.core.trees import tree


class TestDraftsOfOneProducer:
    def test_the_same_draft_again_is_the_one_that_is_there_with_its_edits(self, store: Store) -> None:
        document, _ = store.add_document(PDF, "book.pdf", 20)
        made = BOOK.model_copy(update={"producer": "treeproof 1; model m; 12ab"})
        first = store.add_tree(document.sha256, made, Origin.MODEL)
        edited(store, first, "A")
        other = store.add_tree(document.sha256, BOOK.model_copy(update={"producer": "another"}), Origin.MODEL)
        assert store.active_tree(document.sha256) == other
        assert store.add_tree(document.sha256, made, Origin.MODEL) == first
        assert store.active_tree(document.sha256) == first
        assert title(store.state(first)) == "A"
        assert len(store.trees(document.sha256)) == 2

    def test_another_draft_takes_the_place_of_an_untouched_one_alone(self, store: Store) -> None:
        document, _ = store.add_document(PDF, "book.pdf", 20)
        drafts = [
            tree(*rows).model_copy(update={"producer": "treeproof engine"})
            for rows in (["a 1"], ["a 1", "b 2"], ["a 3"], ["a 4"])
        ]
        untouched, corrected = (store.add_tree(document.sha256, each, Origin.ENGINE) for each in drafts[:2])
        assert [each.id for each in store.trees(document.sha256)] == [corrected]
        with pytest.raises(UnknownTree):
            store.state(untouched)
        edited(store, corrected, "A")
        signed = store.add_tree(document.sha256, drafts[2], Origin.ENGINE)
        store.sign_off(signed, "Ada", 0)
        latest = store.add_tree(document.sha256, drafts[3], Origin.ENGINE)
        assert [each.id for each in store.trees(document.sha256)] == [latest, signed, corrected]

    def test_what_is_imported_or_of_no_known_producer_is_a_tree_each_time(self, store: Store) -> None:
        document, _ = store.add_document(PDF, "book.pdf", 20)
        named = BOOK.model_copy(update={"producer": "pageindex"})
        for each, origin in ((named, Origin.IMPORT), (BOOK.model_copy(update={"producer": ""}), Origin.ENGINE)):
            assert store.add_tree(document.sha256, each, origin) != store.add_tree(document.sha256, each, origin)
