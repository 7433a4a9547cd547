"""A tree as indented text ("title ..... page") and as a Markdown list with links: for mails, notes and bulk edits by hand.

Both hold titles, levels and start pages. Read back, end pages are derived from the starts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote

from core.errors import FormatError
from core.formats.losses import said
from core.formats.model import Format, Target, Texts
from core.formats.nodes import Row, nested, tree_of, with_derived_ends
from core.formats.reading import Notes, page, title
from core.tree import Tree

INDENT = 2
TAB = 4
"""Columns of a level as written, and of a tab as read."""

LEADER = " ..... "
"""Between title and page, as written. As read, also other numbers of dots, a tab, or two spaces."""

_LAST = re.compile(r"(?:\d{1,9}|\?)\Z")
_ITEM = re.compile(r"([ \t]*)[-*+] (?:\[((?:\\.|[^\\\]])*)\]\(([^)]*)\)[ \t]*|(.*))")
_TO_PAGE = re.compile(r"#page=(\d{1,9})")
_MARKUP = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~&:])")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]<>()#+\-.!|~&:])")


class Entry(NamedTuple):
    """A line taken apart; `page` is "?" where it is not known."""

    indent: str
    title: str
    page: str
    line: int


def recognises_outline(text: str) -> bool:
    """Whether every line ends with a page, as a printed table of contents has it."""
    numbered = lines(text)
    return bool(numbered) and all(outline_entry(line, number) for number, line in numbered)


def load_outline(text: str, target: Target) -> tuple[Tree, list[str]]:
    notes = Notes()
    entries = [entry for number, line in lines(text) if (entry := outline_entry(line, number))]
    return _tree(entries, target, notes, "outline")


def dump_outline(tree: Tree, texts: Texts) -> str:
    return "".join(outline_line(place.level, place.node.title, place.node.span.start) for place in tree.walk())


def outline_line(level: int, title: str, start: int | None) -> str:
    """A section's line, with its end."""
    return f"{' ' * INDENT * (level - 1)}{_one_line(title)}{LEADER}{start or '?'}\n"


def recognises_markdown(text: str) -> bool:
    """Whether the text is a list of which at least one item links to a page."""
    items = [line for _, line in lines(text) if not line.startswith("#")]
    return bool(items) and all(_ITEM.fullmatch(line) for line in items) and any(_TO_PAGE.search(line) for line in items)


def load_markdown(text: str, target: Target) -> tuple[Tree, list[str]]:
    """The tree of a list; a line that begins with # before it is the document's title."""
    notes = Notes()
    entries: list[Entry] = []
    heading = ""
    for number, line in lines(text):
        if line.startswith("#") and not entries:
            heading = _plain(line.lstrip("#").strip())
            continue
        match = _ITEM.fullmatch(line)
        if match is None:
            raise FormatError(f"line {number}: expected an item that begins with a dash, found {line[:40]!r}.")
        to = _TO_PAGE.search(match[3] or "")
        entries.append(Entry(match[1], _plain(match[2] or match[4] or "").strip(), to[1] if to else "?", number))
    tree, sentences = _tree(entries, target, notes, "markdown")
    return tree.model_copy(update={"title": heading}), sentences


def dump_markdown(tree: Tree, texts: Texts) -> str:
    head = f"# {escaped(tree.title)}\n\n" if tree.title.strip() else ""
    return head + "".join(_item(tree, place.level, place.node.title, place.node.span.start) for place in tree.walk())


def _item(tree: Tree, level: int, title: str, start: int | None) -> str:
    shown = escaped(title)
    item = f"[{shown}]({quote(tree.name, safe='')}#page={start})" if start else shown
    return f"{' ' * INDENT * (level - 1)}- {item}\n"


def _tree(entries: list[Entry], target: Target, notes: Notes, producer: str) -> tuple[Tree, list[str]]:
    rows = list(_rows(entries, notes))
    tree = with_derived_ends(tree_of(nested(rows, target, notes), target, producer=producer))
    notes.add("The file has no end pages: they were derived from the starts that follow")
    return tree, notes.sentences()


def _rows(entries: list[Entry], notes: Notes) -> Iterator[Row]:
    """Entries with their levels: an indent deeper than the one before goes one down, a lesser one back up to its equal."""
    indents: list[int] = []
    for entry in entries:
        columns = len(entry.indent.expandtabs(TAB))
        while indents and columns < indents[-1]:
            indents.pop()
        if not indents or columns > indents[-1]:
            indents.append(columns)
        place = f"line {entry.line}"
        start = None if entry.page == "?" else page(entry.page, notes, place)
        yield Row(len(indents), title(entry.title, notes, place), start)


def lines(text: str) -> list[tuple[int, str]]:
    """Lines with their numbers, without empty ones. Lines end at \\n alone: titles may hold stranger separators."""
    return [(number, line.rstrip("\r")) for number, line in enumerate(text.split("\n"), 1) if line.strip()]


def outline_entry(line: str, number: int) -> Entry | None:
    """A line of an outline taken apart from its end, in time that is linear in its length; `None` for one without a page."""
    indent = line[: len(line) - len(line.lstrip(" \t"))]
    rest = line.strip(" \t")
    last = _LAST.search(rest[-10:])
    if last is None:
        return None
    before = rest[: len(rest) - len(last[0])]
    if before.endswith(LEADER):
        name = before[: -len(LEADER)]
    else:
        name = before.rstrip(" \t.")
        between = before[len(name) :]
        if not ("..." in between or "\t" in between or "  " in between):
            return None
    return Entry(indent, name, last[0], number) if name.strip() else None


def _one_line(title: str) -> str:
    return " ".join(title.split()) or "?"


def escaped(title: str) -> str:
    """A title on one line that Markdown takes for nothing but text."""
    return _MARKUP.sub(r"\\\1", _one_line(title))


def _plain(title: str) -> str:
    return _ESCAPED.sub(r"\1", title)


OUTLINE = Format(
    name="outline",
    label="Indented text",
    suffix=".txt",
    media_type="text/plain",
    dump=dump_outline,
    losses=lambda tree: said(tree, ()),
    recognises_text=recognises_outline,
    load_text=load_outline,
)

MARKDOWN = Format(
    name="markdown",
    label="Markdown list with links",
    suffix=".md",
    media_type="text/markdown",
    dump=dump_markdown,
    losses=lambda tree: said(tree, ()),
    recognises_text=recognises_markdown,
    load_text=load_markdown,
)
