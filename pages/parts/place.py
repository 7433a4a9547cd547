"""Where a session stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Place:
    """Where a session stands: document, tree and its version as shown, the section chosen, the page last shown.

    `moves` counts the moves that the page must follow; `echo` is the number of the last choice that the browser sent;
    `others` are the sections chosen besides `node`; `notice` waits to be told, as (kind, sentence); `refused` counts edits that
    did not apply, after which fields show again what the tree says.
    """

    sha256: str
    tree_id: int
    node: str | None = None
    others: tuple[str, ...] = ()
    page: int = 1
    version: int = 0
    moves: int = 0
    echo: int = 0
    notice: tuple[str, str] | None = None
    refused: int = 0
