"""QuantMind's `PaperStructureTree`, schema 1.0: nodes by UUID, each citing its pages, the leaves holding the text of those pages.

Its loader recomputes everything that can be computed (see `_hash` and the ids below), so what is written here must agree with
it to the byte: hashes are SHA-256 of JSON with sorted keys, without spaces, non-ASCII kept. One root cites every page; a
node's pages lie within its parent's; leaves have content and inner nodes none; every node has a summary.
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from core.errors import FormatError
from core.formats.losses import DESCRIPTION, ENDS, SUMMARIES, said
from core.formats.model import Format, JsonValue, Target, Texts
from core.formats.nodes import imported, tree_of
from core.formats.reading import MAX_ID, Notes, check_count, id_of, page, shown, text, title
from core.tree import MAX_DEPTH, Node, Span, Tree

KIND = "paper_structure_tree"
SCHEMA = "1.0"
NO_TEXT = "(no text on these pages)"
"""Content of a leaf whose pages are scans: the loader wants some."""

MAX_CITATIONS = 500_000
"""Each takes 200 bytes of the file, and in a leaf the page's text besides; no tree of a book comes near."""


def recognises(value: JsonValue) -> bool:
    return isinstance(value, dict) and value.get("artifact_kind") == KIND


def load(value: JsonValue, target: Target) -> tuple[Tree, list[str]]:
    """The tree below the root, which stands for the document. Pages that are cited with gaps become one span, with a note."""
    notes = Notes()
    nodes = value.get("nodes")
    if not isinstance(nodes, dict):
        raise FormatError("nodes: missing. Expected an object with the nodes by id.")
    check_count(len(nodes))
    root = _raw(nodes, value.get("root_node_id"), "root_node_id")
    of_root = _cited(root, notes)
    sha256 = text(value.get("source_content_hash"))
    if target.sha256 and sha256 and sha256 != target.sha256:
        notes.add("The file was made for another version of the document: its bytes differ")
    reader = _Reader(nodes, notes)
    top = reader.children(root, 1)
    left = len(nodes) - reader.count - 1
    if left:
        notes.add(f"{left} nodes that hang on no other were left out")
    tree = tree_of(
        top,
        Target(target.name, target.pages if target.pages is not None else max(of_root, default=0), target.sha256 or sha256),
        name=text((value.get("source") or {}).get("uri")) if isinstance(value.get("source"), dict) else "",
        title=title(root.get("title"), notes, "root"),
        producer="quantmind",
    )
    about = text(root.get("summary"))
    tree = tree.model_copy(update={"description": "" if about == _summary(sorted(of_root)) else about})
    return tree, notes.sentences()


class _Reader:
    """Follows the links from parents to children, each node once."""

    def __init__(self, nodes: dict[str, Any], notes: Notes) -> None:
        self._nodes = nodes
        self._notes = notes
        self._seen: set[str] = set()
        self.count = 0

    def children(self, raw: dict[str, Any], level: int) -> tuple[Node, ...]:
        ids = raw.get("children_ids") or []
        if not isinstance(ids, list):
            raise FormatError(f"nodes.{raw.get('node_id')}.children_ids: expected a list of ids, found {shown(ids)}.")
        if ids and level > MAX_DEPTH:
            raise FormatError(f"The tree is nested more than {MAX_DEPTH} levels deep, or its links go round in a circle.")
        return tuple(self._node(node_id, level) for node_id in ids)

    def _node(self, node_id: JsonValue, level: int) -> Node:
        raw = _raw(self._nodes, node_id, "children_ids")
        if not id_of(node_id):
            raise FormatError(f"nodes: expected ids of 1 to {MAX_ID} characters, found {shown(node_id)}.")
        if node_id in self._seen:
            raise FormatError(f"nodes.{node_id}: two nodes have it as their child, or its links go round in a circle.")
        self._seen.add(node_id)
        self.count += 1
        name = title(raw.get("title"), self._notes, node_id)
        pages = _cited(raw, self._notes)
        start, end = (min(pages), max(pages)) if pages else (None, None)
        if pages and len(pages) <= max(pages) - min(pages):
            self._notes.add("Some sections cited pages with gaps between: their spans cover the gaps", f"“{name[:40]}”")
        summary = text(raw.get("summary"))
        return Node(
            id=node_id,
            title=name,
            span=Span(start=start, end=end),
            summary="" if summary == _summary(sorted(pages)) else summary,
            evidence=imported(start),
            children=self.children(raw, level + 1),
        )


