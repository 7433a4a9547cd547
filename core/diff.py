"""What was changed between two versions of a tree, node by node and field by field: the report of corrections."""

from __future__ import annotations

import json
from collections.abc import Iterable

from core.compare.order import moved
from core.formats.cells import table
from core.report import Report
from core.tree import Placed, Tree, Value

CHANGED = "changed"
ADDED = "added"
DELETED = "deleted"
HEAD = ("node_id", "title", "what", "field", "before", "after", "finding")


class Correction(Value):
    """A field of a node that differs.

    `what` is "changed", "added" or "deleted"; `before` is `None` for an added node, `after` for a deleted one. `findings` are the
    sentences of the report on the tree before.
    """

    node_id: str
    title: str
    what: str
    field: str
    before: str | int | None
    after: str | int | None
    findings: tuple[str, ...] = ()


def corrections(before: Tree, after: Tree, report: Report | None = None) -> list[Correction]:
    """All that differs, in document order, what was deleted last. `report` is the verification of `before`.

    A node that only moved because others did (an addition before it, a parent that moved) is none.
    """
    rows: list[Correction] = []
    out_of_order = moved(before, after, {node_id: node_id for node_id in after.placed if node_id in before.placed})
    for place in [*after.walk(), *(place for place in before.walk() if place.node.id not in after.placed)]:
        node_id = place.node.id
        was, now = before.placed.get(node_id), after.placed.get(node_id)
        old, new = _fields(was), _fields(now)
        what = CHANGED if was and now else ADDED if now else DELETED
        differing = [name for name in {**old, **new} if (old.get(name) or None) != (new.get(name) or None)]
        if node_id in out_of_order:
            old["position"], new["position"] = _position(was), _position(now)
            differing.append("position")
        if "parent" in differing:
            old["parent"], new["parent"] = _named(before, was), _named(after, now)
        said = report.by_node.get(node_id) if report is not None else None
        findings = tuple(finding.message for finding in said.findings) if said is not None else ()
        rows += [
            Correction(
                node_id=node_id,
                title=place.node.title,
                what=what,
                field=name,
                before=old.get(name),
                after=new.get(name),
                findings=findings,
            )
            for name in differing
        ]
    return rows


def as_csv(rows: Iterable[Correction]) -> str:
    """The report as CSV; titles that a spreadsheet would take for formulas are made harmless."""
    cells = ([row.node_id, row.title, row.what, row.field, row.before, row.after, " ".join(row.findings)] for row in rows)
    return table(HEAD, cells)


def as_json(rows: Iterable[Correction]) -> str:
    """The report as a JSON list of objects."""
    return json.dumps([row.model_dump(mode="json") for row in rows], ensure_ascii=False, indent=2) + "\n"


def _fields(place: Placed | None) -> dict[str, str | int | None]:
    """A node's fields as they are compared: a parent by its id, so that its children are none the wiser when it is retitled."""
    if place is None:
        return {}
    node = place.node
    fields: dict[str, str | int | None] = {
        "title": node.title,
        "start": node.span.start,
        "end": node.span.end,
        "level": place.level,
    }
    return {**fields, "parent": place.parent, "review": node.review.value, "summary": node.summary, "note": node.note}


def _named(tree: Tree, place: Placed | None) -> str | None:
    """A node's parent as it is shown: by title, since people do not know ids."""
    if place is None or place.parent is None:
        return None
    return f"{tree.find(place.parent).node.title} [{place.parent}]"


def _position(place: Placed | None) -> int | None:
    return None if place is None else place.index + 1
