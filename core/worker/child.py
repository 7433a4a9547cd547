"""One long-lived child process, its limits and its end: whatever happens in it becomes one clear error here."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import core.errors
from core.errors import Cancelled, DocumentError, ReaderCrashed, ReaderOutOfMemory, ReaderTimedOut, TreeproofError
from core.settings import Limits
from core.worker.frames import Head, PipeError, receive, send

log = logging.getLogger(__name__)

POLL_SECONDS = 0.1
"""How soon a wish to stop is seen."""
START_SECONDS = 60.0
"""How long a child may take to import what it needs: 2 s on an idle machine, ten times that on a busy one."""
ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds `core`."""
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
"""A child works alone on a core; numpy's idle threads would only eat the address space it is allowed."""

Progress = Callable[[int, int], None]


class Child:
    """A process that answers requests, one at a time, and is started anew when it died.

    Safe to share between threads: they take turns. It is started by the first request.
    """

    def __init__(self, limits: Limits, *, module: str = "core.worker") -> None:
        self._limits = limits
        self._module = module
        self._turn = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closing = False

    def ask(
        self,
        head: Head,
        body: bytes = b"",
        *,
        name: str,
        seconds: float | None = None,
        progress: Progress | None = None,
        cancel: threading.Event | None = None,
    ) -> tuple[Head, bytes]:
        """Send a request about the document `name` and wait for its answer.

        Raises what the child raised, where that is one of `core.errors`; `ReaderTimedOut` after `seconds` (the limit on a
        document by default); `ReaderOutOfMemory` and `ReaderCrashed` when the child did not survive; `Cancelled` soon after
        `cancel` is set, while it waits for its turn or for the answer: a child at work on it is then ended.
        """
        seconds = seconds or self._limits.seconds_per_document
        with _taken(self._turn, cancel):
            process = self._started(name)
            late, stopped = threading.Event(), threading.Event()
            timer = threading.Timer(seconds, _stop_late, (process, late))
            timer.daemon = True
            timer.start()
            try:
                with _killed_on(cancel, process, stopped):
                    answer, data = self._converse(process, {**head, "seconds": seconds}, body, progress)
            except PipeError as error:
                self._end()
                if stopped.is_set():
                    raise Cancelled() from error
                raise (_timed_out(name, seconds) if late.is_set() else self._died(process, name)) from error
            except BaseException:
                # Ctrl+C, or a progress callback that raises: the answer is still to come, and the next request would get it.
                self._end()
                raise
            finally:
                timer.cancel()
            if stopped.is_set():
                self._end()
                raise Cancelled()
            if late.is_set() or answer.get("error") == ReaderOutOfMemory.__name__:
                self._end()
            if "error" in answer:
                raise _error(answer, name)
            return answer, data

    def start(self) -> None:
        """Start the process now, rather than with the first request. Raises `ReaderCrashed` when it does not start."""
        with self._turn:
            self._started("treeproof")

    def close(self) -> None:
        """End the process, if it runs, and with it a request under way. A later request starts another."""
        self._closing = True
        if (process := self._process) is not None:
            process.kill()
        with self._turn:
            self._end()
            self._closing = False

    @property
    def pid(self) -> int | None:
        """The process's id while it runs."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def _started(self, name: str) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._end()
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **ONE_THREAD}
        # -P: the folder that the program was started in must not provide modules.
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", self._module, str(self._limits.memory_bytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        self._process = process
        late = threading.Event()
        timer = threading.Timer(START_SECONDS, _stop_late, (process, late))
        timer.daemon = True
        timer.start()
        try:
            _, answers = _pipes(process)
            receive(answers)
        except PipeError as error:
            self._end()
            raise ReaderCrashed(
                name,
                "The process that reads PDFs did not start. If TREEPROOF_MEMORY_BYTES is set, it may be too low; "
                f"try `{Path(sys.executable).name} -m {self._module}` to see why.",
            ) from error
        finally:
            timer.cancel()
        return process

    def _converse(
        self, process: subprocess.Popen[bytes], head: Head, body: bytes, progress: Progress | None
    ) -> tuple[Head, bytes]:
        requests, answers = _pipes(process)
        send(requests, head, body)
        while True:
            answer, data = receive(answers)
            if "progress" not in answer:
                return answer, data
            if progress:
                done, total = answer["progress"]
                progress(int(done), int(total))

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in _pipes(process):
            _close(pipe)

    def _died(self, process: subprocess.Popen[bytes], name: str) -> ReaderCrashed:
        if self._closing:
            return ReaderCrashed(name, "It was not read to its end, since treeproof was stopped. Read it again.")
        code = process.returncode
        how = signal.Signals(-code).name if code < 0 else f"exit status {code}"
        log.warning("the reading process died on %s: %s", name, how)
        return ReaderCrashed(
            name,
            f"The process that reads PDFs died on this document ({how}). Other documents are not touched. "
            "Read it again; if that ends the same way, print the document to a new PDF and try that.",
        )


@contextmanager
def _taken(turn: threading.Lock, cancel: threading.Event | None) -> Iterator[None]:
    """Within, the turn is ours. Raises `Cancelled` when it is no longer wanted."""
    while not turn.acquire(timeout=POLL_SECONDS if cancel else -1):
        if cancel is not None and cancel.is_set():
            raise Cancelled()
    try:
        if cancel is not None and cancel.is_set():
            raise Cancelled()
        yield
    finally:
        turn.release()


@contextmanager
def _killed_on(cancel: threading.Event | None, process: subprocess.Popen[bytes], stopped: threading.Event) -> Iterator[None]:
    """Within, the process is killed as soon as `cancel` is set; `stopped` then is."""
    if cancel is None:
        yield
        return
    over = threading.Event()

    def watch() -> None:
        while not over.is_set():
            if cancel.wait(POLL_SECONDS) and not over.is_set():
                stopped.set()
                process.kill()
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    """What it hears and what it says."""
    if process.stdin is None or process.stdout is None:
        raise PipeError("the process was started without pipes")
    return process.stdin, process.stdout


def _stop_late(process: subprocess.Popen[bytes], late: threading.Event) -> None:
    late.set()
    process.kill()


def _close(pipe: IO[bytes]) -> None:
    try:
        pipe.close()
    except OSError:
        log.debug("a pipe to a dead process had bytes left")


def _timed_out(name: str, seconds: float) -> ReaderTimedOut:
    return ReaderTimedOut(
        name, f"Reading it was stopped after {seconds:g} seconds. Split the document, or raise TREEPROOF_SECONDS_PER_DOCUMENT."
    )


def _error(answer: Head, name: str) -> TreeproofError:
    """The error that the child tells of. Only errors of `core.errors` are built, and only from strings."""
    kind = getattr(core.errors, str(answer["error"]), None)
    message = str(answer.get("message", ""))
    if isinstance(kind, type) and issubclass(kind, DocumentError):
        return kind(name, message)
    if isinstance(kind, type) and issubclass(kind, TreeproofError):
        error = kind.__new__(kind)
        Exception.__init__(error, message)
        return error
    log.error("the reading process failed on %s:\n%s", name, message)
    return ReaderCrashed(
        name, "It failed for a reason that treeproof does not know. Please report it, with the document if you may."
    )
