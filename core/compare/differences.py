"""Two trees of one document row by row, and what differs in each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from core.compare.order import longest_rise, moved
from core.compare.pairing import Pairing, pair
from core.tree import Placed, Tree


class Kind(StrEnum):
    """What differs between a section of the left tree and its partner of the right one."""

    ADDED = "added"
    LOST = "lost"
    RENAMED = "renamed"
    PAGE = "page"
    END = "end"
    LEVEL = "level"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the two trees side by side. One side is `None` where the other tree has nothing there.

    A pair that the order tears apart stands in two rows, each with one side; `partner` is the other side's id then. `kinds` says
    what differs, on both rows alike.
    """

    left: Placed | None
    right: Placed | None
    kinds: tuple[Kind, ...]
    partner: str | None = None

    @property
    def key(self) -> str:
        """The key of the row's difference, if it has one; no other pair has it."""
        return _key(self.left.node.id if self.left else self.partner, self.right.node.id if self.right else self.partner)


@dataclass(frozen=True, slots=True)
class Difference:
    """A section that differs: its place in each tree (`None`: not there), how, and in words."""

    left: Placed | None
    right: Placed | None
    kinds: tuple[Kind, ...]
    words: str

    @property
    def key(self) -> str:
        """A name that no other difference between the two trees has."""
        return _key(self.left.node.id if self.left else None, self.right.node.id if self.right else None)

    @property
    def title(self) -> str:
        place = self.right or self.left
        return "" if place is None else place.node.title


class Comparison:
    """Two trees of one document, compared once."""

    def __init__(self, left: Tree, right: Tree, pairing: Pairing) -> None:
        self.left = left
        self.right = right
        self.pairing = pairing

    @cached_property
    def _moved(self) -> set[str]:
        return moved(self.left, self.right, self.pairing.left_of)

    def kinds(self, left: Placed | None, right: Placed | None) -> tuple[Kind, ...]:
        """What differs in a pair, or that one side is missing."""
        if left is None or right is None:
            return (Kind.ADDED,) if left is None else (Kind.LOST,)
        found = []
        if " ".join(left.node.title.split()) != " ".join(right.node.title.split()):
            found.append(Kind.RENAMED)
        if left.node.span.start != right.node.span.start:
            found.append(Kind.PAGE)
        elif left.node.span.end != right.node.span.end:
            found.append(Kind.END)
        parent = None if right.parent is None else self.pairing.left_of.get(right.parent, "")
        if parent != left.parent:
            found.append(Kind.LEVEL if left.level != right.level else Kind.MOVED)
        elif right.node.id in self._moved:
            found.append(Kind.MOVED)
        return tuple(found)

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """All sections that differ, in the order of the rows."""
        found: dict[tuple[str | None, str | None], Difference] = {}
        for row in self.rows:
            left, right = self._both(row)
            key = (left.node.id if left else None, right.node.id if right else None)
            if row.kinds and key not in found:
                found[key] = Difference(left, right, row.kinds, self._words(left, right, row.kinds))
        return tuple(found.values())

    @cached_property
    def agreement(self) -> float:
        """The share of the sections of either tree that are the same in both (title, start and place), from 0 to 1."""
        sections = len(self.left.placed) + len(self.right.placed) - len(self.pairing.pairs)
        differing = sum(difference.kinds != (Kind.END,) for difference in self.differences)
        return 1 - differing / sections if sections else 1.0

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Both trees in document order, partners beside each other as far as both orders allow."""
        left, right = list(self.left.walk()), list(self.right.walk())
        at = {place.node.id: nth for nth, place in enumerate(right)}
        partners = [(nth, at[self.pairing.right_of[place.node.id]]) for nth, place in enumerate(left) if self._has(place)]
        together = [partners[nth] for nth in longest_rise([j for _, j in partners])]
        rows: list[Row] = []
        i = j = 0
        for next_i, next_j in [*together, (len(left), len(right))]:
            rows += self._alone(left[i:next_i], right[j:next_j])
            if next_i < len(left):
                rows.append(Row(left[next_i], right[next_j], self.kinds(left[next_i], right[next_j])))
            i, j = next_i + 1, next_j + 1
        return tuple(rows)

    def _has(self, place: Placed) -> bool:
        return place.node.id in self.pairing.right_of

    def _alone(self, left: Sequence[Placed], right: Sequence[Placed]) -> Iterator[Row]:
        for place in left:
            partner = self.pairing.right_of.get(place.node.id)
            other = self.right.find(partner) if partner is not None else None
            yield Row(place, None, self.kinds(place, other), partner)
        for place in right:
            partner = self.pairing.left_of.get(place.node.id)
            other = self.left.find(partner) if partner is not None else None
            yield Row(None, place, self.kinds(other, place), partner)

    def _both(self, row: Row) -> tuple[Placed | None, Placed | None]:
        left, right = row.left, row.right
        if row.partner is not None and left is None:
            left = self.left.find(row.partner)
        elif row.partner is not None and right is None:
            right = self.right.find(row.partner)
        return left, right

    def _words(self, left: Placed | None, right: Placed | None, kinds: tuple[Kind, ...]) -> str:
        if left is None or right is None:
            return "Only in the right tree" if left is None else "Only in the left tree"
        said = {
            Kind.RENAMED: f"“{_one_line(left)}” → “{_one_line(right)}”",
            Kind.PAGE: f"starts on page {left.node.span.start or '?'} → {right.node.span.start or '?'}",
            Kind.END: f"ends on page {left.node.span.end or '?'} → {right.node.span.end or '?'}",
            Kind.LEVEL: f"level {left.level} → {right.level}, {self._below(self.left, left)} → {self._below(self.right, right)}",
            Kind.MOVED: self._move(left, right),
        }
        text = "; ".join(said[kind] for kind in kinds)
        return text[:1].upper() + text[1:]

    def _move(self, left: Placed, right: Placed) -> str:
        below, now = self._below(self.left, left), self._below(self.right, right)
        return f"{below} → {now}" if below != now else f"place {left.index + 1} → {right.index + 1} {now}"

    @staticmethod
    def _below(tree: Tree, place: Placed) -> str:
        return "at the top" if place.parent is None else f"below “{_one_line(tree.find(place.parent))}”"


def compare(left: Tree, right: Tree, *, by_id: bool | None = None) -> Comparison:
    """Compare two trees of one document; `by_id` as for `pair`. Raises `TooLargeToCompare`."""
    return Comparison(left, right, pair(left, right, by_id=by_id))


def _key(left: str | None, right: str | None) -> str:
    """A length before the ids keeps those with any signs in them apart."""
    return f"{len(left or '')}:{left or ''}:{right or ''}"


def _one_line(place: Placed) -> str:
    title = " ".join(place.node.title.split())
    return title if len(title) <= 60 else title[:59].rstrip() + "…"
