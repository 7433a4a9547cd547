"""The commands for trees that come and go: `convert`, `import` and `dataset`.

What was mended on the way in, and what a format cannot hold, is told on standard error, a sentence each. PDFs are read in
a process of their own.
"""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core.errors import FormatError, SettingsError, readable
from core.terminal import check_place, pages_of, say, told, with_password, write, write_bytes

if TYPE_CHECKING:
    from core.dataset import Example, LeftOut
    from core.store import Store

FOUND_WRONG = 1
DATABASE = "TREEPROOF_DATABASE"

MAX_TREE_BYTES = 256 * 1024 * 1024
"""A file that is larger is not even read: four bytes for each character that a tree may have."""

TreePath = Annotated[
    Path,
    typer.Argument(
        metavar="TREE", help="A tree in any format that is read here; found out from its content.", exists=True, dir_okay=False
    ),
]
Out = Annotated[Path | None, typer.Option("-o", "--out", help="Where to write the result.  [default: standard output]")]


def convert(
    tree: TreePath,
    to: Annotated[
        str,
        typer.Option("--to", metavar="native|pageindex|...", help="The format to write; a wrong one gets the list of all."),
    ],
    pdf: Annotated[
        Path | None,
        typer.Option("--pdf", metavar="FILE.pdf", help="The PDF it is of.", exists=True, dir_okay=False),
    ] = None,
    out: Out = None,
    with_text: Annotated[bool, typer.Option("--with-text", help="Put in the sections' text (pageindex, with --pdf).")] = False,
    renumber: Annotated[bool, typer.Option("--renumber", help="Give ids that count from 0000.")] = False,
) -> None:
    """Write a tree in another format. `bookmarks` writes a copy of the PDF; it and `quantmind` need --pdf."""
    with told():
        from core import convert as conversion
        from core.formats import load

        conversion.check_name(to)
        check_place(out, *([pdf] if pdf else []))
        _check_not_shown(to, out)
        content = _content(tree)
        if pdf is not None:
            data, notes, losses = _with_pdf(pdf, tree, content, to, with_text=with_text, renumber=renumber)
        else:
            try:
                imported = load(content)
            except FormatError as error:
                raise FormatError(f"{tree.name}: {error}") from error
            named = imported.tree if imported.tree.name else imported.tree.model_copy(update={"name": readable(tree.stem)})
            data = conversion.convert(named, to, with_text=with_text, renumber=renumber)
            notes, losses = imported.notes, tuple(conversion.losses(named, to))
        for note in notes:
            say(f"{tree.name}: {note}")
        for loss in losses:
            say(f"{to}: {loss}")
        write_bytes(data, out)


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE.pdf", help="The PDF.", exists=True, dir_okay=False)],
    tree: TreePath,
    out: Out = None,
) -> None:
    """Set a tree made elsewhere onto a PDF. What was mended, and what is odd in it, is told on standard error.

    A PDF as TREE stands for its bookmarks.
    """
    from core.formats import dump
    from core.formats.kept import kept
    from core.settings import Limits
    from core.worker import Reader

    with told(), Reader(Limits.from_environment()) as reader:
        check_place(out, file, tree)
        content = _content(tree)
        imported = with_password(
            lambda password: reader.load(file, content, tree_name=tree.name, password=password, progress=pages_of(file))
        )
        for note in (*imported.notes, *kept(imported.tree)):
            say(f"{tree.name}: {note}")
        say(f"{tree.name}: read as {imported.format}, {len(imported.tree.placed)} sections")
        write(dump(imported.tree), out)


def dataset(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER|LIST.jsonl",
            help="The app's data folder, or a list: a line a document, with pdf, tree and, if known, draft, family, licence.",
            exists=True,
        ),
    ],
    out: Annotated[Path, typer.Option("-o", "--out", help="The folder to write to.", file_okay=False)],
    about: Annotated[
        Path | None,
        typer.Option("--about", metavar="LIST.jsonl", help="Family, licence and source of the app's documents.", exists=True),
    ] = None,
    signed_off: Annotated[bool, typer.Option("--signed-off", help="Only trees that are signed off as they stand.")] = False,
) -> None:
    """Write corrected trees, with their pages, drafts and edits, as a data set for training and evaluation."""
    from core.dataset import LeftOut, from_list, from_store, write
    from core.dataset.collect import read_list
    from core.settings import Limits
    from core.worker import Reader

    failed = False

    def tell(each: Example | LeftOut) -> None:
        nonlocal failed
        if isinstance(each, LeftOut):
            failed |= each.failed
            say(f"{each.name}: left out. {each.reason}")
        else:
            say(each.reading.name)

    with told(), Reader(Limits.from_environment()) as reader, ExitStack() as stack:
        if source.is_dir():
            store = stack.enter_context(closing(_store(source)))
            examples = from_store(store, reader, about=read_list(about) if about else (), signed_off=signed_off)
        elif about or signed_off:
            raise SettingsError("--about and --signed-off go with the app's data folder; in a list, each line says it all.")
        else:
            examples = from_list(source, reader)
        manifest = write(examples, out, tell=tell)
        for name, part in manifest.splits.items():
            say(f"{name}: {part.documents} documents, {part.pages} pages, {part.sections} sections")
    if failed:
        raise typer.Exit(FOUND_WRONG)


def _store(folder: Path) -> Store:
    """The app's store. Raises `SettingsError` where there is none: opening one would make it."""
    from core.store import Store

    url = os.environ.get(DATABASE)
    if url is None and not (folder / "treeproof.db").is_file():
        raise SettingsError(f"{folder}: This is not the app's data folder. Choose the one that holds treeproof.db.")
    return Store(folder, url)


def _with_pdf(
    pdf: Path, tree: Path, content: bytes, to: str, *, with_text: bool, renumber: bool
) -> tuple[bytes, tuple[str, ...], tuple[str, ...]]:
    from core.settings import Limits
    from core.worker import Reader

    with Reader(Limits.from_environment()) as reader:
        return with_password(
            lambda password: reader.convert(
                pdf,
                content,
                to,
                tree_name=tree.name,
                with_text=with_text,
                renumber=renumber,
                password=password,
                progress=pages_of(pdf),
            )
        )


def _content(tree: Path) -> bytes:
    size = tree.stat().st_size
    if size > MAX_TREE_BYTES:
        raise FormatError(
            f"{tree.name}: The file has {size:,} bytes; {MAX_TREE_BYTES:,} are allowed. Leave the nodes' texts out."
        )
    return tree.read_bytes()


def _check_not_shown(to: str, out: Path | None) -> None:
    """A PDF goes to a file or a pipe, and into no terminal."""
    from core.formats.bookmarks import NAME

    if to == NAME and out is None and sys.stdout.isatty():
        raise SettingsError("`bookmarks` writes a PDF: say where to with -o.")
