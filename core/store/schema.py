"""The tables. Migrations (see `migrations/`) make them; a test holds that both agree."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    false,
)


class Utc(TypeDecorator[datetime]):
    """Aware datetimes, kept in UTC without their offset: SQLite knows none."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


METADATA = MetaData()

documents = Table(
    "documents",
    METADATA,
    Column("sha256", String(64), primary_key=True),
    Column("name", Text, nullable=False),
    Column("size", Integer, nullable=False),
    Column("pages", Integer),
    Column("added", Utc, nullable=False),
    Column("private", Boolean, nullable=False, server_default=false()),
)

people = Table(
    "people",
    METADATA,
    Column("name", String(200), primary_key=True),
    Column("since", Utc, nullable=False),
)

trees = Table(
    "trees",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("sha256", ForeignKey("documents.sha256", ondelete="CASCADE"), nullable=False),
    Column("origin", String(20), nullable=False),
    Column("name", Text, nullable=False),
    Column("producer", Text, nullable=False),
    Column("notes", Text, nullable=False),
    Column("created", Utc, nullable=False),
    Column("created_by", Text, nullable=False),
    Column("active", Boolean, nullable=False),
    Column("drafted", Text, nullable=False),
    Column("current", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("nodes", Integer, nullable=False),
    Column("reviewed", Integer, nullable=False),
    Index("trees_of_document", "sha256"),
    sqlite_autoincrement=True,
)
"""`drafted` never changes. `current` is a cache of the tree at `version`: the log is what counts."""

edits = Table(
    "edits",
    METADATA,
    Column("tree_id", ForeignKey("trees.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("event", String(10), nullable=False),
    Column("parent", Integer, nullable=False),
    Column("edit", Text),
    Column("label", Text, nullable=False),
    Column("who", ForeignKey("people.name"), nullable=False),
    Column("at", Utc, nullable=False),
)
"""Append-only. The key over tree and `seq` also decides a race between two writers: one of them inserts, the other is told."""

reports = Table(
    "reports",
    METADATA,
    Column("tree_id", ForeignKey("trees.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("report", Text, nullable=False),
    Column("failed", Integer, nullable=False),
    Column("suspect", Integer, nullable=False),
)

"""The report on the tree as drafted, which the record of corrections cites, and the latest one."""

sign_offs = Table(
    "sign_offs",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("tree_id", ForeignKey("trees.id", ondelete="CASCADE"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("who", ForeignKey("people.name"), nullable=False),
    Column("at", Utc, nullable=False),
    Column("note", Text, nullable=False),
    Index("sign_offs_of_tree", "tree_id"),
)
