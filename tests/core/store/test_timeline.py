"""The timeline against the plainest model of undo: a list of trees and a place in it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.edit import Edit, Retitle, SetNote
from core.store import timeline as module
from core.store.model import Event, LoggedEdit
from core.store.timeline import Timeline
from core.tree import Tree
from tests.core.trees import tree

BOOK = tree("a 1-4", "b 4-20")
AT = datetime(2026, 1, 1, tzinfo=UTC)


def entry(timeline: Timeline, event: Event, edit: Edit | None = None) -> LoggedEdit:
    return LoggedEdit(timeline.version + 1, event, "", "Ada", AT, 0, edit)


@settings(max_examples=60)
@given(st.lists(st.sampled_from(["edit", "edit", "undo", "redo", "restart"]), max_size=40), st.integers(1, 4))
def test_any_walk_through_edits_undo_redo_and_restarts(steps: list[str], stride: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "STRIDE", stride)
        timeline, done = Timeline(BOOK), [BOOK]
        undone: list[Tree] = []
        for nth, step in enumerate(steps):
            if step == "edit":
                edit: Edit = Retitle(node="a", title=f"t{nth}") if nth % 2 else SetNote(node="b", note=f"n{nth}")
                done, undone = [*done, edit.on(done[-1])], []
                timeline = timeline.then(entry(timeline, Event.EDIT, edit), done[-1] if nth % 3 else None)
            elif step == "undo" and len(done) > 1:
                undone.append(done.pop())
                timeline = timeline.then(entry(timeline, Event.UNDO)).filled()
            elif step == "redo" and undone:
                done.append(undone.pop())
                timeline = timeline.then(entry(timeline, Event.REDO))
            elif step == "restart":
                again = Timeline(BOOK)
                for logged in timeline.history:
                    again = again.then(logged)
                timeline = again
            assert timeline.tree == done[-1]
            assert (len(timeline.done), len(timeline.undone)) == (len(done) - 1, len(undone))


def test_trees_far_back_are_let_go_but_for_one_in_each_stride() -> None:
    timeline = Timeline(BOOK)
    for nth in range(5 * module.STRIDE):
        edit = Retitle(node="a", title=f"t{nth}")
        timeline = timeline.then(entry(timeline, Event.EDIT, edit), edit.on(BOOK))
    kept = [nth for nth, step in enumerate(timeline.done) if step.tree is not None]
    assert len(kept) == module.STRIDE + 4
    assert {nth % module.STRIDE for nth in kept[:4]} == {0}
