"""The store: documents, trees, edits, undo across restarts, several people at once."""

from __future__ import annotations

import hashlib
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from sqlalchemy import Connection

from core.edit import Delete, Edit, Retitle, SetEnd, SetReview, SetStart, replay
from core.errors import ImpossibleEdit, NoSuchNode, StaleVersion, StoreError, UnknownDocument, UnknownTree
from core.report import Finding, NodeReport, Report, Severity, Status
from core.store import Event, Origin, Store
from core.tree import Review, Tree
from tests.core.store.stores import BOOK, PDF, edited, filled, reopened, title


class TestDocuments:
    def test_a_document_is_kept_as_it_came(self, store: Store) -> None:
        document, is_new = store.add_document(PDF, "book.pdf", 20)
        assert is_new
        assert (document.sha256, document.size, document.pages) == (hashlib.sha256(PDF).hexdigest(), len(PDF), 20)
        again = reopened(store)
        assert again.documents() == [document] == [again.document(document.sha256)]
        assert again.pdf_path(document.sha256).read_bytes() == PDF
        again.close()

    def test_the_same_bytes_are_recognised_under_any_name(self, store: Store) -> None:
        first, _ = store.add_document(PDF, "book.pdf")
        assert store.add_document(PDF, "copy.pdf") == (first, False)
        assert len(store.documents()) == 1

    def test_pages_can_be_noted_later(self, store: Store) -> None:
        document, _ = store.add_document(PDF, "book.pdf")
        assert document.pages is None
        store.set_pages(document.sha256, 20)
        assert store.document(document.sha256).pages == 20

    @pytest.mark.parametrize("nth", [1, 2])
    def test_one_process_deletes_what_another_adds(self, store: Store, monkeypatch: pytest.MonkeyPatch, nth: int) -> None:
        """Whichever comes in before the other's `nth` transaction: a document that is listed has its file."""
        sha256 = store.add_document(PDF, "book.pdf")[0].sha256
        other = Store(store.folder)
        writing, count = store._database.writing, 0

        def interrupted() -> AbstractContextManager[Connection]:
            nonlocal count
            count += 1
            if count == nth:
                other.delete_document(sha256) if nth == 1 else other.add_document(PDF, "book.pdf")
            return writing()

        monkeypatch.setattr(store._database, "writing", interrupted)
        store.add_document(PDF, "book.pdf") if nth == 1 else store.delete_document(sha256)
        assert count >= nth
        assert other.pdf_path(sha256).read_bytes() == PDF
        other.close()

    def test_deleting_leaves_nothing_of_it(self, store: Store) -> None:
        tree_id = filled(store)
        edited(store, tree_id, "A secret title")
        store.save_report(tree_id, 1, Report())
        store.sign_off(tree_id, "Ada", 1)
        sha256 = store.documents()[0].sha256
        store.save_evidence(sha256, b"the text")
        store.delete_document(sha256)
        assert list((store.folder / "documents").iterdir()) == []
        left = b"".join(path.read_bytes() for path in store.folder.glob("treeproof.db*"))
        assert b"secret" not in left
        store.close()
        with sqlite3.connect(store.folder / "treeproof.db") as rows:
            for table in ("documents", "trees", "edits", "reports", "sign_offs"):
                assert rows.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)  # noqa: S608
        with pytest.raises(UnknownTree):
            store.state(tree_id)

    def test_what_is_not_there_is_said_to_be_missing(self, store: Store) -> None:
        for on_document in (store.document, store.trees, store.evidence, store.delete_document, store.pdf_path):
            with pytest.raises(UnknownDocument, match="Upload it again"):
                on_document("0" * 64)
        for on_tree in (store.state, store.stored_tree, store.delete_tree, store.activate, store.sign_offs):
            with pytest.raises(UnknownTree):
                on_tree(99)

    def test_evidence_is_kept_by_document(self, store: Store) -> None:
        filled(store)
        sha256 = store.documents()[0].sha256
        assert store.evidence(sha256) is None
        store.save_evidence(sha256, b"one")
        store.save_evidence(sha256, b"two")
        assert store.evidence(sha256) == b"two"

    def test_a_lost_file_comes_back_with_the_next_upload(self, store: Store) -> None:
        document, _ = store.add_document(PDF, "book.pdf")
        store.pdf_path(document.sha256).unlink()
        store.add_document(PDF, "book.pdf")
        assert store.pdf_path(document.sha256).read_bytes() == PDF

    def test_leavings_of_a_killed_process_are_swept_when_old(self, store: Store) -> None:
        filled(store)
        folder = store.folder / "documents"
        old, fresh = folder / f"{'1' * 64}.pdf", folder / f"{'2' * 64}.pdf"
        for path in (old, folder / ".part-x", fresh):
            path.write_bytes(b"x")
        long_ago = 1_000_000_000
        for path in (old, folder / ".part-x", *folder.glob("*.pdf")):
            if path != fresh:
                os.utime(path, (long_ago, long_ago))
        reopened(store).close()
        assert sorted(path.name for path in folder.iterdir()) == sorted([f"{hashlib.sha256(PDF).hexdigest()}.pdf", fresh.name])


