"""The append-only log of each tree's edits, and the trees that follow from it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from sqlalchemy import Connection, select, update
from sqlalchemy.exc import IntegrityError

from core.edit import EDIT, Edit, apply, describe
from core.errors import StaleVersion
from core.store import rows, signing
from core.store.database import Database
from core.store.model import Event, LoggedEdit, TreeState
from core.store.schema import edits, trees
from core.store.timeline import Timeline
from core.tree import Tree

KEPT_TIMELINES = 32
"""Trees whose log is held in memory, the least recently used leaving first."""

Act = Callable[[Timeline, str], tuple[LoggedEdit, Tree | None]]
"""Makes, of a timeline and a person's name, the next entry and the tree after it, if known."""


class Log:
    """What was done to trees. Threads share it; other processes may write to the same database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._timelines: OrderedDict[int, Timeline] = OrderedDict()
        self._lock = threading.Lock()

    def state(self, tree_id: int) -> TreeState:
        with self._database.reading() as connection:
            timeline = self._read(connection, tree_id)
            return _state(connection, tree_id, timeline)

    def edit(self, tree_id: int, edit: Edit, who: str, base_version: int) -> TreeState:
        def act(timeline: Timeline, name: str) -> tuple[LoggedEdit, Tree | None]:
            before = timeline.tree
            after = apply(before, edit)
            label = describe(edit, before)
            return LoggedEdit(timeline.version + 1, Event.EDIT, label, name, rows.now(), timeline.parent, edit), after

        return self._advance(tree_id, who, base_version, act)

    def undo(self, tree_id: int, who: str, base_version: int) -> TreeState:
        def act(timeline: Timeline, name: str) -> tuple[LoggedEdit, Tree | None]:
            undone = timeline.next_undo()
            return LoggedEdit(timeline.version + 1, Event.UNDO, undone.label, name, rows.now(), undone.seq), None

        return self._advance(tree_id, who, base_version, act)

    def redo(self, tree_id: int, who: str, base_version: int) -> TreeState:
        def act(timeline: Timeline, name: str) -> tuple[LoggedEdit, Tree | None]:
            undone = timeline.next_redo()
            return LoggedEdit(timeline.version + 1, Event.REDO, undone.label, name, rows.now(), undone.seq), None

        return self._advance(tree_id, who, base_version, act)

    def forget(self) -> None:
        """Drops what is held in memory, after trees were deleted."""
        with self._lock:
            self._timelines.clear()

    def _advance(self, tree_id: int, who: str, base_version: int, act: Act) -> TreeState:
        with self._database.writing() as connection:
            timeline = self._read(connection, tree_id, base_version)
            entry, tree = act(timeline, rows.remember(connection, who))
            timeline = timeline.then(entry, tree).filled()
            try:
                _write(connection, tree_id, entry, timeline.tree)
            except IntegrityError as error:
                raise StaleVersion(tree_id, base_version, entry.seq) from error
            state = _state(connection, tree_id, timeline)
        self._keep(tree_id, timeline)
        return state

    def _read(self, connection: Connection, tree_id: int, base_version: int | None = None) -> Timeline:
        """The tree's timeline, its log read from where it is known. Raises `UnknownTree` and `StaleVersion`."""
        version = rows.check_tree(connection, tree_id).version
        if base_version is not None and base_version != version:
            raise StaleVersion(tree_id, base_version, version)
        with self._lock:
            timeline = self._timelines.get(tree_id)
        if timeline is None or timeline.version > version:
            drafted = connection.execute(select(trees.c.drafted).where(trees.c.id == tree_id)).scalar_one()
            timeline = Timeline(rows.tree(drafted))
        if timeline.version < version:
            news = select(edits).where(edits.c.tree_id == tree_id, edits.c.seq > timeline.version).order_by(edits.c.seq)
            for row in connection.execute(news):
                timeline = timeline.then(rows.logged(row))
            current = connection.execute(select(trees.c.current).where(trees.c.id == tree_id)).scalar_one()
            timeline = timeline.standing(rows.tree(current))
        self._keep(tree_id, timeline)
        return timeline

    def _keep(self, tree_id: int, timeline: Timeline) -> None:
        with self._lock:
            self._timelines[tree_id] = timeline
            self._timelines.move_to_end(tree_id)
            while len(self._timelines) > KEPT_TIMELINES:
                self._timelines.popitem(last=False)


def _write(connection: Connection, tree_id: int, entry: LoggedEdit, tree: Tree) -> None:
    connection.execute(
        edits.insert().values(
            tree_id=tree_id,
            seq=entry.seq,
            event=entry.event.value,
            parent=entry.parent,
            edit=None if entry.edit is None else EDIT.dump_json(entry.edit).decode(),
            label=entry.label,
            who=entry.who,
            at=entry.at,
        )
    )
    change = {"current": tree.model_dump_json(), "version": entry.seq, **rows.counts(tree)}
    connection.execute(update(trees).where(trees.c.id == tree_id).values(change))


def _state(connection: Connection, tree_id: int, timeline: Timeline) -> TreeState:
    signed = signing.latest(connection, tree_id)
    holds = signed is not None and signed.version == timeline.version
    return TreeState(
        tree_id=tree_id,
        tree=timeline.tree,
        drafted=timeline.drafted,
        version=timeline.version,
        undo_label=timeline.done[-1].logged.label if timeline.done else None,
        redo_label=timeline.undone[-1].logged.label if timeline.undone else None,
        history=timeline.history,
        sign_off=signed if holds else None,
        outdated=None if holds else signed,
    )
