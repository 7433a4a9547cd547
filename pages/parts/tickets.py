"""Who may see which pages and their words: unguessable tokens, one a session and document, known to this process only."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from starlette.responses import PlainTextResponse

from core.search import Hit

KEPT = 2_000
"""Tokens held; the least recently used leaves first, and its session is given another when it draws next."""

PAGE_DIGITS = 6
"""Of a page in an address: no document that is read has as many pages."""

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


Opened = TypeVar("Opened")


class Tokens(Generic[Opened]):
    """Unguessable tokens, and what each opens. Safe to share between threads."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._opened: OrderedDict[str, Opened] = OrderedDict()
        self._lock = threading.Lock()

    def hold(self, opened: Opened) -> str:
        """A new token."""
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._opened[token] = opened
            while len(self._opened) > self._kept:
                self._opened.popitem(last=False)
        return token

    def get(self, token: str) -> Opened | None:
        """What a token opens, or `None`."""
        with self._lock:
            opened = self._opened.get(token)
            if opened is not None:
                self._opened.move_to_end(token)
            return opened

    def drop(self, gone: Callable[[Opened], bool]) -> None:
        """Forget tokens by what they open."""
        with self._lock:
            for token in [token for token, opened in self._opened.items() if gone(opened)]:
                del self._opened[token]


class Tickets(Tokens[Ticket]):
    """Tokens for documents."""

    def issue(self, sha256: str, draw: Draw, words: Words) -> str:
        """A new token for a document's pages."""
        return self.hold(Ticket(sha256, draw, words))

    def revoke(self, sha256: str, draw: Draw) -> None:
        """Forget every token for a document, as when it is deleted."""
        self.drop(lambda ticket: ticket[:2] == (sha256, draw))

    def revoke_all(self, draw: Draw) -> None:
        """Forget every token that opens pages through `draw`, as when a visit ends."""
        self.drop(lambda ticket: ticket.draw == draw)


@cache
def tickets() -> Tickets:
    """The tokens of this process: its screens issue them, its routes look them up."""
    return Tickets()


def page_number(text: str) -> int:
    """A page as an address has it; 0, which no document has, for what is no page: anybody can write anything there."""
    return int(text) if text.isdecimal() and len(text) <= PAGE_DIGITS else 0


def missing() -> PlainTextResponse:
    """The answer where a token or a page is not known: the same for both."""
    return PlainTextResponse("Not found.", status_code=404, headers={"Cache-Control": "no-store"})
