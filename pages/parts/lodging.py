"""Where a demo's visits have their folders: in one of its own, which goes when the server ends.

A server that is killed leaves it behind. The next one that starts takes away what no running server holds.
"""

from __future__ import annotations

import logging
import shutil
import tempfile
import weakref
from pathlib import Path
from typing import IO

log = logging.getLogger(__name__)

PREFIX, BEGUN = "treeproof-demo-", "treeproof-begun-"
"""Names of folders that are held, and of one that is about to be."""
HELD = "held"
"""The file in it that is locked for as long as the server runs, however it ends."""


class Lodging:
    """A folder for visits. It goes with all that is in it when this is closed, or when nobody holds it any more."""

    def __init__(self, within: Path | None = None) -> None:
        """Within the system's folder for temporary files, unless told. Leftovers there are swept first."""
        within = within or Path(tempfile.gettempdir())
        sweep(within)
        begun = Path(tempfile.mkdtemp(prefix=BEGUN, dir=within))
        held = (begun / HELD).open("wb")
        _lock(held)
        # Only now may others come upon it: one that is not locked would be swept.
        self.folder = begun.rename(within / begun.name.replace(BEGUN, PREFIX))
        self.close = weakref.finalize(self, _leave, self.folder, held)


def sweep(within: Path) -> None:
    """Remove the folders of servers that run no longer. Those of other people are let be."""
    for folder in within.glob(f"{PREFIX}*"):
        try:
            with (folder / HELD).open("r+b") as held:
                if _lock(held):
                    shutil.rmtree(folder)
                    log.info("removed %s, which a demo that was killed had left", folder)
        except OSError as error:
            log.warning("%s could not be removed: %s", folder, error)


def _lock(held: IO[bytes]) -> bool:
    """Lock an open file, unless another process has; it is let go when the file is closed or the process ends."""
    try:
        import fcntl
    except ImportError:  # Windows has no such locks: nobody can tell there what is in use, and nothing is swept.
        return False
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _leave(folder: Path, held: IO[bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    held.close()
