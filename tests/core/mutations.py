"""Documents changed in ways that leave what a reader sees of their sections the same."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, islice

import pymupdf

Mutation = Callable[[pymupdf.Document], pymupdf.Document]

PROSE = (
    "the survey of harbours along this coast shows how sand moves with tide and wind while older charts agree in most places on "
    "depth but not on where channels lay before dredging began, and new rules that towns had made for ships of greater draught "
)
PREPENDED = 30


def stripped(document: pymupdf.Document) -> pymupdf.Document:
    """Without bookmarks, links, destinations, tags and page labels: only what stands on the pages."""
    for key in ("Outlines", "Names", "Dests", "StructTreeRoot", "PageLabels", "MarkInfo"):
        document.xref_set_key(document.pdf_catalog(), key, "null")
    for page in document.pages():
        document.xref_set_key(page.xref, "Annots", "null")
    return document


def scaled(by: float) -> Mutation:
    """Every page drawn larger or smaller."""

    def change(document: pymupdf.Document) -> pymupdf.Document:
        result = pymupdf.open()
        for page in document.pages():
            new = result.new_page(width=page.rect.width * by, height=page.rect.height * by)
            new.show_pdf_page(new.rect, document, page.number)
        return result

    return change


def turned(document: pymupdf.Document) -> pymupdf.Document:
    """Every page drawn sideways, and turned back by the page's rotation."""
    for page in document.pages():
        width, height = page.rect.width, page.rect.height
        _wrap(document, page, b"0 1 -1 0 %f 0 cm" % height)
        page.set_mediabox(pymupdf.Rect(0, 0, height, width))
        page.set_rotation(90)
    return document


def cropped(document: pymupdf.Document) -> pymupdf.Document:
    """A crop box that cuts white margins off, more at the top and left."""
    for page in document.pages():
        left, top, right, bottom = page.rect
        page.set_cropbox(pymupdf.Rect(left + 14, top + 11, right - 6, bottom - 8))
    return document


def shifted(document: pymupdf.Document) -> pymupdf.Document:
    """A media box that does not begin at the origin."""
    for page in document.pages():
        width, height = page.rect.width, page.rect.height
        _wrap(document, page, b"1 0 0 1 -200 300 cm")
        page.set_mediabox(pymupdf.Rect(-200, 300, width - 200, height + 300))
    return document


def stamped(document: pymupdf.Document) -> pymupdf.Document:
    """A slanted watermark over every page."""
    for page in document.pages():
        centre = pymupdf.Point(page.rect.width / 2, page.rect.height / 2)
        page.insert_text(
            centre - (150, 0), "DRAFT COPY", fontsize=56, color=(0.85, 0.85, 0.85), morph=(centre, pymupdf.Matrix(45))
        )
    return document


def overprinted(document: pymupdf.Document) -> pymupdf.Document:
    """A level watermark across the middle of every page."""
    for page in document.pages():
        at = pymupdf.Point(page.rect.width * 0.2, page.rect.height * 0.53)
        page.insert_text(at, "Confidential", fontname="hebo", fontsize=40, color=(0.85, 0.85, 0.85))
    return document


def spread(document: pymupdf.Document) -> pymupdf.Document:
    """Every two pages side by side on one."""
    result = pymupdf.open()
    for left in range(0, document.page_count, 2):
        width, height = document[left].rect.br
        new = result.new_page(width=2 * width, height=height)
        new.show_pdf_page(pymupdf.Rect(0, 0, width, height), document, left)
        if left + 1 < document.page_count:
            new.show_pdf_page(pymupdf.Rect(width, 0, 2 * width, height), document, left + 1)
    return result


def prepended(document: pymupdf.Document) -> pymupdf.Document:
    """Thirty pages of prose without headings before the first."""
    words = cycle(PROSE.split())
    width, height = document[0].rect.br
    for number in range(PREPENDED):
        page = document.new_page(number, width=width, height=height)
        text = " ".join(islice(words, 430)).capitalize() + "."
        page.insert_textbox(pymupdf.Rect(60, 70, width - 60, height - 60), text, fontname="tiro", fontsize=10.5)
    return document


def _wrap(document: pymupdf.Document, page: pymupdf.Page, matrix: bytes) -> None:
    """Put the page's content under a transformation."""
    content = page.read_contents()
    xref = page.get_contents()[0]
    document.update_stream(xref, b"q " + matrix + b"\n" + content + b"\nQ")
    document.xref_set_key(page.xref, "Contents", f"{xref} 0 R")
