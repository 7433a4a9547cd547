"""The vectorless engine's `toc_tree`: a list of {node_id, structure ("1.2"), title, start_page, end_page, summary, nodes}.

It suits a JSONB column as it is. 0 as start page is an unknown one; an end page of 0, or none, is open: the section ends
where the next one starts. `structure` is the position in the tree, and nesting says it as well.
"""

from __future__ import annotations

import json
from typing import Any

from core.formats.losses import said
from core.formats.model import Format, JsonValue, Target, Texts
from core.formats.nodes import Fields, JsonNodes, tree_of, with_derived_ends
from core.formats.reading import Notes
from core.tree import Node, Tree

FIELDS = Fields(starts=("start_page",), ends=("end_page",), ignored=frozenset({"structure"}))


def recognises(value: JsonValue) -> bool:
    nodes = _top(value)
    return bool(nodes) and any(isinstance(node, dict) and "title" in node and "start_page" in node for node in nodes or [])


def load(value: JsonValue, target: Target) -> tuple[Tree, list[str]]:
    """The tree with the file's own ids; open ends are derived, with a note."""
    notes = Notes()
    reader = JsonNodes(_with_nulls(_top(value) or []), "toc_tree", FIELDS, target, notes)
    tree = tree_of(reader.read(), target, producer="vectorless")
    ended = with_derived_ends(tree)
    derived = sum(old.node.span != new.node.span for old, new in zip(tree.walk(), ended.walk(), strict=True))
    if derived:
        notes.add(f"{derived} open end pages were derived from the starts that follow")
    return ended, notes.sentences()


def dump(tree: Tree, texts: Texts) -> str:
    return json.dumps([_raw(node, str(nth)) for nth, node in enumerate(tree.nodes, 1)], ensure_ascii=False, indent=2) + "\n"


def losses(tree: Tree) -> list[str]:
    titled = ["This format has no title of the document: it will be lost."] if tree.title else []
    return said(tree, more=titled)


def _raw(node: Node, structure: str) -> dict[str, Any]:
    return {
        "node_id": node.id,
        "structure": structure,
        "title": node.title,
        "start_page": node.span.start or 0,
        "end_page": node.span.end or 0,
        "summary": node.summary,
        "nodes": [_raw(child, f"{structure}.{nth}") for nth, child in enumerate(node.children, 1)],
    }


def _top(value: JsonValue) -> list[JsonValue] | None:
    if isinstance(value, dict):
        value = value.get("toc_tree")
    return value if isinstance(value, list) else None


def _with_nulls(nodes: list[JsonValue]) -> list[JsonValue]:
    """The nodes with their zeros, which are no faults here, as nulls."""
    return [_with_null(node) if isinstance(node, dict) else node for node in nodes]


def _with_null(node: dict[str, Any]) -> dict[str, Any]:
    changed = {key: None if key in ("start_page", "end_page") and value == 0 else value for key, value in node.items()}
    below = changed.get("nodes")
    return {**changed, "nodes": _with_nulls(below)} if isinstance(below, list) else changed


VECTORLESS = Format(
    name="vectorless",
    label="Vectorless engine's toc_tree",
    suffix=".json",
    media_type="application/json",
    dump=dump,
    losses=losses,
    recognises=recognises,
    load=load,
)