def _raw(nodes: dict[str, Any], node_id: JsonValue, where: str) -> dict[str, Any]:
    raw = nodes.get(node_id) if isinstance(node_id, str) else None
    if not isinstance(raw, dict):
        raise FormatError(f"{where}: no node has the id {shown(node_id)}.")
    return raw


def _cited(raw: dict[str, Any], notes: Notes) -> set[int]:
    citations = raw.get("citations")
    pages = [each.get("page") for each in citations if isinstance(each, dict)] if isinstance(citations, list) else []
    return {number for each in pages if (number := page(each, notes, text(raw.get("title"))[:40])) is not None}


def dump(tree: Tree, texts: Texts) -> str:
    """`texts` holds the text of the pages that each leaf cites (see `cited`).

    Raises `FormatError` without it, or without the document's hash.
    """
    if len(tree.sha256) != 64 or not tree.pages:
        raise FormatError("This format names the PDF by its SHA-256: export with the PDF at hand.")
    if not tree.nodes:
        raise FormatError("This format wants at least one section, and the tree has none.")
    if not {place.node.id for place in tree.walk() if not place.node.children} <= set(texts):
        raise FormatError("This format holds the text of the sections' pages: export with the PDF at hand.")
    producer = _producer(tree)
    source_id = uuid5(NAMESPACE_URL, f"quantmind:paper-source:{tree.sha256}")
    artifact_id = uuid5(source_id, f"quantmind:{KIND}:{_hash(producer)}")
    writer = _Writer(artifact_id, str(source_id), texts, cited(tree))
    root_id = writer.root(tree)
    whole = {
        "as_of": datetime.now(UTC).replace(microsecond=0).isoformat().replace("+00:00", "Z"),
        "source": {"kind": "local", "uri": tree.name or None, "fetched_at": None, "content_hash": tree.sha256},
        "source_title": tree.title or tree.name or None,
        "source_content_hash": tree.sha256,
        "root_node_id": root_id,
        "nodes": writer.nodes,
        "id": str(artifact_id),
        "artifact_kind": KIND,
        "schema_version": SCHEMA,
        "source_revision_id": str(source_id),
        "producer": producer,
        "producer_config_hash": _hash(producer),
        "content_hash": _hash({"root_node_id": root_id, "nodes": writer.nodes}),
    }
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def _producer(tree: Tree) -> dict[str, Any]:
    """Who made the tree. Its hash stands where a prompt's would, so that two corrections of one draft have two ids."""
    depth = 1 + max(place.level for place in tree.walk())
    return {
        "model": tree.producer or "treeproof",
        "prompt_version": "none",
        "orchestration": "single-pass-v1",
        "instructions_hash": _hash(tree.model_dump(mode="json", exclude={"name"}, exclude_defaults=True)),
        "page_text_chars": 1_000_000,
        "max_output_tokens": 1,
        "max_depth": depth,
        "max_nodes": len(tree.placed) + 1,
    }


