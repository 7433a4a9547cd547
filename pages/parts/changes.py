"""What differs between two states of a tree: where to look, and in words before an edit is made."""

from __future__ import annotations

from typing import NamedTuple

from core.diff import ADDED, DELETED, Correction, corrections
from core.tree import Tree
from pages.parts.text import short

UNKNOWN = "?"
LONGEST = 60
"""Characters of a title that are shown."""


class Changes(NamedTuple):
    """A sentence for each section that changes, and how many others only end elsewhere, since ends follow."""

    lines: tuple[str, ...]
    ends: int


def changes(before: Tree, after: Tree, *, ends: bool = False) -> Changes:
    """What an edit does to a tree, in words, in document order, what is deleted last; with `ends`, also where sections end."""
    by_node: dict[str, dict[str, Correction]] = {}
    for row in corrections(before, after):
        by_node.setdefault(row.node_id, {})[row.field] = row
    lines: list[str] = []
    following = 0
    for fields in by_node.values():
        if fields.keys() == {"end"} and not ends:
            following += 1
        else:
            lines.append(f"“{short(_name(fields), LONGEST)}”: {', '.join(_said(fields))}")
    return Changes(tuple(lines), following)


def first_changed(before: Tree, after: Tree) -> str | None:
    """The first section that differs between two trees, in the order of the later one.

    Sections whose end page alone differs come last: ends follow from what others say.
    """
    follows: str | None = None
    for node_id, placed in after.placed.items():
        was = before.placed.get(node_id)
        if was is None or (was.parent, was.index) != (placed.parent, placed.index):
            return node_id
        old, new = was.node.with_(children=()), placed.node.with_(children=())
        if old.span.start != new.span.start or old.with_(span=new.span) != new:
            return node_id
        if old != new and follows is None:
            follows = node_id
    return follows


def _name(fields: dict[str, Correction]) -> str:
    """The title that the section had, by which the person knows it."""
    titled = fields.get("title")
    return str(titled.before) if titled and titled.before else next(iter(fields.values())).title


def _said(fields: dict[str, Correction]) -> list[str]:
    what = next(iter(fields.values())).what
    if what == DELETED:
        return ["deleted"]
    if what == ADDED:
        return [f"added on page {_shown(fields['start'].after)}" if "start" in fields else "added"]
    said = [f"titled “{_shown(fields['title'].after)}”"] if "title" in fields else []
    said += [_step(word, fields[name]) for name, word in (("start", "page"), ("level", "level")) if name in fields]
    if "parent" in fields and "level" not in fields:
        said.append("moved below another section")
    elif "position" in fields:
        said.append("moved among its neighbours")
    if "end" in fields and "start" not in fields:
        said.append(_step("end", fields["end"]))
    said += [f"another {name}" for name in ("summary", "note") if name in fields]
    return said or [_step(name, row) for name, row in fields.items()]


def _step(word: str, row: Correction) -> str:
    return f"{word} {_shown(row.before)} → {_shown(row.after)}"


def _shown(value: str | int | None) -> str:
    return UNKNOWN if value is None else short(str(value), LONGEST)
