"""PageIndex's JSON as it is met: classic and newer spans, odd pages, missing and repeated ids, fields of many versions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from core.formats import Imported, dump, load
from core.tree import Span
from tests.core.trees import outline, tree


def read(*nodes: dict[str, Any], **head: Any) -> Imported:
    return load(json.dumps({**head, "structure": list(nodes)}), pages=20, sha256="0" * 64)


def node(title: str, start: Any = 1, end: Any = 1, *nodes: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "title": title,
        "start_index": start,
        "end_index": end,
        "node_id": title,
        **({"nodes": list(nodes)} if nodes else {}),
        **more,
    }


def test_classic_spans_are_recognised_mended_and_said() -> None:
    found = read(node("a", 1, 2, node("b", 2, 4), node("c", 4, 9)), node("d", 9, 9, node("e", 10, 20)))
    assert outline(found.tree) == ["a 1-9", "  b 2-4", "  c 4-9", "d 9-20", "  e 10-20"]
    assert found.notes == (
        "Parents' spans ended before their first child, as PageIndex's classic output has it; "
        "2 of them now cover their children.",
    )


def test_a_single_short_parent_among_covering_ones_is_a_fault_left_for_verification() -> None:
    found = read(
        node("a", 1, 9, node("b", 2, 4), node("c", 4, 9)),
        node("d", 9, 15, node("e", 10, 15)),
        node("f", 15, 15, node("g", 16, 20)),
    )
    assert outline(found.tree)[-2:] == ["f 15", "  g 16-20"]
    assert found.notes == ()


def test_classic_output_is_offered_and_read_back() -> None:
    whole = tree("a 1-9", "  b 2-4", "  c 4-9", "d 9-20", "  e 10^-20")
    file = json.loads(dump(whole, "pageindex-classic"))
    assert [(each["start_index"], each["end_index"]) for each in file["structure"]] == [(1, 2), (9, 9)]
    assert outline(load(json.dumps(file), pages=20).tree) == outline(whole)


@pytest.mark.parametrize(
    ("spelt", "page"),
    [
        (7, 7),
        ("7", 7),
        (7.0, 7),
        ("7.0", 7),
        ("page 7", 7),
        ("<physical_index_7>", 7),
        ("p. 7", 7),
        (" 7 ", 7),
        (None, None),
        ("", None),
    ],
)
def test_pages_in_odd_spellings(spelt: Any, page: int | None) -> None:
    found = read(node("a", spelt, 9))
    assert found.tree.nodes[0].span == Span(start=page, end=9)
    assert found.notes == ()


@pytest.mark.parametrize(
    "spelt", [0, -1, "0", 7.5, True, "vii", "3-12", "12 and 13", [7], {"page": 7}, 10**30, 10**8, float("inf")]
)
def test_what_is_no_page_is_unknown_and_noted(spelt: Any) -> None:
    found = read(node("a", spelt, 9))
    assert found.tree.nodes[0].span == Span(start=None, end=9)
    assert (spelt == float("inf")) or "count as unknown" in found.notes[0]


def test_pages_beyond_the_document_are_kept_for_verification() -> None:
    assert read(node("a", 90, 95)).tree.nodes[0].span == Span(start=90, end=95)


def test_ids_are_kept_and_missing_or_repeated_ones_given_anew() -> None:
    nodes = [
        node("a", node_id="0007"),
        node("b", node_id="0007"),
        node("c", node_id=""),
        node("d", node_id=12),
        node("e", node_id=None),
    ]
    found = read(*nodes)
    ids = [each.id for each in found.tree.nodes]
    assert (ids[0], ids[3], len(set(ids))) == ("0007", "12", 5)
    assert found.notes == (
        "Some nodes had an id that another one has and were given one: “b”.",
        "Some nodes had no id and were given one: “c”, “e”.",
    )
    assert [each.id for each in read(*nodes).tree.nodes] == ids


def test_a_bare_list_and_the_services_result() -> None:
    bare = load(json.dumps([node("a", 1, 5)]), name="x.pdf")
    assert (bare.tree.name, bare.tree.pages, outline(bare.tree)) == ("x.pdf", 5, ["a 1-5"])
    service = load(
        json.dumps({"doc_id": "pi-1", "result": [{"title": "a", "node_id": "0000", "page_index": 3, "text": "…"}]}), pages=9
    )
    assert outline(service.tree) == ["0000 3-9"]
    assert "derived from the starts" in " ".join(service.notes)
    assert load("[]").tree.nodes == ()


def test_fields_are_kept_or_named() -> None:
    found = read(
        node("a", 1, 9, node("b", 2, 9, summary="of b", text="long"), prefix_summary="of a", key_items=["x"]),
        doc_name="d.pdf",
        doc_title="The title",
        doc_description="About it",
        toc_source="model",
    )
    assert (found.tree.name, found.tree.title, found.tree.description) == ("d.pdf", "The title", "About it")
    assert json.loads(dump(found.tree, "pageindex"))["doc_description"] == "About it"
    assert [place.node.summary for place in found.tree.walk()] == ["of a", "of b"]
    assert sorted(found.notes) == [
        "Fields of the document that a tree has no place for were left out: toc_source.",
        "Fields that a tree has no place for were left out: key_items (1 node), text (1 node).",
    ]


def test_a_node_without_title_is_kept_and_noted() -> None:
    found = read({"start_index": 3, "end_index": 4, "node_id": "x"}, node("a", 4, 5))
    assert found.tree.nodes[0].title == ""
    assert found.notes == ("Some nodes have no title: structure[0].",)


def test_long_titles_are_cut_and_noted() -> None:
    found = read(node("t" * 5000, node_id="1"))
    assert len(found.tree.nodes[0].title) == 2000
    assert "2,000 characters" in found.notes[0]


def test_many_faults_of_one_kind_are_counted() -> None:
    found = read(*(node(f"n{nth}", 0, 5) for nth in range(10)))
    assert found.notes[0].endswith("0 at “n0”, 0 at “n1”, 0 at “n2” and 7 more.")
