"""Where results go: whole or not at all, and never in the place of something that is no file."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest
import typer

from core.errors import SettingsError
from core.terminal import check_place, say, told, write, write_bytes


def test_a_result_goes_into_a_pipe_and_does_not_take_its_place(tmp_path: Path) -> None:
    pipe, heard = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_bytes(b"result", pipe)
    reader.join(10)
    assert heard == [b"result"]
    assert pipe.is_fifo()


def test_a_link_stays_one(tmp_path: Path) -> None:
    place, link = tmp_path / "place.json", tmp_path / "link.json"
    place.write_bytes(b"before")
    link.symlink_to(place)
    write_bytes(b"after", link)
    assert (link.is_symlink(), place.read_bytes()) == (True, b"after")


def test_a_disk_without_room_leaves_the_old_file_and_no_half_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, write = tmp_path / "out.json", Path.write_bytes
    out.write_bytes(b"before")

    def full(path: Path, data: bytes) -> int:
        write(path, data[:2])
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_bytes(b"after", out)
    assert [each.name for each in tmp_path.iterdir()] == ["out.json"]
    assert out.read_bytes() == b"before"


def test_a_reader_of_the_results_that_leaves_is_no_fault_to_tell_of(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "w") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        with pytest.raises(typer.Exit), told():
            write("a result", None)
    assert capfd.readouterr().err == ""


def test_closed_streams_are_told_or_left_alone(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    say("progress that must not get among the results")
    assert capfd.readouterr().out == ""
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SettingsError, match="closed"):
        check_place(None)
