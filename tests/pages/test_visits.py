"""Visits of a demo: each its own desk, few, small, and gone with all they held."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import StoreError
from core.settings import MEBIBYTE, Demo
from pages.parts.jobs import Lane
from pages.parts.lodging import HELD, PREFIX, Lodging, sweep
from pages.parts.tickets import tickets
from pages.parts.visits import Visits
from tests.pages.conftest import PDF, Now, PlainReader

LANES = {lane: Now() for lane in Lane}


def visits(reader: PlainReader, **bounds: float) -> Visits:
    return Visits(Demo.model_validate(bounds), reader, LANES)


def test_visits_know_nothing_of_each_other(reader: PlainReader, pdf: bytes) -> None:
    here = visits(reader)
    one, other = here.open(), here.open()
    one.desk.take(pdf, PDF, who="Ada")
    assert (len(one.desk.store.documents()), other.desk.store.documents()) == (1, [])


def test_the_visit_used_longest_ago_goes_for_a_new_one_with_all_it_held(reader: PlainReader, pdf: bytes) -> None:
    here = visits(reader, visits=2)
    first, second = here.open(), here.open()
    sha256 = second.desk.take(pdf, PDF, who="Ada")[0].sha256
    token = second.desk.ticket(sha256)
    folder = second.desk.store.folder
    here.touch(first)
    third = here.open()
    assert (first.closed, second.closed, third.closed) == (False, True, False)
    assert not folder.exists()
    assert tickets().get(token) is None


def test_a_visit_left_alone_goes_at_the_next_one(reader: PlainReader) -> None:
    now = 0.0
    here = Visits(Demo(idle_seconds=60), reader, LANES, lambda: now)
    first = here.open()
    now = 50.0
    second = here.open()
    assert not first.closed
    now = 100.0
    here.open()
    assert (first.closed, second.closed) == (True, False)


def test_a_visit_that_nobody_holds_leaves_nothing(reader: PlainReader, pdf: bytes) -> None:
    visit = visits(reader).open()
    visit.desk.take(pdf, PDF, who="Ada")
    folder: Path = visit.desk.store.folder
    assert folder.exists()
    del visit
    gc.collect()
    assert not folder.exists()


def test_a_visit_cannot_fill_the_disk(reader: PlainReader, pdf: bytes) -> None:
    visit = visits(reader, bytes_per_visit=8 * MEBIBYTE, documents=3).open()
    with pytest.raises(StoreError, match="room for 4 MB"):
        visit.desk.take(os.urandom(5 * MEBIBYTE), "large.pdf", who="Ada")
    for nth in range(3):
        visit.desk.take(pdf + b"\n" * nth, f"{nth}.pdf", who="Ada")
    with pytest.raises(StoreError, match="3 documents"):
        visit.desk.take(pdf + b"\n" * 9, "more.pdf", who="Ada")


def test_all_visits_end_with_the_server(reader: PlainReader) -> None:
    here = visits(reader)
    held = [here.open() for _ in range(3)]
    here.close()
    assert [visit.closed for visit in held] == [True] * 3
    assert not any(visit.desk.store.folder.exists() for visit in held)


def test_what_a_killed_server_left_goes_at_the_next_start_and_what_is_held_stays(tmp_path: Path) -> None:
    words = "import sys; from pathlib import Path; from pages.parts.lodging import Lodging; held = Lodging(Path(sys.argv[1])); "
    with subprocess.Popen(
        [sys.executable, "-c", words + "print(held.folder, flush=True); sys.stdin.read()", tmp_path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
        text=True,
    ) as other:
        assert other.stdout is not None
        theirs = Path(other.stdout.readline().strip())
        (theirs / "visit-1").mkdir()
        stranger = tmp_path / f"{PREFIX}stranger"
        stranger.mkdir()
        mine = Lodging(tmp_path)
        assert {path.name for path in tmp_path.iterdir()} == {theirs.name, stranger.name, mine.folder.name}
        other.kill()
        other.wait()
        assert theirs.exists()
        sweep(tmp_path)
        assert {path.name for path in tmp_path.iterdir()} == {stranger.name, mine.folder.name}
        assert (mine.folder / HELD).exists()
    mine.close()
    assert not mine.folder.exists()
