"""A tree as it was at some point of its log."""

from __future__ import annotations

from core.edit import Edit, replay
from core.store.model import Event, TreeState
from core.tree import Tree


def as_of(state: TreeState, seq: int) -> Tree:
    """The tree as it was once entry `seq` of its history was made; 0: as drafted. Raises `IndexError` for no such entry."""
    if not 0 <= seq <= len(state.history):
        raise IndexError(f"The log has {len(state.history)} entries; there is no entry {seq}.")
    edits: list[Edit] = []
    head = standing(state, seq)
    while head:
        entry = state.history[head - 1]
        if entry.edit is not None:
            edits.append(entry.edit)
        head = entry.parent
    return replay(state.drafted, reversed(edits))


def standing(state: TreeState, seq: int) -> int:
    """The `seq` of the edit whose result stood once entry `seq` was made; 0 for the drafted tree."""
    if not seq:
        return 0
    entry = state.history[seq - 1]
    return (
        state.history[entry.parent - 1].parent
        if entry.event is Event.UNDO
        else entry.parent
        if entry.event is Event.REDO
        else seq
    )
