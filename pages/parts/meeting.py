"""When two people's edits meet: what each changes, and what is said of edits made elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from core.edit import Edit, apply
from core.store import Event, LoggedEdit
from core.tree import Node, Span, Tree

TOP = ""
"""Stands for the top level, whose sections may change as those below a node do."""


def touched(before: Tree, after: Tree) -> set[str]:
    """The sections that two versions of a tree say something else of, and those with other children (`TOP` for the top level).

    An end page that follows from what comes next is nobody's saying.
    """
    found = before.placed.keys() ^ after.placed.keys()
    for node_id in before.placed.keys() & after.placed.keys():
        was, now = before.placed[node_id], after.placed[node_id]
        if was.parent != now.parent or (was.node is not now.node and _said(was.node) != _said(now.node)):
            found.add(node_id)
        if _children(was.node.children) != _children(now.node.children):
            found.add(node_id)
    if _children(before.nodes) != _children(after.nodes):
        found.add(TOP)
    return found


def meets(edit: Edit, seen: Tree, now: Tree) -> bool:
    """Whether an edit on a tree as `seen` is about something that has changed until `now`. Raises as `apply` does."""
    return not touched(seen, apply(seen, edit)).isdisjoint(touched(seen, now))


def told(news: Sequence[LoggedEdit], who: str) -> str:
    """What was done elsewhere, in a sentence."""
    others = sorted({event.who for event in news} - {who})
    by = " and ".join(others) if others else "You, in another window"
    last = news[-1].label if news else "this tree was changed"
    done = f"{news[-1].event.value}: {last}" if news and news[-1].event is not Event.EDIT else last
    more = f" (and {len(news) - 1} more)" if len(news) > 1 else ""
    return f"{by}: {done}{more}"


def _said(node: Node) -> Node:
    """What is said of a section alone."""
    return node.with_(children=(), span=node.span if node.end_by_hand else Span(start=node.span.start))


def _children(nodes: Sequence[Node]) -> list[str]:
    return [node.id for node in nodes]
