"""Files that belong to documents: the PDF itself, and what was read of it. Each is written whole or not at all."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import StoreError

PDF = "pdf"
EVIDENCE = "evidence"
ORPHAN_SECONDS = 3600
"""A file without a document is swept away only when older: another process may be about to store its document."""


class Blobs:
    """Files named after a document's SHA-256, in one folder."""

    def __init__(self, folder: Path, max_bytes: int | None = None) -> None:
        """`max_bytes`: of all files together."""
        self.folder = folder
        self._max_bytes = max_bytes
        with _in_words(folder):
            folder.mkdir(parents=True, exist_ok=True)

    def path(self, sha256: str, kind: str) -> Path:
        return self.folder / f"{sha256}.{kind}"

    def write(self, sha256: str, kind: str, data: bytes) -> None:
        """Puts the bytes on disk; readers see the old file or the new one, never a part. Raises `StoreError` without room."""
        path = self.path(sha256, kind)
        self._check_room(path, len(data))
        with _in_words(path):
            handle, name = tempfile.mkstemp(dir=self.folder, prefix=".part-")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                Path(name).replace(path)
                _settle(self.folder)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise

    def _check_room(self, path: Path, more: int) -> None:
        if self._max_bytes is None:
            return
        with _in_words(self.folder):
            held = sum(each.stat().st_size for each in self.folder.iterdir() if each != path)
        if held + more > self._max_bytes:
            raise StoreError(
                f"There is room for {self._max_bytes // 1024**2} MB of documents here, and this would be more. "
                "Delete a document, or take a smaller one."
            )

    def read(self, sha256: str, kind: str) -> bytes | None:
        path = self.path(sha256, kind)
        with _in_words(path):
            return path.read_bytes() if path.exists() else None

    def delete(self, sha256: str) -> None:
        """Removes every file of the document."""
        for kind in (PDF, EVIDENCE):
            with _in_words(self.folder):
                self.path(sha256, kind).unlink(missing_ok=True)

    def sweep(self, known: Collection[str]) -> None:
        """Removes what a killed process left behind: files of no document, and half-written ones."""
        with _in_words(self.folder):
            for path in list(self.folder.iterdir()):
                stray = path.name.startswith(".part-") or path.stem not in known
                if stray and time.time() - path.stat().st_mtime > ORPHAN_SECONDS:
                    path.unlink(missing_ok=True)


def _settle(folder: Path) -> None:
    """Puts a folder's entries on disk, where the operating system lets one open a folder."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _in_words(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"{path} cannot be read or written ({error.strerror}). Check the disk's room and the folder's permissions."
        ) from error
