"""What the evidence modules say, before anybody draws a tree from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from core.pdf.reading import Reading
from core.tree import Box


class Heading(NamedTuple):
    """One to several lines of a page that look like a heading.

    `first` and `last` index the page's lines (inclusive). `confidence` (0 to 1) is the probability that a section starts here;
    candidates that are probably no heading are kept with a low one, since verification asks about them. `style` numbers the
    document's heading styles, equal for headings set alike. `number` is the numbering as printed ("2.3", "IV.", "Item 1A."),
    empty where there is none; `title` holds the whole heading with its number. `run_in`: the text goes on in the same line.
    """

    page: int
    first: int
    last: int
    title: str
    number: str
    box: Box
    confidence: float
    style: int = 0
    tops_page: bool = False
    run_in: bool = False
    why: str = ""


class ContentsEntry(NamedTuple):
    """An entry of a printed contents list.

    `page` and `box` say where the entry stands, `printed` is the page number as printed ("" if none), `target` the physical page
    it was resolved to (`None` if not), `level` its depth within the contents list from 1, `nth` its ordinal from 1.
    `heading` is the index (in `DocumentEvidence.headings`) of the heading it was matched to, or -1.
    """

    page: int
    box: Box
    number: str
    title: str
    printed: str
    target: int | None
    level: int
    nth: int
    heading: int = -1


class Pointer(NamedTuple):
    """A section that the file itself names (a bookmark, a link on a contents page, a named destination, a structure tag).

    `level` is 0 where the source names none. `heading` is the index (in `DocumentEvidence.headings`) of the heading it leads to,
    or -1.
    """

    title: str
    page: int
    y: float | None
    level: int
    note: str
    heading: int = -1


@dataclass(frozen=True, slots=True)
class DocumentEvidence:
    """All that is known of where sections may start. Headings come in document order (page, then reading order)."""

    reading: Reading
    headings: tuple[Heading, ...] = ()
    contents: tuple[ContentsEntry, ...] = ()
    contents_pages: tuple[int, ...] = ()
    running: frozenset[tuple[int, int]] = field(default_factory=frozenset)
    """Running headers, footers and page numbers, as (page number, line index)."""
    bookmarks: tuple[Pointer, ...] = ()
    links: tuple[Pointer, ...] = ()
    destinations: tuple[Pointer, ...] = ()
    tags: tuple[Pointer, ...] = ()
