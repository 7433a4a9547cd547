"""Sign-offs: people's word that a tree, as it was at one version, is right."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Row, Select, func, select

from core.errors import StaleVersion
from core.store import rows
from core.store.model import SignOff
from core.store.schema import sign_offs


def sign(connection: Connection, tree_id: int, who: str, base_version: int, note: str) -> SignOff:
    """Notes one. Raises `UnknownTree` and `StaleVersion`."""
    version = _check(connection, tree_id, base_version)
    signed = SignOff(tree_id, version, rows.remember(connection, who), rows.now(), note)
    connection.execute(sign_offs.insert().values(**asdict(signed)))
    return signed


def withdraw(connection: Connection, tree_id: int, base_version: int) -> None:
    """Takes back what was said of the tree at this version; what was said of earlier ones stays known. Raises as `sign` does."""
    version = _check(connection, tree_id, base_version)
    connection.execute(sign_offs.delete().where(sign_offs.c.tree_id == tree_id, sign_offs.c.version == version))


def all_of(connection: Connection, tree_id: int) -> list[SignOff]:
    """The oldest first."""
    rows.check_tree(connection, tree_id)
    query = select(sign_offs).where(sign_offs.c.tree_id == tree_id).order_by(sign_offs.c.id)
    return [_value(row) for row in connection.execute(query)]


def latest(connection: Connection, tree_id: int) -> SignOff | None:
    """The last one, of whichever version."""
    row = connection.execute(_latest().where(sign_offs.c.tree_id == tree_id)).first()
    return None if row is None else _value(row)


def latest_by_tree(connection: Connection) -> dict[int, SignOff]:
    """The last one of every tree that has any."""
    return {row.tree_id: _value(row) for row in connection.execute(_latest())}


def _latest() -> Select[*tuple[Any, ...]]:
    last = select(func.max(sign_offs.c.id)).group_by(sign_offs.c.tree_id)
    return select(sign_offs).where(sign_offs.c.id.in_(last))


def _check(connection: Connection, tree_id: int, base_version: int) -> int:
    version: int = rows.check_tree(connection, tree_id).version
    if version != base_version:
        raise StaleVersion(tree_id, base_version, version)
    return version


def _value(row: Row[Any]) -> SignOff:
    return SignOff(tree_id=row.tree_id, version=row.version, who=row.who, at=row.at, note=row.note)
