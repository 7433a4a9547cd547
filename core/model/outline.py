"""The draft as a flat outline: what windows show to a model, and what its changes are made on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.llm.tokens import Counter
from core.tree import Node, Tree
from core.verify.index import Index
from core.verify.match import take_apart
from core.verify.places import Place, places
from core.verify.worth import How

SAME_LINE = 4.0
"""Points by which an anchor and the line it speaks of may differ in height."""


class Item(NamedTuple):
    """A section of the outline.

    `first` is the ordinal of its heading's first line in the document, -1 where none is known; `node` the engine's node, `None`
    for what a model added. `level` counts from 1. `rating` and `note` tell what a model said of it; empty where none did.
    `own` is the level that the engine gave it, 0 for none. `heard`: a kept answer spoke of its page or of the whole draft.
    """

    ref: str
    title: str
    page: int | None
    first: int
    level: int
    node: Node | None = None
    rating: str = ""
    note: str = ""
    own: int = 0
    heard: bool = False


def flatten(tree: Tree, index: Index) -> list[Item]:
    """The engine's tree as items e1, e2 ... in its own order."""
    return [
        Item(
            f"e{nth}",
            placed.node.title,
            placed.node.span.start,
            line_of(placed.node, index),
            placed.level,
            placed.node,
            own=placed.level,
        )
        for nth, placed in enumerate(tree.walk(), start=1)
    ]


def line_of(node: Node, index: Index) -> int:
    """Ordinal of the line at which a node's heading stands: by its anchor, else by its title; -1 if neither tells."""
    page = node.span.start
    if page is None or page not in index.first_of or node.synthetic:
        return -1
    anchor = node.anchor
    y = None if anchor is None or anchor.page != page else anchor.box[1] if anchor.box else anchor.y
    x = anchor.box[0] if anchor is not None and anchor.box else None
    here = [place for place in places(index, node.title) if place.page == page]
    if y is None:
        return max(here, key=lambda place: place.worth).first if here else -1
    lines = range(index.first_of[page], index.first_of[page] + len(index.evidence.reading.pages[page - 1].lines))
    near = [
        ordinal
        for ordinal in lines
        if abs(index.lines[ordinal].y0 - y) <= SAME_LINE and (x is None or abs(index.lines[ordinal].x0 - x) <= SAME_LINE)
    ]
    if near:
        return near[0]
    return min(here, key=lambda place: abs(index.lines[place.first].y0 - y)).first if here else -1


def sort_key(page: int | None, first: int, index: Index) -> tuple[int, int] | None:
    """Where something stands in the document; `None` where that is not known."""
    if page is None:
        return None
    return (page, first if first >= 0 else index.first_of.get(page, -1))


def insert(items: list[Item], new: Item, index: Index) -> None:
    """Put an item at its place: after the last that stands before it. The others keep their order."""
    key = sort_key(new.page, new.first, index)
    at = len(items)
    while key is not None and at > 0:
        before = sort_key(items[at - 1].page, items[at - 1].first, index)
        if before is not None and before <= key:
            break
        at -= 1
    items.insert(at, new)


def numbers(items: Sequence[Item]) -> list[str]:
    """Each item's place in the outline, counted from 1 at each depth: "2.1.3"."""
    counts: list[int] = []
    found = []
    for item in smooth(items):
        counts = counts[: item.level]
        if len(counts) == item.level:
            counts[-1] += 1
        else:
            counts.append(1)
        found.append(".".join(map(str, counts)))
    return found


def smooth(items: Iterable[Item]) -> list[Item]:
    """The items with levels that start at 1 and never jump by more than one."""
    found: list[Item] = []
    given: list[int] = []
    for item in items:
        while given and given[-1] >= item.level:
            given.pop()
        given.append(item.level)
        found.append(item._replace(level=len(given)))
    return found


class Printed(NamedTuple):
    """A title as it stands on its page, and the ordinal of its first line."""

    title: str
    first: int


def snapped(place: Place, index: Index, title: str) -> Printed:
    """A title snapped to the page: as printed where the heading fills its lines, as given where text goes on after it.

    A number in a line of its own belongs to the heading when layout saw both as one.
    """
    if place.how not in {How.ALONE, How.RUNNING}:
        return Printed(" ".join(title.split()), place.first)
    printed = place.text(index).strip()
    heading = index.heading_at.get(place.first)
    if heading is not None and take_apart(heading.title).bare == take_apart(printed).bare:
        return Printed(heading.title, index.first_of[heading.page] + heading.first)
    return Printed(printed, place.first)


def count_lines(lines: Iterable[str], count: Counter, limit: int) -> list[str]:
    """The first lines that fit into `limit` tokens."""
    kept: list[str] = []
    used = 0
    for line in lines:
        used += count(line) + 1
        if used > limit:
            break
        kept.append(line)
    return kept
