"""The far side: a process that opens PDFs for another one. It answers requests until its input ends.

Every request is a JSON object with `op`, `path`, `name`, `password`, `limits` and `seconds`, and what it takes besides.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO

from core.build import evidence_of, fix_file, verify_file
from core.convert import convert_file, load_onto
from core.draft import draft
from core.errors import DocumentError, ReaderOutOfMemory, TreeproofError
from core.evidence.codec import pack
from core.evidence.model import DocumentEvidence
from core.pdf.document import read
from core.pdf.mupdf import NO_MEMORY, drop_caches
from core.pdf.network import Look, look
from core.pdf.opened import OpenDocuments
from core.settings import Limits
from core.worker.confine import alarm, channels, confine
from core.worker.frames import Head, PipeError, receive, send
from core.worker.lookers import told

GRACE_SECONDS = 5
"""Beyond its limit the process ends itself, should the one that started it be gone."""
PROGRESS_SECONDS = 0.1
"""Progress is told at most so often."""
Answer = tuple[Head, bytes]
Tell = Callable[[int, int], None]


def main(memory_bytes: int) -> None:
    """Answer requests from standard input on standard output, within so much address space."""
    requests, answers = channels()
    confine(memory_bytes)
    opened = OpenDocuments()
    handlers: dict[str, Callable[[Head, bytes, Tell], Answer]] = {
        "build": _build,
        "verify": _verify,
        "fix": _fix,
        "convert": _convert,
        "load": _load,
        "look": _look,
        "render": partial(_render, opened),
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


def _build(request: Head, body: bytes, tell: Tell) -> Answer:
    evidence = _evidence(request, tell)
    tree = draft(evidence).model_dump(mode="json")
    return {"tree": tree}, pack(evidence) if request["evidence"] else b""


def _verify(request: Head, body: bytes, tell: Tell) -> Answer:
    report, notes = verify_file(_evidence(request, tell), body)
    return {"report": report.model_dump(mode="json"), "notes": notes}, b""


def _fix(request: Head, body: bytes, tell: Tell) -> Answer:
    text, changes = fix_file(_evidence(request, tell), body, above=request["above"])
    return {"changes": changes}, text.encode()


def _convert(request: Head, body: bytes, tell: Tell) -> Answer:
    try:
        data, notes, losses = convert_file(
            Path(request["path"]),
            body,
            request["to"],
            name=request["name"],
            only=request["only"],
            with_text=request["with_text"],
            renumber=request["renumber"],
            password=request["password"],
            limits=_limits(request),
            progress=tell,
        )
    finally:
        drop_caches()
    return {"notes": notes, "losses": losses}, data


def _load(request: Head, body: bytes, tell: Tell) -> Answer:
    path, limits = Path(request["path"]), _limits(request)
    try:
        reading = read(path, name=request["name"], password=request["password"], limits=limits, progress=tell)
        found = load_onto(reading, body, limits=limits)
    finally:
        drop_caches()
    return {"tree": found.tree.model_dump(mode="json"), "format": found.format, "notes": found.notes}, b""


def _look(request: Head, body: bytes, tell: Tell) -> Answer:
    path, limits = Path(request["path"]), _limits(request)
    return {"seen": told(look(Look(path, tuple(request["pages"]), request["name"], request["password"], limits)))}, b""


def _render(opened: OpenDocuments, request: Head, body: bytes, tell: Tell) -> Answer:
    image = opened.render(
        Path(request["path"]),
        request["page"],
        request["width"],
        name=request["name"],
        password=request["password"],
        limits=_limits(request),
    )
    return {}, image


def _evidence(request: Head, tell: Tell) -> DocumentEvidence:
    try:
        return evidence_of(
            request["path"],
            mode=request["mode"],
            name=request["name"],
            password=request["password"],
            limits=_limits(request),
            progress=tell,
        )
    finally:
        drop_caches()


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
