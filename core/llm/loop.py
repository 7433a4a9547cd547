"""One event loop in a thread of its own, on which all requests run: a request that is given up is really closed."""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
import time
from collections.abc import Coroutine
from functools import cache
from typing import Any, TypeVar

from core.errors import Cancelled
from core.llm.model import RequestFailed, Trouble

POLL_SECONDS = 0.05
"""How soon a wish to stop is seen."""
GRACE_SECONDS = 1.0
"""What a request may take beyond its time-out before it is cut off: the HTTP client's own counts silences, not the whole."""

T = TypeVar("T")


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="treeproof-model", daemon=True).start()
    return loop


def run(work: Coroutine[Any, Any, T], seconds: float, cancel: threading.Event) -> T:
    """The result of `work`, which is given up after `seconds` (a `RequestFailed`) or once `cancel` is set (`Cancelled`)."""
    future = asyncio.run_coroutine_threadsafe(work, _loop())
    deadline = time.monotonic() + seconds + GRACE_SECONDS
    while not future.done():
        concurrent.futures.wait([future], POLL_SECONDS)
        if cancel.is_set():
            future.cancel()
            raise Cancelled()
        if time.monotonic() > deadline and not future.done():
            future.cancel()
            raise RequestFailed(Trouble.TIME, f"no whole answer within {seconds:.0f} seconds")
    return future.result()
