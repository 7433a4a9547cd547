"""QuantMind's tree: what is written passes the rules of its loader, spelled out here a second time."""

from __future__ import annotations

import hashlib
import json
import re
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

import pytest
from hypothesis import given, settings

from core.convert import convert
from core.errors import FormatError
from core.formats import dump, load, losses
from core.pdf.reading import Page, Reading
from core.tree import Node, Span, Tree
from tests.core.evidence.made import line
from tests.core.formats import goldens
from tests.core.formats.example import EXAMPLE
from tests.core.trees import PAGES, outline, tree, trees

HEX = re.compile(r"[0-9a-f]{64}")
FIELDS = {
    "as_of",
    "source",
    "source_title",
    "source_content_hash",
    "root_node_id",
    "nodes",
    "id",
    "artifact_kind",
    "schema_version",
    "source_revision_id",
    "producer",
    "producer_config_hash",
    "content_hash",
}
NODE = {"node_id", "parent_id", "position", "title", "summary", "content", "citations", "children_ids"}
CITATION = {"source_id", "page", "char_offset", "quote", "tree_id", "node_id"}
PRODUCER = {
    "model": str,
    "prompt_version": str,
    "orchestration": str,
    "instructions_hash": str,
    "page_text_chars": int,
    "max_output_tokens": int,
    "max_depth": int,
    "max_nodes": int,
}


def digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()).hexdigest()


def check(file: dict[str, Any], pages: int, sha256: str) -> None:
    """The loader's rules."""
    assert set(file) == FIELDS
    assert file["artifact_kind"] == "paper_structure_tree"
    assert file["schema_version"] == "1.0"
    assert set(file["source"]) == {"kind", "uri", "fetched_at", "content_hash"}
    assert file["source"]["kind"] == "local"
    assert datetime.fromisoformat(file["as_of"]).tzinfo is not None
    assert file["source"]["content_hash"] == file["source_content_hash"] == sha256
    producer = file["producer"]
    assert {name: type(value) for name, value in producer.items()} == PRODUCER
    assert producer["orchestration"] == "single-pass-v1"
    assert producer["page_text_chars"] >= 80
    assert producer["max_output_tokens"] > 0
    assert HEX.fullmatch(producer["instructions_hash"])
    assert file["producer_config_hash"] == digest(producer)
    source_id = uuid5(NAMESPACE_URL, f"quantmind:paper-source:{sha256}")
    assert file["source_revision_id"] == str(source_id)
    artifact = uuid5(source_id, f"quantmind:paper_structure_tree:{file['producer_config_hash']}")
    assert file["id"] == str(artifact)
    assert file["content_hash"] == digest({"root_node_id": file["root_node_id"], "nodes": file["nodes"]})
    assert len(file["nodes"]) <= producer["max_nodes"]
    seen: set[str] = set()

    def visit(node_id: str, parent: str | None, path: tuple[int, ...], allowed: set[int]) -> None:
        node = file["nodes"][node_id]
        assert node_id not in seen
        seen.add(node_id)
        assert set(node) == NODE
        assert node["node_id"] == node_id == str(uuid5(artifact, "quantmind:paper-structure-node:" + ".".join(map(str, path))))
        assert (node["parent_id"], node["position"]) == (parent, path[-1])
        assert len(path) <= producer["max_depth"]
        assert node["summary"].strip()
        assert all(set(each) == CITATION and each["source_id"] == str(source_id) for each in node["citations"])
        assert all(each["tree_id"] is each["node_id"] is None for each in node["citations"])
        cited = [each["page"] for each in node["citations"]]
        assert len(set(cited)) == len(cited) > 0
        assert set(cited) <= allowed
        assert bool(node["content"]) != bool(node["children_ids"])
        assert node["children_ids"] == [] or node["content"] is None
        for position, child in enumerate(node["children_ids"]):
            visit(child, node_id, (*path, position), set(cited))

    assert [node["node_id"] for node in file["nodes"].values() if node["parent_id"] is None] == [file["root_node_id"]]
    visit(file["root_node_id"], None, (0,), set(range(1, pages + 1)))
    assert {each["page"] for each in file["nodes"][file["root_node_id"]]["citations"]} == set(range(1, pages + 1))
    assert seen == set(file["nodes"])
    assert all(UUID(node_id) for node_id in seen)


PAGES_READ = tuple(Page(number, 612, 792, (line(f"Page {number}"),)) for number in (1, 2, 3))


def texts(of: Tree) -> dict[str, str]:
    return {node_id: f"text of {node_id}" for node_id in of.placed}


def written(some: Tree) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(dump(some, "quantmind", texts=texts(some)))
    return found


@settings(max_examples=30)
@given(trees(at_least=1))
def test_what_is_written_passes_the_loaders_rules(some: Tree) -> None:
    check(written(some), PAGES, some.sha256)


def test_leaves_hold_their_pages_text() -> None:
    file = written(EXAMPLE)
    check(file, 12, EXAMPLE.sha256)
    contents = {node["title"]: node["content"] for node in file["nodes"].values()}
    assert contents["1.2 Results"] == "text of 0003"
    assert contents["1 Übersicht = “overview” <b>"] is None
    assert file["source_title"] == "Annual report"


