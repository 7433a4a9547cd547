"""Which entries of a tree's history are about a section."""

from __future__ import annotations

from datetime import UTC, datetime

from core.edit import Add, Edit, Many, MoveAll, Retitle, SetEnd, SetReview, restoring
from core.store import Event, LoggedEdit
from core.tree import Node, Review
from pages.parts.about import events_of
from tests.core.trees import tree

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def log(*edits: Edit | None, parents: tuple[int, ...] = ()) -> list[LoggedEdit]:
    """Edits, and (`None`) the undoing of the edit that `parents` names for it."""
    undone = iter(parents)
    return [
        LoggedEdit(nth, Event.UNDO, "", "Ada", NOW, next(undone))
        if edit is None
        else LoggedEdit(nth, Event.EDIT, "", "Ada", NOW, nth - 1, edit)
        for nth, edit in enumerate(edits, 1)
    ]


def test_edits_that_name_a_section_however_deep_and_their_undoing_the_latest_first() -> None:
    history = log(
        Retitle(node="a", title="b"),
        SetReview(nodes=("b", "c"), review=Review.ACCEPTED),
        Many(label="both", edits=(SetEnd(node="a", page=3), SetEnd(node="c", page=4))),
        None,
        MoveAll(nodes=("d",), parent="b", index=0),
        Add(node=Node(id="e", title="c"), parent=None, index=0),
        parents=(2,),
    )
    assert [each.seq for each in events_of(history, "a")] == [3, 1]
    assert [each.seq for each in events_of(history, "b")] == [5, 4, 2]
    assert [each.seq for each in events_of(history, "c")] == [4, 3, 2]
    assert [each.seq for each in events_of(history, "e")] == [6]


def test_going_back_is_about_what_it_changes_and_not_about_all_that_stays() -> None:
    then, now = tree("a 1", "b 2"), tree("a 1", "  b 3")
    history = log(restoring(now, then, "Go back"))
    assert events_of(history, "a") == []
    assert len(events_of(history, "b")) == 1
