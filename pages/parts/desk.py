"""The desk: the one place in the server where documents, trees, checks and page images are got and changed.

One desk a process, shared by every session. It knows no screen.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Protocol

from core.convert import PDF_MAGIC, PDF_WITHIN, Converted
from core.errors import FormatError, UnknownDocument
from core.evidence.codec import unpack
from core.evidence.model import DocumentEvidence
from core.formats import FORMATS, Imported, dump, load, part
from core.report import Report
from core.store import Document, Origin, Store, TreeState
from core.tree import Tree
from core.verify import Index, prepare, verify
from core.worker import Built
from pages.parts.images import Images
from pages.parts.jobs import Job, Jobs
from pages.parts.problems import Standing, standings
from pages.parts.tickets import tickets
from pages.parts.words import PageWords

KEPT_DOCUMENTS = 12
"""Documents whose evidence is held in memory, the least recently used leaving first: some 10 to 60 MB each for long ones."""
KEPT_REPORTS = 64

MAX_TREE_BYTES = 32 * 1024 * 1024
"""A file with a tree that is larger is not looked into: 50,000 sections with summaries take some 20 MB."""


class Reader(Protocol):
    """What the desk needs of `core.worker.Reader`."""

    def build(
        self, path: Path, *, name: str = "", password: str | None = None, progress: Callable[[int, int], None] | None = None
    ) -> Built: ...

    def render(self, path: Path, page: int, width: int, *, name: str = "", password: str | None = None) -> bytes: ...

    def load(self, path: Path, tree: bytes, *, name: str = "", password: str | None = None) -> Imported: ...

    def convert(
        self,
        path: Path,
        tree: bytes,
        to: str,
        *,
        name: str = "",
        only: Collection[str] | None = None,
        password: str | None = None,
    ) -> Converted: ...


class Desk:
    """Documents and their trees, read, checked and drawn."""

    def __init__(self, store: Store, reader: Reader, jobs: Jobs | None = None) -> None:
        self.store = store
        self.jobs = jobs or Jobs()
        self.images = Images(self._render)
        self.words = PageWords(self.evidence)
        self._reader = reader
        self._passwords: dict[str, str] = {}
        self._read: OrderedDict[str, Index] = OrderedDict()
        self._reports: OrderedDict[tuple[int, int], Report] = OrderedDict()
        self._lock = threading.RLock()

    # Documents

    def take(self, data: bytes, name: str, *, who: str, tree: bytes | None = None, tree_name: str = "") -> tuple[Document, bool]:
        """Store a PDF and build it in the background; `tree` is a file with a tree made elsewhere, set beside the engine's own.

        A file that is stored already is recognised (`False` comes back), not built again, and gets the tree at once. Raises
        `FormatError` for a tree that cannot be read, before anything is built.
        """
        document, new = self.store.add_document(data, name)
        if self.built(document.sha256):
            if tree is not None:
                self.import_tree(document.sha256, tree, tree_name, who=who)
        else:
            self.build(document.sha256, who=who, tree=tree, tree_name=tree_name)
        return document, new

    def build(
        self, sha256: str, *, who: str, tree: bytes | None = None, tree_name: str = "", password: str | None = None
    ) -> None:
        """Read a stored document and draft its tree, in the background."""
        document = self.store.document(sha256)
        if password is not None:
            with self._lock:
                self._passwords[sha256] = password

        def work(progress: Callable[[int, int], None]) -> None:
            self._build(document, progress)
            if tree is not None:
                self.import_tree(sha256, tree, tree_name, who=who)

        self.jobs.start(sha256, document.name, work)

    def built(self, sha256: str) -> bool:
        """Whether the document was read and has a tree."""
        return self.store.active_tree(sha256) is not None

    def job(self, sha256: str) -> Job | None:
        """The document's latest job."""
        return self.jobs.get(sha256)

    def delete(self, sha256: str) -> None:
        """Delete a document with everything known of it. Raises `UnknownDocument`."""
        self.store.delete_document(sha256)
        tickets().revoke(sha256, self.images.get)
        self.images.forget(sha256)
        self.words.forget(sha256)
        self.jobs.forget(sha256)
        with self._lock:
            self._passwords.pop(sha256, None)
            self._read.pop(sha256, None)

    def import_tree(self, sha256: str, text: bytes, name: str, *, who: str) -> int:
        """Set a tree made elsewhere beside the document's others, as the one worked on. Raises `FormatError`."""
        imported = self.read_tree(sha256, text)
        tree_id = self.store.add_tree(sha256, imported.tree, Origin.IMPORT, name=name, who=who, notes=imported.notes)
        self.report(self.store.state(tree_id), sha256)
        return tree_id

    def read_tree(self, sha256: str, content: bytes) -> Imported:
        """The tree that a file made elsewhere holds for a document; of a PDF, its bookmarks. Nothing is stored.

        Raises `FormatError`, and a `DocumentError` for a PDF that cannot be read.
        """
        if len(content) > MAX_TREE_BYTES and PDF_MAGIC not in content[:PDF_WITHIN]:
            raise FormatError(f"The file has {len(content):,} bytes; {MAX_TREE_BYTES:,} are allowed. Leave the nodes' texts out.")
        document = self.store.document(sha256)
        if PDF_MAGIC not in content[:PDF_WITHIN]:
            return load(content, name=document.name, pages=document.pages, sha256=sha256)
        return self._reader.load(self.store.pdf_path(sha256), content, name=document.name, password=self._password(sha256))

    def export(self, sha256: str, tree: Tree, to: str, *, only: Collection[str] | None = None) -> bytes:
        """A tree, or a part of it, as a file in one of `core.convert.NAMES`; what needs the PDF is made by the reading process.

        Raises `FormatError`, and a `DocumentError` for a PDF that cannot be read.
        """
        if to in FORMATS:
            return dump(tree, to, only=only).encode()
        name = self.store.document(sha256).name
        content = dump(part(tree, only)).encode()
        path = self.store.pdf_path(sha256)
        return self._reader.convert(path, content, to, name=name, password=self._password(sha256)).data

    # What is known of a document

    def evidence(self, sha256: str) -> DocumentEvidence | None:
        """What was read of a document; `None` when it must be read (again): `build` does that."""
        index = self._index(sha256)
        return None if index is None else index.evidence

    def _index(self, sha256: str) -> Index | None:
        """The evidence, prepared to be checked against."""
        with self._lock:
            if sha256 in self._read:
                self._read.move_to_end(sha256)
                return self._read[sha256]
        packed = self.store.evidence(sha256)
        if packed is None:
            return None
        try:
            evidence = unpack(packed)
        except FormatError:  # written by another version of treeproof: read the document again
            return None
        return self._keep(sha256, evidence)

    def report(self, state: TreeState, sha256: str) -> Report:
        """The findings on a tree as it stands. Checked once a version; raises `UnknownDocument` when the document is not read."""
        key = (state.tree_id, state.version)
        with self._lock:
            if key in self._reports:
                self._reports.move_to_end(key)
                return self._reports[key]
        index = self._index(sha256)
        if index is None:
            raise UnknownDocument(sha256)
        report = verify(state.tree, index)
        with self._lock:
            self._reports[key] = report
            while len(self._reports) > KEPT_REPORTS:
                self._reports.popitem(last=False)
        stand = list(standings(state.tree, report).values())
        failed, unsure = stand.count(Standing.FAILED), stand.count(Standing.SUSPECT)
        self.store.save_report(state.tree_id, state.version, report, failed=failed, suspect=unsure)
        return report

    def ticket(self, sha256: str) -> str:
        """A token that opens the document's pages to whoever holds it."""
        return tickets().issue(sha256, self.images.get, self.words)

    # Inside

    def _build(self, document: Document, progress: Callable[[int, int], None]) -> None:
        sha256 = document.sha256
        password = self._password(sha256)
        try:
            built = self._reader.build(self.store.pdf_path(sha256), name=document.name, password=password, progress=progress)
        except Exception:
            with self._lock:
                self._passwords.pop(sha256, None)
            raise
        evidence = unpack(built.packed)
        self.store.set_pages(sha256, len(evidence.reading.pages))
        self._keep(sha256, evidence)
        if password is None:
            self.store.save_evidence(sha256, built.packed)
        if not self.built(sha256):
            self._add_draft(sha256, built.tree)

    def _add_draft(self, sha256: str, tree: Tree) -> None:
        tree_id = self.store.add_tree(sha256, tree, Origin.ENGINE, name="Draft", notes=tree.warnings)
        self.report(self.store.state(tree_id), sha256)

    def _keep(self, sha256: str, evidence: DocumentEvidence) -> Index:
        index = prepare(evidence)
        with self._lock:
            self._read[sha256] = index
            self._read.move_to_end(sha256)
            while len(self._read) > KEPT_DOCUMENTS:
                self._read.popitem(last=False)
        return index

    def _render(self, sha256: str, page: int, width: int) -> bytes:
        document = self.store.document(sha256)
        if document.pages is None or not 1 <= page <= document.pages:
            raise IndexError(page)
        path = self.store.pdf_path(sha256)
        return self._reader.render(path, page, width, name=document.name, password=self._password(sha256))

    def _password(self, sha256: str) -> str | None:
        with self._lock:
            return self._passwords.get(sha256)
