"""Many documents at once, against the `concurrent.futures.Executor` interface.

A job is a plain function on a plain value, so that threads here and a cluster's executor run the same code. Each thread that runs
jobs keeps a reading process of its own warm, which is where the work is done: a document that crashes, hangs or
exhausts that process is one failed outcome, and its neighbours in other threads do not notice. Outcomes come in the order of the
jobs, whatever the number of workers.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from core.errors import TreeproofError
from core.formats import dump
from core.settings import Limits
from core.worker import Reader

PDF_SUFFIX = ".pdf"


class Job(NamedTuple):
    """A document to build (no `tree`) or to check a tree against. `format` is that of the tree built."""

    pdf: str
    limits: Limits
    tree: str | None = None
    mode: str = "engine"
    format: str = "native"

    @property
    def stem(self) -> str:
        return Path(self.pdf).stem


class Outcome(NamedTuple):
    """What became of a job: the text of its result, or the kind of the error. `message` is for people, `passed` about reports."""

    stem: str
    text: str | None = None
    error: str = ""
    message: str = ""
    passed: bool = True


def build_one(job: Job) -> Outcome:
    """Draft the tree of one document."""
    tree = _reader(job.limits).build(job.pdf, mode=job.mode, evidence=False).tree
    return Outcome(job.stem, dump(tree, job.format))


def verify_one(job: Job) -> Outcome:
    """Check one tree against its document."""
    tree = Path(job.tree or "")
    report, notes = _reader(job.limits).verify(job.pdf, tree.read_bytes(), tree_name=tree.name)
    return Outcome(job.stem, report.model_dump_json(indent=2), message=_notes(job.stem, notes), passed=report.passed)


def _notes(stem: str, notes: tuple[str, ...]) -> str:
    return f"{stem}: {' '.join(notes)}" if notes else ""


def run(work: Callable[[Job], Outcome], jobs: Iterable[Job], executor: Executor) -> Iterator[Outcome]:
    """The outcome of every job, in order, as they become known."""
    futures = [executor.submit(attempt, work, job) for job in jobs]
    for future in futures:
        yield future.result()


def attempt(work: Callable[[Job], Outcome], job: Job) -> Outcome:
    """What `work` makes of a job; an error that is for people becomes a failed outcome."""
    try:
        return work(job)
    except TreeproofError as error:
        return Outcome(job.stem, error=type(error).__name__, message=str(error), passed=False)
    except OSError as error:
        return Outcome(job.stem, error=type(error).__name__, message=f"{job.tree or job.pdf}: {error}", passed=False)


@contextmanager
def workers(count: int) -> Iterator[Executor]:
    """A fixed pool on this machine, its reading processes warm from the first job to the last."""
    with ThreadPoolExecutor(count, thread_name_prefix="treeproof") as pool:
        try:
            yield pool
        except BaseException:
            # Ctrl+C, or a consumer that gave up: what runs is ended rather than waited for.
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        finally:
            close_readers()


def pdfs_in(folder: Path) -> list[Path]:
    """The PDFs that stand in a folder itself, by name."""
    return sorted(path for path in folder.iterdir() if path.suffix.lower() == PDF_SUFFIX and path.is_file())


_mine = threading.local()
_readers: list[Reader] = []


def _reader(limits: Limits) -> Reader:
    """This thread's reader."""
    reader: Reader | None = getattr(_mine, "reader", None)
    if reader is None or reader.limits != limits or reader not in _readers:
        reader = _mine.reader = Reader(limits, lookers=1)
        _readers.append(reader)
    return reader


def close_readers() -> None:
    """End the reading processes of all threads; those of threads that still run are started anew when needed."""
    while _readers:
        _readers.pop().close()
