"""What the far side takes from itself before it opens anything: its output, memory, files to write, and time without end."""

from __future__ import annotations

import os
import signal
from typing import IO


def channels() -> tuple[IO[bytes], IO[bytes]]:
    """Requests and answers: copies of the standard streams, which from now on lead nowhere, whatever a library prints."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nothing, stream)
    os.close(nothing)
    return requests, answers


def confine(memory_bytes: int) -> None:
    """Bound this process's address space, and let it write no file, where the system can do that. Ctrl+C is the near side's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        import resource
    except ImportError:  # Windows has no such limits; time limits and isolation hold there all the same.
        return
    for what, most in ((resource.RLIMIT_AS, memory_bytes), (resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, 0)):
        _, hard = resource.getrlimit(what)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, most))


def alarm(seconds: float) -> None:
    """End this process in so many seconds (0: do not), should the one that started it be gone by then."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)
