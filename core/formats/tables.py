"""A tree as a table, CSV or TSV, a row a node: level, title, start, end, status (the review), node_id."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from core.errors import FormatError
from core.formats.cells import table, unharmed
from core.formats.losses import ENDS as END_PAGES
from core.formats.losses import IDS, REVIEWS, said
from core.formats.model import Format, Target, Texts
from core.formats.nodes import Row, nested, tree_of
from core.formats.reading import MAX_ID, Notes, id_of, page, title
from core.tree import MAX_TITLE, Node, Review, Tree

COLUMNS = ("level", "title", "start", "end", "status", "node_id")
NEEDED = {"level", "title", "start"}
DELIMITERS = {"csv": ",", "tsv": "\t"}
_SEPARATORS = re.compile(r"[,;\t]")


def recognises(text: str) -> bool:
    """Whether the first line names the columns."""
    return set(_head(text)) >= NEEDED


def load(text: str, target: Target) -> tuple[Tree, list[str]]:
    """The tree of a table; columns may stand in any order, others are left out with a note."""
    notes = Notes()
    head = _head(text)
    for name in head:
        if name not in COLUMNS:
            notes.add("Columns that a tree has no place for were left out", name)
    rows: list[Row] = []
    reviews: list[Review] = []
    for number, cells in _records(text, head):
        rows.append(_row(cells, number, notes))
        reviews.append(_review(cells.get("status", ""), number, notes))
    tree = tree_of(nested(rows, target, notes), target, producer="table")
    by_id = dict(zip(tree.placed, reviews, strict=True))
    return tree.map(lambda node: _reviewed(node, by_id[node.id])), notes.sentences()


def _dumped(tree: Tree, delimiter: str) -> str:
    rows = (
        (place.level, place.node.title, place.node.span.start, place.node.span.end, place.node.review.value, place.node.id)
        for place in tree.walk()
    )
    return table(COLUMNS, rows, delimiter=delimiter)


def dump_csv(tree: Tree, texts: Texts) -> str:
    return _dumped(tree, DELIMITERS["csv"])


def dump_tsv(tree: Tree, texts: Texts) -> str:
    return _dumped(tree, DELIMITERS["tsv"])


def _head(text: str) -> list[str]:
    first = text.lstrip("\ufeff").partition("\n")[0]
    return [name.strip().strip('"').casefold() for name in _SEPARATORS.split(first)]


def _records(text: str, head: list[str]) -> Iterator[tuple[int, dict[str, str]]]:
    first = text.lstrip("\ufeff").partition("\n")[0]
    found = _SEPARATORS.search(first)
    csv.field_size_limit(max(csv.field_size_limit(), 4 * MAX_TITLE))
    reader = csv.reader(io.StringIO(text.lstrip("\ufeff"), newline=""), delimiter=found[0] if found else ",")
    try:
        next(reader)
        for cells in reader:
            if any(cells):
                yield reader.line_num, {name: unharmed(cell) for name, cell in zip(head, cells, strict=False)}
    except csv.Error as error:
        raise FormatError(f"line {reader.line_num}: this is no table: {error}.") from error


def _row(cells: dict[str, str], number: int, notes: Notes) -> Row:
    place = f"line {number}"
    level = cells.get("level", "").strip()
    if not re.fullmatch(r"\d{1,4}", level):
        raise FormatError(f"line {number}: level: expected a number from 1, found {level[:40]!r}.")
    name = title(cells.get("title", ""), notes, place)
    start, end = (page(cells.get(each, "").strip(), notes, place) for each in ("start", "end"))
    return Row(int(level), name, start, end, _id(cells.get("node_id", ""), notes, place))


def _id(given: str, notes: Notes, place: str) -> str:
    kept = id_of(given)
    if given and not kept:
        notes.add(f"Some ids are longer than {MAX_ID} characters and were replaced", place)
    return kept


def _review(status: str, number: int, notes: Notes) -> Review:
    try:
        return Review(status.strip().casefold() or Review.UNREVIEWED)
    except ValueError:
        notes.add("Some statuses are none of ours and count as unreviewed", f"{status[:40]!r} on line {number}")
        return Review.UNREVIEWED


def _reviewed(node: Node, review: Review) -> Node:
    return node if node.review is review else node.with_(review=review)


def _losses(tree: Tree) -> list[str]:
    return said(tree, (END_PAGES, IDS, REVIEWS))


CSV = Format(
    name="csv",
    label="Table (CSV)",
    suffix=".csv",
    media_type="text/csv",
    dump=dump_csv,
    losses=_losses,
    recognises_text=recognises,
    load_text=load,
)

TSV = Format(
    name="tsv", label="Table (TSV)", suffix=".tsv", media_type="text/tab-separated-values", dump=dump_tsv, losses=_losses
)
"""Read by `CSV`, which finds out the delimiter."""
