"""PageIndex's JSON: `{"doc_name", "structure": [{"title", "node_id", "start_index", "end_index", "summary"?, "nodes"?}]}`.

Also read: a bare list of nodes, the `result` list of PageIndex's service, `page_index` or `physical_index` for the start,
`prefix_summary` for the summary of a node with children. Spans are inclusive and 1-based, as ours. PageIndex's classic output
ends a parent's span before its first child, ours covers the children: on import the classic kind is recognised and its
parents' ends are moved on; on export ours is written, the classic one on demand (`CLASSIC`).
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from core.errors import FormatError, TreeError
from core.formats.model import Format, JsonValue, Target, Texts
from core.formats.reading import Ids, Notes, check_count, id_of, page, shown, text, title
from core.spans import derived_ends
from core.tree import Evidence, Node, Review, Source, Span, Tree

STARTS = ("start_index", "page_index", "physical_index")
KNOWN = {*STARTS, "end_index", "title", "node_id", "summary", "prefix_summary", "nodes", "structure"}
"""Fields of a node that are read. Others are left out, and named in a note; "structure" is the numbering, said by nesting too."""


def recognises(value: JsonValue) -> bool:
    nodes = _top(value)
    return nodes is not None and (not nodes or any(isinstance(node, dict) and "title" in node for node in nodes))


def load(value: JsonValue, target: Target) -> tuple[Tree, list[str]]:
    """The tree with the file's own ids. All that was mended is noted."""
    notes = Notes()
    head: dict[str, Any] = value if isinstance(value, dict) else {}
    nodes = _nodes(_top(value) or [], _Reader(head, value, target, notes))
    try:
        tree = Tree(
            name=target.name or text(head.get("doc_name")),
            pages=_pages(nodes) if target.pages is None else target.pages,
            sha256=target.sha256,
            title=text(head.get("doc_title")),
            producer="pageindex",
            nodes=nodes,
        )
    except TreeError as error:
        raise FormatError(str(error)) from error
    return _with_ends(tree, value, notes), notes.sentences()


class _Reader:
    """What reading one file needs to know of the whole of it."""

    def __init__(self, head: dict[str, Any], value: JsonValue, target: Target, notes: Notes) -> None:
        raw = _all(value)
        self.notes = notes
        self.ids = Ids(Counter(id_of(node.get("node_id")) for node in raw), target.sha256, notes)
        ignored = Counter(field for node in raw for field in node if field not in KNOWN)
        for field, count in ignored.items():
            notes.add("Fields that a tree has no place for were left out", f"{field} ({count} node{'s' * (count > 1)})")
        for field in set(head) - {"doc_name", "doc_title", "structure", "result"}:
            notes.add("Fields of the document that a tree has no place for were left out", field)


def _nodes(raw: list[JsonValue], reader: _Reader, path: str = "structure") -> tuple[Node, ...]:
    found = []
    for index, each in enumerate(raw):
        here = f"{path}[{index}]"
        if not isinstance(each, dict):
            raise FormatError(f"{here}: expected a node (an object with title and start_index), found {shown(each)}.")
        found.append(_node(each, reader, here))
    return tuple(found)


def _node(raw: dict[str, Any], reader: _Reader, path: str) -> Node:
    name = title(raw.get("title"), reader.notes, path)
    place = f"“{name[:40]}”" if name else path
    start = page(next((raw[key] for key in STARTS if raw.get(key) is not None), None), reader.notes, place)
    end = page(raw.get("end_index"), reader.notes, place)
    node_id = reader.ids.take(id_of(raw.get("node_id")), name, start, place)
    below = raw.get("nodes")
    if below is not None and not isinstance(below, list):
        raise FormatError(f"{path}.nodes: expected a list of nodes, found {shown(below)}.")
    return Node(
        id=node_id,
        title=name,
        span=Span(start=start, end=end),
        summary=text(raw.get("summary")) or text(raw.get("prefix_summary")),
        evidence=(Evidence(source=Source.IMPORT, page=start),),
        children=_nodes(below or [], reader, f"{path}.nodes"),
    )


def _with_ends(tree: Tree, value: JsonValue, notes: Notes) -> Tree:
    if tree.nodes and not any("end_index" in node for node in _all(value)):
        notes.add("The file has no end pages: they were derived from the starts that follow")
        ends = derived_ends(tree)
        return tree.map(lambda node: node.with_(span=Span(start=node.span.start, end=ends[node.id])))
    if _is_classic(tree):
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


def _pages(nodes: tuple[Node, ...]) -> int:
    """As many pages as the nodes speak of, where no document is at hand to count them."""
    found = [_pages(node.children) for node in nodes]
    return max([*found, *(each or 0 for node in nodes for each in (node.span.start, node.span.end))], default=0)


def _top(value: JsonValue) -> list[JsonValue] | None:
    if isinstance(value, dict):
        value = value.get("structure", value.get("result"))
    return value if isinstance(value, list) else None


def _all(value: JsonValue) -> list[dict[str, Any]]:
    """The file's nodes, wherever they stand."""
    found: list[dict[str, Any]] = []
    stack = [*(_top(value) or [])]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            found.append(node)
            check_count(len(found))
            below = node.get("nodes")
            stack.extend(below if isinstance(below, list) else [])
    return found


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
    head = {"doc_name": tree.name, **({"doc_title": tree.title} if tree.title else {})}
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
    """What a PageIndex file has no place for."""
    nodes = [place.node for place in tree.walk()]
    counted = {
        "positions within a page": sum(node.anchor is not None for node in nodes),
        "review marks": sum(node.review is not Review.UNREVIEWED for node in nodes),
        "reviewers' notes": sum(bool(node.note) for node in nodes),
        "marks of titles that stand nowhere in the document": sum(node.synthetic for node in nodes),
        "records of who found a section": sum(any(each.source is not Source.IMPORT for each in node.evidence) for node in nodes),
        "words to the reader": len(tree.warnings),
    }
    return [f"This format has no {what}: {count} will be lost." for what, count in counted.items() if count]


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
