"""The report of corrections."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given, settings

from core.diff import as_csv, as_json, corrections
from core.edit import Delete, Edit, Move, Retitle, SetNote, SetReview, SetStart, add_after, indent, replay
from core.formats.cells import harmless
from core.report import Finding, NodeReport, Report, Severity, Status
from core.tree import Review, Tree
from tests.core.trees import tree, trees

BOOK = tree("a 1-4", "  b 2-3", "  c 3-4", "d 4-9", "e 9-20")


def seen(*edits: Edit, before: Tree = BOOK) -> list[tuple[str, str, object, object]]:
    return [(row.node_id, row.field, row.before, row.after) for row in corrections(before, replay(before, edits))]


def test_nothing_changed_gives_no_rows() -> None:
    assert seen() == []


def test_a_start_page_and_the_ends_that_follow() -> None:
    assert seen(SetStart(node="d", page=6)) == [
        ("a", "end", 4, 6),
        ("c", "end", 4, 6),
        ("d", "start", 4, 6),
        ("d", "review", "unreviewed", "corrected"),
    ]


def test_a_deleted_node_comes_last_with_what_it_was() -> None:
    rows = corrections(BOOK, replay(BOOK, [Delete(node="d")]))
    assert [(row.node_id, row.what, row.field) for row in rows][-1] == ("d", "deleted", "review")
    assert ("d", "start", 4, None) in seen(Delete(node="d"))


def test_an_added_node_is_one_and_moves_nobody() -> None:
    rows = corrections(BOOK, replay(BOOK, [add_after(BOOK, "a", "New", 4)]))
    assert {row.what for row in rows} == {"added"}
    assert {row.title for row in rows} == {"New"}


def test_of_siblings_only_the_one_that_moved_is_named() -> None:
    rows = seen(Move(node="e", parent=None, index=0))
    assert [row for row in rows if row[1] == "position"] == [("e", "position", 3, 1)]


def test_a_new_parent_is_shown_by_title_and_level() -> None:
    assert seen(indent(BOOK, "d"))[-2:] == [("d", "level", 1, 2), ("d", "parent", None, "A [a]")]


def test_a_retitled_parent_says_nothing_of_its_children() -> None:
    assert {row[0] for row in seen(Retitle(node="a", title="Other"))} == {"a"}


def test_reviews_and_notes_count() -> None:
    assert seen(SetReview(nodes=("b",), review=Review.ACCEPTED), SetNote(node="b", note="ok")) == [
        ("b", "review", "unreviewed", "accepted"),
        ("b", "note", "", "ok"),
    ]


def test_the_findings_of_the_draft_stand_beside() -> None:
    finding = Finding(code="elsewhere", severity=Severity.ERROR, message="The title stands on page 6.", node_id="d")
    report = Report(nodes=(NodeReport(node_id="d", status=Status.FAILED, findings=(finding,)),))
    rows = corrections(BOOK, replay(BOOK, [SetStart(node="d", page=6)]), report)
    assert [row.findings for row in rows if row.node_id == "d"] == [("The title stands on page 6.",)] * 2
    assert [row.findings for row in rows if row.node_id == "a"] == [()]


@pytest.mark.parametrize("title", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "＝1", "\r\n=cmd|' /C calc'!A0"])
def test_formulas_in_titles_are_harmless_in_csv(title: str) -> None:
    named = BOOK.map(lambda node: node.with_(title=title) if node.id == "a" else node)
    text = as_csv(corrections(BOOK, named))
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert rows[0]["after"] == rows[0]["title"] == f"'{title}"
    assert rows[0]["before"] == "A"


def test_numbers_and_ordinary_words_stay_as_they_are() -> None:
    assert [harmless(cell) for cell in (-3, None, "Results - 2", "2+2", "")] == ["-3", "", "Results - 2", "2+2", ""]


def test_json_holds_the_same_rows() -> None:
    rows = corrections(BOOK, replay(BOOK, [Retitle(node="a", title="=x")]))
    assert json.loads(as_json(rows)) == [row.model_dump(mode="json") for row in rows]
    assert json.loads(as_json(rows))[0]["after"] == "=x"


@settings(max_examples=50)
@given(trees(), trees())
def test_any_two_trees_can_be_compared(one: Tree, other: Tree) -> None:
    assert corrections(one, one) == []
    rows = corrections(one, other)
    assert {row.node_id for row in rows if row.what == "added"} == set(other.placed) - set(one.placed)
    assert {row.node_id for row in rows if row.what == "deleted"} == set(one.placed) - set(other.placed)
    assert all(row.before != row.after for row in rows)