def test_golden() -> None:
    text = dump(EXAMPLE, "quantmind", texts=texts(EXAMPLE))
    goldens.check("quantmind.json", re.sub(r'"as_of": "[^"]*"', '"as_of": "2026-01-01T00:00:00Z"', text))


def test_each_leaf_holds_the_whole_of_each_page_that_it_cites() -> None:
    pages = tuple(page._replace(lines=()) for page in PAGES_READ)
    some = tree("a 1-2", "b ?", "c 2-3", "  d ?", "  e 3", pages=3)
    file = json.loads(convert(some, "quantmind", source=Reading("a.pdf", some.sha256, PAGES_READ)))
    check(file, 3, some.sha256)
    for node in file["nodes"].values():
        if not node["children_ids"]:
            assert node["content"] == "\n\n".join(f"Page {each['page']}" for each in node["citations"])
    empty = json.loads(convert(some, "quantmind", source=Reading("a.pdf", some.sha256, pages)))
    check(empty, 3, some.sha256)


def test_sections_that_all_span_a_long_document_are_refused_at_once() -> None:
    wide = Tree(
        name="a", pages=5_000, sha256="0" * 64, nodes=tuple(Node(id=str(n), title="t", span=Span(start=1)) for n in range(9_000))
    )
    wide = wide.map(lambda node: node.with_(span=Span(start=1, end=10**9)))
    with pytest.raises(FormatError, match="span more than 500,000 pages"):
        dump(wide, "quantmind", texts=dict.fromkeys(wide.placed, "x"))


def test_a_leaf_of_scans_says_so() -> None:
    scans = tree("a 1-20")
    file = json.loads(dump(scans, "quantmind", texts={"a": " "}))
    check(file, 20, scans.sha256)


def test_read_back() -> None:
    whole = tree("a 1-9", "  b 2-4", "  c 4-9", "d 9-20")
    found = load(json.dumps(written(whole)), pages=20, sha256=whole.sha256)
    assert (found.format, found.notes) == ("quantmind", ())
    assert [(place.node.title, str(place.node.span), place.level) for place in found.tree.walk()] == [
        (place.node.title, str(place.node.span), place.level) for place in whole.walk()
    ]
    assert all(place.node.summary == "" for place in found.tree.walk())


def test_another_draft_or_another_correction_has_another_id() -> None:
    one, other = tree("a 1-20"), tree("a 1-19")
    assert written(one)["id"] == written(one)["id"] != written(other)["id"]


@pytest.mark.parametrize(
    ("some", "with_texts", "said"),
    [
        (tree("a 1").model_copy(update={"sha256": ""}), True, "SHA-256"),
        (tree(), True, "at least one section"),
        (tree("a 1"), False, "text of the sections' pages"),
    ],
)
def test_what_it_needs_is_said(some: Tree, with_texts: bool, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        dump(some, "quantmind", texts=texts(some) if with_texts else None)


def test_losses_name_sections_without_a_page() -> None:
    assert "1 sections have no page: they will cite all pages of the section above." in losses(tree("a ?", "b 3"), "quantmind")


def broken(**changes: Any) -> dict[str, Any]:
    return {**written(tree("a 1-9", "  b 2-4")), **changes}


def test_files_with_broken_links_are_told_where() -> None:
    good = broken()
    root = good["nodes"][good["root_node_id"]]
    (first,) = root["children_ids"]
    child = good["nodes"][first]["children_ids"][0]
    circle = json.loads(json.dumps(good))
    circle["nodes"][child]["children_ids"] = [first]
    lost = json.loads(json.dumps(good))
    del lost["nodes"][child]
    for file, said in [
        (circle, "circle"),
        (lost, "children_ids: no node has the id"),
        (broken(nodes=[]), "nodes: missing"),
        (broken(root_node_id="x"), "root_node_id: no node"),
    ]:
        with pytest.raises(FormatError, match=said):
            load(json.dumps(file))


def test_gaps_in_citations_and_loose_nodes_are_noted() -> None:
    file = broken()
    root = file["nodes"][file["root_node_id"]]
    first = file["nodes"][root["children_ids"][0]]
    first["citations"] = [each for each in first["citations"] if each["page"] != 5]
    file["nodes"]["loose"] = {**first, "node_id": "loose"}
    found = load(json.dumps(file))
    assert found.tree.nodes[0].span == Span(start=1, end=9)
    assert found.notes == (
        "Some sections cited pages with gaps between: their spans cover the gaps: “A”.",
        "1 nodes that hang on no other were left out.",
    )


def test_pages_outside_the_document_are_not_cited() -> None:
    far = Tree(name="a", pages=3, sha256="0" * 64, nodes=(Node(id="a", title="t", span=Span(start=2, end=10**6)),))
    check(written(far), 3, far.sha256)
    assert outline(load(json.dumps(written(far)), pages=3).tree)[0].endswith(" 2-3")
