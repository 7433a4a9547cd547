"""The pipeline: a PDF to pages of lines, to evidence, to a tree, to a report, to a file. Also the engine's public face.

    from core.build import build, export, verify

    tree = build("report.pdf")                  # draft the section tree
    report = verify("report.pdf", tree)         # check it, or one made elsewhere, against the pages
    text = export(tree, "pageindex")            # write it down

Everything happens in this process, as fast as it can. For files from strangers, `core.worker.Reader` offers the same in a process
of its own, with limits on time and memory.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from core.draft import draft
from core.edit import Edit, apply, describe
from core.errors import SettingsError
from core.evidence import gather
from core.evidence.model import DocumentEvidence
from core.evidence.network import with_network
from core.formats import Imported, dump, load
from core.pdf.document import Progress, read
from core.report import Report
from core.settings import Limits
from core.tree import Tree
from core.verify import fix as mend
from core.verify import verify as check
from core.verify.fix import ABOVE

if TYPE_CHECKING:
    from core.model import ModelSettings

Source = str | PathLike[str] | bytes
"""A PDF: a path, or its bytes."""

MODES = ("engine", "layout", "model")
"""Ways to draft a tree. The first two work offline. `engine`: from what stands in the file and on its pages. `layout`: pages that
leave doubt are shown to a neural network of page layout besides, at up to a second each. `model`: a language model of your choice
reads the pages too, and says what to change (see `core.model`)."""


def build(
    source: Source,
    *,
    mode: str = "engine",
    model: ModelSettings | None = None,
    name: str = "",
    password: str | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Tree:
    """Draft the section tree of a PDF; mode `model` needs the settings of one.

    `name` is what the tree and messages call the document (by default the path's last part), `progress` is called with pages
    read and pages there are. The same bytes give the same tree. Raises a `DocumentError` that says why the PDF
    cannot be read, and `SettingsError` for an unknown mode.
    """
    evidence = evidence_of(source, mode=mode, name=name, password=password, limits=limits, progress=progress)
    if mode != "model":
        return draft(evidence)
    if model is None:
        raise SettingsError("Mode model needs a model: give its settings as `model`.")
    from core.model import draft_with_model

    return draft_with_model(evidence, model).tree


def verify(
    source: Source | DocumentEvidence,
    tree: Tree,
    *,
    name: str = "",
    password: str | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Report:
    """Check a tree against the pages of a PDF, or against evidence gathered before (then in milliseconds).

    The tree may come from anywhere: `core.formats.load` reads one. Raises as `build` does.
    """
    if isinstance(source, DocumentEvidence):
        return check(tree, source)
    return check(tree, evidence_of(source, name=name, password=password, limits=limits, progress=progress))


def export(tree: Tree, format: str = "native") -> str:  # noqa: A002
    """The tree as text in one of `core.formats` ("native", "pageindex"). Raises `FormatError` for a format unknown."""
    return dump(tree, format)


def evidence_of(
    source: Source,
    *,
    mode: str = "engine",
    name: str = "",
    password: str | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> DocumentEvidence:
    """All that is known of where sections may start in a PDF. Raises as `build` does.

    In mode `layout`, `progress` counts the pages read and then, anew, the pages shown to the network.
    """
    check_mode(mode)
    pdf = source if isinstance(source, bytes) else Path(source)
    with _uncollected():
        evidence = gather(read(pdf, name=name, password=password, limits=limits, progress=progress))
    if mode == "layout":
        return with_network(evidence, pdf, progress=progress, password=password, limits=limits)
    return evidence


def verify_file(evidence: DocumentEvidence, content: bytes) -> tuple[Report, tuple[str, ...]]:
    """Check the tree that a file's content holds, in any of `core.formats`; with it, what reading the file changed.

    Raises `FormatError`.
    """
    imported = _loaded(evidence, content)
    return check(imported.tree, evidence), imported.notes


def fix(evidence: DocumentEvidence, tree: Tree, *, above: float = ABOVE) -> tuple[Tree, tuple[Edit, ...]]:
    """Mend a tree with every repair that verification is at least so sure of (0 to 1); with it, the edits made, in order."""
    fixed = mend(tree, evidence, above)
    return fixed.tree, fixed.applied


def fix_file(evidence: DocumentEvidence, content: bytes, *, above: float = ABOVE) -> tuple[str, tuple[str, ...]]:
    """The tree that a file's content holds, mended, in the same format; with it, what was changed, a sentence each.

    Raises `FormatError`.
    """
    imported = _loaded(evidence, content)
    _, edits = fix(evidence, imported.tree, above=above)
    tree, words = imported.tree, list(imported.notes)
    for edit in edits:
        words.append(describe(edit, tree))
        tree = apply(tree, edit)
    return dump(tree, imported.format), tuple(words)


def check_mode(mode: str) -> None:
    """Raise `SettingsError` unless `mode` is one of `MODES`."""
    if mode not in MODES:
        raise SettingsError(f"There is no mode {mode!r}. Choose one of: {', '.join(MODES)}.")


def _loaded(evidence: DocumentEvidence, content: bytes) -> Imported:
    reading = evidence.reading
    return load(content, name=reading.name, pages=len(reading.pages), sha256=reading.sha256)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without Python's search for cyclic garbage: all that is made here lives on, and looking through it took 15% of the time.

    A thread that ends first turns it on again for all, so that it is never left off.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
