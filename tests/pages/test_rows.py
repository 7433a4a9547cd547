"""The tree's rows, and how little of them an edit sends anew."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from core.edit import Delete, Edit, Many, Retitle, SetNote, SetReview, apply, indent
from core.report import Finding, NodeReport, Report, Severity, Status
from core.tree import Review, Tree
from pages.parts.tree import rows as module
from pages.parts.tree.rows import Change, Row, change, rows
from tests.core.trees import tree, trees


def row(name: str) -> Row:
    return (name, 1, name, "1", 1, "ok", 0, "", False, None, "")


def changed(before: Sequence[Row], how: Change) -> list[Row]:
    """What the widget's script does."""
    return [*before[: how["first"]], *how["rows"], *before[how["first"] + how["removed"] :]]


NAMES = st.lists(st.sampled_from("abcd"), max_size=8).map(lambda names: [row(name) for name in names])


@given(NAMES, NAMES)
def test_a_change_leads_from_the_rows_before_to_those_after(before: list[Row], after: list[Row]) -> None:
    how = change("7:3", before, after)
    assert changed(before, how) == after
    assert how["base"] == "7:3"
    if before == after:
        assert not how["rows"]
        assert not how["removed"]


def test_one_edit_sends_one_row_of_many() -> None:
    before = tree(*(f"s{nth} {nth + 1}" for nth in range(15)))
    after = apply(before, SetNote(node="s7", note="look here"))
    how = change("", rows(before, Report()), rows(after, Report()))
    assert [each[0] for each in how["rows"]] == ["s7"]


@given(trees(at_least=3))
def test_rows_that_were_kept_are_those_made_anew(some: Tree) -> None:
    ids = list(some.placed)
    edits: tuple[Edit, ...] = (
        SetReview(nodes=(ids[0],), review=Review.ACCEPTED),
        Retitle(node=ids[1], title="Called otherwise"),
        Delete(node=ids[0], whole=False),
        Many(label="both", edits=(SetNote(node=ids[-1], note="a remark"), Retitle(node=ids[-1], title="Again"))),
    )
    for report in (Report(), _failing(ids)):
        for edit in edits:
            for state in (some, apply(some, edit)):
                kept = rows(state, report)
                module._LATEST.clear()
                assert kept == rows(state, report)


def test_a_section_that_goes_deeper_has_another_row() -> None:
    before = tree("a 1", "b 2", "  c 3")
    rows(before, Report())
    assert [(each[0], each[1]) for each in rows(apply(before, indent(before, "b")), Report())] == [("a", 1), ("b", 2), ("c", 3)]


def _failing(ids: list[str]) -> Report:
    finding = Finding(code="title-nowhere", severity=Severity.ERROR, message="It stands nowhere.", node_id=ids[-1])
    return Report(nodes=(NodeReport(node_id=ids[-1], status=Status.FAILED, findings=(finding,)),))
