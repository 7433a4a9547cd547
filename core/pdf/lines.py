"""From a PyMuPDF page to lines with geometry: the one pass over a page that everything else is made from."""

from __future__ import annotations

from typing import Any

import pymupdf

from core.pdf.reading import Line, Page

FLAGS = pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES
BOLD, ITALIC = 16, 2
"""Bits of a span's flags, as PyMuPDF documents them."""


def read_page(page: pymupdf.Page) -> Page:
    """The page's lines in the order MuPDF gives them. Images are never decoded."""
    content = page.get_text("dict", flags=FLAGS)
    lines = [
        line
        for number, block in enumerate(content["blocks"])
        for raw in block.get("lines", ())
        if (line := _line(raw, number)) is not None
    ]
    scan = not lines and bool(page.get_contents())
    return Page(page.number + 1, content["width"], content["height"], tuple(lines), scan)


def _line(raw: dict[str, Any], block: int) -> Line | None:
    spans = raw["spans"]
    text = "".join([span["text"] for span in spans])
    if not text.strip():
        return None
    first = main = spans[0]
    big, bold_chars, italic_chars, most, lead = 0.0, 0, 0, 0, 0
    leading = True
    for span in spans:
        count = len(span["text"].strip())
        if not count:
            lead += len(span["text"]) if leading else 0
            continue
        if not first["text"].strip():
            first = span
        if count > most:
            most, main = count, span
        big = max(big, span["size"])
        bold_chars += count if span["flags"] & BOLD else 0
        italic_chars += count if span["flags"] & ITALIC else 0
        leading = leading and (span["flags"] & (BOLD | ITALIC)) == (first["flags"] & (BOLD | ITALIC)) and span["size"] == first["size"]
        lead += len(span["text"]) if leading else 0
    chars = len(text.strip())
    x0, y0, x1, y1 = raw["bbox"]
    return Line(
        text=text,
        x0=x0,
        y0=y0,
        x1=x1,
        y1=y1,
        size=main["size"],
        big=big,
        font=main["font"],
        bold=bold_chars * 2 > chars,
        italic=italic_chars * 2 > chars,
        color=main["color"],
        lead=lead,
        lead_bold=bool(first["flags"] & BOLD),
        lead_italic=bool(first["flags"] & ITALIC),
        block=block,
        upright=raw["dir"] == (1.0, 0.0),
    )
