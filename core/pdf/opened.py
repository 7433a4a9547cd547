"""PDFs kept open between requests for their pages, so that paging through a document opens it once."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import ExitStack
from pathlib import Path

from core.errors import DocumentError
from core.pdf.document import open_pdf
from core.pdf.mupdf import pymupdf, told_in_ours
from core.pdf.render import render
from core.settings import Limits

MAX_OPEN, MAX_OPEN_BYTES = 8, 256 * 1024 * 1024
"""Documents kept open, and the bytes of their files; the least recently used leave first. One is always kept."""


class OpenDocuments:
    """Renders pages of files. Not for several threads: MuPDF is not."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[object, ...], tuple[pymupdf.Document, int, ExitStack]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._open)

    def render(self, path: Path, page: int, width: int, *, name: str, password: str | None, limits: Limits) -> bytes:
        """A page (1-based) as a JPEG. Raises a `DocumentError`, also for a page that is not there."""
        document = self._get(path, name, password, limits)
        if not 1 <= page <= document.page_count:
            raise DocumentError(name, f"There is no page {page}: the document has {document.page_count}.")
        with told_in_ours(name):
            return render(document, page, width, limits.max_pixels)

    def close(self) -> None:
        """Close all."""
        while self._open:
            self._close_oldest()

    def _get(self, path: Path, name: str, password: str | None, limits: Limits) -> pymupdf.Document:
        status = path.stat()
        # The password is part of the key: one person's does not open the document for another who has not given it.
        key = (path, status.st_mtime_ns, status.st_size, password)
        if key not in self._open:
            while self._open and (len(self._open) >= MAX_OPEN or status.st_size + self._held() > MAX_OPEN_BYTES):
                self._close_oldest()
            with ExitStack() as stack:
                document, _ = stack.enter_context(open_pdf(path, name=name, password=password, limits=limits))
                self._open[key] = document, status.st_size, stack.pop_all()
        self._open.move_to_end(key)
        return self._open[key][0]

    def _held(self) -> int:
        return sum(size for _, size, _ in self._open.values())

    def _close_oldest(self) -> None:
        _, (_, _, stack) = self._open.popitem(last=False)
        stack.close()
