"""What the store hands out: plain values, no database object among them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from core.edit import Edit
from core.tree import Tree


class Origin(StrEnum):
    """Where a tree came from before anybody corrected it."""

    ENGINE = "engine"
    IMPORT = "import"
    MODEL = "model"


class Event(StrEnum):
    """What happened to a tree. The log is append-only: undoing is an event of its own and removes nothing."""

    EDIT = "edit"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class Document:
    """A PDF that is stored. `pages` is `None` until somebody has read it; `size` is in bytes; times are aware, in UTC.

    A `private` document must never be sent to a language model.
    """

    sha256: str
    name: str
    size: int
    pages: int | None
    added: datetime
    private: bool = False


@dataclass(frozen=True, slots=True)
class StoredTree:
    """A tree of a document, without its nodes. One of a document's trees is `active`. `notes`: words of its maker.

    `nodes` and `reviewed` count the current tree's nodes and those of them that were accepted or corrected.
    """

    id: int
    sha256: str
    origin: Origin
    name: str
    producer: str
    created: datetime
    created_by: str
    active: bool
    version: int
    nodes: int
    reviewed: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LoggedEdit:
    """An entry of a tree's log. `seq` counts from 1 without gaps.

    `parent` is, for an edit, the `seq` of the edit whose result it changed (0: the drafted tree); for an undo or a redo,
    that of the edit taken back or made again. `label` says in words what was done; `edit` is `None` for undo and redo.
    """

    seq: int
    event: Event
    label: str
    who: str
    at: datetime
    parent: int
    edit: Edit | None = None


@dataclass(frozen=True, slots=True)
class SignOff:
    """A person's word that the tree, as it was at `version`, is right."""

    tree_id: int
    version: int
    who: str
    at: datetime
    note: str = ""


@dataclass(frozen=True, slots=True)
class TreeState:
    """A tree as it stands now. `version` must be given back with the next edit; it is the `seq` of the last event (0: none).

    `drafted` is the tree before any edit. `undo_label` and `redo_label` name what the buttons would do; `None`: nothing to do.
    `sign_off` is the latest one if it speaks of this very version; `outdated` is it if the tree was changed since.
    """

    tree_id: int
    tree: Tree
    drafted: Tree
    version: int
    undo_label: str | None = None
    redo_label: str | None = None
    history: tuple[LoggedEdit, ...] = field(default=())
    sign_off: SignOff | None = None
    outdated: SignOff | None = None


@dataclass(frozen=True, slots=True)
class Overview:
    """A line of the list of documents: the document, its active tree, and what the last verification of that tree counted.

    `failed` and `suspect` are `None` when the tree was not verified since its last edit. `signed` is the tree's last sign-off,
    which speaks of the tree as it is only where `signed_off`.
    """

    document: Document
    tree: StoredTree | None = None
    failed: int | None = None
    suspect: int | None = None
    signed: SignOff | None = None

    @property
    def signed_off(self) -> bool:
        """Whether somebody holds the tree, as it is now, to be right."""
        return self.signed is not None and self.tree is not None and self.signed.version == self.tree.version
