"""Who may see which pages and their words: unguessable tokens, one a session and document, known to this process only."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, Protocol

from starlette.responses import PlainTextResponse

from core.search import Hit

KEPT = 2_000
"""Tokens held; the least recently used leaves first, and its session is given another when it draws next."""

Draw = Callable[[str, int, int], bytes]
"""Document (SHA-256), page, width in pixels, to JPEG bytes. Raises `TreeproofError`; `IndexError` where there is no such page."""


class Words(Protocol):
    """The words of documents, as `pages.parts.words.PageWords` has them."""

    def lines(self, sha256: str, page: int) -> dict[str, Any]: ...

    def find(self, sha256: str, words: str) -> list[Hit]: ...


class Ticket(NamedTuple):
    """What a token opens: the pages of a document, through a function that draws them, and their words."""

    sha256: str
    draw: Draw
    words: Words


class Tickets:
    """Tokens for documents. Safe to share between threads."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._tickets: OrderedDict[str, Ticket] = OrderedDict()
        self._lock = threading.Lock()

    def issue(self, sha256: str, draw: Draw, words: Words) -> str:
        """A new token for a document's pages."""
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._tickets[token] = Ticket(sha256, draw, words)
            while len(self._tickets) > self._kept:
                self._tickets.popitem(last=False)
        return token

    def get(self, token: str) -> Ticket | None:
        """What a token opens, or `None`."""
        with self._lock:
            ticket = self._tickets.get(token)
            if ticket is not None:
                self._tickets.move_to_end(token)
            return ticket

    def revoke(self, sha256: str, draw: Draw) -> None:
        """Forget every token for a document, as when it is deleted."""
        with self._lock:
            for token in [token for token, ticket in self._tickets.items() if ticket[:2] == (sha256, draw)]:
                del self._tickets[token]


@cache
def tickets() -> Tickets:
    """The tokens of this process: its screens issue them, its routes look them up."""
    return Tickets()


def missing() -> PlainTextResponse:
    """The answer where a token or a page is not known: the same for both."""
    return PlainTextResponse("Not found.", status_code=404, headers={"Cache-Control": "no-store"})
