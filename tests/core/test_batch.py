"""Jobs against executors, and documents that take the reading process down."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from core import batch
from core.batch import Job, Outcome, attempt, build_one, run, workers
from core.errors import NoPages, ReaderCrashed
from core.settings import MEBIBYTE, Limits
from tests.bench.made import made
from tests.core.pdf import hostile

LIMITS = Limits(seconds_per_document=60)


class AtOnce(Executor):
    """The least that an executor can be: it does the work when it is handed in."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def fake(job: Job) -> Outcome:
    """Slower for the first than for the last."""
    time.sleep(0.05 * (3 - int(job.stem)))
    if job.stem == "1":
        raise NoPages("1.pdf", "has none")
    return Outcome(job.stem, job.stem)


JOBS = [Job(f"/nowhere/{number}.pdf", LIMITS) for number in range(3)]
EXPECTED = [Outcome("0", "0"), Outcome("1", None, "NoPages", "1.pdf: has none", False), Outcome("2", "2")]


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    batch.close_readers()


def test_outcomes_keep_the_order_of_jobs_whatever_the_executor() -> None:
    assert list(run(fake, JOBS, AtOnce())) == EXPECTED
    with workers(3) as pool:
        assert list(run(fake, JOBS, pool)) == EXPECTED
    with ProcessPoolExecutor(2) as pool:
        assert list(run(fake, JOBS, pool)) == EXPECTED


def test_jobs_and_outcomes_can_be_sent() -> None:
    for value in (JOBS[0], EXPECTED[1], attempt, build_one):
        assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301


def test_a_file_that_is_not_there_is_one_failure() -> None:
    [outcome] = run(batch.verify_one, [Job("/nowhere/a.pdf", LIMITS, tree="/nowhere/a.json")], AtOnce())
    assert (outcome.stem, outcome.text, outcome.passed) == ("a", None, False)
    assert "/nowhere/a.json" in outcome.message


def test_a_document_that_exhausts_memory_or_time_is_one_failure_among_others(tmp_path: Path) -> None:
    for name, data in {"1-good": made(3), "2-slow": hostile.nested_forms(40), "3-good": made(4)}.items():
        (tmp_path / f"{name}.pdf").write_bytes(data)
    limits = Limits(seconds_per_document=6, memory_bytes=1_024 * MEBIBYTE)
    jobs = [Job(str(path), limits) for path in batch.pdfs_in(tmp_path)]
    with workers(1) as pool:
        outcomes = list(run(build_one, jobs, pool))
    assert [(outcome.stem, outcome.error) for outcome in outcomes] == [
        ("1-good", ""),
        ("2-slow", "ReaderTimedOut"),
        ("3-good", ""),
    ]


def test_giving_up_ends_what_runs(tmp_path: Path) -> None:
    path = tmp_path / "slow.pdf"
    path.write_bytes(hostile.nested_forms(40))
    began = time.monotonic()
    futures: list[Future[Outcome]] = []

    def give_up() -> None:
        with workers(1) as pool:
            futures.append(pool.submit(build_one, Job(str(path), LIMITS)))
            time.sleep(1)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        give_up()
    assert time.monotonic() - began < 30
    assert isinstance(futures[0].exception(), ReaderCrashed)
