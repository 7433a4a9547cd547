"""The tree as indented text that a person edits, and that text read back: what is wrong line by line, or the edit it means.

The text is that of the format "Indented text" (`core.formats.plain`): a line a section, two spaces a level, the page at the end.
Lines know no ids. A line belongs to the section it was written from: the one with its title and page, in the order of the text
where that holds, elsewhere where it was moved; then one whose title alone, or whose page and most of its title, is the same, or
which stood on that page between the same two lines.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from core.edit import Retype, fresh_id, new_node
from core.errors import ImpossibleEdit
from core.formats.plain import Entry, lines, outline_entry, outline_line
from core.tree import MAX_DEPTH, MAX_NODES, MAX_TITLE, Node, Placed, Tree

TAB = 4
"""Columns that a tab counts."""
ALIKE = 0.6
"""Share of a title that must be the same for a line on the same page to be that section under another name."""
MOST_RIVALS = 40
"""Sections on one page among which a renamed one is looked for: each is compared with each."""
SHOWN_ERRORS = 50


class LineError(NamedTuple):
    """What is wrong in a line (from 1), and what to do."""

    line: int
    words: str


class Line(NamedTuple):
    """A line read: level from 1, title on one line, start page or `None` for "?"."""

    level: int
    title: str
    page: int | None


class Read(NamedTuple):
    """A text read: its lines, or (at most `SHOWN_ERRORS`) errors."""

    lines: tuple[Line, ...]
    errors: tuple[LineError, ...]


def as_text(tree: Tree) -> str:
    """The tree as text to be edited."""
    return "".join(outline_line(place.level, place.node.title, place.node.span.start) for place in tree.walk())


def read(text: str, tree: Tree) -> Read:
    """The lines of a text made from a tree and edited.

    A line that says what a section says, title and page, is taken as it is: its page may lie outside the document, as it does
    in trees made elsewhere, and who mends another line is not kept from that.
    """
    as_it_was = Counter((_said(place.node.title), place.node.span.start) for place in tree.walk())
    found: list[Line] = []
    errors: list[LineError] = []
    columns: list[int] = []
    for number, line in lines(text):
        entry = outline_entry(line, number)
        words = "" if entry and _unchanged(entry, as_it_was) else _amiss(entry, line, tree.pages)
        level = _level(line, columns)
        if level is None:
            words = words or f"It is indented like no line above it: use {_named(columns)} spaces."
        elif level > MAX_DEPTH:
            words = words or f"It is at level {level}; {MAX_DEPTH} are allowed. Indent it less."
        if words:
            errors.append(LineError(number, words))
        elif entry and level:
            found.append(Line(level, entry.title, _page(entry)))
    if len(found) > MAX_NODES:
        errors.append(LineError(MAX_NODES + 1, f"A tree has {MAX_NODES:,} sections at most. Take lines out."))
    return Read(tuple(found), tuple(errors[:SHOWN_ERRORS]))


def edit_for(tree: Tree, typed: Sequence[Line]) -> Retype:
    """The edit that makes the tree say what the lines say. Raises `ImpossibleEdit` when it says so already."""
    places = list(tree.walk())
    owners = _owners(places, typed)
    titles: list[tuple[str, str]] = []
    starts: list[tuple[str, int | None]] = []
    shape: list[tuple[str, int]] = []
    new: dict[str, Node] = {}
    tried: Counter[tuple[str, int | None]] = Counter()
    for nth, line in enumerate(typed):
        if nth not in owners:
            made = _made(tree, line, new, tried)
            new[made.id] = made
            shape.append((made.id, line.level))
            continue
        node = places[owners[nth]].node
        shape.append((node.id, line.level))
        if _said(node.title) != line.title:
            titles.append((node.id, line.title))
        if node.span.start != line.page:
            starts.append((node.id, line.page))
    if shape == [(place.node.id, place.level) for place in places]:
        shape = []
    elif not shape:
        raise ImpossibleEdit("The text is empty: that would delete every section. Delete them in the tree if you mean it.")
    edit = Retype(titles=tuple(titles), starts=tuple(starts), shape=tuple(shape), new=tuple(new.values()))
    if not (titles or starts or shape):
        raise ImpossibleEdit("The text says what the tree says: there is nothing to change.")
    return edit


# Reading


def _unchanged(entry: Entry, left: Counter[tuple[str, int | None]]) -> bool:
    """Whether a line says what a section says that no line before it stands for; that section is then taken out of `left`."""
    said = (entry.title, _page(entry))
    if not left[said]:
        return False
    left[said] -= 1
    return True


def _page(entry: Entry) -> int | None:
    return None if entry.page == "?" else int(entry.page)


def _amiss(entry: Entry | None, line: str, pages: int) -> str:
    """What is wrong with a line itself; empty when nothing is."""
    if entry is None:
        if line.strip().rstrip("0123456789?").strip(" .\t") == "":
            return "It has no title. Type one before the page, or take the line out."
        return "It has no page at its end: write two spaces or some dots, then the page, or ? where it is not known."
    if len(entry.title) > MAX_TITLE:
        return f"The title has {len(entry.title):,} characters; {MAX_TITLE:,} are allowed. Shorten it."
    if entry.page != "?" and not 1 <= int(entry.page) <= pages:
        return f"Page {int(entry.page)} is not in this document: give a page from 1 to {pages}, or ?."
    return ""


def _level(line: str, columns: list[int]) -> int | None:
    """The level that a line's indent means below the indents in `columns`; `None` for one between two levels."""
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    here = len(indent.expandtabs(TAB))
    above = list(columns)
    while columns and here < columns[-1]:
        columns.pop()
    if columns and here == columns[-1]:
        return len(columns)
    if len(columns) < len(above):
        columns[:] = above
        return None
    columns.append(here)
    return len(columns)


