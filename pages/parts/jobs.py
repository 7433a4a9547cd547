"""Work on documents in the background: queues, how far each document is, and stopping it.

A document has one job at a time. Work waits in one of two lanes, so that a model that answers slowly keeps nobody from reading.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from enum import StrEnum

from core.errors import Cancelled, PasswordNeeded, TreeproofError

log = logging.getLogger(__name__)

UNKNOWN = "Something went wrong that treeproof does not know. The log of the server has the details; please report it."
STOPPED = "Stopped. What was there before is as it was."
PATIENCE_SECONDS = 2.0
"""Work must have gone on for so long before its rate says how much is left."""


class Stage(StrEnum):
    """Where a job is. `LOCKED` waits for the document's password, `ASKING` for a person to let it go on."""

    QUEUED = "queued"
    RUNNING = "running"
    ASKING = "asking"
    LOCKED = "locked"
    FAILED = "failed"
    STOPPED = "stopped"
    DONE = "done"


class Lane(StrEnum):
    """What a job waits for: the process that reads PDFs, or a language model."""

    READING = "reading"
    MODEL = "model"


WORKERS = {Lane.READING: 1, Lane.MODEL: 2}


@dataclass(frozen=True, slots=True)
class Job:
    """One document's way through a lane: `done` of `total` of what it is `doing`, with `left` seconds to go where that is known.

    `before` counts the jobs that wait in front of it. `message` is for people; `tree` is the tree that came of it.
    """

    sha256: str
    name: str
    stage: Stage = Stage.QUEUED
    doing: str = "Opening the file"
    done: int = 0
    total: int = 0
    left: float | None = None
    spent: str = ""
    before: int = 0
    stopping: bool = False
    message: str = ""
    tree: int | None = None

    @property
    def running(self) -> bool:
        return self.stage in (Stage.QUEUED, Stage.RUNNING)

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1. The tree is drafted after the last page, so reading alone never fills the bar."""
        return 0.95 * self.done / self.total if self.total else 0.0

    @property
    def words(self) -> str:
        """What is happening, for people."""
        if self.stopping and self.running:
            return "Stopping"
        if self.stage is Stage.QUEUED:
            if not self.before:
                return "Waiting for its turn"
            return f"Waiting: {self.before} before it" if self.before > 1 else "Waiting: it is next"
        if self.stage is not Stage.RUNNING:
            return self.message
        if not self.total:
            return " · ".join(filter(None, (self.doing, self.spent)))
        if self.done >= self.total:
            return " · ".join(filter(None, ("Drafting and checking the tree", self.spent)))
        left = f"{lasting(self.left)} left" if self.left is not None else ""
        return " · ".join(filter(None, (f"{self.doing} {self.done} of {self.total}", left, self.spent)))


@dataclass(frozen=True, slots=True)
class Ended:
    """How work ended, where it is not simply done: with a question, say, or with words on what came of it."""

    stage: Stage = Stage.DONE
    message: str = ""
    tree: int | None = None


class Task:
    """What work is given: where it tells how far it is, and the wish to stop."""

    def __init__(self, note: Callable[..., None], clock: Callable[[], float] = time.monotonic) -> None:
        self.cancel = threading.Event()
        self._note = note
        self._clock = clock
        self._step: tuple[str, int, float] = ("", 0, 0.0)

    def doing(self, what: str, done: int = 0, total: int = 0, spent: str = "") -> None:
        """Tell what is going on. What is left follows from the rate since `what` was told first."""
        now = self._clock()
        if self._step[0] != what:
            self._step = (what, done, now)
        _, first, since = self._step
        left = None
        if done > first and now - since >= PATIENCE_SECONDS:
            left = (now - since) / (done - first) * (total - done)
        self._note(doing=what, done=done, total=total, left=left, spent=spent)

    def pages(self, done: int, total: int) -> None:
        """As `doing`, of pages that are read."""
        self.doing("Reading page", done, total)

    def check(self) -> None:
        """Raise `Cancelled` if this is to stop."""
        if self.cancel.is_set():
            raise Cancelled()


Work = Callable[[Task], Ended | None]
"""Does the work. Raises `TreeproofError`; `Cancelled` once the task is to stop."""


@dataclass(slots=True)
class _Held:
    job: Job
    lane: Lane
    task: Task
    future: Future[None] | None = None


class Jobs:
    """The queues. Safe to share between threads; a document's last job is remembered."""

    def __init__(self, executor: Executor | None = None, lanes: Mapping[Lane, Executor] | None = None) -> None:
        """Works in threads of its own, or in `executor`, or in an executor for each lane."""
        self._executors = lanes or {lane: executor for lane in Lane if executor} or threads()
        self._held: dict[str, _Held] = {}
        self._lock = threading.Lock()

    def start(self, sha256: str, name: str, work: Work, lane: Lane = Lane.READING) -> bool:
        """Queue work on a document; `False` when some is under way already."""
        task = Task(lambda **changes: self._note(sha256, task, **changes))
        with self._lock:
            if (held := self._held.get(sha256)) is not None and held.job.running:
                return False
            mine = self._held[sha256] = _Held(Job(sha256, name), lane, task)
        mine.future = self._executors[lane].submit(self._run, sha256, task, work)
        return True

    def cancel(self, sha256: str) -> None:
        """Stop a document's job, if it is under way: at once while it waits, else as soon as the work sees it."""
        with self._lock:
            held = self._held.get(sha256)
            if held is None or not held.job.running:
                return
            held.task.cancel.set()
            held.job = replace(held.job, stopping=True)
            future = held.future
        if future is not None and future.cancel():
            self._note(sha256, held.task, stage=Stage.STOPPED, message=STOPPED)

    def cancel_all(self) -> None:
        """Stop every job that is under way."""
        for job in self.running():
            self.cancel(job.sha256)

    def get(self, sha256: str) -> Job | None:
        """The document's latest job, if it had one since the server started."""
        with self._lock:
            held = self._held.get(sha256)
            if held is None or held.job.stage is not Stage.QUEUED:
                return None if held is None else held.job
            ahead = [other for other in self._ahead(held) if other.job.running]
            return replace(held.job, before=len(ahead))

    def forget(self, sha256: str) -> None:
        """Drop what is remembered of a document, and stop its job."""
        self.cancel(sha256)
        with self._lock:
            self._held.pop(sha256, None)

    def running(self) -> list[Job]:
        """Jobs that are not over, oldest first."""
        with self._lock:
            return [held.job for held in self._held.values() if held.job.running]

    def _ahead(self, held: _Held) -> list[_Held]:
        line = [other for other in self._held.values() if other.lane is held.lane]
        return line[: line.index(held)]

    def _run(self, sha256: str, task: Task, work: Work) -> None:
        self._note(sha256, task, stage=Stage.RUNNING)
        try:
            task.check()
            ended = work(task) or Ended()
        except PasswordNeeded as error:
            ended = Ended(Stage.LOCKED, str(error))
        except Cancelled:
            ended = Ended(Stage.STOPPED, STOPPED)
        except TreeproofError as error:
            ended = Ended(Stage.FAILED, str(error))
        except Exception:  # the last frame of this thread: what is lost here would be lost in silence
            log.exception("work on %s failed", sha256)
            ended = Ended(Stage.FAILED, UNKNOWN)
        self._note(sha256, task, stage=ended.stage, message=ended.message, tree=ended.tree)

    def _note(self, sha256: str, task: Task, **changes: object) -> None:
        """Change what is said of a job; of one that was forgotten or followed by another, nothing is."""
        with self._lock:
            held = self._held.get(sha256)
            if held is not None and held.task is task:
                held.job = replace(held.job, **changes)  # type: ignore[arg-type]


def threads() -> dict[Lane, Executor]:
    """Threads for each lane, for one `Jobs` or several that share them."""
    return {lane: ThreadPoolExecutor(count, thread_name_prefix=f"treeproof-{lane}") for lane, count in WORKERS.items()}


def lasting(seconds: float) -> str:
    """A length of time in words that promise no more than they know: "10 s", "4 min", "2 h"."""
    if seconds < 90:
        return f"{max(5, round(seconds / 5) * 5)} s"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} min"
    return f"{round(seconds / 3600)} h"
