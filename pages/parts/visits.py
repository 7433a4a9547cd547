"""Demo mode: a desk of its own for each visitor, in a folder that goes when the visit does. They are few, and each is small."""

from __future__ import annotations

import tempfile
import threading
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from pathlib import Path

from core.settings import Demo
from core.store import Store
from pages.parts.desk import Bounds, Desk, Reader
from pages.parts.jobs import Jobs, Lane
from pages.parts.lodging import Lodging
from pages.parts.tickets import tickets

KEPT_DOCUMENTS, IMAGE_BYTES = 2, 8 * 1024 * 1024
"""Of each visit, in memory."""


class Visit:
    """A visitor's desk. It ends, and its folder with it, when nobody holds it any more, when it is dropped or with the server."""

    def __init__(self, desk: Desk, folder: tempfile.TemporaryDirectory[str], lodging: Lodging) -> None:
        self.desk = desk
        self.close = weakref.finalize(self, _close, desk, folder, lodging)

    @property
    def closed(self) -> bool:
        return not self.close.alive


class Visits:
    """The visits of a server. The least recently used is dropped for a new one; so is any that was left alone for long."""

    def __init__(
        self, bounds: Demo, reader: Reader, lanes: Mapping[Lane, Executor], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.bounds = bounds
        self._lodging = Lodging()
        self._reader = reader
        self._lanes = lanes
        self._clock = clock
        self._open: OrderedDict[int, tuple[weakref.ref[Visit], float]] = OrderedDict()
        self._lock = threading.Lock()

    def open(self) -> Visit:
        """A new visit. Others may be dropped for it."""
        bounds = self.bounds
        folder = tempfile.TemporaryDirectory(prefix="visit-", dir=self._lodging.folder, ignore_cleanup_errors=True)
        # Half of the bytes are for documents, half for the database.
        store = Store(Path(folder.name), max_bytes=bounds.bytes_per_visit // 2)
        limits = Bounds(KEPT_DOCUMENTS, IMAGE_BYTES, bounds.documents, bounds.models)
        visit = Visit(Desk(store, self._reader, Jobs(lanes=self._lanes), limits), folder, self._lodging)
        self.touch(visit)
        for dropped in self._too_many():
            dropped.close()
        return visit

    def touch(self, visit: Visit) -> None:
        """Note that a visit is in use."""
        with self._lock:
            self._open[id(visit)] = (weakref.ref(visit), self._clock())
            self._open.move_to_end(id(visit))

    def close(self) -> None:
        """End every visit, as when the server stops."""
        with self._lock:
            held = [visit for reference, _ in self._open.values() if (visit := reference()) is not None]
        for visit in held:
            visit.close()
        self._lodging.close()

    def _too_many(self) -> list[Visit]:
        """Take out what is over: visits that have ended, that were left alone, or that are more than are kept."""
        dropped: list[Visit] = []
        with self._lock:
            now = self._clock()
            for key, (held, used) in list(self._open.items()):
                visit = held()
                over = len(self._open) > self.bounds.visits or now - used > self.bounds.idle_seconds
                if visit is None or visit.closed or over:
                    del self._open[key]
                    if visit is not None:
                        dropped.append(visit)
        return dropped


def _close(desk: Desk, folder: tempfile.TemporaryDirectory[str], lodging: Lodging) -> None:
    """`lodging` is given to be held until now: the folder is within it."""
    tickets().revoke_all(desk.images.get)
    desk.close()
    folder.cleanup()
