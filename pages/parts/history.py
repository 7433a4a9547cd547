"""The history of a tree: what was done, when and by whom, and the way back to any point."""

from __future__ import annotations

import streamlit as st

from core.edit import Edit, restoring
from core.store import Event, LoggedEdit, TreeState
from core.store.past import as_of, standing
from core.tree import Tree
from pages.parts import markup
from pages.parts.past import widget as past
from pages.parts.past.widget import Entry
from pages.parts.text import short
from pages.parts.workbench import Workbench

DRAFTED = "The tree as it was drafted or imported"


def history(bench: Workbench) -> None:
    """Draw the history; where there is none yet, what will stand here."""
    if not bench.state.history:
        st.html(markup.quiet("Nothing was changed yet. Every change will stand here, with a way back to before and after it."))
    past.show(entries(bench.state), on_back=lambda seq: go_back(bench, seq), key=f"past_{bench.place.tree_id}")


def entries(state: TreeState) -> list[Entry]:
    """The points of a tree's history, the latest first, down to the tree before any edit. One of them is what stands."""
    now = standing(state, state.version)
    made = [Entry(each.seq, said(each), each.who, each.at, each.seq == now) for each in reversed(state.history)]
    return [*made, Entry(0, DRAFTED, "", None, now == 0)]


def said(entry: LoggedEdit) -> str:
    """An entry in words."""
    return (
        entry.label if entry.event is Event.EDIT else f"{'Undone' if entry.event is Event.UNDO else 'Done again'}: {entry.label}"
    )


def go_back(bench: Workbench, seq: int) -> None:
    """Make the tree what it was at a point of its history. That is an edit of its own: one undo takes it back."""
    state = bench.state
    if not 0 <= seq <= state.version:
        return
    label = "Go back to the tree before all edits" if seq == 0 else f"Go back to: {short(said(state.history[seq - 1]), 60)}"

    def gesture(tree: Tree) -> Edit:
        return restoring(tree, as_of(state, seq), label)

    bench.attempt(gesture)
