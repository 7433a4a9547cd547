"""What a format is: how it is recognised, read and written, and what it cannot hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.tree import Tree

JsonValue = Any
"""What `json.loads` gives: the one place where a value's type is not known."""


@dataclass(frozen=True, slots=True)
class Target:
    """The document that a file is read for. `pages` is `None` when no PDF is at hand."""

    name: str = ""
    pages: int | None = None
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """A tree from a file. `notes` say in words all that was mended, guessed or left out on the way."""

    tree: Tree
    format: str
    notes: tuple[str, ...] = ()


Texts = Mapping[str, str]
"""The text of each node, by id, for formats that hold it."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format. `suffix` names its files, `media_type` goes with a download.

    A format of JSON has `recognises` and `load`, which look at the parsed value; one of plain text `recognises_text` and
    `load_text`; one that is only written none of them. Loading gives a tree and what was mended; `dump` writes; `losses` says in
    words what of this tree the format cannot hold. With `cited`, `dump` wants the text of the pages that it names for each leaf.
    """

    name: str
    label: str
    suffix: str
    media_type: str
    dump: Callable[[Tree, Texts], str]
    losses: Callable[[Tree], list[str]]
    recognises: Callable[[JsonValue], bool] | None = None
    load: Callable[[JsonValue, Target], tuple[Tree, list[str]]] | None = None
    recognises_text: Callable[[str], bool] | None = None
    load_text: Callable[[str, Target], tuple[Tree, list[str]]] | None = None
    cited: Callable[[Tree], Mapping[str, Sequence[int]]] | None = None


def part(tree: Tree, only: Collection[str] | None) -> Tree:
    """The tree reduced to the nodes chosen; one whose parent was not chosen goes below its nearest ancestor that was."""
    if only is None:
        return tree
    wanted = set(only)
    for node_id in wanted:
        tree.find(node_id)
    return tree.without(lambda node: node.id not in wanted)
