"""A tree in any of the formats there are, with what the PDF must lend to some of them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from core.errors import FormatError
from core.evidence.model import DocumentEvidence
from core.formats import FORMATS, WITH_PAGES, Imported, dump, format_named, load, part
from core.formats import losses as losses_of_text
from core.formats.bookmarks import NAME as BOOKMARKS
from core.formats.bookmarks import from_bookmarks, to_bookmarks
from core.formats.bookmarks import losses as losses_of_bookmarks
from core.pdf.reading import Reading
from core.settings import Limits
from core.text import Texts
from core.tree import Anchor, Node, Tree

NAMES = (*FORMATS, *WITH_PAGES, BOOKMARKS)
"""What `convert` writes. The last is a PDF with the tree as its bookmarks."""

PDF_MAGIC, PDF_WITHIN = b"%PDF-", 1024
"""What a file begins with that holds its tree as bookmarks."""


class Converted(NamedTuple):
    """A tree in another format. `notes` say what was mended when it was read, `losses` what the format has no place for."""

    data: bytes
    notes: tuple[str, ...]
    losses: tuple[str, ...]


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

    `bookmarks` needs `pdf`; headings whose height is not known are looked for on their pages. Formats that hold text take it
    from `source`, or read `pdf` for it; with `with_text`, so does PageIndex's. Raises `FormatError` for a name that is not
    known and where what is needed is missing, and a `DocumentError` where the PDF cannot be read.
    """
    check_name(to)
    if to == BOOKMARKS:
        if pdf is None:
            raise FormatError("Bookmarks are written into a copy of the PDF: name the PDF as well.")
        from core.pdf.outline import check_writable, with_outline

        check_writable(pdf, name=tree.name, limits=limits)
        placed = with_heights(tree, source if source is not None else _read(pdf, tree.name, limits))
        return with_outline(pdf, to_bookmarks(part(placed, only)), name=tree.name, limits=limits)
    tree, cited = part(tree, only), format_named(to).cited
    texts = None
    if cited is not None or with_text:
        source = source if source is not None else _read(pdf, tree.name, limits)
        sha256 = source.sha256 if isinstance(source, Reading) else source.reading.sha256
        tree = tree if tree.sha256 else tree.model_copy(update={"sha256": sha256})
        cut = Texts(tree, source)
        texts = cut.whole(cited(tree)) if cited is not None else cut.all()
    return dump(tree, to, texts=texts, renumber=renumber).encode()


def convert_file(
    pdf: Path,
    content: bytes,
    to: str,
    *,
    name: str = "",
    only: Collection[str] | None = None,
    with_text: bool = False,
    renumber: bool = False,
    password: str | None = None,
    limits: Limits | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Converted:
    """The tree that a file's content holds in another format, for the PDF it is of. Raises as `convert` does."""
    from core.evidence import gather
    from core.pdf.document import read
    from core.pdf.outline import check_writable

    check_name(to)
    if to == BOOKMARKS:
        check_writable(pdf, name=name, limits=limits)
    reading = read(pdf, name=name, password=password, limits=limits, progress=progress)
    imported = load_onto(reading, content, limits=limits)
    source = gather(reading) if with_text or to == BOOKMARKS else reading
    data = convert(imported.tree, to, pdf=pdf, source=source, only=only, with_text=with_text, renumber=renumber, limits=limits)
    return Converted(data, imported.notes, tuple(losses(part(imported.tree, only), to)))


def load_onto(reading: Reading, content: bytes, *, limits: Limits | None = None) -> Imported:
    """The tree in a file's content, for the document that was read; of a PDF, its bookmarks. Raises `FormatError`."""
    name, pages, sha256 = reading.name, len(reading.pages), reading.sha256
    if PDF_MAGIC not in content[:PDF_WITHIN]:
        return load(content, name=name, pages=pages, sha256=sha256)
    marked = _read(content, name, limits)
    imported = from_bookmarks(marked)
    if not imported.tree.nodes:
        raise FormatError("This PDF has no bookmarks, so there is no tree to import from it.")
    notes = imported.notes
    if len(marked.pages) != pages:
        notes = (*notes, f"The bookmarks are those of a document of {len(marked.pages)} pages; this one has {pages}.")
    tree = imported.tree.model_copy(update={"name": name, "pages": pages, "sha256": sha256})
    return Imported(tree, imported.format, notes)


def with_heights(tree: Tree, source: Reading | DocumentEvidence) -> Tree:
    """The tree with the place of each heading that is seen on its page and had none."""
    texts = Texts(tree, source)

    def change(node: Node) -> Node:
        page, line = node.span.start, texts.heading(node.id)
        known = (
            node.anchor is not None and node.anchor.page == page and (node.anchor.y is not None or node.anchor.box is not None)
        )
        if page is None or line is None or known:
            return node
        return node.with_(anchor=Anchor(page=page, y=max(line.y0, 0.0), box=line.box))

    return tree.map(change)


def losses(tree: Tree, to: str) -> list[str]:
    """What of this tree the format cannot hold, a sentence each. Raises `FormatError` for a name that is not known."""
    check_name(to)
    return losses_of_bookmarks(tree) if to == BOOKMARKS else losses_of_text(tree, to)


def check_name(to: str) -> None:
    """Raise `FormatError` for a format that is not known."""
    if to not in NAMES:
        raise FormatError(f"There is no format {to!r}. Choose one of {', '.join(NAMES)}.")


def _read(pdf: Path | bytes | None, name: str, limits: Limits | None) -> Reading:
    if pdf is None:
        raise FormatError("The text of the sections comes from the PDF: name the PDF as well.")
    from core.pdf.document import read

    return read(pdf, name=name, limits=limits)