def _named(columns: Sequence[int]) -> str:
    counts = [str(column) for column in columns] or ["0"]
    return counts[0] if len(counts) == 1 else f"{', '.join(counts[:-1])} or {counts[-1]}"


# Aligning


def _owners(places: Sequence[Placed], typed: Sequence[Line]) -> dict[int, int]:
    """Which section each line belongs to, both by index."""
    old = [Line(place.level, _said(place.node.title), place.node.span.start) for place in places]
    owners = dict(_in_order(old, typed))
    _elsewhere(old, typed, owners, lambda line: (_folded(line.title), line.page))
    _elsewhere(old, typed, owners, lambda line: _folded(line.title))
    _renamed(old, typed, owners)
    _between(old, typed, owners)
    return owners


def _in_order(old: Sequence[Line], typed: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Lines with the same title and page, in the same order, as many as there are."""
    matcher = SequenceMatcher(None, _numbered(old), _numbered(typed), autojunk=False)
    for block in matcher.get_matching_blocks():
        for step in range(block.size):
            yield block.b + step, block.a + step


def _numbered(said: Sequence[Line]) -> list[tuple[str, int | None, int]]:
    """Titles and pages, equal ones counted: with many equal ones the matcher would take time with the square of their number."""
    seen: Counter[tuple[str, int | None]] = Counter()
    made: list[tuple[str, int | None, int]] = []
    for line in said:
        key = (_folded(line.title), line.page)
        seen[key] += 1
        made.append((*key, seen[key]))
    return made


def _elsewhere(old: Sequence[Line], typed: Sequence[Line], owners: dict[int, int], key: Callable[[Line], Hashable]) -> None:
    """Give lines that have no section yet the first one left that says the same."""
    left: dict[Hashable, deque[int]] = defaultdict(deque)
    for nth in _left(len(old), owners.values()):
        left[key(old[nth])].append(nth)
    for nth in _left(len(typed), owners):
        if queue := left.get(key(typed[nth])):
            owners[nth] = queue.popleft()


def _renamed(old: Sequence[Line], typed: Sequence[Line], owners: dict[int, int]) -> None:
    """Give lines that have no section yet the one left on their page with the most similar title."""
    left: dict[int | None, list[int]] = defaultdict(list)
    for nth in _left(len(old), owners.values()):
        left[old[nth].page].append(nth)
    for nth in _left(len(typed), owners):
        rivals = left.get(typed[nth].page, [])
        if len(rivals) > MOST_RIVALS:
            continue
        alike = {rival: _alike(old[rival].title, typed[nth].title) for rival in rivals}
        best = max(rivals, key=lambda rival: alike[rival], default=None)
        if best is not None and alike[best] >= ALIKE:
            owners[nth] = best
            rivals.remove(best)


def _between(old: Sequence[Line], typed: Sequence[Line], owners: dict[int, int]) -> None:
    """Give a line between two that have their sections the one left between those, if it is alone there and on the same page."""
    taken = set(owners.values())
    for nth in _left(len(typed), owners):
        before = owners.get(nth - 1, -1 if nth == 0 else None)
        after = owners.get(nth + 1, len(old) if nth + 1 == len(typed) else None)
        if before is None or after != before + 2 or before + 1 in taken or old[before + 1].page != typed[nth].page:
            continue
        owners[nth] = before + 1
        taken.add(before + 1)


def _left(count: int, taken: Iterable[int]) -> list[int]:
    gone = set(taken)
    return [nth for nth in range(count) if nth not in gone]


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, _folded(one), _folded(other), autojunk=False).ratio()


def _said(title: str) -> str:
    """A title as its line says it."""
    return " ".join(title.split()) or "?"


def _folded(title: str) -> str:
    return "".join(title.split()).casefold()


def _made(tree: Tree, line: Line, taken: Mapping[str, Node], tried: Counter[tuple[str, int | None]]) -> Node:
    """A new section for a line, with an id that neither the tree nor the lines before have.

    `tried` counts the ids tried for equal lines: from the first one each time, thousands would take the square of their number.
    """
    key = (line.title, line.page)
    while True:
        title = f"{line.title} {tried[key]}" if tried[key] else line.title
        tried[key] += 1
        if (made := fresh_id(tree, title, line.page)) not in taken:
            return new_node(made, line.title, line.page)
