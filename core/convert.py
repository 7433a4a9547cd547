"""A tree in any of the formats there are, with what the PDF must lend to some of them."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from core.errors import FormatError
from core.evidence.model import DocumentEvidence
from core.formats import FORMATS, WITH_PAGES, dump, format_named, part
from core.formats import losses as losses_of_text
from core.formats.bookmarks import NAME as BOOKMARKS
from core.formats.bookmarks import losses as losses_of_bookmarks
from core.formats.bookmarks import to_bookmarks
from core.pdf.reading import Reading
from core.settings import Limits
from core.text import Texts
from core.tree import Tree

NAMES = (*FORMATS, *WITH_PAGES, BOOKMARKS)
"""What `convert` writes. The last is a PDF with the tree as its bookmarks."""


def convert(
    tree: Tree,
    to: str,
    *,
    pdf: Path | bytes | None = None,
    source: Reading | DocumentEvidence | None = None,
    only: Collection[str] | None = None,
    with_text: bool = False,
    renumber: bool = False,
    limits: Limits | None = None,
) -> bytes:
    """The tree, or the nodes chosen by `only`, as the bytes of a file in one of `NAMES`.

    `bookmarks` needs `pdf`. Formats that hold text take it from `source`, or read `pdf` for it; with `with_text`, so does
    PageIndex's. Raises `FormatError` for a name that is not known and where what is needed is missing, and a `DocumentError`
    where the PDF cannot be read.
    """
    if to == BOOKMARKS:
        if pdf is None:
            raise FormatError("Bookmarks are written into a copy of the PDF: name the PDF as well.")
        from core.pdf.outline import with_outline

        return with_outline(pdf, to_bookmarks(part(tree, only)), name=tree.name, limits=limits)
    if to not in NAMES:
        raise FormatError(f"There is no format {to!r}. Choose one of {', '.join(NAMES)}.")
    whole = format_named(to).needs_pages
    texts = None
    if whole or with_text:
        source = source if source is not None else _read(pdf, tree.name, limits)
        sha256 = source.sha256 if isinstance(source, Reading) else source.reading.sha256
        tree = tree if tree.sha256 else tree.model_copy(update={"sha256": sha256})
        texts = Texts(tree, source).all(whole_pages=whole)
    return dump(tree, to, only=only, texts=texts, renumber=renumber).encode()


def losses(tree: Tree, to: str) -> list[str]:
    """What of this tree the format cannot hold, a sentence each. Raises `FormatError` for a name that is not known."""
    return losses_of_bookmarks(tree) if to == BOOKMARKS else losses_of_text(tree, to)


def _read(pdf: Path | bytes | None, name: str, limits: Limits | None) -> Reading:
    if pdf is None:
        raise FormatError("The text of the sections comes from the PDF: name the PDF as well.")
    from core.pdf.document import read

    return read(pdf, name=name, limits=limits)
