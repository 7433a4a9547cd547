"""Processes that show pages of PDFs to the layout network: one a CPU, each within limits, shared by all who ask."""

from __future__ import annotations

import os
import threading
from queue import LifoQueue
from typing import TYPE_CHECKING

from core.errors import ReaderCrashed
from core.settings import Limits
from core.worker.child import Child

if TYPE_CHECKING:
    from core.pdf.network import Look, Region, Seen

CPUS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Lookers:
    """Safe to share between threads: up to `count` of them look at once, others wait. Processes start when they are needed."""

    def __init__(self, limits: Limits, count: int = CPUS) -> None:
        self.count = count
        self._children = [Child(limits) for _ in range(count)]
        self._idle: LifoQueue[Child] = LifoQueue()
        for child in self._children:
            self._idle.put(child)

    def look(self, at: Look, cancel: threading.Event | None = None) -> Seen:
        """As `core.pdf.network.look`, in one of the processes; `at.source` must be a path.

        Raises a `DocumentError`, and `Cancelled` soon after `cancel` is set.
        """
        limits = at.limits or Limits()
        head = {
            "op": "look",
            "path": str(at.source),
            "name": at.name,
            "password": at.password,
            "limits": limits.model_dump(),
            "pages": at.pages,
        }
        child = self._idle.get()
        try:
            answer, _ = child.ask(head, name=at.name, cancel=cancel)
        finally:
            self._idle.put(child)
        return read_seen(answer.get("seen"), at.name)

    def close(self) -> None:
        """End the processes."""
        for child in self._children:
            child.close()


def told(seen: Seen) -> list[tuple[int, tuple[Region, ...]]]:
    """What was seen, so that JSON can say it."""
    return list(seen.items())


def read_seen(given: object, name: str) -> Seen:
    """What `told` said, checked: a process that a hostile file took over may send anything."""
    from core.pdf.network import Region

    try:
        return {
            int(page): tuple(
                Region(str(kind), (float(x0), float(y0), float(x1), float(y1))) for kind, (x0, y0, x1, y1) in regions
            )
            for page, regions in given  # type: ignore[attr-defined]  # any object: what does not fit raises
        }
    except (TypeError, ValueError) as error:
        raise ReaderCrashed(name, "The process that looks at pages gave no proper answer. Do not trust this file.") from error
