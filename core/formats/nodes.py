"""From the nodes of a JSON file, whatever its names for them, to ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.errors import FormatError, TreeError
from core.formats.model import JsonValue, Target
from core.formats.reading import Ids, Notes, check_count, id_of, page, shown, text, title
from core.spans import derived_ends
from core.tree import Evidence, Node, Source, Span, Tree


@dataclass(frozen=True, slots=True)
class Fields:
    """What a format calls the fields of a node: of several names the first with a value counts; `ignored` ones go unsaid."""

    starts: tuple[str, ...]
    ends: tuple[str, ...]
    summaries: tuple[str, ...] = ("summary",)
    id: str = "node_id"
    title: str = "title"
    children: str = "nodes"
    ignored: frozenset[str] = frozenset()

    @property
    def known(self) -> set[str]:
        return {*self.starts, *self.ends, *self.summaries, self.id, self.title, self.children, *self.ignored}


class JsonNodes:
    """Reads a file's nodes, keeping its ids, and notes what it could not keep."""

    def __init__(self, raw: list[JsonValue], path: str, fields: Fields, target: Target, notes: Notes) -> None:
        """`raw` are the top nodes and `path` where they stand in the file, for messages."""
        self._raw = raw
        self._path = path
        self._fields = fields
        self._notes = notes
        every = self.every
        check_count(len(every))
        self._ids = Ids(Counter(id_of(node.get(fields.id)) for node in every), target.sha256, notes)
        for field, count in Counter(field for node in every for field in node if field not in fields.known).items():
            notes.add("Fields that a tree has no place for were left out", f"{field} ({count} node{'s' * (count > 1)})")

    @property
    def every(self) -> list[dict[str, Any]]:
        """All nodes of the file, in document order."""
        return list(_every(self._raw, self._fields.children))

    def read(self) -> tuple[Node, ...]:
        """The nodes as ours. Raises `FormatError` with the path of what is no node."""
        return self._nodes(self._raw, self._path)

    def _nodes(self, raw: list[JsonValue], path: str) -> tuple[Node, ...]:
        return tuple(self._node(each, f"{path}[{index}]") for index, each in enumerate(raw))

    def _node(self, raw: JsonValue, path: str) -> Node:
        names = self._fields
        if not isinstance(raw, dict):
            raise FormatError(
                f"{path}: expected a node (an object with {names.title} and {names.starts[0]}), found {shown(raw)}."
            )
        below = raw.get(names.children)
        if below is not None and not isinstance(below, list):
            raise FormatError(f"{path}.{names.children}: expected a list of nodes, found {shown(below)}.")
        name = title(raw.get(names.title), self._notes, path)
        place = f"“{name[:40]}”" if name else path
        start = page(_first(raw, names.starts), self._notes, place)
        end = page(_first(raw, names.ends), self._notes, place)
        return Node(
            id=self._ids.take(id_of(raw.get(names.id)), name, start, place),
            title=name,
            span=Span(start=start, end=end),
            summary=text(_first(raw, names.summaries)),
            evidence=imported(start),
            children=self._nodes(below or [], f"{path}.{names.children}"),
        )


class Row(NamedTuple):
    """A node of a format that gives levels instead of nesting. `id` is empty where the file has none."""

    level: int
    title: str
    start: int | None
    end: int | None = None
    id: str = ""


class _Open(NamedTuple):
    """A row whose children may still come."""

    row: Row
    id: str
    children: list[Node]

    def closed(self) -> Node:
        start = self.row.start
        span = Span(start=start, end=self.row.end)
        return Node(id=self.id, title=self.row.title, span=span, evidence=imported(start), children=tuple(self.children))


def nested(rows: Iterable[Row], target: Target, notes: Notes) -> tuple[Node, ...]:
    """Rows as a tree. A level that jumps by more than one is made one deeper than the row before, with a note."""
    listed = list(rows)
    check_count(len(listed))
    ids = Ids(Counter(row.id for row in listed), target.sha256, notes)
    top: list[Node] = []
    open_rows: list[_Open] = []

    def close(level: int) -> None:
        while len(open_rows) >= level:
            node = open_rows.pop().closed()
            (open_rows[-1].children if open_rows else top).append(node)

    for row in listed:
        place = f"“{row.title[:40]}”"
        level = min(max(row.level, 1), len(open_rows) + 1)
        if level != row.level:
            notes.add("Some levels jumped by more than one and were made one deeper than the row before", place)
        close(level)
        node_id = ids.take(row.id, row.title, row.start, place) if row.id else ids.fresh(row.title, row.start)
        open_rows.append(_Open(row, node_id, []))
    close(1)
    return tuple(top)


def imported(start: int | None) -> tuple[Evidence, ...]:
    """The evidence of a node that a file names."""
    return (Evidence(source=Source.IMPORT, page=start),)


def tree_of(nodes: tuple[Node, ...], target: Target, *, name: str = "", title: str = "", producer: str) -> Tree:
    """The tree over a file's nodes. Raises `FormatError` where they are none.

    Without a document at hand, it has as many pages as the nodes speak of.
    """
    try:
        return Tree(
            name=target.name or name,
            pages=_last_page(nodes) if target.pages is None else target.pages,
            sha256=target.sha256,
            title=title,
            producer=producer,
            nodes=nodes,
        )
    except TreeError as error:
        raise FormatError(str(error)) from error


def with_derived_ends(tree: Tree) -> Tree:
    """The tree with an end page for each node that has none and whose start is known."""
    ends = derived_ends(tree)

    def change(node: Node) -> Node:
        return node if node.span.end is not None else node.with_(span=Span(start=node.span.start, end=ends[node.id]))

    return tree.map(change)


def _first(raw: dict[str, Any], names: tuple[str, ...]) -> JsonValue:
    return next((raw[name] for name in names if raw.get(name) not in (None, "")), None)


def _every(raw: JsonValue, children: str) -> Iterator[dict[str, Any]]:
    for node in raw if isinstance(raw, list) else []:
        if isinstance(node, dict):
            yield node
            yield from _every(node.get(children), children)


def _last_page(nodes: tuple[Node, ...]) -> int:
    found = [_last_page(node.children) for node in nodes]
    return max([*found, *(each or 0 for node in nodes for each in (node.span.start, node.span.end))], default=0)
