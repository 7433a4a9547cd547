"""The store's interface: everything the app keeps between two clicks.

Every method is one transaction, on disk when it returns, and may be called from any thread. All raise `StoreError` in plain words
when the database is locked, damaged or out of room.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from sqlalchemy import Connection, func, select, update

from core.edit import Edit
from core.report import Report, Status
from core.store import listing, rows, schema, signing
from core.store.blobs import EVIDENCE, PDF, Blobs
from core.store.database import Database
from core.store.drafts import known_draft
from core.store.log import Log
from core.store.model import Document, LoggedEdit, Origin, Overview, SignOff, StoredTree, TreeState
from core.tree import Tree


def default_folder() -> Path:
    """The user's data folder for treeproof, as the operating system has it."""
    from platformdirs import user_data_path

    return user_data_path("treeproof", appauthor=False)


class Store:
    """Documents, trees and edits. Open one per process and share it."""

    def __init__(self, folder: Path | None = None, url: str | None = None, *, max_bytes: int | None = None) -> None:
        """Keeps files below `folder` (default: `default_folder()`) and rows in SQLite there, or in the database at `url`.

        `max_bytes` bounds the files and, as much again, a SQLite database: what would exceed it is a `StoreError`.
        """
        self.folder = folder or default_folder()
        self._blobs = Blobs(self.folder / "documents", max_bytes)
        self._database = Database(url or f"sqlite:///{self.folder / 'treeproof.db'}", max_bytes)
        self._log = Log(self._database)
        self._blobs.sweep({document.sha256 for document in self.documents()})

    def close(self) -> None:
        """Gives all connections back; nothing is pending."""
        self._database.close()

    # Documents

    def add_document(self, data: bytes, name: str, pages: int | None = None) -> tuple[Document, bool]:
        """Stores a PDF as it came. A file already stored is recognised by its bytes: the document and `False` come back."""
        sha256 = hashlib.sha256(data).hexdigest()
        if not self._blobs.path(sha256, PDF).exists():
            self._blobs.write(sha256, PDF, data)
        table = schema.documents
        with self._database.writing() as connection:
            if not self._blobs.path(sha256, PDF).exists():
                self._blobs.write(sha256, PDF, data)  # another process has deleted the document in between
            row = connection.execute(select(table).where(table.c.sha256 == sha256)).first()
            if row is not None:
                return rows.document(row), False
            document = Document(sha256=sha256, name=name, size=len(data), pages=pages, added=rows.now())
            values = {"sha256": sha256, "name": name, "size": len(data), "pages": pages, "added": document.added}
            connection.execute(table.insert().values(values))
        return document, True

    def set_pages(self, sha256: str, pages: int) -> None:
        """Notes how many pages a document has, once it was read. Raises `UnknownDocument`."""
        with self._database.writing() as connection:
            rows.check_document(connection, sha256)
            connection.execute(update(schema.documents).where(schema.documents.c.sha256 == sha256).values(pages=pages))

    def documents(self) -> list[Document]:
        """All documents, the newest first."""
        with self._database.reading() as connection:
            return rows.all_documents(connection)

    def document(self, sha256: str) -> Document:
        """One document. Raises `UnknownDocument`."""
        with self._database.reading() as connection:
            return rows.document(rows.check_document(connection, sha256))

    def pdf_path(self, sha256: str) -> Path:
        """Where the PDF's bytes lie. Raises `UnknownDocument`."""
        self.document(sha256)
        return self._blobs.path(sha256, PDF)

    def delete_document(self, sha256: str) -> None:
        """Removes a document with its file, evidence, trees, edits and reports. Raises `UnknownDocument`."""
        with self._database.writing() as connection:
            rows.check_document(connection, sha256)
            connection.execute(schema.documents.delete().where(schema.documents.c.sha256 == sha256))
        with self._database.writing() as connection:
            if not rows.has_document(connection, sha256):  # nobody has added it again in between
                self._blobs.delete(sha256)
        self._log.forget()
        self._database.forget()

    def overview(self) -> list[Overview]:
        """All documents with their active trees, the counts of the last verification and the last sign-off, the newest first."""
        with self._database.reading() as connection:
            return listing.overview(connection)

    def set_private(self, sha256: str, private: bool) -> None:
        """Notes whether a document must never be sent to a language model. Raises `UnknownDocument`."""
        with self._database.writing() as connection:
            rows.check_document(connection, sha256)
            connection.execute(update(schema.documents).where(schema.documents.c.sha256 == sha256).values(private=private))

    # What was read of a document

    def save_evidence(self, sha256: str, data: bytes) -> None:
        """Keeps what was read of a document, as bytes of the caller's own making. Raises `UnknownDocument`.

        It holds the document's text: of an encrypted PDF, keep none.
        """
        self.document(sha256)
        self._blobs.write(sha256, EVIDENCE, data)

    def evidence(self, sha256: str) -> bytes | None:
        """What `save_evidence` was given last, or `None`. Raises `UnknownDocument`."""
        self.document(sha256)
        return self._blobs.read(sha256, EVIDENCE)

    # Trees

    def add_tree(
        self, sha256: str, tree: Tree, origin: Origin, *, name: str = "", who: str = "", notes: tuple[str, ...] = ()
    ) -> int:
        """Stores a tree beside the document's others, makes it the active one, and returns its id. Raises `UnknownDocument`.

        A draft that its producer has given before is not stored twice: the one that is there, with its edits, becomes active.
        Another draft of the same producer takes the place of one that nobody has edited or signed off.
        """
        text = tree.model_dump_json()
        values = {
            "sha256": sha256,
            "origin": origin.value,
            "name": name,
            "producer": tree.producer,
            "notes": json.dumps(notes),
            "created": rows.now(),
            "created_by": who,
            "active": False,
            "drafted": text,
            "current": text,
            "version": 0,
            **rows.counts(tree),
        }
        with self._database.writing() as connection:
            rows.check_document(connection, sha256)
            known = known_draft(connection, sha256, origin, tree.producer, text)
            if known is not None:
                _activate(connection, sha256, known)
                return known
            (tree_id,) = connection.execute(schema.trees.insert().values(values)).inserted_primary_key or (0,)
            _activate(connection, sha256, tree_id)
        return int(tree_id)

    def trees(self, sha256: str) -> list[StoredTree]:
        """A document's trees, the newest first. Raises `UnknownDocument`."""
        query = select(*rows.LISTED).where(schema.trees.c.sha256 == sha256).order_by(schema.trees.c.id.desc())
        with self._database.reading() as connection:
            rows.check_document(connection, sha256)
            return [rows.stored_tree(row) for row in connection.execute(query)]

    def stored_tree(self, tree_id: int) -> StoredTree:
        """A tree without its nodes. Raises `UnknownTree`."""
        with self._database.reading() as connection:
            return rows.stored_tree(rows.check_tree(connection, tree_id))

    def active_tree(self, sha256: str) -> int | None:
        """The id of the tree that is worked on, if the document has any. Raises `UnknownDocument`."""
        return next((tree.id for tree in self.trees(sha256) if tree.active), None)

    def activate(self, tree_id: int) -> None:
        """Makes a tree the one that is worked on. Raises `UnknownTree`."""
        with self._database.writing() as connection:
            _activate(connection, rows.check_tree(connection, tree_id).sha256, tree_id)

    def delete_tree(self, tree_id: int) -> None:
        """Removes a tree with its edits; if it was active, the document's newest other tree is now. Raises `UnknownTree`."""
        trees = schema.trees
        with self._database.writing() as connection:
            row = rows.check_tree(connection, tree_id)
            connection.execute(trees.delete().where(trees.c.id == tree_id))
            if row.active:
                newest = connection.execute(select(func.max(trees.c.id)).where(trees.c.sha256 == row.sha256)).scalar()
                _activate(connection, row.sha256, newest)
        self._log.forget()

    # Edits

    def state(self, tree_id: int) -> TreeState:
        """The tree as it stands, with its history. Raises `UnknownTree`."""
        return self._log.state(tree_id)

    def history(self, tree_id: int) -> tuple[LoggedEdit, ...]:
        """Everything that was done to the tree, the oldest first. Raises `UnknownTree`."""
        return self.state(tree_id).history

    def append(self, tree_id: int, edit: Edit, who: str, base_version: int) -> TreeState:
        """Makes an edit on the tree at `base_version`. What was undone before it can no longer be redone.

        Raises `StaleVersion` when the tree has changed since, `EditError` when the edit does not apply; nothing is stored then.
        """
        return self._log.edit(tree_id, edit, who, base_version)

    def undo(self, tree_id: int, who: str, base_version: int) -> TreeState:
        """Takes the last edit back. Raises `StaleVersion`, and `ImpossibleEdit` when there is none."""
        return self._log.undo(tree_id, who, base_version)

    def redo(self, tree_id: int, who: str, base_version: int) -> TreeState:
        """Makes the edit that was undone last again. Raises `StaleVersion`, and `ImpossibleEdit` when there is none."""
        return self._log.redo(tree_id, who, base_version)

    # What is said of trees

    def save_report(
        self, tree_id: int, version: int, report: Report, *, failed: int | None = None, suspect: int | None = None
    ) -> None:
        """Keeps the verification of the latest version of a tree, and that of the tree as drafted (version 0).

        One that comes late, after that of a later version, is dropped. Raises `UnknownTree`.

        `failed` and `suspect` are what the list of documents will say, where a person's review counts too; without them the
        statuses are counted.
        """
        statuses = [node.status for node in report.nodes]
        counts = {
            "failed": statuses.count(Status.FAILED) if failed is None else failed,
            "suspect": statuses.count(Status.SUSPECT) if suspect is None else suspect,
        }
        reports = schema.reports
        with self._database.writing() as connection:
            rows.check_tree(connection, tree_id)
            known = connection.execute(select(func.max(reports.c.version)).where(reports.c.tree_id == tree_id)).scalar() or 0
            if 0 < version < known:
                return
            outdated = (reports.c.version == version) | reports.c.version.between(1, version)
            connection.execute(reports.delete().where(reports.c.tree_id == tree_id, outdated))
            connection.execute(
                reports.insert().values(tree_id=tree_id, version=version, report=report.model_dump_json(), **counts)
            )

    def report(self, tree_id: int, version: int) -> Report | None:
        """The verification of the tree at this version, if it is kept: of the drafted tree (0) and of the last one verified."""
        reports = schema.reports
        query = select(reports.c.report).where(reports.c.tree_id == tree_id, reports.c.version == version)
        with self._database.reading() as connection:
            text = connection.execute(query).scalar()
        return None if text is None else Report.model_validate_json(text)

    def sign_off(self, tree_id: int, who: str, base_version: int, note: str = "") -> SignOff:
        """Notes that a person holds the tree, as it is at `base_version`, to be right. Raises `StaleVersion`."""
        with self._database.writing() as connection:
            return signing.sign(connection, tree_id, who, base_version, note)

    def withdraw(self, tree_id: int, base_version: int) -> None:
        """Takes back every sign-off of the tree as it is at `base_version`. Raises `StaleVersion`."""
        with self._database.writing() as connection:
            signing.withdraw(connection, tree_id, base_version)

    def sign_offs(self, tree_id: int) -> list[SignOff]:
        """All sign-offs of a tree, the oldest first, also those of versions that were edited since."""
        with self._database.reading() as connection:
            return signing.all_of(connection, tree_id)

    # People

    def add_person(self, name: str) -> str:
        """Remembers a display name and returns it as it is kept (spaces tidied). Knows it already: nothing happens."""
        with self._database.writing() as connection:
            return rows.remember(connection, name)

    def people(self) -> list[str]:
        """The display names known, in the order they came."""
        with self._database.reading() as connection:
            return list(
                connection.execute(select(schema.people.c.name).order_by(schema.people.c.since, schema.people.c.name)).scalars()
            )


def _activate(connection: Connection, sha256: str, tree_id: int | None) -> None:
    trees = schema.trees
    connection.execute(update(trees).where(trees.c.sha256 == sha256).values(active=trees.c.id == tree_id))