class TestTrees:
    def test_a_new_tree_stands_beside_the_others_and_is_active(self, store: Store) -> None:
        first = filled(store)
        sha256 = store.documents()[0].sha256
        second = store.add_tree(sha256, BOOK, Origin.IMPORT, name="made elsewhere", who="Ada", notes=("Some nodes had no id.",))
        listed = store.trees(sha256)
        assert [(each.id, each.origin, each.active) for each in listed] == [
            (second, Origin.IMPORT, True),
            (first, Origin.ENGINE, False),
        ]
        assert (listed[0].notes, listed[0].created_by, listed[0].nodes) == (("Some nodes had no id.",), "Ada", 3)
        store.activate(first)
        assert store.active_tree(sha256) == first
        store.delete_tree(first)
        assert store.active_tree(sha256) == second
        store.delete_tree(second)
        assert store.active_tree(sha256) is None

    def test_overview_counts_what_was_reviewed_and_what_failed(self, store: Store) -> None:
        tree_id = filled(store)
        state = store.append(tree_id, SetReview(nodes=("a", "b"), review=Review.ACCEPTED), "Ada", 0)
        finding = Finding(code="elsewhere", severity=Severity.ERROR, message="m", node_id="c")
        report = Report(
            nodes=(NodeReport(node_id="c", status=Status.FAILED, findings=(finding,)), NodeReport(node_id="a", status=Status.OK))
        )
        store.save_report(tree_id, state.version, report)
        assert store.report(tree_id, state.version) == report
        (line,) = store.overview()
        assert line.tree is not None
        assert (line.tree.nodes, line.tree.reviewed, line.failed, line.suspect) == (3, 2, 1, 0)
        store.save_report(tree_id, 0, Report())
        store.save_report(tree_id, state.version, report)
        assert [store.report(tree_id, version) for version in (0, state.version)] == [Report(), report]
        store.save_report(tree_id, 0, Report())
        assert store.report(tree_id, state.version) == report
        store.append(tree_id, Delete(node="c"), "Ada", state.version)
        assert store.report(tree_id, state.version + 1) is None
        assert store.overview()[0].failed is None

    def test_a_verification_that_comes_late_drops_no_later_one(self, store: Store) -> None:
        tree_id = filled(store)
        edited(store, tree_id, "one", "two")
        store.save_report(tree_id, 2, Report())
        store.save_report(tree_id, 1, Report())
        assert [store.report(tree_id, version) for version in (1, 2)] == [None, Report()]

    def test_a_sign_off_speaks_of_one_version(self, store: Store) -> None:
        tree_id = filled(store)
        signed = store.sign_off(tree_id, " Ada  Lovelace", 0, "checked twice")
        assert store.state(tree_id).sign_off == signed
        assert signed.who == "Ada Lovelace"
        edited(store, tree_id, "X")
        assert store.state(tree_id).sign_off is None
        assert store.sign_offs(tree_id) == [signed]
        with pytest.raises(StaleVersion):
            store.sign_off(tree_id, "Ada", 0)

    def test_people_are_remembered_in_the_order_they_came(self, store: Store) -> None:
        assert store.add_person(" Grace ") == "Grace"
        edited(store, filled(store), "X", who="Ada")
        assert store.people() == ["Grace", "Ada"]
        for name in ("", "  ", "x" * 201):
            with pytest.raises(StoreError, match="carry a name"):
                store.add_person(name)


