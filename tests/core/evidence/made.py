"""Documents made by hand, line by line, for tests of evidence and drafts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.evidence.model import Heading
from core.evidence.numbering import parse
from core.pdf.reading import Line, Page, Reading

WIDTH, HEIGHT = 600.0, 800.0
GLYPH = 0.5
"""Width of a character, in font sizes."""


def line(text: str, x: float = 72.0, y: float = 100.0, **changes: Any) -> Line:
    """A line of 10 pt text whose left edge is `x` and whose top is `y`; `right` sets its right edge instead."""
    size = float(changes.pop("size", 10.0))
    right = changes.pop("right", None)
    if right is not None:
        x = right - GLYPH * size * len(text)
    bold = bool(changes.get("bold", False))
    made = Line(
        text, x, y, x + GLYPH * size * len(text), y + size, size, size, "Serif", bold, False, 0, len(text), bold, False, 0, True
    )
    return made._replace(**changes)


def page(number: int, lines: Sequence[Line]) -> Page:
    return Page(number, WIDTH, HEIGHT, tuple(each._replace(block=nth) for nth, each in enumerate(lines)))


def prose(start: float = 200.0, count: int = 20) -> list[Line]:
    """Body text from y = `start` on."""
    words = "and so the text of the body goes on from one margin to the other without a break in it or"
    return [line(words, y=start + 12 * nth) for nth in range(count)]


def titled(number: int, title: str, y: float = 100.0, **changes: Any) -> Page:
    """A page with a heading at `y` and body text below it."""
    return page(number, [line(title, y=y, size=14.0, bold=True, **changes), *prose(y + 40)])


def reading(*pages: Page, **fields: Any) -> Reading:
    return Reading("made.pdf", "0" * 64, tuple(pages), **fields)


def heading_of(on: Page, index: int, confidence: float = 0.9, **changes: Any) -> Heading:
    """The heading that is one line of a page."""
    own = on.lines[index]
    number = parse(own.text)
    made = Heading(on.number, index, index, own.text, number.text if number else "", own.box, confidence)
    return made._replace(**changes)


def contents_page(number: int, entries: Sequence[tuple[str, str]], title: str = "Contents", dots: bool = True) -> Page:
    """A contents page: each entry's title, and its page number at the right edge, with or without leaders."""
    lines = [line(title, y=60.0, size=16.0)] if title else []
    for nth, (text, printed) in enumerate(entries):
        y = 100.0 + 14 * nth
        indent = 72.0 + 15.0 * text.split(" ")[0].rstrip(".").count(".")
        lines.append(line(text + (" " + ". " * 12 if dots and printed else ""), x=indent, y=y))
        if printed:
            lines.append(line(printed, right=520.0, y=y))
    return page(number, lines)
