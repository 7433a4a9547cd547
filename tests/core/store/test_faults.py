"""Every fault of the database and its folder, in words for people."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from core.errors import StoreError
from core.store import Store, database
from tests.core.store.stores import PDF, edited, filled, title


class TestFaults:
    def test_a_file_that_is_no_database(self, tmp_path: Path) -> None:
        (tmp_path / "treeproof.db").write_bytes(b"this is a letter, not a database" * 100)
        with pytest.raises(StoreError, match="is damaged"):
            Store(tmp_path)

    def test_a_database_damaged_in_the_middle(self, store: Store) -> None:
        tree_id = filled(store)
        store.close()
        path = store.folder / "treeproof.db"
        sqlite3.connect(path).execute("PRAGMA wal_checkpoint(TRUNCATE)").connection.close()
        data = bytearray(path.read_bytes())
        data[4096:] = b"\xff" * (len(data) - 4096)
        path.write_bytes(data)
        with pytest.raises(StoreError, match="damaged"):
            Store(store.folder).state(tree_id)

    def test_a_database_that_another_program_holds(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        tree_id = filled(store)
        store.close()
        monkeypatch.setattr(database, "PRAGMAS", ("busy_timeout=50", *database.PRAGMAS[1:]))
        holder = sqlite3.connect(store.folder / "treeproof.db", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="in use by another program"):
            edited(store, tree_id, "one")
        assert store.state(tree_id).version == 0
        holder.execute("ROLLBACK")
        holder.close()
        assert edited(store, tree_id, "one").version == 1

    def test_a_database_from_the_future(self, store: Store) -> None:
        store.close()
        with sqlite3.connect(store.folder / "treeproof.db") as rows:
            rows.execute("UPDATE alembic_version SET version_num = '9999'")
        with pytest.raises(StoreError, match="newer treeproof"):
            Store(store.folder)

    @pytest.mark.parametrize("table", ['UPDATE edits SET edit = \'{"op": "fly"}\'', "UPDATE trees SET drafted = '{}'"])
    def test_an_entry_of_another_version(self, store: Store, table: str) -> None:
        tree_id = filled(store)
        edited(store, tree_id, "one")
        store.close()
        with sqlite3.connect(store.folder / "treeproof.db") as rows:
            rows.execute(table)
        with pytest.raises(StoreError, match="cannot be read by this version"):
            Store(store.folder).state(tree_id)

    def test_a_folder_that_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_bytes(b"")
        with pytest.raises(StoreError, match="cannot be read or written"):
            Store(tmp_path / "file" / "data")

    def test_a_full_disk_leaves_no_half_file(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(_: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("core.store.blobs.os.fsync", full)
        with pytest.raises(StoreError, match="No space left"):
            store.add_document(PDF, "book.pdf")
        assert store.documents() == []
        assert list((store.folder / "documents").iterdir()) == []

    def test_a_database_elsewhere_is_reached_by_its_url(self, tmp_path: Path) -> None:
        store = Store(tmp_path / "data", url=f"sqlite:///{tmp_path / 'other.db'}")
        filled(store)
        store.close()
        with create_engine(f"sqlite:///{tmp_path / 'other.db'}").connect() as rows:
            assert rows.execute(text("SELECT count(*) FROM documents")).scalar() == 1
        assert not (tmp_path / "data" / "treeproof.db").exists()

    @pytest.mark.parametrize("scheme", ["nothing", "mysql+pymysql"])
    def test_a_database_that_cannot_be_reached_is_named_without_its_password(self, tmp_path: Path, scheme: str) -> None:
        with pytest.raises(StoreError) as raised:
            Store(tmp_path, url=f"{scheme}://ada:secret@127.0.0.1:1/trees?password=secret")
        assert "127.0.0.1" in str(raised.value)
        assert "secret" not in str(raised.value)

    def test_a_url_that_is_none(self, tmp_path: Path) -> None:
        with pytest.raises(StoreError) as raised:
            Store(tmp_path, url="ada:secret@here")
        assert "secret" not in str(raised.value)

    def test_a_copied_data_folder_works_elsewhere(self, store: Store, tmp_path: Path) -> None:
        tree_id = filled(store)
        edited(store, tree_id, "one")
        store.close()
        shutil.copytree(store.folder, tmp_path / "copy")
        copy = Store(tmp_path / "copy")
        assert title(copy.state(tree_id)) == "one"
        copy.close()
