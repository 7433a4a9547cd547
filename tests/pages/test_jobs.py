"""Jobs: what is told of them, in which order they go, how they end, and how they are stopped."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from core.errors import Cancelled, DamagedPdf, PasswordNeeded, ReaderCrashed
from pages.parts.jobs import STOPPED, UNKNOWN, Ended, Job, Jobs, Lane, Stage, Task, lasting
from tests.pages.conftest import Now

SECONDS = 20


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as one:
        yield one


class Held:
    """Work that goes on until it is let go or stopped."""

    def __init__(self) -> None:
        self.begun, self.go = threading.Event(), threading.Event()

    def __call__(self, task: Task) -> None:
        self.begun.set()
        while not self.go.wait(0.01):
            task.check()


def ended(jobs: Jobs, sha256: str) -> Job:
    waiting = threading.Event()
    for _ in range(SECONDS * 100):
        job = jobs.get(sha256)
        assert job is not None
        if not job.running:
            return job
        waiting.wait(0.01)
    raise AssertionError(f"{sha256} still runs")


@pytest.mark.parametrize(
    ("error", "stage", "words"),
    [
        (PasswordNeeded("a.pdf", "Enter its password."), Stage.LOCKED, "a.pdf: Enter its password."),
        (DamagedPdf("a.pdf", "It is cut off."), Stage.FAILED, "a.pdf: It is cut off."),
        (ReaderCrashed("a.pdf", "It died."), Stage.FAILED, "a.pdf: It died."),
        (ZeroDivisionError("secret"), Stage.FAILED, UNKNOWN),
        (Cancelled(), Stage.STOPPED, STOPPED),
    ],
)
def test_a_job_that_fails_says_why(error: Exception, stage: Stage, words: str) -> None:
    jobs = Jobs(Now())

    def work(task: Task) -> None:
        task.pages(1, 4)
        raise error

    jobs.start("sha", "a.pdf", work)
    job = jobs.get("sha")
    assert job is not None
    assert (job.stage, job.message, job.done, job.total) == (stage, words, 1, 4)
    assert jobs.running() == []


def test_a_job_may_end_with_a_question_or_a_tree() -> None:
    jobs = Jobs(Now())
    jobs.start("sha", "a.pdf", lambda task: Ended(Stage.ASKING, "About 3 calls"))
    job = jobs.get("sha")
    assert job is not None
    assert (job.stage, job.words, job.running) == (Stage.ASKING, "About 3 calls", False)
    jobs.start("sha", "a.pdf", lambda task: Ended(tree=7))
    job = jobs.get("sha")
    assert job is not None
    assert (job.stage, job.tree) == (Stage.DONE, 7)


def test_a_job_tells_how_far_it_is() -> None:
    assert Job("s", "a.pdf").words == "Waiting for its turn"
    assert Job("s", "a.pdf", before=1).words == "Waiting: it is next"
    assert Job("s", "a.pdf", before=3).words == "Waiting: 3 before it"
    assert Job("s", "a.pdf", Stage.RUNNING).words == "Opening the file"
    reading = Job("s", "a.pdf", Stage.RUNNING, "Reading page", 3, 10)
    assert reading.words == "Reading page 3 of 10"
    assert Job("s", "a.pdf", Stage.RUNNING, "Reading page", 3, 10, 240.0).words == "Reading page 3 of 10 · 4 min left"
    whole = Job("s", "a.pdf", Stage.RUNNING, "Reading page", 10, 10)
    assert whole.words == "Drafting and checking the tree"
    assert reading.share < whole.share < 1
    asking = Job("s", "a.pdf", Stage.RUNNING, "Asking the model: window", 1, 3, None, "1 call, $0.0100")
    assert asking.words == "Asking the model: window 1 of 3 · 1 call, $0.0100"


def test_what_is_left_follows_from_the_rate_of_the_step() -> None:
    now = 100.0
    left: list[float | None] = []
    task = Task(lambda **changes: left.append(changes["left"]), lambda: now)
    for what, done, seconds in (("read", 0, 0.0), ("read", 1, 1.0), ("read", 10, 9.0), ("look", 1, 5.0), ("look", 3, 4.0)):
        now += seconds
        task.doing(what, done, 20)
    assert left == [None, None, 10.0, None, 34.0]


@pytest.mark.parametrize(("seconds", "words"), [(0, "5 s"), (12, "10 s"), (89, "90 s"), (90, "2 min"), (5_500, "2 h")])
def test_lengths_of_time_promise_no_more_than_is_known(seconds: float, words: str) -> None:
    assert lasting(seconds) == words


def test_a_document_has_one_job_at_a_time_and_others_wait_in_order(pool: ThreadPoolExecutor) -> None:
    jobs, first = Jobs(pool), Held()
    assert jobs.start("a", "a.pdf", first)
    assert first.begun.wait(SECONDS)
    assert not jobs.start("a", "a.pdf", lambda task: None)
    for name in "bc":
        jobs.start(name, f"{name}.pdf", lambda task: None)
    waiting = [jobs.get(name) for name in "bc"]
    assert [(job.stage, job.before) for job in waiting if job] == [(Stage.QUEUED, 1), (Stage.QUEUED, 2)]
    first.go.set()
    assert ended(jobs, "c").stage is Stage.DONE


def test_one_lane_does_not_wait_for_the_other() -> None:
    jobs, slow = Jobs(), Held()
    jobs.start("a", "a.pdf", slow, Lane.MODEL)
    jobs.start("b", "b.pdf", lambda task: None, Lane.READING)
    assert ended(jobs, "b").stage is Stage.DONE
    slow.go.set()
    ended(jobs, "a")


def test_a_running_job_is_stopped_and_one_that_waits_never_begins(pool: ThreadPoolExecutor) -> None:
    jobs, first, second = Jobs(pool), Held(), Held()
    jobs.start("a", "a.pdf", first)
    assert first.begun.wait(SECONDS)
    jobs.start("b", "b.pdf", second)
    jobs.cancel("b")
    job = jobs.get("b")
    assert job is not None
    assert job.stage is Stage.STOPPED
    jobs.cancel("a")
    assert ended(jobs, "a").stage is Stage.STOPPED
    assert not second.begun.is_set()
    jobs.start("b", "b.pdf", lambda task: None)
    assert ended(jobs, "b").stage is Stage.DONE


def test_a_forgotten_job_is_stopped_and_says_nothing_of_the_one_after_it(pool: ThreadPoolExecutor) -> None:
    jobs, first = Jobs(pool), Held()
    jobs.start("a", "a.pdf", first)
    assert first.begun.wait(SECONDS)
    jobs.forget("a")
    assert jobs.get("a") is None
    jobs.start("a", "a.pdf", lambda task: Ended(tree=2))
    assert ended(jobs, "a").tree == 2
