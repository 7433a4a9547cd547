"""The desk: the one place in the server where documents, trees, checks and page images are got and changed.

One desk a process, shared by every session. It knows no screen. `building` reads and drafts, `known` is what was read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from core.convert import PDF_MAGIC, PDF_WITHIN, Converted
from core.errors import FormatError, StoreError
from core.evidence.model import DocumentEvidence
from core.formats import FORMATS, Imported, dump, load, part
from core.report import Report
from core.store import Document, Origin, Store, TreeState
from core.tree import Tree
from pages.parts import building
from pages.parts.images import KEPT_BYTES, Images
from pages.parts.jobs import Job, Jobs
from pages.parts.known import KEPT_DOCUMENTS, Known
from pages.parts.tickets import tickets
from pages.parts.ways import Way
from pages.parts.words import PageWords

MAX_TREE_BYTES = 32 * 1024 * 1024
"""A file with a tree that is larger is not looked into: 50,000 sections with summaries take some 20 MB."""


class Reader(building.Reader, Protocol):
    """What the desk needs of `core.worker.Reader`."""

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


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a desk may hold in memory, and how many documents it takes (`None`: any number); whether models may be asked there."""

    kept_documents: int = KEPT_DOCUMENTS
    image_bytes: int = KEPT_BYTES
    documents: int | None = None
    models: bool = True


class Desk:
    """Documents and their trees, read, checked and drawn."""

    def __init__(self, store: Store, reader: Reader, jobs: Jobs | None = None, bounds: Bounds | None = None) -> None:
        bounds = bounds or Bounds()
        self.store = store
        self.jobs = jobs or Jobs()
        self.images = Images(self._render, bounds.image_bytes)
        self.known = Known(store, bounds.kept_documents)
        self.words = PageWords(self.evidence)
        self.building = building.Building(store, reader, self.jobs, self.known, models=bounds.models)
        self.bounds = bounds
        self._reader = reader

    # Documents

    def take(
        self, data: bytes, name: str, *, who: str, tree: bytes | None = None, tree_name: str = "", way: Way | None = None
    ) -> tuple[Document, bool]:
        """Store a PDF and build it in the background; `tree` is a file with a tree made elsewhere, set beside the engine's own.

        A file that is stored already is recognised (`False` comes back), not built again, and gets the tree at once. Raises
        `FormatError` for a tree that cannot be read, before anything is built, and `StoreError` where documents are too many.
        """
        most, here = self.bounds.documents, [document.sha256 for document in self.store.documents()]
        if most is not None and len(here) >= most and hashlib.sha256(data).hexdigest() not in here:
            raise StoreError(f"{most} documents are allowed here, no more. Delete one first.")
        document, new = self.store.add_document(data, name)
        if self.built(document.sha256):
            if tree is not None:
                self.import_tree(document.sha256, tree, tree_name, who=who)
        else:
            self.build(document.sha256, who=who, tree=tree, tree_name=tree_name, way=way)
        return document, new

    def build(
        self,
        sha256: str,
        *,
        who: str,
        tree: bytes | None = None,
        tree_name: str = "",
        password: str | None = None,
        way: Way | None = None,
    ) -> None:
        """Read a stored document, and draft it (see `Building.start`), in the background."""

        def then() -> None:
            if tree is not None:
                self.import_tree(sha256, tree, tree_name, who=who)

        self.building.start(sha256, way, who=who, password=password, then=then)

    def built(self, sha256: str) -> bool:
        """Whether the document was read and has a tree."""
        return self.building.built(sha256)

    def job(self, sha256: str) -> Job | None:
        """The document's latest job."""
        return self.jobs.get(sha256)

    def delete(self, sha256: str) -> None:
        """Delete a document with everything known of it. Raises `UnknownDocument`."""
        self.store.delete_document(sha256)
        tickets().revoke(sha256, self.images.get)
        self.images.forget(sha256)
        self.words.forget(sha256)
        self.building.forget(sha256)

    def close(self) -> None:
        """Stop what is under way, and give the store's connections back."""
        self.jobs.cancel_all()
        self.store.close()

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
        return self._reader.load(
            self.store.pdf_path(sha256), content, name=document.name, password=self.building.password(sha256)
        )

    def export(self, sha256: str, tree: Tree, to: str, *, only: Collection[str] | None = None) -> bytes:
        """A tree, or a part of it, as a file in one of `core.convert.NAMES`; what needs the PDF is made by the reading process.

        Raises `FormatError`, and a `DocumentError` for a PDF that cannot be read.
        """
        if to in FORMATS:
            return dump(tree, to, only=only).encode()
        name = self.store.document(sha256).name
        content = dump(part(tree, only)).encode()
        path = self.store.pdf_path(sha256)
        return self._reader.convert(path, content, to, name=name, password=self.building.password(sha256)).data

    # What is known of a document

    def evidence(self, sha256: str) -> DocumentEvidence | None:
        """What was read of a document; `None` when it must be read (again): `build` does that."""
        return self.known.evidence(sha256)

    def report(self, state: TreeState, sha256: str) -> Report:
        """The findings on a tree as it stands. Checked once a version; raises `UnknownDocument` when the document is not read."""
        return self.known.report(state, sha256)

    def ticket(self, sha256: str) -> str:
        """A token that opens the document's pages to whoever holds it."""
        return tickets().issue(sha256, self.images.get, self.words)

    # Inside

    def _render(self, sha256: str, page: int, width: int) -> bytes:
        document = self.store.document(sha256)
        if document.pages is None or not 1 <= page <= document.pages:
            raise IndexError(page)
        path = self.store.pdf_path(sha256)
        return self._reader.render(path, page, width, name=document.name, password=self.building.password(sha256))
