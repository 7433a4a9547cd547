"""Bookmarks written into a copy of a PDF. Page content is never touched: what is new is appended to the file's bytes.

PyMuPDF's own way of writing an outline misplaces targets on rotated and cropped pages, so the objects are written here
(ISO 32000, 12.3.3: a linked list a level, with counts of what is shown).
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.errors import FormatError, PasswordNeeded, readable
from core.pdf.document import open_pdf
from core.pdf.mupdf import pymupdf, told_in_ours
from core.pdf.reading import Bookmark
from core.settings import Limits

mupdf = pymupdf.mupdf


@dataclass(slots=True)
class _Item:
    """An entry as it is written: its object's number, its looks, and its place in the tree."""

    xref: int
    entry: Bookmark
    parent: int
    bold: bool = False
    italic: bool = False
    color: tuple[float, ...] = ()
    open: bool = False
    children: list[_Item] = field(default_factory=list)

    @property
    def below(self) -> int:
        """How many entries are shown below it when it is open."""
        return sum(1 + (child.below if child.open else 0) for child in self.children)


def with_outline(source: Path | bytes, outline: Sequence[Bookmark], *, name: str = "", limits: Limits | None = None) -> bytes:
    """The PDF with these bookmarks in place of its own, each leading to the height on the page where one is given.

    A bookmark that the PDF had already (same title and page) keeps its colour, its weight and whether it is open. Levels begin at
    1 and never jump by more than one; an entry without a page leads nowhere. Raises `FormatError` for a signed or encrypted
    PDF, and a `DocumentError` for one that cannot be read.
    """
    data = source.read_bytes() if isinstance(source, Path) else source
    name = name or (readable(source.name) if isinstance(source, Path) else "document.pdf")
    check_writable(data, name=name, limits=limits)
    with told_in_ours(name), pymupdf.open(stream=data, filetype="pdf") as doc:
        _write(doc, outline)
        return _appended(doc, data) if doc.can_save_incrementally() else bytes(doc.tobytes())


def _appended(doc: pymupdf.Document, data: bytes) -> bytes:
    """The file's bytes with what is new after them. In memory: a process that reads PDFs may write no file."""
    copy = io.BytesIO(data)
    out = pymupdf.JM_new_output_fileptr(copy)
    options = mupdf.PdfWriteOptions()
    options.do_incremental = 1
    mupdf.pdf_write_document(mupdf.pdf_document_from_fz_document(doc.this), out, options)
    out.fz_close_output()
    return copy.getvalue()


def check_writable(source: Path | bytes, *, name: str = "", limits: Limits | None = None) -> None:
    """Raise as `with_outline` does where no bookmarks can be written into this PDF."""
    name = name or (readable(source.name) if isinstance(source, Path) else "document.pdf")
    encrypted = FormatError(f"{name}: the PDF is encrypted, so no bookmarks can be written. Save it without a password first.")
    try:
        with open_pdf(source, name=name, limits=limits) as (doc, _):
            if doc.is_encrypted or (doc.metadata or {}).get("encryption"):
                raise encrypted
            if doc.get_sigflags() > 0:
                raise FormatError(
                    f"{name}: the PDF is signed, and bookmarks would break its signature. Use a copy that is not signed."
                )
    except PasswordNeeded as error:
        raise encrypted from error


def _write(doc: pymupdf.Document, outline: Sequence[Bookmark]) -> None:
    root = doc.get_new_xref()
    top = _linked(doc, outline, root)
    shown = sum(1 + (item.below if item.open else 0) for item in top)
    ends = f"/First {top[0].xref} 0 R/Last {top[-1].xref} 0 R/Count {shown}" if top else ""
    doc.update_object(root, f"<</Type/Outlines{ends}>>")
    _write_level(doc, top)
    doc.xref_set_key(doc.pdf_catalog(), "Outlines", f"{root} 0 R" if top else "null")


def _linked(doc: pymupdf.Document, outline: Sequence[Bookmark], root: int) -> list[_Item]:
    looks = {(entry[1].strip(), entry[2]): entry[3] for entry in doc.get_toc(simple=False)}
    top: list[_Item] = []
    open_items: list[_Item] = []
    for entry in outline:
        del open_items[entry.level - 1 :]
        look = looks.get((entry.title.strip(), entry.page), {})
        item = _Item(
            xref=doc.get_new_xref(),
            entry=entry,
            parent=open_items[-1].xref if open_items else root,
            bold=bool(look.get("bold")),
            italic=bool(look.get("italic")),
            color=tuple(look.get("color") or ()),
            open=bool(look) and not look.get("collapse", True),
        )
        (open_items[-1].children if open_items else top).append(item)
        open_items.append(item)
    return top


def _write_level(doc: pymupdf.Document, items: list[_Item]) -> None:
    for nth, item in enumerate(items):
        parts = [f"/Title {_string(item.entry.title)}", f"/Parent {item.parent} 0 R", _destination(doc, item.entry)]
        parts += [f"/Prev {items[nth - 1].xref} 0 R"] if nth else []
        parts += [f"/Next {items[nth + 1].xref} 0 R"] if nth + 1 < len(items) else []
        if item.children:
            count = item.below if item.open else -item.below
            parts.append(f"/First {item.children[0].xref} 0 R/Last {item.children[-1].xref} 0 R/Count {count}")
        parts += [f"/C[{' '.join(f'{part:g}' for part in item.color)}]"] if len(item.color) == 3 else []
        parts += [f"/F {item.italic + 2 * item.bold}"] if item.italic or item.bold else []
        doc.update_object(item.xref, f"<<{''.join(parts)}>>")
        _write_level(doc, item.children)


def _destination(doc: pymupdf.Document, entry: Bookmark) -> str:
    """Where an entry leads, in the page's own coordinates.

    MuPDF's matrix from those to the page as shown counts: PyMuPDF's are wrong for a page that is rotated and cropped.
    """
    if entry.page is None or not 1 <= entry.page <= doc.page_count:
        return ""
    page = doc[entry.page - 1]
    box, shown = mupdf.FzRect(), mupdf.FzMatrix()
    mupdf.pdf_page_transform(mupdf.pdf_page_from_fz_page(page.this), box, shown)
    at = pymupdf.Point(0, max(entry.y or 0.0, 0.0)) * ~pymupdf.Matrix(shown)
    return f"/Dest[{page.xref} 0 R/XYZ {at.x:.2f} {at.y:.2f} null]"


def _string(text: str) -> str:
    marked = "\ufeff" + text
    return f"<{marked.encode('utf-16-be', 'replace').hex()}>"
