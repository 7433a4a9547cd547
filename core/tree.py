"""The section tree: the value that everything else passes around.

Conventions, stated here and obeyed everywhere (they are converted only in `core.formats`):

- Pages are *physical*: the first page of the file is 1. Printed page numbers are called so.
- A span is inclusive at both ends and covers the section with all its children.
- Coordinates are points (1/72 inch) from the top left of the page as shown, i.e. after its rotation and crop.
- A level is what nesting says: children of the root have level 1.
- A page that is not known is `None`; nothing invents one.

What may be *wrong* with a tree (a page beyond the end, an end before its start, a child outside its parent)
is kept as given, so that a faulty tree can be loaded, shown and mended; `core.verify` reports it. What makes a
value no tree at all (repeated ids, bounds on depth and size) is refused by the constructor.
"""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from core.errors import NoSuchNode, RepeatedId, TooDeep, TooManyNodes

MAX_DEPTH = 32
MAX_NODES = 50_000
MAX_TITLE = 2_000
"""Bounds on what is accepted as a tree: far above any document seen, low enough that no input exhausts the app."""

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in points, from the top left of the page as shown."""


class Value(BaseModel):
    """Base of the immutable values: frozen, and strict about unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Span(Value):
    """Pages from `start` to `end`, both included; `None` where not known."""

    start: int | None = None
    end: int | None = None

    def __str__(self) -> str:
        start, end = (("?" if page is None else str(page)) for page in (self.start, self.end))
        return start if start == end else f"{start}-{end}"


class Anchor(Value):
    """Where the heading stands. `tops_page` says that no body text stands above it on its page."""

    page: int
    y: float | None = None
    box: Box | None = None
    tops_page: bool | None = None


class Source(StrEnum):
    """Who says that a section starts here."""

    BOOKMARKS = "bookmarks"
    LINKS = "links"
    DESTINATIONS = "destinations"
    TAGS = "tags"
    CONTENTS = "contents"
    LAYOUT = "layout"
    NETWORK = "network"
    NUMBERING = "numbering"
    MODEL = "model"
    IMPORT = "import"
    PERSON = "person"
    PAGES = "pages"


class Evidence(Value):
    """One source's word for a node: where it says so, and a short phrase for people ("entry 12", "bold 14 pt")."""

    source: Source
    page: int | None = None
    box: Box | None = None
    note: str = ""


class Review(StrEnum):
    """What a person has said of a node."""

    UNREVIEWED = "unreviewed"
    ACCEPTED = "accepted"
    CORRECTED = "corrected"


class Node(Value):
    """A section.

    `confidence` is the drafter's own, from 0 to 1, `None` when nobody said. `synthetic` marks a title that stands nowhere
    in the document (front matter, page groups). `note` is a reviewer's remark. `end_by_hand`: a person set the end page, and it
    follows from nothing else.
    """

    id: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    title: Annotated[str, StringConstraints(max_length=MAX_TITLE)]
    span: Span = Span()
    anchor: Anchor | None = None
    summary: str = ""
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None
    evidence: tuple[Evidence, ...] = ()
    review: Review = Review.UNREVIEWED
    synthetic: bool = False
    note: str = ""
    children: tuple[Node, ...] = ()
    end_by_hand: bool = False

    def with_(self, **changes: object) -> Node:
        """A copy with some fields changed; nested values must already be of their type."""
        return self.model_copy(update=changes)


@dataclass(frozen=True, slots=True)
class Placed:
    """A node with its place: level from 1, the parent's id (`None` at the top), index among its siblings."""

    node: Node
    level: int
    parent: str | None
    index: int


class Tree(Value):
    """The sections of one document, in document order.

    `pages` is the document's number of physical pages, `sha256` that of the file's bytes (empty when not known).
    `flat` marks the fall-back tree over pages, made when nothing was found. `warnings` are the drafter's words to people,
    `description` says in a sentence or two what the document is.
    """

    name: str
    pages: int = Field(ge=0)
    sha256: str = ""
    title: str = ""
    flat: bool = False
    producer: str = ""
    warnings: tuple[str, ...] = ()
    nodes: tuple[Node, ...] = ()
    description: str = ""

    @model_validator(mode="after")
    def _is_a_tree(self) -> Tree:
        seen: set[str] = set()
        nodes, level = list(self.nodes), 1
        while nodes:
            if level > MAX_DEPTH:
                raise TooDeep(MAX_DEPTH)
            for node in nodes:
                if node.id in seen:
                    raise RepeatedId(node.id)
                seen.add(node.id)
            if len(seen) > MAX_NODES:
                raise TooManyNodes(len(seen), MAX_NODES)
            nodes = [child for node in nodes for child in node.children]
            level += 1
        return self

    @cached_property
    def placed(self) -> dict[str, Placed]:
        """Every node by id, in document order (a parent before its children)."""
        found: dict[str, Placed] = {}

        def visit(nodes: tuple[Node, ...], level: int, parent: str | None) -> None:
            for index, node in enumerate(nodes):
                found[node.id] = Placed(node, level, parent, index)
                visit(node.children, level + 1, node.id)

        visit(self.nodes, 1, None)
        return found

    def walk(self) -> Iterator[Placed]:
        """Nodes in document order, each with its place."""
        return iter(self.placed.values())

    def find(self, node_id: str) -> Placed:
        """The node with this id and its place. Raises `NoSuchNode`."""
        try:
            return self.placed[node_id]
        except KeyError:
            raise NoSuchNode(node_id) from None

    def siblings(self, parent: str | None) -> tuple[Node, ...]:
        """The children of `parent`, or the top level for `None`."""
        return self.nodes if parent is None else self.find(parent).node.children

    def ancestors(self, node_id: str) -> list[str]:
        """Ids from the parent up to the top level."""
        found: list[str] = []
        parent = self.find(node_id).parent
        while parent is not None:
            found.append(parent)
            parent = self.find(parent).parent
        return found

    def with_nodes(self, nodes: Iterable[Node]) -> Tree:
        """The same tree over other nodes, checked again."""
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        return Tree(**{**fields, "nodes": tuple(nodes)})

    def map(self, change: Callable[[Node], Node]) -> Tree:
        """The tree with `change` applied to every node, children first; it keeps ids. Unchanged nodes stay the same objects."""

        def visit(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
            changed = [change(_over(node, visit(node.children)) if node.children else node) for node in nodes]
            return nodes if all(map(operator.is_, changed, nodes)) else tuple(changed)

        return self.with_nodes(visit(self.nodes))

    def without(self, gone: Callable[[Node], bool], *, whole: bool = False) -> Tree:
        """The tree without some nodes. Their children take their place, or go as well if `whole`."""

        def visit(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
            kept: list[Node] = []
            for node in nodes:
                if not gone(node):
                    kept.append(_over(node, visit(node.children)))
                elif not whole:
                    kept.extend(visit(node.children))
            return nodes if len(kept) == len(nodes) and all(map(operator.is_, kept, nodes)) else tuple(kept)

        return self.with_nodes(visit(self.nodes))


def _over(node: Node, children: tuple[Node, ...]) -> Node:
    return node if children is node.children else node.with_(children=children)


def node_id(sha256: str, title: str, page: int | None, nth: int) -> str:
    """A deterministic id: the same document, title, page and ordinal among equal ones give the same id in every build."""
    key = "\x1f".join((sha256, " ".join(title.split()).casefold(), str(page), str(nth)))
    return "n" + hashlib.blake2s(key.encode(), digest_size=6).hexdigest()
