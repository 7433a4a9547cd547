"""Who may see which page image: unguessable tokens, one a session and document, known to this process only."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

KEPT = 2_000
"""Tokens held; the least recently used leaves first, and its session is given another when it draws next."""

Draw = Callable[[str, int, int], bytes]
"""Document (SHA-256), page, width in pixels, to JPEG bytes. Raises `TreeproofError`; `IndexError` where there is no such page."""


class Ticket(NamedTuple):
    """What a token opens: the pages of a document, through a function that draws them."""

    sha256: str
    draw: Draw


class Tickets:
    """Tokens for documents. Safe to share between threads."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._tickets: OrderedDict[str, Ticket] = OrderedDict()
        self._lock = threading.Lock()

    def issue(self, sha256: str, draw: Draw) -> str:
        """A new token for a document's page images."""
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._tickets[token] = Ticket(sha256, draw)
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
            for token in [token for token, ticket in self._tickets.items() if ticket == (sha256, draw)]:
                del self._tickets[token]


@cache
def tickets() -> Tickets:
    """The tokens of this process: its screens issue them, its image route looks them up."""
    return Tickets()
