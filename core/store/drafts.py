"""Drafts of one producer: what becomes of the old one when a document is drafted anew in the same way."""

from __future__ import annotations

from sqlalchemy import Connection, select

from core.store import schema
from core.store.model import Origin

DRAFTED = {Origin.ENGINE, Origin.MODEL}
"""Origins of trees that the same document and producer give again. What is imported is a tree of its own each time."""


def known_draft(connection: Connection, sha256: str, origin: Origin, producer: str, text: str) -> int | None:
    """The stored tree that is this very draft, or `None`.

    Another draft of the same producer gives way where nobody has edited it or signed it off; where somebody has, it stays, and
    the new one is to stand beside it.
    """
    if origin not in DRAFTED or not producer:
        return None
    trees, signed = schema.trees, schema.sign_offs
    alike = (trees.c.sha256 == sha256) & (trees.c.origin == origin.value) & (trees.c.producer == producer)
    rows = connection.execute(select(trees.c.id, trees.c.version, trees.c.drafted).where(alike).order_by(trees.c.id.desc())).all()
    for row in rows:
        if row.drafted == text:
            return int(row.id)
    for row in rows:
        by_hand = row.version > 0 or connection.execute(select(signed.c.id).where(signed.c.tree_id == row.id)).first() is not None
        if not by_hand:
            connection.execute(trees.delete().where(trees.c.id == row.id))
    return None
