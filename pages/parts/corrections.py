"""The record of corrections: each section that differs from the draft, before and after, with what the checks had found of it."""

from __future__ import annotations

from typing import Any

from core.report import Report
from core.store import TreeState
from core.tree import Placed

Json = dict[str, Any]


def corrections(state: TreeState, drafted_report: Report | None) -> Json:
    """The record as JSON: `corrections` by section in document order, deleted ones last, and the `log` of every change made.

    `drafted_report` holds the findings on the tree as drafted, where they are known.
    """
    before, after = state.drafted.placed, state.tree.placed
    changed: list[Json] = []
    for node_id, placed in after.items():
        was, now = _seen(before.get(node_id)), _seen(placed)
        if was != now:
            changed.append({"node_id": node_id, "before": was, "after": now, "findings": _findings(drafted_report, node_id)})
    for node_id, placed in before.items():
        if node_id not in after:
            changed.append(
                {"node_id": node_id, "before": _seen(placed), "after": None, "findings": _findings(drafted_report, node_id)}
            )
    return {
        "document": state.tree.name,
        "sha256": state.tree.sha256,
        "corrections": changed,
        "log": [
            {"seq": event.seq, "event": event.event.value, "what": event.label, "who": event.who, "at": event.at.isoformat()}
            for event in state.history
        ],
    }


def _seen(placed: Placed | None) -> Json | None:
    if placed is None:
        return None
    node = placed.node
    return {
        "title": node.title,
        "start": node.span.start,
        "end": node.span.end,
        "level": placed.level,
        "parent": placed.parent,
        "review": node.review.value,
        "note": node.note,
        "summary": node.summary,
    }


def _findings(report: Report | None, node_id: str) -> list[Json]:
    found = report.by_node.get(node_id) if report else None
    return [
        {"code": finding.code, "severity": finding.severity.value, "message": finding.message}
        for finding in (found.findings if found else ())
    ]
