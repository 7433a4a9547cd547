"""What all edits have in common, and how sections are spoken of."""

from __future__ import annotations

from abc import ABC, abstractmethod

from core.errors import ImpossibleEdit
from core.tree import MAX_TITLE, Tree, Value

SHORT_TITLE = 40
"""Characters of a title that are shown where it is spoken of."""


class Operation(Value, ABC):
    """What edits have in common."""

    @abstractmethod
    def on(self, tree: Tree) -> Tree:
        """The tree after the edit. Raises `NoSuchNode` or `ImpossibleEdit`; the tree given is never changed."""

    @abstractmethod
    def words(self, tree: Tree) -> str:
        """What the edit does to `tree`, for the history and the undo button."""


def short(title: str) -> str:
    """A title on one line, cut at `SHORT_TITLE`."""
    title = " ".join(title.split())
    return title if len(title) <= SHORT_TITLE else title[: SHORT_TITLE - 1].rstrip() + "…"


def quoted(tree: Tree, node_id: str) -> str:
    """A node's title as it is spoken of. Raises `NoSuchNode`."""
    return f"“{short(tree.find(node_id).node.title)}”"


def several(tree: Tree, ids: tuple[str, ...]) -> str:
    """One title, or how many."""
    return quoted(tree, ids[0]) if len(ids) == 1 else f"{len(ids)} sections"


def checked_title(title: str) -> str:
    """A title on one line. Raises `ImpossibleEdit` for one that is empty or too long."""
    title = " ".join(title.split())
    if not title:
        raise ImpossibleEdit("A section needs a title. Type one, or delete the section.")
    if len(title) > MAX_TITLE:
        raise ImpossibleEdit(f"The title has {len(title):,} characters; {MAX_TITLE:,} are allowed. Shorten it.")
    return title
