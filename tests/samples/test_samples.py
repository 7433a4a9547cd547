"""The samples are what they say: their trees are valid and true, and faulty drafts have the listed faults only."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pymupdf
import pytest

SAMPLES = Path(__file__).resolve().parents[2] / "sample_pdfs"
CATALOG: list[dict[str, Any]] = json.loads((SAMPLES / "catalog.json").read_text(encoding="utf-8"))
LISTED: dict[str, list[dict[str, Any]]] = json.loads((SAMPLES / "faults.json").read_text(encoding="utf-8"))
STEMS = [Path(entry["file"]).stem for entry in CATALOG]

SIZE_LIMIT = 400_000
"""Bytes of one PDF: a clone of the repository stays small."""

KINDS = {
    "near page",
    "contents page",
    "mention",
    "swapped neighbours",
    "invented",
    "lost",
    "end before start",
    "beyond the end",
    "printed number",
}
WRONG_START = {"near page", "contents page", "mention", "beyond the end", "printed number"}

Node = dict[str, Any]


def folded(text: str) -> str:
    """The letters and digits of a text.

    What else there is depends on the extraction: ligatures and presentation forms, vowel signs, and
    the place of punctuation in lines that run from right to left.
    """
    return "".join(c for c in unicodedata.normalize("NFKC", text) if c.isalnum())


def tree(name: str) -> list[Node]:
    stored = json.loads((SAMPLES / name).read_text(encoding="utf-8"))
    assert set(stored) == {"doc_name", "structure"}
    structure: list[Node] = stored["structure"]
    return structure


def walk(nodes: list[Node], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Node]]:
    """Every node with the titles of its ancestors and its own, in reading order."""
    for node in nodes:
        here = (*path, node["title"])
        yield here, node
        yield from walk(node.get("nodes", []), here)


def page_texts(stem: str) -> list[str]:
    with pymupdf.open(SAMPLES / f"{stem}.pdf") as document:
        return [page.get_text() for page in document]


def test_catalog_lists_what_is_there() -> None:
    assert {path.stem for path in SAMPLES.glob("*.pdf")} == set(STEMS)
    assert {path.name for path in SAMPLES.glob("*.tree.json")} == {f"{stem}.tree.json" for stem in STEMS}
    faulty = {path.name for path in SAMPLES.glob("*.faulty.json")}
    assert faulty == {entry["faulty"] for entry in CATALOG if entry["faulty"]} == set(LISTED)
    assert CATALOG[0]["faulty"] is not None


@pytest.mark.parametrize("entry", CATALOG, ids=STEMS)
def test_catalog_entry_is_true(entry: dict[str, Any]) -> None:
    assert set(entry) == {"file", "title", "description", "pages", "language", "faulty"}
    assert len(page_texts(Path(entry["file"]).stem)) == entry["pages"]
    assert (SAMPLES / entry["file"]).stat().st_size < SIZE_LIMIT


@pytest.mark.parametrize("stem", STEMS)
def test_tree_is_valid(stem: str) -> None:
    roots = tree(f"{stem}.tree.json")
    nodes = [node for _, node in walk(roots)]
    pages = len(page_texts(stem))
    assert [node["node_id"] for node in nodes] == [f"{i:04d}" for i in range(len(nodes))]
    assert all(1 <= node["start_index"] <= node["end_index"] <= pages for node in nodes)
    starts = [node["start_index"] for node in nodes]
    assert starts == sorted(starts)
    for node in nodes:
        for child in node.get("nodes", []):
            assert node["start_index"] <= child["start_index"]
            assert child["end_index"] <= node["end_index"]
    assert nodes[-1]["end_index"] == pages == roots[-1]["end_index"]


@pytest.mark.parametrize("stem", STEMS)
def test_siblings_meet(stem: str) -> None:
    """A section ends on the page where the next begins or on the one before (blank pages belong to it)."""
    roots = tree(f"{stem}.tree.json")
    for siblings in [roots, *(node.get("nodes", []) for _, node in walk(roots))]:
        for one, following in pairwise(siblings):
            assert following["start_index"] - one["end_index"] in (0, 1), one["title"]


@pytest.mark.parametrize("stem", STEMS)
def test_every_title_stands_on_its_page(stem: str) -> None:
    pages = [folded(text) for text in page_texts(stem)]
    for _, node in walk(tree(f"{stem}.tree.json")):
        text = pages[node["start_index"] - 1]
        scanned = text == ""
        assert scanned or folded(node["title"]) in text, node["title"]


@pytest.mark.parametrize("name", LISTED)
def test_faulty_draft_has_the_listed_faults_only(name: str) -> None:
    right = {node["node_id"]: (path, node) for path, node in walk(tree(name.replace(".faulty.", ".tree.")))}
    draft = {node["node_id"]: (path, node) for path, node in walk(tree(name))}
    told_of_draft = {fault["node_id"] for fault in LISTED[name]}
    told_of_right = {fault["right_node_id"] for fault in LISTED[name]}

    def facts(nodes: dict[str, tuple[tuple[str, ...], Node]], told: set[str | None]) -> list[Any]:
        """What is said of the nodes that no fault names, in their order."""
        return [(path, node["start_index"], node["end_index"]) for node_id, (path, node) in nodes.items() if node_id not in told]

    assert facts(draft, told_of_draft) == facts(right, told_of_right)
    assert list(draft) == [f"{i:04d}" for i in range(len(draft))]


@pytest.mark.parametrize("name", LISTED)
def test_each_listed_fault_is_there(name: str) -> None:
    stem = name.removesuffix(".faulty.json")
    right = {node["node_id"]: node for _, node in walk(tree(f"{stem}.tree.json"))}
    draft = {node["node_id"]: node for _, node in walk(tree(name))}
    order = [node["title"] for node in right.values()]
    pages = [folded(text) for text in page_texts(stem)]
    faults = LISTED[name]
    assert {fault["kind"] for fault in faults} <= KINDS
    assert len({fault["kind"] for fault in faults}) >= 5
    assert max(Counter(fault["node_id"] for fault in faults).values()) == 1
    for fault in faults:
        kind, title = fault["kind"], fault["title"]
        if kind == "lost":
            assert fault["node_id"] is None
            assert title not in {node["title"] for node in draft.values()}
            assert right[fault["right_node_id"]]["title"] == title
            continue
        node = draft[fault["node_id"]]
        assert (node["title"], node["start_index"]) == (title, fault["drafted_start"])
        if kind == "invented":
            assert fault["right_node_id"] is None
            assert title not in order
            continue
        truth = right[fault["right_node_id"]]
        assert (truth["title"], truth["start_index"]) == (title, fault["right_start"])
        assert (node["start_index"] != truth["start_index"]) == (kind in WRONG_START)
        if kind == "end before start":
            assert node["end_index"] < node["start_index"]
        elif kind == "beyond the end":
            assert node["start_index"] > len(pages)
        elif kind in ("mention", "contents page"):
            bare = title.split(". ")[-1].split(" ", maxsplit=title[0].isdigit())[-1]
            assert folded(bare) in pages[node["start_index"] - 1]


@pytest.mark.parametrize("name", LISTED)
def test_swapped_neighbours_start_on_different_pages(name: str) -> None:
    """Neighbours on one page could stand in either order unnoticed by their pages."""
    starts = [fault["right_start"] for fault in LISTED[name] if fault["kind"] == "swapped neighbours"]
    assert len(starts) == len(set(starts)) == 2
