"""Whatever happens in the far side becomes one error about one document, and the next request is served."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from core import errors
from core.settings import MEBIBYTE, Limits
from core.worker.child import Child

LIMITS = Limits(seconds_per_document=20, memory_bytes=512 * MEBIBYTE)


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    child = Child(LIMITS, module="tests.core.worker.misbehaving")
    yield child
    child.close()


def ask(child: Child, op: str, **more: Any) -> dict[str, Any]:
    seconds = more.pop("seconds", None)
    return child.ask({"op": op, **more}, name="a.pdf", seconds=seconds)[0]


def serves(child: Child) -> bool:
    return child.ask({"op": "echo"}, b"\0bytes\xff", name="next.pdf")[1] == b"\0bytes\xff"


def test_one_process_serves_many_requests(child: Child) -> None:
    assert {ask(child, "echo")["pid"] for _ in range(20)} == {child.pid}


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT], ids=lambda how: str(how.name))
def test_a_death_is_told_and_the_next_request_served(child: Child, how: signal.Signals) -> None:
    with pytest.raises(errors.ReaderCrashed, match=rf"^a\.pdf: .*{how.name}"):
        ask(child, "die", signal=int(how))
    assert serves(child)


@pytest.mark.parametrize("op", ["exit", "babble", "flood"])
def test_nonsense_from_the_far_side_is_a_crash(child: Child, op: str) -> None:
    with pytest.raises(errors.ReaderCrashed):
        ask(child, op)
    assert serves(child)


def test_a_hang_ends_at_its_limit(child: Child) -> None:
    serves(child)
    began = time.monotonic()
    with pytest.raises(errors.ReaderTimedOut, match=r"0\.3 seconds"):
        ask(child, "hang", seconds=0.3)
    assert time.monotonic() - began < 5
    assert serves(child)


def test_memory_has_a_limit_and_is_given_back(child: Child) -> None:
    serves(child)
    before = child.pid
    with pytest.raises(errors.ReaderOutOfMemory):
        ask(child, "exhaust")
    assert serves(child)
    assert child.pid != before


def test_progress_is_passed_on_and_may_be_broken_off(child: Child) -> None:
    seen: list[tuple[int, int]] = []
    child.ask({"op": "progress"}, name="a.pdf", progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]

    def enough(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        child.ask({"op": "progress"}, name="a.pdf", progress=enough)
    assert serves(child), "the answer broken off must not be taken for the next"


def test_errors_of_ours_cross_and_nothing_else_is_built(child: Child) -> None:
    with pytest.raises(errors.PasswordNeeded) as told:
        ask(child, "raise", kind="PasswordNeeded", message="Enter it.")
    assert (told.value.name, str(told.value)) == ("a.pdf", "a.pdf: Enter it.")
    with pytest.raises(errors.FormatError, match=r"^no tree$"):
        ask(child, "raise", kind="FormatError", message="no tree")
    with pytest.raises(errors.TooManyNodes, match=r"^too many$"):
        ask(child, "raise", kind="TooManyNodes", message="too many")
    for kind in ("", "annotations", "SystemExit", "__name__"):
        with pytest.raises(errors.ReaderCrashed):
            ask(child, "raise", kind=kind, message="Traceback ...")
    assert serves(child)


def test_threads_take_turns(child: Child) -> None:
    def echo(number: int) -> bool:
        body = str(number).encode() * 1_000
        return child.ask({"op": "echo"}, body, name="a.pdf")[1] == body

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(echo, range(100)))


def test_closing_ends_a_request_under_way(child: Child) -> None:
    serves(child)
    timer = threading.Timer(0.3, child.close)
    timer.start()
    with pytest.raises(errors.ReaderCrashed):
        ask(child, "hang")
    timer.join()
    assert child.pid is None
    assert serves(child)


def test_what_is_no_longer_wanted_ends_at_once_and_the_next_is_served(child: Child) -> None:
    serves(child)
    cancel = threading.Event()
    timer = threading.Timer(0.3, cancel.set)
    timer.start()
    began = time.monotonic()
    with pytest.raises(errors.Cancelled):
        child.ask({"op": "hang"}, name="a.pdf", cancel=cancel)
    assert time.monotonic() - began < 10, "not the limit of 20 seconds"
    timer.join()
    assert child.pid is None
    assert serves(child)


def test_what_waits_for_its_turn_leaves_the_one_at_work_alone(child: Child) -> None:
    cancel = threading.Event()
    with ThreadPoolExecutor(2) as pool:
        working = pool.submit(ask, child, "hang", seconds=1.5)
        time.sleep(0.3)
        pid = child.pid
        waiting = pool.submit(child.ask, {"op": "echo"}, name="b.pdf", cancel=cancel)
        cancel.set()
        with pytest.raises(errors.Cancelled):
            waiting.result()
        assert child.pid == pid
        with pytest.raises(errors.ReaderTimedOut):
            working.result()


def test_a_close_is_no_death(child: Child, caplog: pytest.LogCaptureFixture) -> None:
    """Ctrl+C of the server ends what is being read: nothing of that is an alarm."""
    serves(child)
    timer = threading.Timer(0.3, child.close)
    timer.start()
    with pytest.raises(errors.ReaderCrashed, match="since treeproof was stopped"):
        ask(child, "hang")
    timer.join()
    assert not caplog.records


def test_a_far_side_that_does_not_start_is_told() -> None:
    child = Child(LIMITS, module="tests.core.worker.no_such_module")
    with pytest.raises(errors.ReaderCrashed, match="did not start"):
        child.start()
