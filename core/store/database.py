"""Opening the database: durable, migrated to the schema of this version, its errors told in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, SQLAlchemyError

from core.errors import StoreError

BUSY_SECONDS = 10
"""How long a writer waits for another one before it gives up."""

PRAGMAS = (
    f"busy_timeout={BUSY_SECONDS * 1000}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "secure_delete=ON",
)


class Database:
    """A database reached by its URL, at the newest schema. Safe to share between threads."""

    def __init__(self, url: str, max_bytes: int | None = None) -> None:
        """Opens and migrates; a SQLite file then grows to `max_bytes` at most.

        Raises `StoreError` when the file is locked, damaged, or newer than this version.
        """
        self._where = _shown(url)
        with self._in_words():
            self._engine = _engine(url, self._where)
            if self._engine.dialect.name == "sqlite":
                _make_durable(self._engine, max_bytes)
        try:
            self._migrate()
        except BaseException:
            self.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads: it sees one state of the database and blocks nobody."""
        with self._in_words(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes; it is on disk when the block is left. Writers come one after the other."""
        writer = self._engine.execution_options(writes=True)
        with self._in_words(), writer.begin() as connection:
            yield connection

    def forget(self) -> None:
        """Overwrites what was deleted, in the write-ahead log as well. Readers of older states may delay it to the next time."""
        if self._engine.dialect.name == "sqlite":
            with self._in_words(), self._engine.connect() as connection:
                connection.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Gives all connections back."""
        self._engine.dispose()

    def _migrate(self) -> None:
        config = migrations()
        script = ScriptDirectory.from_config(config)
        head = script.get_current_head()
        with self.reading() as connection:
            revision = MigrationContext.configure(connection).get_current_revision()
        if revision == head:
            return
        if revision is not None and revision not in {each.revision for each in script.walk_revisions()}:
            raise StoreError(
                f"The database {self._where} was made by a newer treeproof. Update treeproof, or choose another data folder."
            )
        with self.writing() as connection:
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError as error:
                raise StoreError(f"The database {self._where} cannot be brought up to date: {error}") from error

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            raise StoreError(_sentence(error, self._where)) from error


def migrations() -> Config:
    """Alembic's configuration: where the migrations stand. The connection goes into `attributes["connection"]`."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


def _make_durable(engine: Engine, max_bytes: int | None) -> None:
    """An acknowledged commit survives a killed process and a power cut; readers and the writer do not block each other.

    The driver's own handling of transactions is switched off, since it begins one too late to be told apart as a writer's.
    """

    def connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        if max_bytes is not None:
            (page,) = cursor.execute("PRAGMA page_size").fetchone()
            cursor.execute(f"PRAGMA max_page_count={max(1, max_bytes // page)}")
        cursor.close()

    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begun)


def _engine(url: str, where: str) -> Engine:
    try:
        return create_engine(url)
    except ModuleNotFoundError as error:
        raise StoreError(
            f"The database {where} needs the package {error.name}, which is not installed. "
            "Install it, or name another driver in the URL."
        ) from error


def _shown(url: str) -> str:
    """A database as people are told of it: a file by its path, another by its URL without the password."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        return "that TREEPROOF_DATABASE names"
    if parsed.get_backend_name() == "sqlite" and parsed.database:
        return parsed.database
    return parsed.set(query={}).render_as_string(hide_password=True)


def _sentence(error: SQLAlchemyError, where: str) -> str:
    reason = str(error.orig) if isinstance(error, DatabaseError) and error.orig is not None else str(error)
    if "locked" in reason:
        return f"The database {where} is in use by another program. Nothing was changed: close that program, or try again."
    if "malformed" in reason or "not a database" in reason or "corrupt" in reason:
        return f"The database {where} is damaged. Put a backup in its place, or move the file away to start with an empty one."
    if "unable to open" in reason:
        return f"The database {where} cannot be opened. Check that its folder exists and may be written to."
    if "readonly" in reason:
        return f"The database {where} may not be written to. Change its permissions, or choose another data folder."
    if "full" in reason:
        return f"There is no room left on the disk for the database {where}. Nothing was changed: make room and try again."
    return f"The database {where} could not do what was asked: {reason}"