class TestEdits:
    def test_edits_undo_and_redo_survive_a_restart(self, store: Store) -> None:
        tree_id = filled(store)
        edited(store, tree_id, "one", "two", "three")
        state = store.undo(tree_id, "Bob", 3)
        again = reopened(store)
        assert again.state(tree_id) == state
        assert (title(state), state.undo_label, state.redo_label) == ("two", "Retitle “one” to “two”", "Retitle “two” to “three”")
        state = again.undo(tree_id, "Bob", state.version)
        state = again.undo(tree_id, "Bob", state.version)
        assert state.tree == BOOK == state.drafted
        assert state.undo_label is None
        with pytest.raises(ImpossibleEdit, match="nothing to undo"):
            again.undo(tree_id, "Bob", state.version)
        for expected in ("one", "two", "three"):
            state = again.redo(tree_id, "Cyd", state.version)
            assert title(state) == expected
        with pytest.raises(ImpossibleEdit, match="nothing to redo"):
            again.redo(tree_id, "Cyd", state.version)
        again.close()

    def test_a_new_edit_after_undo_drops_what_could_be_redone_but_the_log_keeps_all(self, store: Store) -> None:
        tree_id = filled(store)
        edited(store, tree_id, "one", "two")
        state = store.undo(tree_id, "Ada", 2)
        state = store.append(tree_id, Retitle(node="a", title="other"), "Ada", state.version)
        assert state.redo_label is None
        log = [(each.seq, each.event, each.parent, each.who) for each in store.history(tree_id)]
        assert log == [(1, Event.EDIT, 0, "Ada"), (2, Event.EDIT, 1, "Ada"), (3, Event.UNDO, 2, "Ada"), (4, Event.EDIT, 1, "Ada")]
        assert [each.edit is None for each in store.history(tree_id)] == [False, False, True, False]
        assert title(store.undo(tree_id, "Ada", 4)) == "one"

    def test_an_edit_on_an_old_version_is_refused_and_nothing_stored(self, store: Store) -> None:
        tree_id = filled(store)
        state = edited(store, tree_id, "one")
        with pytest.raises(StaleVersion, match="Reload") as caught:
            store.append(tree_id, Delete(node="a"), "Bob", 0)
        assert (caught.value.base, caught.value.latest) == (0, 1)
        with pytest.raises(StaleVersion):
            store.undo(tree_id, "Bob", 0)
        assert store.state(tree_id) == state

    def test_an_edit_that_does_not_apply_leaves_no_trace(self, store: Store) -> None:
        tree_id = filled(store)
        with pytest.raises(NoSuchNode):
            store.append(tree_id, Delete(node="z"), "Ada", 0)
        assert store.state(tree_id).version == 0
        assert store.people() == []

    def test_the_cached_tree_equals_the_replay(self, store: Store) -> None:
        tree_id = filled(store)
        steps: list[Edit] = [SetStart(node="c", page=7), SetEnd(node="b", page=2), Delete(node="b"), Retitle(node="c", title="x")]
        for version, edit in enumerate(steps):
            state = store.append(tree_id, edit, "Ada", version)
            store.close()
            with sqlite3.connect(store.folder / "treeproof.db") as rows:
                (cached,) = rows.execute("SELECT current FROM trees").fetchone()
            assert Tree.model_validate_json(cached) == state.tree == replay(BOOK, steps[: version + 1])

    def test_a_long_history_can_be_walked_back_and_forth(self, store: Store) -> None:
        tree_id = filled(store)
        count = 150
        version = edited(store, tree_id, *(f"t{nth}" for nth in range(count))).version
        store = reopened(store)
        for nth in range(count - 2, -1, -1):
            state = store.undo(tree_id, "Ada", version)
            version = state.version
            assert title(state) == f"t{nth}"
        assert store.redo(tree_id, "Ada", version).tree.find("a").node.title == "t1"
        store.close()

    def test_two_processes_see_each_other(self, store: Store) -> None:
        tree_id = filled(store)
        edited(store, tree_id, "one")
        other = Store(store.folder)
        other.undo(tree_id, "Bob", 1)
        assert store.state(tree_id) == other.state(tree_id)
        assert title(store.redo(tree_id, "Ada", 2)) == "one"
        other.close()

    def test_of_writers_at_the_same_moment_one_wins_and_the_others_are_told(self, store: Store) -> None:
        tree_id = filled(store)

        def attempt(nth: int) -> str:
            try:
                store.append(tree_id, Retitle(node="a", title=f"by {nth}"), f"person {nth}", 0)
            except StaleVersion:
                return "told"
            return "won"

        with ThreadPoolExecutor(8) as pool:
            outcomes = list(pool.map(attempt, range(8)))
        assert sorted(outcomes) == ["told"] * 7 + ["won"]
        assert len(store.history(tree_id)) == 1

    def test_two_writers_that_read_the_same_version_get_one_entry(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        """As on a database that does not let writers wait for each other: the key of the log decides."""
        tree_id = filled(store)
        with store._database.reading() as connection:
            stale = store._log._read(connection, tree_id)
        edited(store, tree_id, "one")
        monkeypatch.setattr(store._log, "_read", lambda *_: stale)
        with pytest.raises(StaleVersion):
            store.append(tree_id, Delete(node="a"), "Bob", 0)
        monkeypatch.undo()
        assert len(reopened(store).history(tree_id)) == 1

    def test_threads_that_retry_lose_no_edit(self, store: Store) -> None:
        tree_id = filled(store)

        def insist(nth: int) -> None:
            while True:
                try:
                    store.append(tree_id, Retitle(node="a", title=f"by {nth}"), "Ada", store.state(tree_id).version)
                except StaleVersion:
                    continue
                return

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(insist, range(20)))
        assert sorted(each.seq for each in store.history(tree_id)) == list(range(1, 21))


KILLED = """
    import os, sys
    from pathlib import Path
    from core.edit import Retitle
    from core.store import Store
    store = Store(Path(sys.argv[1]))
    for version in range(1000):
        store.append(int(sys.argv[2]), Retitle(node="a", title=f"t{version}"), "Ada", version)
        os.write(1, b"%d\\n" % version)
"""


def test_a_killed_process_loses_no_acknowledged_edit(store: Store) -> None:
    tree_id = filled(store)
    store.close()
    command = [sys.executable, "-c", textwrap.dedent(KILLED), str(store.folder), str(tree_id)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=Path(__file__).parents[3]) as process:
        assert process.stdout is not None
        for _ in range(25):
            acknowledged = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        acknowledged = max([acknowledged, *(int(line) for line in process.stdout.read().split())])
    state = Store(store.folder).state(tree_id)
    assert state.version >= acknowledged + 1
    assert title(state) == f"t{state.version - 1}"
    assert state.tree == replay(BOOK, [each.edit for each in state.history if each.edit is not None])
