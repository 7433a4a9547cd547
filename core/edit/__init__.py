"""Operations on a tree, as values: they can be stored, sent, replayed, undone and redone.

`apply(tree, edit)` returns a new tree. Undo is replay: the state after n edits is the drafted tree with the first n applied, so
undoing all of them yields the drafted tree itself. Ids never change, and every edit leaves the nodes it does not name as
they were, except for end pages that *followed* from the order before: those follow the order after (see `core.spans`).

    tree = apply(tree, SetStart(node="n1", page=7))
    tree = apply(tree, indent(tree, "n2"))
    text = EDIT.dump_json(edit)
"""

from __future__ import annotations

from collections.abc import Iterable

from core.edit.gestures import add_after, add_below, fresh_id, indent, merge, move_down, move_up, new_node, outdent, split
from core.edit.inserted import Insert
from core.edit.operations import EDIT, Edit, Many
from core.edit.restored import Restore, restoring
from core.edit.retyped import Retype
from core.edit.sets import DeleteAll, MoveAll, RederiveEnds, Relevel, SetLevel, SetReview, Shift
from core.edit.single import Add, Delete, Move, Retitle, SetEnd, SetNote, SetStart, SetSummary
from core.edit.together import Where, drop, indent_all, move_all_down, move_all_up, outdent_all
from core.tree import Tree

__all__ = [
    "EDIT",
    "Add",
    "Delete",
    "DeleteAll",
    "Edit",
    "Insert",
    "Many",
    "Move",
    "MoveAll",
    "RederiveEnds",
    "Relevel",
    "Restore",
    "Retitle",
    "Retype",
    "SetEnd",
    "SetLevel",
    "SetNote",
    "SetReview",
    "SetStart",
    "SetSummary",
    "Shift",
    "Where",
    "add_after",
    "add_below",
    "apply",
    "describe",
    "drop",
    "fresh_id",
    "indent",
    "indent_all",
    "merge",
    "move_all_down",
    "move_all_up",
    "move_down",
    "move_up",
    "new_node",
    "outdent",
    "outdent_all",
    "replay",
    "restoring",
    "split",
]


def apply(tree: Tree, edit: Edit) -> Tree:
    """The tree after the edit. Raises `NoSuchNode`, `ImpossibleEdit` or `TooManyNodes`; the tree given is never changed."""
    return edit.on(tree)


def replay(tree: Tree, edits: Iterable[Edit]) -> Tree:
    """The tree after all edits, in order."""
    for edit in edits:
        tree = edit.on(tree)
    return tree


def describe(edit: Edit, tree: Tree) -> str:
    """What the edit does, in words for the history and the undo button; `tree` is the one before it."""
    return edit.words(tree)
