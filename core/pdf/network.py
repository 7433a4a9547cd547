"""PyMuPDF's layout network: what kind of thing each region of a page is. It takes 0.4 to 1 s of CPU time a page: ask about few.

The network and its weights come with PyMuPDF; nothing is fetched. The first page that a process asks about imports it and loads
them.
"""

from __future__ import annotations

import importlib
import logging
from pathlib import Path
from typing import NamedTuple

from core.errors import ReaderOutOfMemory
from core.pdf.document import open_pdf
from core.pdf.mupdf import FAULTS, ours, pymupdf
from core.settings import Limits
from core.tree import Box

log = logging.getLogger(__name__)

SECTION, LISTED, TEXT = "section-header", "list-item", "text"
"""The network's words for a heading, an item of a list, and text in paragraphs."""


class Region(NamedTuple):
    """A region of a page. `kind` is the network's word for it ("section-header", "text", "list-item", "caption", "table" ...)."""

    kind: str
    box: Box


class Look(NamedTuple):
    """Some pages (1-based) of a PDF to look at. A plain value, so that it can be sent to another process."""

    source: Path | bytes
    pages: tuple[int, ...]
    name: str = ""
    password: str | None = None
    limits: Limits | None = None


Seen = dict[int, tuple[Region, ...]]
"""The regions of each page (1-based) that was looked at, in the network's reading order."""


def look(at: Look) -> Seen:
    """The regions of some pages. A page that cannot be read, or is too large to draw, is left out.

    Raises a `DocumentError` as `core.pdf.document.open_pdf` does.
    """
    importlib.import_module("pymupdf.layout")
    limits = at.limits or Limits()
    with open_pdf(at.source, name=at.name, password=at.password, limits=limits) as (document, _):
        found = {number: _regions(document, number, at.name, limits.max_pixels) for number in at.pages}
    return {number: regions for number, regions in found.items() if regions is not None}


def _regions(document: pymupdf.Document, number: int, name: str, max_pixels: int) -> tuple[Region, ...] | None:
    """The regions of a page, `None` where it cannot be looked at. The network sees it drawn at one pixel a point.

    The page loses its rotation, keeping its look: do not read from `document` what is to be as it was.
    """
    try:
        page = document.load_page(number - 1)
        if page.rect.width * page.rect.height > max_pixels:
            return None
        # PyMuPDF gives the network a rotated page's picture as shown, and its text as it stands before the rotation.
        page.remove_rotation()
        page.get_layout()
    except FAULTS as error:
        if isinstance(told := ours(name, error), ReaderOutOfMemory):
            raise told from error
        return None
    except Exception:  # the network is large and not ours: what fails in it costs a look at a page, no document
        log.warning("the layout network failed on page %d of %s", number, name, exc_info=True)
        return None
    found: list[tuple[float, float, float, float, str]] = page.layout_information or []
    return tuple(Region(kind, (float(x0), float(y0), float(x1), float(y1))) for x0, y0, x1, y1, kind in found)