class _Writer:
    """Collects nodes by id: a node's id follows from the positions that lead to it."""

    def __init__(self, artifact_id: UUID, source_id: str, texts: Texts, pages: Mapping[str, list[int]]) -> None:
        self._artifact_id = artifact_id
        self._source_id = source_id
        self._texts = texts
        self._pages = pages
        self.nodes: dict[str, dict[str, Any]] = {}

    def root(self, tree: Tree) -> str:
        every = list(range(1, tree.pages + 1))
        root_id = self._id((0,))
        self.nodes[root_id] = {}
        below = [self._add(node, (0, nth), root_id) for nth, node in enumerate(tree.nodes)]
        self.nodes[root_id] = self._raw(
            root_id, None, 0, tree.title or tree.name or "Document", tree.description, every, None, below
        )
        return root_id

    def _add(self, node: Node, path: tuple[int, ...], parent: str) -> str:
        pages = self._pages[node.id]
        node_id = self._id(path)
        self.nodes[node_id] = {}
        below = [self._add(child, (*path, nth), node_id) for nth, child in enumerate(node.children)]
        content = None if below else self._texts[node.id].strip() or NO_TEXT
        self.nodes[node_id] = self._raw(node_id, parent, path[-1], node.title, node.summary, pages, content, below)
        return node_id

    def _id(self, path: tuple[int, ...]) -> str:
        return str(uuid5(self._artifact_id, f"quantmind:paper-structure-node:{'.'.join(map(str, path))}"))

    def _raw(
        self,
        node_id: str,
        parent: str | None,
        position: int,
        title: str,
        summary: str,
        pages: list[int],
        content: str | None,
        below: list[str],
    ) -> dict[str, Any]:
        nothing = {"char_offset": None, "quote": None, "tree_id": None, "node_id": None}
        return {
            "node_id": node_id,
            "parent_id": parent,
            "position": position,
            "title": title,
            "summary": summary if summary.strip() else _summary(pages),
            "content": content,
            "citations": [{"source_id": self._source_id, "page": number, **nothing} for number in pages],
            "children_ids": below,
        }


def cited(tree: Tree) -> dict[str, list[int]]:
    """The pages that each node cites: its own and its children's, as far as its parent has them; or else all of its parent's.

    Raises `FormatError` where they are more than `MAX_CITATIONS`.
    """
    found: dict[str, list[int]] = {}
    count = 0

    def visit(nodes: tuple[Node, ...], allowed: list[int]) -> None:
        nonlocal count
        for node in nodes:
            pages = {page for first, last in spans[node.id] for page in _within(allowed, first, last)}
            found[node.id] = sorted(pages) or allowed
            count += len(found[node.id])
            if count > MAX_CITATIONS:
                raise FormatError(
                    f"The sections span more than {MAX_CITATIONS:,} pages in all, which this format lists. Shorten the spans."
                )
            visit(node.children, found[node.id])

    spans = _spans(tree)
    visit(tree.nodes, list(range(1, tree.pages + 1)))
    return found


def _spans(tree: Tree) -> dict[str, list[tuple[int, int]]]:
    """The pages from first to last of each node and of all below it, as few spans as say the same."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for place in reversed(list(tree.walk())):
        node = place.node
        own = [] if node.span.start is None else [(node.span.start, max(node.span.start, node.span.end or node.span.start))]
        spans[node.id] = _joined(own + [span for child in node.children for span in spans[child.id]])
    return spans


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], last))
        else:
            joined.append((first, last))
    return joined


def _within(pages: list[int], first: int, last: int) -> list[int]:
    """Those of the sorted pages from `first` to `last`."""
    return pages[bisect_left(pages, first) : bisect_right(pages, last)]


def _summary(pages: list[int]) -> str:
    """What stands for a summary where there is none: the format wants one."""
    return f"Pages {pages[0]}-{pages[-1]}." if pages else "No pages."


def _hash(value: JsonValue) -> str:
    payload = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(payload.encode()).hexdigest()


def losses(tree: Tree) -> list[str]:
    nodes = [place.node for place in tree.walk()]
    lost = sum(node.span.start is None for node in nodes)
    more = [f"{lost} sections have no page: they will cite all pages of the section above."] if lost else []
    return said(tree, (ENDS, SUMMARIES, DESCRIPTION), more)


QUANTMIND = Format(
    name="quantmind",
    label="QuantMind paper structure tree",
    suffix=".json",
    media_type="application/json",
    dump=dump,
    losses=losses,
    recognises=recognises,
    load=load,
    cited=cited,
)
