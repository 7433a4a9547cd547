"""Opening a PDF safely and reading it whole, in this process. `core.worker` does the same at arm's length."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import (
    DamagedPdf,
    EmptyFile,
    FileTooLarge,
    NoPages,
    NotAPdf,
    PasswordNeeded,
    ReaderOutOfMemory,
    TooManyPages,
    readable,
)
from core.pdf.line_numbers import without_line_numbers
from core.pdf.lines import read_page
from core.pdf.mupdf import DAMAGED, FAULTS, NO_PDF, ours, pymupdf, told_in_ours
from core.pdf.reading import Page, Reading
from core.pdf.structure import structure_of
from core.pdf.watermarks import without_watermarks
from core.settings import MEBIBYTE, Limits

MAGIC, MAGIC_WITHIN = b"%PDF-", 1024
"""A PDF says so within its first bytes; readers have always allowed some junk before."""

LETTER = (612.0, 792.0)
"""Width and height that stand in for those of a page that cannot be read."""

Progress = Callable[[int, int], None]
"""Called with the pages done and the pages there are."""


@contextmanager
def open_pdf(
    source: Path | bytes, *, name: str = "", password: str | None = None, limits: Limits | None = None
) -> Iterator[tuple[pymupdf.Document, str]]:
    """Open a PDF and close it afterwards; yields the document, decrypted, and the SHA-256 of its bytes.

    `name` is what messages call it (a path's own name by default). Raises a `DocumentError` of the kind that fits: see
    `core.errors`; and `OSError` for a path that cannot be read. A damaged file that MuPDF can repair is opened as repaired.
    """
    limits = limits or Limits()
    name = name or (readable(source.name) if isinstance(source, Path) else "document.pdf")
    data = _bytes(source, name, limits)
    with told_in_ours(name):
        doc = pymupdf.open(stream=data, filetype="pdf")
    with doc:
        with told_in_ours(name):
            _check(doc, name, password, limits)
        yield doc, hashlib.sha256(data).hexdigest()


def read(
    source: Path | bytes,
    *,
    name: str = "",
    password: str | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Reading:
    """Read every page of a PDF, and what the file says of its structure. Raises as `open_pdf` does.

    A page that cannot be read counts as one without text and stands in `Reading.unreadable`, unless there is no other.
    """
    name = name or (readable(source.name) if isinstance(source, Path) else "document.pdf")
    with open_pdf(source, name=name, password=password, limits=limits) as (doc, sha256):
        count = doc.page_count
        pages: list[Page] = []
        unreadable: list[int] = []
        for number in range(1, count + 1):
            page = _page(doc, number, name)
            pages.append(page or Page(number, *LETTER, (), True))
            if page is None:
                unreadable.append(number)
            if progress:
                progress(number, count)
        if len(unreadable) == count:
            raise DamagedPdf(name, DAMAGED)
        with told_in_ours(name):
            structure = structure_of(doc)
    own = tuple(without_line_numbers(without_watermarks(pages)))
    return Reading(name, sha256, own, *structure, unreadable=tuple(unreadable))


def _page(doc: pymupdf.Document, number: int, name: str) -> Page | None:
    """The page, or `None` when it cannot be read. Raises `ReaderOutOfMemory`, since then no other page can be read either."""
    try:
        # Of a file that was cut off, MuPDF makes blank pages of those that it only heard of.
        if doc.is_repaired and doc.xref_object(doc.page_xref(number - 1)) == "null":
            return None
        return read_page(doc.load_page(number - 1))
    except FAULTS as error:
        if isinstance(told := ours(name, error), ReaderOutOfMemory):
            raise told from error
        return None


def _bytes(source: Path | bytes, name: str, limits: Limits) -> bytes:
    size = source.stat().st_size if isinstance(source, Path) else len(source)
    if not size:
        raise EmptyFile(name, "The file is empty. Upload or copy it again.")
    if size > limits.max_bytes:
        raise FileTooLarge(
            name,
            f"The file has {size / MEBIBYTE:.1f} MiB; {limits.max_bytes / MEBIBYTE:.1f} MiB are allowed. "
            "Split it, or raise TREEPROOF_MAX_BYTES.",
        )
    data = source.read_bytes() if isinstance(source, Path) else source
    if MAGIC not in data[:MAGIC_WITHIN]:
        raise NotAPdf(name, NO_PDF)
    return data


def _check(doc: pymupdf.Document, name: str, password: str | None, limits: Limits) -> None:
    if not doc.is_pdf:
        raise NotAPdf(name, NO_PDF)
    if doc.needs_pass and not doc.authenticate(password or ""):
        if password:
            raise PasswordNeeded(name, "This password does not open it. Enter the right one.")
        raise PasswordNeeded(name, "The document is encrypted. Enter its password.")
    if doc.page_count > limits.max_pages:
        raise TooManyPages(
            name,
            f"The document has {doc.page_count} pages; {limits.max_pages} are allowed. Split it, or raise TREEPROOF_MAX_PAGES.",
        )
    if doc.page_count < 1:
        if doc.is_repaired:
            raise DamagedPdf(name, DAMAGED)
        raise NoPages(name, "The document has no pages. Export it again from the program that made it.")
