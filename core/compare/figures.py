"""How far one tree agrees with another, in figures: those of the benchmark, with the left tree as the right answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.compare.order import Pair, aligned
from core.compare.titles import normal
from core.tree import Node, Tree

FIRST_PAGES = 2
"""What comes first, on these pages, before anything that matches is the document's own title: neither right nor wrong."""
FIRST_ROWS = 3
CONVENTIONAL = {
    "abstract", "summary", "keywords", "key words", "contents", "table of contents", "list of figures", "figures",
    "list of tables", "tables", "index", "glossary", "title page", "cover", "front matter", "preface", "foreword",
    "dedication", "colophon", "signatures", "document", "permissions", "acknowledgment", "acknowledgments",
    "acknowledgement", "acknowledgements", "funding", "author contributions", "conflict of interest",
    "conflicts of interest", "competing interests", "about the author", "about the authors", "biographies", "references",
    "references and notes", "bibliography", "works cited", "literature cited", "notes", "footnotes", "endnotes",
    "appendix", "appendices", "supplementary material", "supplementary materials", "general terms", "ccs concepts",
    "acm reference format", "categories and subject descriptors", "categories and descriptors",
}  # fmt: skip
"""Matter that outlines often leave out: a section of the right tree alone with such a title is not counted as wrong, once."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """So many right of so many given and so many wanted."""

    right: int
    given: int
    wanted: int

    @property
    def precision(self) -> float:
        return self.right / self.given if self.given else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.wanted if self.wanted else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall, from 0 to 1."""
        return 2 * self.right / (self.given + self.wanted) if self.right else 0.0


@dataclass(frozen=True, slots=True)
class Figures:
    """`heading`: right title on the right page. `tree`: also below the right parent. `level`: share of those headings at the same
    level; `page`: share of equal titles, aligned without their pages, on the same page (both from 0 to 1)."""

    heading: Ratio
    tree: Ratio
    level: float
    page: float


@dataclass(frozen=True, slots=True)
class _Row:
    """A section with its parent's index in the list, -1 at the top, and its level."""

    node: Node
    parent: int
    level: int


def figures(left: Tree, right: Tree) -> Figures:
    """The figures of `right`, measured against `left`. Raises `TooLargeToCompare`."""
    wanted, given = _rows(left), _rows(right)
    pairs = _aligned(wanted, given, same_page=True)
    over = _passed_over(given, {j for _, j in pairs})
    if over:
        given = _without(given, over)
        pairs = _aligned(wanted, given, same_page=True)
    partner = {j: i for i, j in pairs}
    placed = sum(partner.get(given[j].parent, -1) == wanted[i].parent and _both(wanted[i], given[j]) for i, j in pairs)
    titles = _aligned(wanted, given, same_page=False)
    return Figures(
        heading=Ratio(len(pairs), len(given), len(wanted)),
        tree=Ratio(placed, len(given), len(wanted)),
        level=_share(pairs, lambda i, j: wanted[i].level == given[j].level),
        page=_share(titles, lambda i, j: wanted[i].node.span.start == given[j].node.span.start),
    )


def _both(one: _Row, other: _Row) -> bool:
    """Whether both stand at the top, or neither does."""
    return (one.parent == -1) == (other.parent == -1)


def _rows(tree: Tree) -> list[_Row]:
    at = {node_id: nth for nth, node_id in enumerate(tree.placed)}
    return [_Row(place.node, -1 if place.parent is None else at[place.parent], place.level) for place in tree.walk()]


def _aligned(left: Sequence[_Row], right: Sequence[_Row], *, same_page: bool) -> list[Pair]:
    return aligned([row.node for row in left], [row.node for row in right], same_page=same_page)


def _passed_over(rows: Sequence[_Row], matched: set[int]) -> set[int]:
    """Rows that count neither for nor against: conventional matter without anything that matches below, and a title page."""
    holds: set[int] = set()
    for j in matched:
        while (j := rows[j].parent) != -1:
            holds.add(j)
    first = min(matched, default=len(rows))
    over: set[int] = set()
    seen: set[str] = set()
    for j, row in enumerate(rows):
        title = normal(row.node.title)
        conventional = title in CONVENTIONAL
        if j in matched:
            continue
        if conventional and title not in seen and j not in holds:
            seen.add(title)
            over.add(j)
        elif (
            j < min(first, FIRST_ROWS) and (row.node.span.start or 0) <= FIRST_PAGES and (not conventional or title == "document")
        ):
            over.add(j)
    return over


def _without(rows: Sequence[_Row], gone: set[int]) -> list[_Row]:
    """The rows left; those whose parent goes move up to the nearest ancestor that is left."""
    kept: list[_Row] = []
    at: dict[int, int] = {-1: -1}
    for nth, row in enumerate(rows):
        if nth in gone:
            at[nth] = at[row.parent]
        else:
            at[nth] = len(kept)
            parent = at[row.parent]
            kept.append(_Row(row.node, parent, 1 if parent == -1 else kept[parent].level + 1))
    return kept


def _share(pairs: Sequence[Pair], holds: Callable[[int, int], bool]) -> float:
    return sum(holds(i, j) for i, j in pairs) / len(pairs) if pairs else 0.0
