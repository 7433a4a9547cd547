"""The far side: a process that opens PDFs for another one. It answers requests until its input ends.

Every request is a JSON object with `op`, `path`, `name`, `password`, `limits` and `seconds`, and what it takes besides.
"""

from __future__ import annotations

import time
import traceback
from collections import OrderedDict
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from core.build import check_mode, evidence_of, fix_file, verify_file
from core.draft import draft
from core.errors import DocumentError, ReaderOutOfMemory, TreeproofError
from core.evidence.codec import pack
from core.evidence.model import DocumentEvidence
from core.pdf.document import open_pdf
from core.pdf.mupdf import NO_MEMORY, pymupdf, told_in_ours
from core.pdf.render import render
from core.settings import Limits
from core.worker.confine import alarm, channels, confine
from core.worker.frames import Head, PipeError, receive, send

GRACE_SECONDS = 5
"""Beyond its limit the process ends itself, should the one that started it be gone."""
PROGRESS_SECONDS = 0.1
"""Progress is told at most so often."""
MAX_OPEN, MAX_OPEN_BYTES = 8, 256 * 1024 * 1024
"""Documents kept open for rendering, least recently used last."""

Answer = tuple[Head, bytes]
Tell = Callable[[int, int], None]


def main(memory_bytes: int) -> None:
    """Answer requests from standard input on standard output, within so much address space."""
    requests, answers = channels()
    confine(memory_bytes)
    pages = OpenDocuments()
    handlers: dict[str, Callable[[Head, bytes, Tell], Answer]] = {
        "build": _build,
        "verify": _verify,
        "fix": _fix,
        "render": pages.render,
    }
    send(answers, {"ready": True})
    while True:
        try:
            request, body = receive(requests)
        except PipeError:
            return
        alarm(request["seconds"] + GRACE_SECONDS)
        answer, data = _answer(handlers[request["op"]], request, body, _teller(answers))
        alarm(0)
        send(answers, answer, data)


class OpenDocuments:
    """PDFs kept open between requests, so that paging through one opens it once."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[object, ...], tuple[pymupdf.Document, int, ExitStack]] = OrderedDict()

    def render(self, request: Head, body: bytes, tell: Tell) -> Answer:
        """One page as JPEG bytes."""
        document = self._get(request)
        with told_in_ours(request["name"]):
            return {}, render(document, request["page"], request["width"], _limits(request).max_pixels)

    def _get(self, request: Head) -> pymupdf.Document:
        path = Path(request["path"])
        status = path.stat()
        key = (request["path"], status.st_mtime_ns, status.st_size, request["password"])
        if key not in self._open:
            self._make_room(status.st_size)
            with ExitStack() as stack:
                document, _ = stack.enter_context(
                    open_pdf(path, name=request["name"], password=request["password"], limits=_limits(request))
                )
                self._open[key] = document, status.st_size, stack.pop_all()
        self._open.move_to_end(key)
        return self._open[key][0]

    def _make_room(self, size: int) -> None:
        while self._open and (len(self._open) >= MAX_OPEN or size + self._held() > MAX_OPEN_BYTES):
            _, (_, _, stack) = self._open.popitem(last=False)
            stack.close()

    def _held(self) -> int:
        return sum(size for _, size, _ in self._open.values())


def _build(request: Head, body: bytes, tell: Tell) -> Answer:
    check_mode(request["mode"])
    evidence = _evidence(request, tell)
    tree = draft(evidence).model_dump(mode="json")
    return {"tree": tree}, pack(evidence) if request["evidence"] else b""


def _verify(request: Head, body: bytes, tell: Tell) -> Answer:
    report, notes = verify_file(_evidence(request, tell), body)
    return {"report": report.model_dump(mode="json"), "notes": notes}, b""


def _fix(request: Head, body: bytes, tell: Tell) -> Answer:
    text, changes = fix_file(_evidence(request, tell), body, above=request["above"])
    return {"changes": changes}, text.encode()


def _evidence(request: Head, tell: Tell) -> DocumentEvidence:
    try:
        return evidence_of(
            request["path"], name=request["name"], password=request["password"], limits=_limits(request), progress=tell
        )
    finally:
        pymupdf.TOOLS.store_shrink(100)


def _answer(handle: Callable[[Head, bytes, Tell], Answer], request: Head, body: bytes, tell: Tell) -> Answer:
    """What `handle` answers; or what it raised, as a head whose `error` names one of `core.errors`, or is empty."""
    try:
        return handle(request, body, tell)
    except DocumentError as error:
        return {"error": type(error).__name__, "message": error.message}, b""
    except TreeproofError as error:
        return {"error": type(error).__name__, "message": str(error)}, b""
    except MemoryError:
        return {"error": ReaderOutOfMemory.__name__, "message": NO_MEMORY}, b""
    except OSError as error:
        return {"error": DocumentError.__name__, "message": f"The file cannot be read: {error.strerror or error}."}, b""
    except Exception:  # noqa: BLE001  # a fault of ours: told in full to the near side, which logs it and goes on
        return {"error": "", "message": traceback.format_exc()}, b""


def _limits(request: Head) -> Limits:
    return Limits.model_validate(request["limits"])


def _teller(answers: IO[bytes]) -> Tell:
    last = 0.0

    def tell(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if done == total or now - last >= PROGRESS_SECONDS:
            last = now
            send(answers, {"progress": [done, total]})

    return tell
