"""All edits, as one type: each a value that knows how it changes a tree (`on`) and how it is said (`words`)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from core.edit.base import Operation
from core.edit.inserted import Insert
from core.edit.restored import Restore
from core.edit.retyped import Retype
from core.edit.sets import DeleteAll, MoveAll, RederiveEnds, Relevel, SetLevel, SetReview, Shift
from core.edit.single import Add, Delete, Move, Retitle, SetEnd, SetNote, SetStart, SetSummary
from core.errors import ImpossibleEdit
from core.tree import Tree


class Many(Operation):
    """Several edits that count as one action. `label` says what they are for."""

    op: Literal["many"] = "many"
    label: str = ""
    edits: tuple[Edit, ...]

    def on(self, tree: Tree) -> Tree:
        if not self.edits:
            raise ImpossibleEdit("There is nothing to do: choose at least one section.")
        for edit in self.edits:
            tree = edit.on(tree)
        return tree

    def words(self, tree: Tree) -> str:
        return self.label or (self.edits[0].words(tree) if len(self.edits) == 1 else f"{len(self.edits)} edits")


Edit = Annotated[
    Retitle
    | SetStart
    | SetEnd
    | Move
    | Add
    | Insert
    | Delete
    | DeleteAll
    | SetReview
    | SetSummary
    | SetNote
    | Shift
    | MoveAll
    | Relevel
    | SetLevel
    | Retype
    | Restore
    | RederiveEnds
    | Many,
    Field(discriminator="op"),
]
Many.model_rebuild()
EDIT: TypeAdapter[Edit] = TypeAdapter(Edit)
"""Validates an edit from JSON: `EDIT.validate_json(text)`."""
