"""Trees in and out of files: one module a format, recognised by content.

    imported = load(text, name="paper.pdf", pages=12, sha256=sha)     # imported.tree, imported.format, imported.notes
    text = dump(tree, "pageindex", only={"0003", "0004"})

Nothing is mended silently: `Imported.notes` says it in words, and `losses(tree, format)` says what an export leaves out.
"""

from __future__ import annotations

from collections.abc import Collection

from core.errors import FormatError
from core.formats.html import HTML
from core.formats.model import Format, Imported, JsonValue, Target, Texts, part
from core.formats.native import NATIVE
from core.formats.pageindex import CLASSIC, PAGEINDEX
from core.formats.plain import MARKDOWN, OUTLINE
from core.formats.quantmind import QUANTMIND
from core.formats.reading import bounded, decoded, parsed, shown
from core.formats.tables import CSV, TSV
from core.formats.vectorless import VECTORLESS
from core.tree import Tree

__all__ = ["FORMATS", "WITH_PAGES", "Format", "Imported", "dump", "format_named", "load", "losses", "part"]

FORMATS: dict[str, Format] = {
    each.name: each for each in (NATIVE, VECTORLESS, PAGEINDEX, CLASSIC, CSV, TSV, MARKDOWN, OUTLINE, HTML)
}
"""By name: the formats that a tree alone can be written in. The order is that of recognition: the stricter first."""

WITH_PAGES: dict[str, Format] = {QUANTMIND.name: QUANTMIND}
"""By name: those that hold the text of the document's pages as well (`texts=Texts(tree, reading).whole(form.cited(tree))`)."""

_ALL = {**WITH_PAGES, **FORMATS}


def load(source: str | bytes, *, name: str = "", pages: int | None = None, sha256: str = "") -> Imported:
    """The tree in a file's content, for the document of this name, number of pages and hash.

    Without `pages` the file's own word counts. Raises `FormatError` with what was expected and where the file breaks.
    """
    text = bounded(decoded(source) if isinstance(source, bytes) else source)
    target = Target(name, pages, sha256)
    try:
        value = parsed(text)
    except FormatError:
        for each in _ALL.values():
            if each.recognises_text is not None and each.load_text is not None and each.recognises_text(text):
                tree, notes = each.load_text(text, target)
                return Imported(tree, each.name, tuple(notes))
        raise
    for each in _ALL.values():
        if each.recognises is not None and each.load is not None and each.recognises(value):
            tree, notes = each.load(value, target)
            return Imported(tree, each.name, tuple(notes))
    raise FormatError(
        "This JSON is no tree that is known here: expected treeproof's own (an object with format and tree), PageIndex's "
        "(an object with structure, or a list of nodes with title and start_index), QuantMind's (an object with artifact_kind "
        f"and nodes) or the vectorless engine's (a list of nodes with title and start_page); found {_kind(value)}."
    )


def dump(
    tree: Tree,
    format: str = "native",  # noqa: A002
    *,
    only: Collection[str] | None = None,
    texts: Texts | None = None,
    renumber: bool = False,
) -> str:
    """The tree, or the nodes chosen by `only`, as a file's content.

    `texts` (by node id) goes where the format holds the nodes' text. Ids are the tree's own; with `renumber` they count
    from "0000" in document order. Raises `FormatError` for a format that is not known, `NoSuchNode` for a chosen id that
    is not there.
    """
    tree, texts = part(tree, only), texts or {}
    if renumber:
        ids = {node_id: f"{nth:04d}" for nth, node_id in enumerate(tree.placed)}
        texts = {ids[node_id]: text for node_id, text in texts.items() if node_id in ids}
        tree = tree.map(lambda node: node.with_(id=ids[node.id]))
    return format_named(format).dump(tree, texts)


def losses(tree: Tree, format: str) -> list[str]:  # noqa: A002
    """What of this tree the format cannot hold, a sentence each. Raises `FormatError`."""
    return format_named(format).losses(tree)


def format_named(name: str) -> Format:
    """Raises `FormatError` when there is none."""
    if name not in _ALL:
        raise FormatError(f"There is no format {name!r}. Choose one of {', '.join(_ALL)}.")
    return _ALL[name]


def _kind(value: JsonValue) -> str:
    if isinstance(value, dict):
        keys = ", ".join(str(key) for key in list(value)[:6])
        return f"an object with {keys}" if keys else "an empty object"
    if isinstance(value, list):
        return f"a list of {len(value)}, the first {shown(value[0])}" if value else "an empty list"
    return shown(value)
