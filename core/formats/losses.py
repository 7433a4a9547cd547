"""What of a tree a format has no place for, in words, before it is lost."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from core.tree import Node, Review, Source, Tree

ENDS = "end pages"
SUMMARIES = "summaries"
IDS = "ids of sections"
REVIEWS = "review marks"
DESCRIPTION = "description of the document"

_COUNTED: dict[str, Callable[[Node], bool]] = {
    ENDS: lambda node: node.span.end is not None,
    SUMMARIES: lambda node: bool(node.summary),
    IDS: lambda node: True,
    "positions within a page": lambda node: node.anchor is not None,
    REVIEWS: lambda node: node.review is not Review.UNREVIEWED,
    "reviewers' notes": lambda node: bool(node.note),
    "marks of titles that stand nowhere in the document": lambda node: node.synthetic,
    "records of who found a section": lambda node: any(each.source is not Source.IMPORT for each in node.evidence),
    "marks of end pages set by hand": lambda node: node.end_by_hand,
}


def said(tree: Tree, holds: Collection[str] = (ENDS, SUMMARIES, IDS), more: Iterable[str] = ()) -> list[str]:
    """A sentence for each kind of thing that the tree has and the format does not hold, then those in `more`."""
    nodes = [place.node for place in tree.walk()]
    counts = {what: sum(map(has, nodes)) for what, has in _COUNTED.items() if what not in holds}
    counts["words to the reader"] = len(tree.warnings)
    counts[DESCRIPTION] = int(bool(tree.description) and DESCRIPTION not in holds)
    return [*(f"This format has no {what}: {count} will be lost." for what, count in counts.items() if count), *more]
