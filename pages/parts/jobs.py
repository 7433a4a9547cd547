"""Documents being read and drafted in the background: a queue, one thread, and how far each one is."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from enum import StrEnum

from core.errors import PasswordNeeded, TreeproofError

log = logging.getLogger(__name__)

UNKNOWN = "Something went wrong that treeproof does not know. The log of the server has the details; please report it."


class Stage(StrEnum):
    """Where a job is. `LOCKED` waits for the document's password."""

    QUEUED = "queued"
    READING = "reading"
    LOCKED = "locked"
    FAILED = "failed"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Job:
    """One document's way through the queue. `done` of `total` pages are read; `message` is for people."""

    sha256: str
    name: str
    stage: Stage = Stage.QUEUED
    done: int = 0
    total: int = 0
    message: str = ""

    @property
    def running(self) -> bool:
        return self.stage in (Stage.QUEUED, Stage.READING)

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1. The tree is drafted after the last page, so reading alone never fills the bar."""
        return 0.95 * self.done / self.total if self.total else 0.0

    @property
    def words(self) -> str:
        """What is happening, for people."""
        if self.stage is Stage.QUEUED:
            return "Waiting for its turn"
        if self.stage is Stage.READING:
            if not self.total:
                return "Opening the file"
            return f"Reading page {self.done} of {self.total}" if self.done < self.total else "Drafting and checking the tree"
        return self.message


Work = Callable[[Callable[[int, int], None]], None]
"""Does the work, calling its argument with the pages done and the pages there are. Raises `TreeproofError`."""


class Jobs:
    """The queue. Safe to share between threads; a document has one job at a time, and its last one is remembered."""

    def __init__(self, executor: Executor | None = None) -> None:
        self._executor = executor or ThreadPoolExecutor(max_workers=1, thread_name_prefix="build")
        self._jobs: dict[str, Job] = {}
        self._lock = threading.Lock()

    def start(self, sha256: str, name: str, work: Work) -> None:
        """Queue work on a document, unless some is running already."""
        with self._lock:
            held = self._jobs.get(sha256)
            if held is not None and held.running:
                return
            self._jobs[sha256] = Job(sha256, name)
        self._executor.submit(self._run, sha256, work)

    def get(self, sha256: str) -> Job | None:
        """The document's latest job, if it had one since the server started."""
        with self._lock:
            return self._jobs.get(sha256)

    def forget(self, sha256: str) -> None:
        """Drop what is remembered of a document."""
        with self._lock:
            self._jobs.pop(sha256, None)

    def running(self) -> list[Job]:
        """Jobs that are not over, oldest first."""
        with self._lock:
            return [job for job in self._jobs.values() if job.running]

    def _run(self, sha256: str, work: Work) -> None:
        self._note(sha256, stage=Stage.READING)
        try:
            work(lambda done, total: self._note(sha256, done=done, total=total))
        except PasswordNeeded as error:
            self._note(sha256, stage=Stage.LOCKED, message=str(error))
        except TreeproofError as error:
            self._note(sha256, stage=Stage.FAILED, message=str(error))
        except Exception:  # the last frame of this thread: what is lost here would be lost in silence
            log.exception("building %s failed", sha256)
            self._note(sha256, stage=Stage.FAILED, message=UNKNOWN)
        else:
            self._note(sha256, stage=Stage.DONE)

    def _note(self, sha256: str, **changes: object) -> None:
        with self._lock:
            job = self._jobs.get(sha256)
            if job is not None:
                self._jobs[sha256] = replace(job, **changes)  # type: ignore[arg-type]
