"""Two trees of a document before a person's eyes: which they are, what differs, where it stands, and taking one side over."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from core.compare import Comparison, Difference, Figures, Kind, Row, compare, figures, taking, taking_all
from core.edit import Edit
from core.errors import EditError
from core.evidence.model import DocumentEvidence
from core.store import StoredTree, TreeState
from core.tree import Box, Placed, Tree
from pages.parts.anchors import anchor_on
from pages.parts.desk import Desk
from pages.parts.place import Place
from pages.parts.viewer.boxes import heading_box
from pages.parts.viewer.overlay import Mark, Overlay
from pages.parts.workbench import Workbench

WORDS = {
    Kind.RENAMED: "Renamed",
    Kind.PAGE: "Other page",
    Kind.LEVEL: "Other level",
    Kind.MOVED: "Moved",
    Kind.ADDED: "Only right",
    Kind.LOST: "Only left",
    Kind.END: "Other end",
}


class Version(NamedTuple):
    """A tree as it stands, or as it was drafted; written "12" and "12@0" in addresses."""

    tree_id: int
    drafted: bool = False

    def __str__(self) -> str:
        return f"{self.tree_id}@0" if self.drafted else str(self.tree_id)


def version(text: str) -> Version | None:
    """A version from an address."""
    number, _, rest = text.partition("@")
    if not number.isdecimal() or len(number) > 11 or rest not in ("", "0"):
        return None
    return Version(int(number), rest == "0")


def versions(trees: list[StoredTree]) -> list[Version]:
    """All that can be compared of a document: every tree, and as drafted each that was edited."""
    return [each for tree in trees for each in (Version(tree.id), Version(tree.id, True)) if tree.version or not each.drafted]


def usual(trees: list[StoredTree], active: int) -> tuple[Version, Version]:
    """What is compared where nothing is asked for: the active tree with its draft, or else with the newest other tree."""
    edited = any(tree.id == active and tree.version for tree in trees)
    other = next((tree.id for tree in trees if tree.id != active), None)
    if edited or other is None:
        return Version(active, drafted=True), Version(active)
    return Version(other), Version(active)


@dataclass
class Standpoint:
    """What a session compares, and the row chosen (the key of a difference or of a pair); `moves` counts jumps of the page.

    `edited` is the tree that was changed from here last: undo takes it back there.
    """

    sha256: str
    left: Version
    right: Version
    chosen: str = ""
    moves: int = 0
    page: int = 1
    edited: int | None = None
    notice: tuple[str, str] | None = None


class Comparing:
    """One comparison. Made anew when a tree has changed."""

    def __init__(self, desk: Desk, at: Standpoint, who: str) -> None:
        self.desk = desk
        self.at = at
        self.who = who
        self.left_state = desk.store.state(at.left.tree_id)
        self.right_state = desk.store.state(at.right.tree_id)

    @property
    def left(self) -> Tree:
        return self.left_state.drafted if self.at.left.drafted else self.left_state.tree

    @property
    def right(self) -> Tree:
        return self.right_state.drafted if self.at.right.drafted else self.right_state.tree

    @cached_property
    def comparison(self) -> Comparison:
        """Raises `TooLargeToCompare`."""
        return compare(self.left, self.right, by_id=True if self.at.left.tree_id == self.at.right.tree_id else None)

    @cached_property
    def figures(self) -> Figures:
        """Those of the left tree, with the right one as the right answer."""
        return figures(self.right, self.left)

    @property
    def stamp(self) -> str:
        """Changes when either tree does."""
        return f"{self.at.left}:{self.left_state.version}|{self.at.right}:{self.right_state.version}"

    @property
    def evidence(self) -> DocumentEvidence | None:
        return self.desk.evidence(self.at.sha256)

    # Going about

    @property
    def difference(self) -> Difference | None:
        """The difference chosen."""
        return next((each for each in self.comparison.differences if each.key == self.at.chosen), None)

    @property
    def places(self) -> tuple[Placed | None, Placed | None]:
        """The chosen row's section in each tree, whether it differs or not."""
        row = self._rows.get(self.at.chosen)
        if row is None:
            return None, None
        left, right = row.left, row.right
        if row.partner is not None:
            left = left or self.left.find(row.partner)
            right = right or self.right.find(row.partner)
        return left, right

    @cached_property
    def _rows(self) -> dict[str, Row]:
        return {row.key: row for row in self.comparison.rows}

    def choose(self, key: str) -> None:
        """Choose a row, and show the page where the right tree has it, or else the left."""
        self.at.chosen = key
        left, right = self.places
        page = next((place.node.span.start for place in (right, left) if place is not None and place.node.span.start), None)
        if page is not None:
            self.at.page = min(max(page, 1), max(self.right.pages, 1))
        self.at.moves += 1

    def step(self, by: int, kinds: list[Kind]) -> None:
        """Choose the next (1) or previous (-1) difference of these kinds (of any, where none is named), round the end."""
        keys = [each.key for each in self.shown(kinds)]
        if not keys:
            self.at.notice = ("success", "Nothing differs here.")
            return
        now = keys.index(self.at.chosen) if self.at.chosen in keys else (-1 if by > 0 else 0)
        self.choose(keys[(now + by) % len(keys)])

    def shown(self, kinds: list[Kind]) -> list[Difference]:
        """The differences of these kinds, or of any, where none is named."""
        return [each for each in self.comparison.differences if not kinds or set(kinds) & set(each.kinds)]

    # Taking one side's version

    def can_take(self, *, from_left: bool) -> bool:
        """Whether the tree that would change can be: one as it was drafted stays as it was."""
        target = self.at.right if from_left else self.at.left
        return not target.drafted

    def take(self, kinds: list[Kind], *, from_left: bool) -> None:
        """Let the other tree say of the chosen section what this side does, and go to the next difference."""
        if (difference := self.difference) is None:
            self.at.notice = ("info", "Choose a difference first.")
            return
        keys = [each.key for each in self.shown(kinds)]
        nth = keys.index(difference.key) if difference.key in keys else 0
        try:
            edit = taking(self.comparison, difference, into_left=not from_left)
        except EditError as error:
            self.at.notice = ("info", str(error))
            return
        if self._edit(edit, from_left=from_left):
            after = Comparing(self.desk, self.at, self.who)
            left_over = [each.key for each in after.shown(kinds)]
            if left_over:
                after.choose(left_over[min(nth, len(left_over) - 1)])

    def take_all(self, *, from_left: bool) -> None:
        """Make the other tree like this side's."""
        try:
            edit = taking_all(self.comparison, into_left=not from_left)
        except EditError as error:
            self.at.notice = ("info", str(error))
            return
        self._edit(edit, from_left=from_left)

    def _edit(self, edit: Edit, *, from_left: bool) -> bool:
        state, tree = (self.right_state, self.at.right) if from_left else (self.left_state, self.at.left)
        bench = Workbench(self.desk, Place(self.at.sha256, tree.tree_id, version=state.version), self.who)
        made = bench.edit(edit)
        self.at.notice = bench.place.notice
        if made:
            self.at.edited = tree.tree_id
        return made

    @property
    def worked_on(self) -> TreeState | None:
        """The tree whose last edit undo takes back: the one changed from here last."""
        return next((state for state in (self.right_state, self.left_state) if state.tree_id == self.at.edited), None)

    def undo(self) -> None:
        """Take back the last edit of the tree that was changed from here."""
        if (state := self.worked_on) is None:
            return
        bench = Workbench(self.desk, Place(self.at.sha256, state.tree_id, version=state.version), self.who)
        bench.undo()
        self.at.notice = bench.place.notice

    # The page

    def overlay(self, page: int, names: tuple[str, str]) -> Overlay:
        """Both places of the chosen section, as far as they are on this page."""
        marks: list[Mark] = []
        ways: list[tuple[str, int]] = []
        for place, name, kind in zip(self.places, names, ("seen", "suggestion"), strict=True):
            if place is None or place.node.span.start is None:
                continue
            start = place.node.span.start
            ways.append((name, start))
            box = self._box(place)
            if start == page and box is not None:
                marks.append(Mark(kind, place.node.id, box, place.node.title, "", name))
        difference = self.difference
        two = len({start for _, start in ways}) > 1
        banner = None if difference is None else ("suspect", difference.words, ways if two else [])
        return {"marks": _together(marks), "edges": [], "banner": banner}

    def _box(self, place: Placed) -> Box | None:
        found = heading_box(place.node, None)
        if found is not None:
            return found
        anchor = anchor_on(self.evidence, place.node.title, place.node.span.start)
        return None if anchor is None else anchor.box


def _together(marks: list[Mark]) -> list[Mark]:
    """One mark for both where they stand at the same place."""
    if len(marks) == 2 and marks[0].box == marks[1].box:
        return [marks[1]._replace(words=f"{marks[0].words} and {marks[1].words}")]
    return marks


def swapped(at: Standpoint) -> Standpoint:
    """The same with its sides changed over."""
    return replace(at, left=at.right, right=at.left, chosen="")
