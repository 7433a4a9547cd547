"""Where results go: whole or not at all, and never in the place of something that is no file."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from core.terminal import write_bytes


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
