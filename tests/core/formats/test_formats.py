"""Recognising, reading and writing files: round trips, parts, and what is said of files that are no trees."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import FormatError, NoSuchNode
from core.formats import FORMATS, dump, load, losses
from core.tree import MAX_DEPTH, Span, Tree
from tests.core.formats import goldens
from tests.core.formats.example import EXAMPLE
from tests.core.trees import outline, tree, trees


def again(some: Tree, name: str) -> Tree:
    return load(dump(some, name), name=some.name, pages=some.pages, sha256=some.sha256).tree


@pytest.mark.parametrize("name", FORMATS)
def test_golden(name: str) -> None:
    goldens.check(f"{name}{FORMATS[name].suffix}", dump(EXAMPLE, name))


def test_golden_files_are_read_back() -> None:
    assert again(EXAMPLE, "native") == EXAMPLE
    assert load((goldens.FOLDER / "native.json").read_bytes()).tree == EXAMPLE
    assert outline(again(EXAMPLE, "pageindex")) == outline(EXAMPLE)


@settings(max_examples=30)
@given(trees(pages=st.none() | st.integers(-3, 40)))
def test_native_keeps_everything(some: Tree) -> None:
    found = load(dump(some))
    assert (found.tree, found.format, found.notes) == (some, "native", ())


@settings(max_examples=30)
@given(trees(plain=True))
def test_pageindex_keeps_all_it_can_hold(some: Tree) -> None:
    """All but the ends of parents that stop short of their children, where that is the file's habit."""
    found = again(some, "pageindex")
    assert again(found, "pageindex") == found
    for place, old in zip(found.walk(), some.walk(), strict=True):
        end = place.node.span.end
        assert place.node.with_(children=(), span=old.node.span) == old.node.with_(children=())
        assert place.node.span == old.node.span or (old.node.children and (end or 0) > (old.node.span.end or 0))


@pytest.mark.parametrize("name", [name for name, each in FORMATS.items() if each.load])
def test_a_part_is_lifted_below_its_nearest_chosen_ancestor(name: str) -> None:
    whole = tree("a 1-9", "  b 2-9", "    c 3-5", "    d 5-9", "e 9-20")
    assert outline(load(dump(whole, name, only={"a", "d", "e"}), pages=20).tree) == ["a 1-9", "  d 5-9", "e 9-20"]
    assert outline(load(dump(whole, name, only=["c"]), pages=20).tree) == ["c 3-5"]
    with pytest.raises(NoSuchNode):
        dump(whole, name, only={"z"})


def test_ids_can_be_numbered_anew() -> None:
    file = json.loads(dump(EXAMPLE, "pageindex", renumber=True, texts={"0003": "Results are in."}))
    assert [node["node_id"] for node in file["structure"]] == ["0000", "0001", "0004"]
    assert file["structure"][1]["nodes"][1]["text"] == "Results are in."


def test_what_would_be_lost_is_said() -> None:
    assert losses(EXAMPLE, "native") == []
    said = losses(EXAMPLE, "pageindex")
    assert "This format has no positions within a page: 2 will be lost." in said
    assert losses(load(dump(EXAMPLE, "pageindex")).tree, "pageindex") == []


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("{", "line 1, column 2"),
        ('[\n {"title": "a",}\n]', "line 2, column"),
        ("<html>", "no JSON"),
        ("3", "expected treeproof's own"),
        ('{"nodes": []}', "found an object with nodes"),
        ('["a"]', "found a list of 1"),
        ('{"format": "treeproof"}', "version: null"),
        ('{"format": "treeproof", "version": true}', "version: true"),
        ('{"format": "treeproof", "version": 99}', "newer treeproof"),
        ('{"format": "treeproof", "version": 1}', "tree: missing"),
        ('{"format": "treeproof", "version": 1, "tree": {"name": "x", "pages": "many"}}', 'tree.pages: .*found "many"'),
        ('{"format": "treeproof", "version": 1, "tree": {"name": "x", "pages": 1, "color": 1}}', "tree.color"),
        (
            '{"format": "treeproof", "version": 1, "tree": {"name": "x", "pages": 1, "nodes": [{"id": "a", "title": 3}]}}',
            r"tree.nodes.0.title",
        ),
        (
            '{"structure": [{"title": "a", "nodes": [{"title": "b", "nodes": {}}]}]}',
            r"structure\[0\].nodes\[0\].nodes: expected a list",
        ),
        ('[{"title": "a", "nodes": [7]}]', r"structure\[0\].nodes\[0\]: expected a node .* found 7"),
        (b"\xff\xfe\xfd", "no text"),
        (b"%PDF-1.7\xe2\xe3", "no text"),
        ("[" * 100_000, "nested"),
        ('{"structure":' * 3000 + "1" + "}" * 3000, "nested"),
    ],
)
def test_a_file_that_is_no_tree_is_told_what_was_expected_and_where_it_broke(source: str | bytes, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        load(source)


def test_nesting_and_number_of_nodes_are_bounded() -> None:
    deep = '{"title": "a", "nodes": [' * (MAX_DEPTH + 1) + "]}" * (MAX_DEPTH + 1)
    with pytest.raises(FormatError, match="levels deep"):
        load(f"[{deep}]")
    began = time.process_time()
    with pytest.raises(FormatError, match="more than 50,000 nodes"):
        load("[" + '{"title": "a"},' * 60_000 + '{"title": "a"}]')
    assert time.process_time() - began < 10


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings(encoding: str) -> None:
    assert load(dump(EXAMPLE).encode(encoding)).tree == EXAMPLE


def test_a_file_in_fences_is_read() -> None:
    assert load(f"```json\n{dump(EXAMPLE)}```\n").tree == EXAMPLE


def test_half_a_character_is_replaced() -> None:
    assert load('[{"title": "a\\ud800b", "start_index": 1}]').tree.nodes[0].title == "a\ufffdb"


def test_a_native_file_for_another_document_is_noted() -> None:
    other = load(dump(EXAMPLE), name="other.pdf", pages=9, sha256="6" * 64)
    assert (other.tree.name, other.tree.pages, other.tree.sha256) == ("other.pdf", 9, "6" * 64)
    assert other.notes == ("The file was made for a document of 12 pages; this one has 9.",)
    assert "another version" in load(dump(EXAMPLE), pages=12, sha256="6" * 64).notes[0]


def test_a_native_file_with_an_id_twice_is_mended_with_a_note() -> None:
    file = json.loads(dump(tree("a 1", "  b 2", "c 3")))
    file["tree"]["nodes"][0]["children"][0]["id"] = "a"
    found = load(json.dumps(file))
    assert [place.node.id for place in found.tree.walk()][::2] == ["a", "c"]
    assert found.notes == ('Some nodes had an id that another one has and were given one: "B".',)


def test_an_unknown_format_is_named_with_those_that_are_known() -> None:
    with pytest.raises(FormatError, match=r"no format 'xml'\. Choose one of quantmind, native, vectorless"):
        dump(EXAMPLE, "xml")


def test_span_kinds_that_pageindex_has_no_word_for_stay_null() -> None:
    file = json.loads(dump(tree("a ?", "b 3-?"), "pageindex"))
    assert [(node["start_index"], node["end_index"]) for node in file["structure"]] == [(None, None), (3, None)]
    assert load(json.dumps(file), pages=20).tree.nodes[1].span == Span(start=3)
