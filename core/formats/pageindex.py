"""PageIndex's JSON: an object with `doc_name`, `doc_title`?, `doc_description`? and `structure`, a list of nodes
`{"title", "node_id", "start_index", "end_index", "summary"?, "nodes"?}`.

Also read: a bare list of nodes, the `result` list of PageIndex's service, `page_index` or `physical_index` for the start,
`prefix_summary` for the summary of a node with children. Spans are inclusive and 1-based, as ours. PageIndex's classic output
ends a parent's span before its first child, ours covers the children: on import the classic kind is recognised and its
parents' ends are moved on; on export ours is written, the classic one on demand (`CLASSIC`).
"""

from __future__ import annotations

import json
from typing import Any

from core.formats.losses import DESCRIPTION, ENDS, IDS, SUMMARIES, said
from core.formats.model import Format, JsonValue, Target, Texts
from core.formats.nodes import Fields, JsonNodes, tree_of, with_derived_ends
from core.formats.reading import Notes, text
from core.tree import Node, Span, Tree

FIELDS = Fields(
    starts=("start_index", "page_index", "physical_index"),
    ends=("end_index",),
    summaries=("summary", "prefix_summary"),
    ignored=frozenset({"structure"}),
)
"""A node's `structure` is its numbering, said by nesting too."""

HEAD = {"doc_name", "doc_title", "doc_description", "structure", "result"}


def recognises(value: JsonValue) -> bool:
    nodes = _top(value)
    return nodes is not None and (not nodes or any(isinstance(node, dict) and "title" in node for node in nodes))


def load(value: JsonValue, target: Target) -> tuple[Tree, list[str]]:
    """The tree with the file's own ids. All that was mended is noted."""
    notes = Notes()
    head: dict[str, Any] = value if isinstance(value, dict) else {}
    for field in head:
        if field not in HEAD:
            notes.add("Fields of the document that a tree has no place for were left out", field)
    reader = JsonNodes(_top(value) or [], "structure", FIELDS, target, notes)
    nodes = reader.read()
    tree = tree_of(nodes, target, name=text(head.get("doc_name")), title=text(head.get("doc_title")), producer="pageindex")
    tree = tree.model_copy(update={"description": text(head.get("doc_description"))})
    if nodes and not any("end_index" in node for node in reader.every):
        notes.add("The file has no end pages: they were derived from the starts that follow")
        tree = with_derived_ends(tree)
    elif _is_classic(tree):
        tree = _covering_children(tree, notes)
    return tree, notes.sentences()


def _covering_children(tree: Tree, notes: Notes) -> Tree:
    mended: list[str] = []
    tree = tree.map(lambda node: _covering(node, mended))
    notes.add(
        "Parents' spans ended before their first child, as PageIndex's classic output has it; "
        f"{len(mended)} of them now cover their children"
    )
    return tree


def _is_classic(tree: Tree) -> bool:
    """Whether parents end where their first child starts (or one page before), and not after their last one."""
    short = covering = 0
    for place in tree.walk():
        node = place.node
        first = node.children[0].span.start if node.children else None
        last = _last_page(node.children)
        if node.span.end is None or first is None or last is None or last <= first:
            continue
        if node.span.end >= last:
            covering += 1
        elif node.span.end <= first:
            short += 1
    return short > covering


def _covering(node: Node, mended: list[str]) -> Node:
    last = _last_page(node.children)
    if node.span.end is None or last is None or node.span.end >= last:
        return node
    mended.append(node.id)
    return node.with_(span=Span(start=node.span.start, end=last))


def _last_page(nodes: tuple[Node, ...]) -> int | None:
    ends = [end for node in nodes for end in (node.span.end, _last_page(node.children)) if end is not None]
    return max(ends, default=None)


def _top(value: JsonValue) -> list[JsonValue] | None:
    if isinstance(value, dict):
        value = value.get("structure", value.get("result"))
    return value if isinstance(value, list) else None


def dump(tree: Tree, texts: Texts) -> str:
    return _dumped(tree, texts, {})


def dump_classic(tree: Tree, texts: Texts) -> str:
    """With each parent's span ended where its first child starts, as PageIndex's classic engine writes it."""
    ends = {}
    for place in tree.walk():
        start, first = place.node.span.start, next(iter(place.node.children), None)
        if start is not None and first is not None and first.span.start is not None:
            before = first.anchor is not None and first.anchor.page == first.span.start and first.anchor.tops_page
            ends[place.node.id] = max(start, first.span.start - 1 if before else first.span.start)
    return _dumped(tree, texts, ends)


def _dumped(tree: Tree, texts: Texts, ends: dict[str, int]) -> str:
    said = {"doc_title": tree.title, "doc_description": tree.description}
    head = {"doc_name": tree.name, **{name: words for name, words in said.items() if words}}
    whole = {**head, "structure": [_raw(node, texts, ends) for node in tree.nodes]}
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def _raw(node: Node, texts: Texts, ends: dict[str, int]) -> dict[str, Any]:
    raw: dict[str, Any] = {"title": node.title, "node_id": node.id}
    raw.update(start_index=node.span.start, end_index=ends.get(node.id, node.span.end))
    if node.summary:
        raw["summary"] = node.summary
    if node.id in texts:
        raw["text"] = texts[node.id]
    if node.children:
        raw["nodes"] = [_raw(child, texts, ends) for child in node.children]
    return raw


def losses(tree: Tree) -> list[str]:
    return said(tree, (ENDS, SUMMARIES, IDS, DESCRIPTION))


PAGEINDEX = Format(
    name="pageindex",
    label="PageIndex JSON",
    suffix=".json",
    media_type="application/json",
    dump=dump,
    losses=losses,
    recognises=recognises,
    load=load,
)

CLASSIC = Format(
    name="pageindex-classic",
    label="PageIndex JSON, parents ending before their children",
    suffix=".json",
    media_type="application/json",
    dump=dump_classic,
    losses=losses,
)
