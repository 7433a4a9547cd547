"""Opening a PDF and reading it whole, in this process. `core.pdf.worker` does the same at arm's length."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pymupdf

from core.pdf.lines import read_page
from core.pdf.reading import Bookmark, Reading


def read(path: Path, password: str | None = None) -> Reading:
    """Read every page of the PDF at `path`."""
    data = path.read_bytes()
    with pymupdf.open(stream=data, filetype="pdf") as doc:
        if doc.needs_pass:
            doc.authenticate(password or "")
        outline = tuple(Bookmark(level, title, page if page > 0 else None) for level, title, page, *_ in doc.get_toc())
        pages = tuple(read_page(page) for page in doc)
    return Reading(name=path.name, sha256=hashlib.sha256(data).hexdigest(), pages=pages, outline=outline)
