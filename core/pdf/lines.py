"""From a PyMuPDF page to lines with geometry: the one pass over a page that everything else is made from."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from core.pdf.bidi import joined, read_left, runs_left
from core.pdf.mupdf import pymupdf
from core.pdf.reading import Line, Page

FLAGS = pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES
BOLD, ITALIC = 16, 2
"""Bits of a span's flags, as PyMuPDF documents them."""

_BOLD_NAME = re.compile(r"bold|black|heavy|demi|-medi|medium|(?:cm|sf|ec|la|t1)\w?bx|bx\d|[-,]b(?:d|$)", re.IGNORECASE)
"""Fonts that are bold by name alone: many, Computer Modern's first of all, do not say so in their descriptor."""
_ITALIC_NAME = re.compile(r"italic|oblique|(?:cm|sf|ec)\w?(?:ti|sl)\d|[-,](?:it|bi)$", re.IGNORECASE)
_LEAD_LETTERS = 2
"""A change of style in fewer letters (a variable, a dagger) does not end a line's first run."""
_LOOSE = re.compile(r"\s*(?:\w{4,8}\s)?(?:(?:[A-Za-z]|[IVXivx]{1,5}|\d{1,2})[.)]|\d{1,2}(?:\.\d{1,2}){1,4}\.?)\s*")
_LOOSE_CHARS, _LOOSE_LINES, _LOOSE_GAP = 14, 24, 6.0
"""A number alone has at most so many characters, and stands at most so many font sizes before its title; with more
on a page, they are a table."""
_PRIVATE = re.compile("[\ue000-\uf8ff\x00-\x08\x0b-\x1f\ufffe\uffff]")
_FORMATTING = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
"""Characters without a shape of their own, for breaking lines and for directions; between a leader and a page number, say."""
_INVISIBLE_SIZE = 1.5
"""Points: smaller text is not there to be read (markers of forms and tags)."""


def read_page(page: pymupdf.Page) -> Page:
    """The page's lines in the order MuPDF gives them. Images are never decoded."""
    if page.rotation:
        # PyMuPDF takes text, and the page's size, as they stand before the page's rotation, unless a matrix says otherwise.
        shown = page.get_textpage(clip=page.rect, flags=FLAGS, matrix=page.rotation_matrix)
        content = {**page.get_text("dict", flags=FLAGS, textpage=shown), "width": page.rect.width, "height": page.rect.height}
    else:
        content = page.get_text("dict", flags=FLAGS)
    lines = [
        line
        for number, block in enumerate(content["blocks"])
        for raw in block.get("lines", ())
        if (line := _line(raw, number)) is not None
    ]
    if any(runs_left(line.text) for line in lines):
        lines = joined(lines)
    if len(lines) > 1:
        lines = _numbers_first(lines)
    scan = not lines and bool(page.get_contents())
    return Page(page.number + 1, content["width"], content["height"], tuple(lines), scan)


def _numbers_first(lines: list[Line]) -> list[Line]:
    """The lines with each loose number ("A.", "Part II.", "3.1") put before the line that stands beside it on its baseline.

    Some producers write the numbers of headings after the page's text, so that MuPDF gives them there.
    """
    loose = [
        (at, line)
        for at, line in enumerate(lines)
        if at and len(line.text) <= _LOOSE_CHARS and _LOOSE.fullmatch(line.text)
    ]  # fmt: skip
    if not loose or len(loose) > _LOOSE_LINES:
        return lines
    order = list(range(len(lines)))
    for at, number in loose:
        if at + 1 < len(lines) and _beside(number, lines[at + 1]):
            continue
        beside = [other for other in range(at) if _beside(number, lines[other])]
        if beside:
            home = min(beside, key=lambda other: lines[other].x0)
            lines[at] = number._replace(block=lines[home].block)
            order.remove(at)
            order.insert(order.index(home), at)
    return [lines[at] for at in order]


def _beside(number: Line, line: Line) -> bool:
    """Whether `line` goes on to the right of `number` on the same baseline."""
    if not 0 < line.x0 - number.x1 < _LOOSE_GAP * number.size:
        return False
    return min(number.y1, line.y1) - max(number.y0, line.y0) > 0.6 * (number.y1 - number.y0)


@lru_cache(maxsize=2048)
def _slope(font: str, flags: int) -> int:
    """The bold and italic bits of a span, from its flags or its font's name."""
    bold = BOLD if flags & BOLD or _BOLD_NAME.search(font) else 0
    italic = ITALIC if flags & ITALIC or _ITALIC_NAME.search(font) else 0
    return bold | italic


def _line(raw: dict[str, Any], block: int) -> Line | None:
    spans = raw["spans"]
    if not spans:  # a damaged font can leave a line without any
        return None
    text = "".join([span["text"] for span in spans]) if len(spans) > 1 else spans[0]["text"]
    if not text or text.isspace():
        return None
    main = spans[0]
    if len(spans) == 1:
        look = lead_look = _slope(main["font"], main["flags"])
        big, lead = main["size"], len(text)
    else:
        main, big, look, lead, lead_look = _survey(spans)
    if big < _INVISIBLE_SIZE:
        return None
    if not (text.isascii() and text.isprintable()):
        text = _legible(text)
        if not text or text.isspace():
            return None
        if runs_left(text):
            text = read_left([(_legible(span["text"]), span["bbox"][2]) for span in spans])
    x0, y0, x1, y1 = raw["bbox"]
    return Line(
        text, x0, y0, x1, y1, main["size"], big, main["font"], look & BOLD > 0, look & ITALIC > 0, main["color"],
        lead, lead_look & BOLD > 0, lead_look & ITALIC > 0, block, raw["dir"] == (1.0, 0.0),
    )  # fmt: skip


def _legible(text: str) -> str:
    return _PRIVATE.sub(" ", _FORMATTING.sub("", text))


def _survey(spans: list[dict[str, Any]]) -> tuple[dict[str, Any], float, int, int, int]:
    """Of a line of several spans: the one that holds most, the largest size, the commoner look, the first run and its look."""
    main = first = None
    chars = most = bold = italic = lead = lead_look = 0
    big = 0.0
    leading = True
    for span in spans:
        text = span["text"]
        count = len(text.strip())
        if count:
            look = _slope(span["font"], span["flags"])
            chars += count
            bold += count if look & BOLD else 0
            italic += count if look & ITALIC else 0
            if count > most:
                most, main = count, span
            if span["size"] > big:
                big = span["size"]
            if first is None:
                first, lead_look = span, look
            elif leading and look != lead_look and sum(map(str.isalpha, text)) >= _LEAD_LETTERS:
                leading = False
        if leading:
            lead += len(text)
    look = (BOLD if bold * 2 > chars else 0) | (ITALIC if italic * 2 > chars else 0)
    return main or spans[0], big, look, lead, lead_look
