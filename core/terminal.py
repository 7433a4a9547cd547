"""Talking to the person at a terminal: progress and errors on standard error, results on standard output or in a file."""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import typer

from core.errors import PasswordNeeded, SettingsError, TreeproofError

COULD_NOT_RUN = 2
PASSWORD = "TREEPROOF_PASSWORD"  # noqa: S105  # the name of the variable

T = TypeVar("T")


def with_password(work: Callable[[str | None], T]) -> T:
    """Do `work` with the password that the environment holds, if any; ask for it where that does not do and a person is there."""
    try:
        return work(os.environ.get(PASSWORD))
    except PasswordNeeded as error:
        if not (sys.stdin and sys.stdin.isatty() and _someone_reads()):
            raise PasswordNeeded(error.name, f"{error.message} (Set {PASSWORD}.)") from error
        say(str(error))
        return work(getpass.getpass("Password: ", sys.stderr))


def pages_of(file: Path) -> Callable[[int, int], None] | None:
    """What shows the progress of one document, to a person."""
    if not _someone_reads():
        return None

    def show(done: int, total: int) -> None:
        end = "\n" if done == total else ""
        print(f"\r{file.name}: page {done} of {total}", end=end, file=sys.stderr, flush=True)

    return show


@contextmanager
def told() -> Iterator[None]:
    """Tell an error that is for people in its own words, without a traceback."""
    try:
        yield
    except TreeproofError as error:
        say(f"treeproof: {error}")
        raise typer.Exit(COULD_NOT_RUN) from error
    except BrokenPipeError as error:
        # Whoever was to take the result has gone (`| head`). What Python still holds of it must lead nowhere at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(COULD_NOT_RUN) from error
    except OSError as error:
        say(": ".join(["treeproof", *([str(error.filename)] if error.filename else []), error.strerror or str(error)]))
        raise typer.Exit(COULD_NOT_RUN) from error


def say(words: str) -> None:
    """Tell the person. Where standard error is closed, nobody: `print` would mix it into the results."""
    if sys.stderr is not None:
        print(words, file=sys.stderr, flush=True)


def _someone_reads() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def check_place(out: Path | None, *sources: Path) -> None:
    """Raise `SettingsError` where a result could not be written, or would take the place of what it is made from.

    Better told before the work than after.
    """
    if out is None:
        if sys.stdout is None:
            raise SettingsError("Standard output is closed: say where to write with -o.")
        return
    if out.is_dir():
        raise SettingsError(f"{out}: This is a folder. Name a file in it.")
    if not out.absolute().parent.is_dir():
        raise SettingsError(f"{out}: There is no folder {out.parent}. Make it first.")
    if out.exists() and any(out.samefile(source) for source in sources):
        raise SettingsError(f"{out}: This is what the result is made from, and would be lost. Name another file.")


def write(text: str, out: Path | None) -> None:
    """Write a result: to standard output, or whole or not at all to a file."""
    write_bytes((text.rstrip("\n") + "\n").encode(), out)


def write_bytes(data: bytes, out: Path | None) -> None:
    """As `write`, just as they are."""
    if out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    if out.exists() and not out.is_file():
        # A device or a pipe (/dev/null, /dev/stdout): it takes what is written, and nothing may take its place.
        out.write_bytes(data)
        return
    place = out.resolve()  # a link stays a link
    part = place.with_name(place.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(place)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def has_screen() -> bool:
    """Whether a person sits here who can be shown a browser."""
    local = not os.environ.get("SSH_CONNECTION") and not os.environ.get("CI")
    shown = sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return _someone_reads() and local and shown
