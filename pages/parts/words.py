"""The words of a document for its pages, lines to point at and places of words, served to the session that holds a token."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from itertools import islice
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from core.evidence.model import DocumentEvidence
from core.search import LONGEST, Hit, Searchable
from pages.parts.tickets import Tickets, missing, page_number

LINES, SEARCH = "/page-lines", "/page-search"
MAX_HITS = 2_000
"""Places that are told of one search; a word on every line of a long book is looked for by nobody."""
KEPT = 4
"""Documents that are held ready to be searched, the least recently used leaving first: some 2 to 10 MB each."""
KEPT_LONG = {"Cache-Control": "private, max-age=3600, immutable", "X-Content-Type-Options": "nosniff"}
NOT_KEPT = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


class PageWords:
    """Lines and places of words, from what was read of documents. Safe to share between threads."""

    def __init__(self, read: Callable[[str], DocumentEvidence | None], kept: int = KEPT) -> None:
        self._read = read
        self._kept = kept
        self._ready: OrderedDict[str, Searchable] = OrderedDict()
        self._lock = threading.Lock()

    def lines(self, sha256: str, page: int) -> dict[str, Any]:
        """A page for the browser: its `size` in points, whether it is a `scan` without text, and its `lines` in reading order.

        A line is (x0, y0, x1, y1, text). Raises `IndexError` where there is no such page.
        """
        evidence = self._read(sha256)
        if evidence is None or not 1 <= page <= len(evidence.reading.pages):
            raise IndexError(page)
        read = evidence.reading.pages[page - 1]
        lines = [(*(round(each, 1) for each in line.box), line.text) for line in read.lines]
        return {"size": (read.width, read.height), "scan": read.scan, "lines": lines}

    def find(self, sha256: str, words: str) -> list[Hit]:
        """Where words stand, the first `MAX_HITS` places and one more if there is one. Raises `IndexError` for no document."""
        with self._lock:
            ready = self._ready.get(sha256)
        if ready is None:
            if (evidence := self._read(sha256)) is None:
                raise IndexError(sha256)
            ready = Searchable(evidence.reading)
        with self._lock:
            self._ready[sha256] = ready
            self._ready.move_to_end(sha256)
            while len(self._ready) > self._kept:
                self._ready.popitem(last=False)
        return list(islice(ready.find(words), MAX_HITS + 1))

    def forget(self, sha256: str) -> None:
        """Drop what is held of a document."""
        with self._lock:
            self._ready.pop(sha256, None)


def routes(tickets: Tickets) -> list[Route]:
    """`/page-lines/<token>/<page>.json` and `/page-search/<token>?q=<words>`. What is not there is not found."""

    async def lines(request: Request) -> Response:
        ticket, page = tickets.get(request.path_params["token"]), page_number(request.path_params["page"])
        if ticket is None:
            return missing()
        try:
            found = await run_in_threadpool(ticket.words.lines, ticket.sha256, page)
        except IndexError:
            return missing()
        return JSONResponse(found, headers=KEPT_LONG)

    async def search(request: Request) -> Response:
        ticket = tickets.get(request.path_params["token"])
        words = request.query_params.get("q", "")
        if ticket is None or len(words) > LONGEST:
            return missing()
        try:
            hits = await run_in_threadpool(ticket.words.find, ticket.sha256, words)
        except IndexError:
            return missing()
        told = [(hit.page, hit.pieces) for hit in hits[:MAX_HITS]]
        return JSONResponse({"hits": told, "more": len(hits) > MAX_HITS}, headers=NOT_KEPT)

    return [
        Route(f"{LINES}/{{token}}/{{page}}.json", lines, methods=["GET"]),
        Route(f"{SEARCH}/{{token}}", search, methods=["GET"]),
    ]
