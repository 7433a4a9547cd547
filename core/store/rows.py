"""Between rows and values."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Connection, Row, select

from core.edit import EDIT
from core.errors import StoreError, TreeError, UnknownDocument, UnknownTree
from core.store import schema
from core.store.model import Document, Event, LoggedEdit, Origin, StoredTree
from core.tree import Review, Tree

MAX_NAME = 200

UNREADABLE = "{} in the database cannot be read by this version of treeproof. Update treeproof, or put a backup in place. ({})"

LISTED = [column for column in schema.trees.c if column.name not in ("drafted", "current")]
"""A tree's columns without its nodes."""


def now() -> datetime:
    return datetime.now(UTC)


def document(row: Row[Any]) -> Document:
    return Document(sha256=row.sha256, name=row.name, size=row.size, pages=row.pages, added=row.added, private=row.private)


def all_documents(connection: Connection) -> list[Document]:
    """The newest first."""
    table = schema.documents
    return [document(row) for row in connection.execute(select(table).order_by(table.c.added.desc(), table.c.sha256))]


def stored_tree(row: Row[*tuple[Any, ...]]) -> StoredTree:
    fields = {column.name: getattr(row, column.name) for column in LISTED}
    return StoredTree(**{**fields, "origin": Origin(row.origin), "notes": tuple(json.loads(row.notes))})


def tree(text: str) -> Tree:
    """A stored tree. Raises `StoreError` when it is none, as after a change made to the database by hand."""
    try:
        return Tree.model_validate_json(text)
    except (ValidationError, TreeError) as error:
        raise StoreError(UNREADABLE.format("A tree", error)) from error


def logged(row: Row[Any]) -> LoggedEdit:
    try:
        edit = None if row.edit is None else EDIT.validate_json(row.edit)
    except ValidationError as error:
        raise StoreError(UNREADABLE.format(f"Edit {row.seq} of tree {row.tree_id}", error)) from error
    return LoggedEdit(seq=row.seq, event=Event(row.event), label=row.label, who=row.who, at=row.at, parent=row.parent, edit=edit)


def counts(tree: Tree) -> dict[str, int]:
    """The columns that count a tree's nodes."""
    reviewed = sum(place.node.review is not Review.UNREVIEWED for place in tree.walk())
    return {"nodes": len(tree.placed), "reviewed": reviewed}


def has_document(connection: Connection, sha256: str) -> bool:
    return connection.execute(select(schema.documents.c.sha256).where(schema.documents.c.sha256 == sha256)).first() is not None


def check_document(connection: Connection, sha256: str) -> Row[Any]:
    """The document's row. Raises `UnknownDocument`."""
    row = connection.execute(select(schema.documents).where(schema.documents.c.sha256 == sha256)).first()
    if row is None:
        raise UnknownDocument(sha256)
    return row


def check_tree(connection: Connection, tree_id: int) -> Row[Any]:
    """The tree's row, without its nodes. Raises `UnknownTree`."""
    row = connection.execute(select(*LISTED).where(schema.trees.c.id == tree_id)).first()
    if row is None:
        raise UnknownTree(tree_id)
    return row


def remember(connection: Connection, name: str) -> str:
    """The person's name as it is kept; a new one is added."""
    name = " ".join(name.split())
    if not 0 < len(name) <= MAX_NAME:
        raise StoreError(f"Corrections carry a name: give one of 1 to {MAX_NAME} characters.")
    people = schema.people
    if connection.execute(select(people).where(people.c.name == name)).first() is None:
        connection.execute(people.insert().values(name=name, since=now()))
    return name
