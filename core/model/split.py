"""Sections too long to be one: split by headings the draft passed over, else by a model that has not read the pages yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.model.context import candidates
from core.model.merge import SPLIT
from core.model.outline import Item, insert
from core.model.settings import ModelSettings
from core.model.support import LIKELY
from core.model.windows import PageText
from core.spans import derived_ends
from core.tree import Tree
from core.verify.index import Index

FEWEST = 2
"""Headings below which a section is not split by them: one alone is more likely a stray line."""


class Large(NamedTuple):
    """A section without subsections that is larger than allowed: its item's position in the outline, and its pages."""

    at: int
    pages: tuple[int, ...]


def too_large(
    items: Sequence[Item], tree: Tree, pages: Sequence[PageText], settings: ModelSettings, read: set[int]
) -> list[Large]:
    """Sections beyond both limits on pages that no model has read yet; `tree` is that of the items, in their order."""
    ends = derived_ends(tree)
    nodes = [placed for placed in tree.walk() if not placed.node.synthetic]
    tokens = {page.number: page.tokens for page in pages}
    found = []
    for at, placed in enumerate(nodes):
        start, end = placed.node.span.start, ends[placed.node.id]
        if placed.node.children or start is None or end is None or end - start + 1 <= settings.max_pages_per_node:
            continue
        span = tuple(range(start, end + 1))
        if sum(tokens.get(page, 0) for page in span) > settings.max_tokens_per_node and not read.issuperset(span):
            found.append(Large(at, span))
    return found


def by_headings(items: Sequence[Item], large: Large, index: Index) -> list[Item] | None:
    """The outline with the passed-over headings inside a section as its children; `None` where there are too few."""
    parent = items[large.at]
    following = items[large.at + 1].first if large.at + 1 < len(items) else -1
    end = following if following > parent.first else len(index.lines)
    inside = [
        each.heading
        for each in candidates(index.evidence, items, large.pages, index)
        if each.heading.confidence >= LIKELY and parent.first < index.first_of[each.heading.page] + each.heading.first < end
    ]
    if len(inside) < FEWEST:
        return None
    found = list(items)
    for nth, heading in enumerate(inside, start=1):
        first = index.first_of[heading.page] + heading.first
        new = Item(f"{parent.ref}s{nth}", heading.title, heading.page, first, parent.level + 1, note=SPLIT)
        insert(found, new, index)
    return found
