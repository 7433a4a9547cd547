"""A tree as the bookmarks of its PDF, and a PDF's bookmarks as a tree. The file itself is read and written by `core.pdf`."""

from __future__ import annotations

from core.formats.losses import IDS, said
from core.formats.model import Imported, Target
from core.formats.nodes import Row, nested, tree_of, with_derived_ends
from core.formats.reading import Notes, title
from core.pdf.reading import Bookmark, Reading
from core.tree import Anchor, Node, Tree

NAME = "bookmarks"


def from_bookmarks(reading: Reading) -> Imported:
    """The tree of a document's own bookmarks as they are, whatever they are worth (see `core.draft` for a judgement)."""
    notes = Notes()
    target = Target(reading.name, len(reading.pages), reading.sha256)
    rows = [
        Row(entry.level, title(entry.title, notes, f"bookmark {nth}"), entry.page) for nth, entry in enumerate(reading.outline, 1)
    ]
    for row in rows:
        if row.start is None:
            notes.add("Some bookmarks lead to no page", f"“{row.title[:40]}”")
    tree = tree_of(nested(rows, target, notes), target, producer=NAME)
    heights = dict(zip(tree.placed, (entry.y for entry in reading.outline), strict=True))
    return Imported(with_derived_ends(tree.map(lambda node: _anchored(node, heights[node.id]))), NAME, tuple(notes.sentences()))


def to_bookmarks(tree: Tree) -> list[Bookmark]:
    """The tree as entries of an outline, for `core.pdf.outline.with_outline`. A node without a page leads nowhere."""
    return [
        Bookmark(place.level, " ".join(place.node.title.split()), place.node.span.start, _height(place.node))
        for place in tree.walk()
    ]


def losses(tree: Tree) -> list[str]:
    """What bookmarks have no place for."""
    return [sentence for sentence in said(tree, ()) if IDS not in sentence and "positions within a page" not in sentence]


def _anchored(node: Node, y: float | None) -> Node:
    start = node.span.start
    return node if start is None else node.with_(anchor=Anchor(page=start, y=y))


def _height(node: Node) -> float | None:
    anchor = node.anchor
    if anchor is None or anchor.page != node.span.start:
        return None
    return anchor.y if anchor.y is not None else anchor.box[1] if anchor.box is not None else None
