"""What one pass over a PDF yields: pages as lines with geometry, and what the file itself says of its structure.

Plain values, no PyMuPDF object: they can be sent between processes, cached and built by hand in tests.
Coordinates are points from the top left of the page as shown (see `core.tree`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from core.tree import Box


class Line(NamedTuple):
    """A line of text on a page, as one reader would read it without a break.

    `size` is the font size of most of its characters and `big` the largest in it, both read from the spans (a line's box lies:
    descenders change it). `lead` counts the characters of the first run of one style; it is smaller than the line when the line
    starts with a run-in heading, and then `lead_bold` and `lead_italic` speak of that run. `block` is the paragraph-like
    group that the PDF library saw. `upright` is false for rotated text.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    big: float
    font: str
    bold: bool
    italic: bool
    color: int
    lead: int
    lead_bold: bool
    lead_italic: bool
    block: int
    upright: bool

    @property
    def box(self) -> Box:
        return (self.x0, self.y0, self.x1, self.y1)


class Page(NamedTuple):
    """A page as shown: its size in points and its lines in reading order. `scan`: no text, but something is drawn on it."""

    number: int
    width: float
    height: float
    lines: tuple[Line, ...]
    scan: bool = False


class Bookmark(NamedTuple):
    """An entry of the file's outline. `page` is `None` where its target cannot be resolved."""

    level: int
    title: str
    page: int | None
    y: float | None = None


class Link(NamedTuple):
    """A link annotation inside the document: where it stands and where it leads."""

    page: int
    box: Box
    target: int
    y: float | None = None


class Destination(NamedTuple):
    """A named destination ("section.2.1") and where it leads."""

    name: str
    page: int
    y: float | None = None
    x: float | None = None


class Tag(NamedTuple):
    """A heading of the structure tree (H, H1 ... H6, Title); `level` is 0 where the tag names none."""

    level: int
    title: str
    page: int | None


@dataclass(frozen=True, slots=True)
class Reading:
    """A document, read. `labels` holds the page labels, one a page, or is empty when the file has none.

    `unreadable` numbers the pages that the PDF library could not read; they stand in `pages` as scans of letter size.
    """

    name: str
    sha256: str
    pages: tuple[Page, ...]
    outline: tuple[Bookmark, ...] = ()
    links: tuple[Link, ...] = ()
    destinations: tuple[Destination, ...] = ()
    tags: tuple[Tag, ...] = ()
    labels: tuple[str, ...] = ()
    unreadable: tuple[int, ...] = ()

    @property
    def scans(self) -> tuple[int, ...]:
        """Numbers of the pages without text."""
        return tuple(page.number for page in self.pages if page.scan)
