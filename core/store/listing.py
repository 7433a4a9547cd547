"""The list of documents: each with the tree that is worked on and how that stands."""

from __future__ import annotations

from sqlalchemy import Connection, select

from core.store import rows, signing
from core.store.model import Overview
from core.store.schema import reports, trees


def overview(connection: Connection) -> list[Overview]:
    """All documents, the newest first."""
    fresh = (reports.c.tree_id == trees.c.id) & (reports.c.version == trees.c.version)
    query = (
        select(*rows.LISTED, reports.c.failed, reports.c.suspect)
        .select_from(trees.outerjoin(reports, fresh))
        .where(trees.c.active)
    )
    active = {row.sha256: row for row in connection.execute(query)}
    signed = signing.latest_by_tree(connection)
    lines = []
    for document in rows.all_documents(connection):
        row = active.get(document.sha256)
        if row is None:
            lines.append(Overview(document))
        else:
            lines.append(Overview(document, rows.stored_tree(row), row.failed, row.suspect, signed.get(row.id)))
    return lines
