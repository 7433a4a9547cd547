"""Migrations go up and down on a real file, keep what is stored, and end at the schema that the code speaks of."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine

from core.edit import Retitle
from core.store import Origin, Store
from core.store.database import Database, migrations
from core.store.schema import METADATA
from core.tree import Tree
from tests.core.trees import tree

REVISIONS = [each.revision for each in ScriptDirectory.from_config(migrations()).walk_revisions()][::-1]


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    engine = create_engine(f"sqlite:///{tmp_path / 'treeproof.db'}")
    with engine.connect() as opened:
        yield opened
    engine.dispose()


def to(connection: Connection, revision: str, *, down: bool = False) -> None:
    config = migrations()
    config.attributes["connection"] = connection
    (command.downgrade if down else command.upgrade)(config, revision)
    connection.commit()


def tables(connection: Connection) -> set[str]:
    return {name for (name,) in connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'")} - {
        "sqlite_sequence"
    }


def test_the_migrated_schema_is_the_one_the_code_speaks_of(connection: Connection) -> None:
    to(connection, "head")
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    assert compare_metadata(context, METADATA) == []


def test_each_step_goes_up_and_comes_down_again(connection: Connection) -> None:
    seen = [tables(connection)]
    for revision in REVISIONS:
        to(connection, revision)
        seen.append(tables(connection))
    assert {"documents", "people", "trees", "edits", "reports", "sign_offs"} <= seen[-1]
    for nth in range(len(REVISIONS) - 1, 0, -1):
        to(connection, REVISIONS[nth - 1], down=True)
        assert tables(connection) == seen[nth]
    to(connection, "base", down=True)
    assert tables(connection) == {"alembic_version"}


def test_an_older_database_is_brought_up_to_date_at_opening_and_loses_nothing(tmp_path: Path, connection: Connection) -> None:
    to(connection, "0002")
    connection.close()
    with sqlite3.connect(tmp_path / "treeproof.db") as rows:
        rows.execute("INSERT INTO documents VALUES (?, 'old.pdf', 3, 7, '2026-01-02 03:04:05.000000')", ("a" * 64,))
    store = Store(tmp_path)
    assert [(each.name, each.pages, each.added.isoformat()) for each in store.documents()] == [
        ("old.pdf", 7, "2026-01-02T03:04:05+00:00")
    ]
    store.sign_off(store.add_tree("a" * 64, tree("a 1"), Origin.ENGINE), "Ada", 0)
    store.close()


def test_opening_twice_at_once_migrates_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'treeproof.db'}"
    first, second = Database(url), Database(url)
    with second.reading() as rows:
        assert MigrationContext.configure(rows).get_current_revision() == REVISIONS[-1]
    first.close()
    second.close()


def test_a_model_draft_of_an_older_version_loads_and_can_be_edited(tmp_path: Path, connection: Connection) -> None:
    """The file is a tree as the store of commit 538b4c1 held it, its producer's line of that version's form."""
    to(connection, "0004")
    connection.close()
    text = (Path(__file__).parent / "kept" / "model-draft-538b4c1.json").read_text("utf-8")
    old = Tree.model_validate_json(text)
    made = (1, old.sha256, "model", "Draft", old.producer, "[]", "2026-01-02 03:04:05.000000", "", 1, text, text, 0, 9, 0)
    with sqlite3.connect(tmp_path / "treeproof.db") as rows:
        rows.execute("INSERT INTO documents VALUES (?, 'old.pdf', 3, 7, '2026-01-02 03:04:05.000000')", (old.sha256,))
        rows.execute("INSERT INTO trees VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", made)
    store = Store(tmp_path)
    (stored,) = store.trees(old.sha256)
    assert (stored.origin, stored.producer) == (Origin.MODEL, old.producer)
    state = store.append(1, Retitle(node=old.nodes[0].id, title="Another"), "Ada", 0)
    assert state.tree.nodes[0].title == "Another"
    newer = old.model_copy(update={"producer": old.producer.replace("windows 20000/1", "windows 5000/1")})
    assert store.add_tree(old.sha256, newer, Origin.MODEL) != 1
    assert len(store.trees(old.sha256)) == 2
    store.close()
