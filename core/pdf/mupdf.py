"""PyMuPDF, imported lightly, kept quiet, and its exceptions told in ours.

Import `pymupdf` from here. On its own it loads a layout network with its runtime, 1.6 s of CPU time and 90 MB that no
plain reading needs; and MuPDF reports every flaw of a file on the program's own output.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from core.errors import DamagedPdf, DocumentError, NotAPdf, ReaderOutOfMemory

_HEAVY = ("pymupdf.layout", "pymupdf4llm")
"""What PyMuPDF imports if it is there, and does without if not."""

_blocked = [name for name in _HEAVY if name not in sys.modules] if "pymupdf" not in sys.modules else []
sys.modules.update(dict.fromkeys(_blocked))  # type: ignore[arg-type]  # None is how Python marks a module not to be found
try:
    import pymupdf
finally:
    for _name in _blocked:
        del sys.modules[_name]

pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)

OUT_OF_MEMORY = ("malloc", "calloc", "realloc", "out of memory", "cannot allocate")
"""Words by which MuPDF says, within its general errors, that memory ran out."""

DAMAGED = "The file is damaged and cannot be repaired. Get a fresh copy, or print it to a new PDF from a viewer that shows it."
NO_PDF = "This is not a PDF. Choose a PDF file, or convert the document to PDF first."
NO_MEMORY = "Reading it took more memory than is allowed. Split the document, or raise TREEPROOF_MEMORY_BYTES."


FAULTS = (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError, AssertionError, SystemError, MemoryError)
"""What PyMuPDF and MuPDF raise on a bad document: MuPDF's errors derive from `Exception` alone, PyMuPDF adds built-in ones."""


@contextmanager
def told_in_ours(name: str) -> Iterator[None]:
    """Turn what PyMuPDF raises inside the block into a `DocumentError` about the document `name`."""
    try:
        yield
    except FAULTS as error:
        raise ours(name, error) from error


def ours(name: str, error: Exception) -> DocumentError:
    """The error of `core.errors` that says what this one, of `FAULTS`, means for the document `name`."""
    words = str(error).lower()
    if isinstance(error, MemoryError) or any(word in words for word in OUT_OF_MEMORY):
        return ReaderOutOfMemory(name, NO_MEMORY)
    if isinstance(error, pymupdf.mupdf.FzErrorUnsupported):
        return NotAPdf(name, NO_PDF)
    return DamagedPdf(name, DAMAGED)


def drop_caches() -> None:
    """Give back what MuPDF remembers of documents that are closed."""
    pymupdf.TOOLS.store_shrink(100)


__all__ = ["DAMAGED", "FAULTS", "NO_MEMORY", "NO_PDF", "drop_caches", "ours", "pymupdf", "told_in_ours"]
