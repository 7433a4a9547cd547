"""Whatever a file holds, reading it gives a tree or a `FormatError`: no other exception, no hang."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import FormatError
from core.formats import FORMATS, WITH_PAGES, dump, load
from core.tree import Tree
from tests.core.formats.example import EXAMPLE

SECONDS = 20
"""Far above what the largest case takes, also on a busy machine, and far below what it took."""

TEXTS = dict.fromkeys(EXAMPLE.placed, "text")
FILES = {name: dump(EXAMPLE, name, texts=TEXTS) for name in (*FORMATS, *WITH_PAGES)}
JSON = [name for name, text in FILES.items() if text.lstrip().startswith(("{", "["))]

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(["", "7", 10**400, -0.0])
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3), max_leaves=8
)


def survives(source: str | bytes) -> None:
    try:
        found = load(source, name="a.pdf", pages=12)
    except FormatError:
        return
    assert Tree.model_validate_json(found.tree.model_dump_json()) == found.tree
    assert all(isinstance(note, str) for note in found.notes)
    for name in FORMATS:
        dump(found.tree, name)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Paths to all values of a JSON document."""
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, child in below for found in places(child, (*path, key)))]


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put(value[path[0]], path[1:], new)
    return copy


@pytest.mark.parametrize("name", JSON)
@settings(deadline=None, max_examples=100)
@given(data=st.data())
def test_any_value_anywhere_in_a_json_file(name: str, data: st.DataObject) -> None:
    value = json.loads(FILES[name])
    for _ in range(data.draw(st.integers(1, 3))):
        value = put(value, data.draw(st.sampled_from(places(value))), data.draw(VALUES))
    survives(json.dumps(value))


@pytest.mark.parametrize("name", FILES)
@settings(deadline=None, max_examples=100)
@given(data=st.data())
def test_any_piece_of_a_file_replaced_by_another(name: str, data: st.DataObject) -> None:
    text = FILES[name]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    survives(text[:start] + data.draw(st.text(max_size=6) | st.sampled_from(list(FILES.values()))) + text[end:])


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=60))
def test_any_bytes(data: bytes) -> None:
    survives(data)


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=60) | st.from_regex(r"([ \t]*[-*+#]? ?\w+ ?[.,;\t]{0,4} ?\d*\n)+", fullmatch=True))
def test_any_text(text: str) -> None:
    survives(text)


@settings(deadline=None, max_examples=100)
@given(VALUES)
def test_any_json(value: Any) -> None:
    survives(json.dumps(value))


QUANTMIND = '{"artifact_kind": "paper_structure_tree", "root_node_id": "r", "nodes": {"r": {"children_ids": ["%s"]}, "%s": {}}}'
BOX = '{"format": "treeproof", "version": 1, "tree": {"name": "a", "pages": 12, "nodes": [%s]}}'


@pytest.mark.parametrize(
    "source",
    [
        f"level,title,start,node_id\n1,A,1,{'x' * 201}\n",
        QUANTMIND.replace("%s", "x" * 201),
        QUANTMIND.replace("%s", ""),
        BOX % '{"id": "a", "title": "A", "anchor": {"page": 1, "box": [0, 0, 1, 1e999]}}',
        BOX % '{"id": "a", "title": "A", "anchor": {"page": 1, "y": -1e999}}',
        "level,title,start\n1,\ud800,1\n",
        "\ud800 ..... 1\n",
    ],
    ids=["long id, table", "long id, JSON", "no id", "endless box", "endless height", "surrogate, table", "surrogate, outline"],
)
def test_what_no_tree_can_hold(source: str) -> None:
    survives(source)


def test_a_long_id_is_replaced_with_a_note() -> None:
    found = load(f"level,title,start,node_id\n1,A,1,{'x' * 201}\n")
    assert found.notes == ("Some ids are longer than 200 characters and were replaced: line 2.",)


@pytest.mark.parametrize(
    "source",
    [
        "```json\n" + "\n" * 200_000 + "x",
        "- [a](x#page=1)\n" * 20_000,
        json.dumps([{"title": "a", "start_index": 1}] * 20_000),
        "- [a](" + "(" * 200_000 + "#page=1\n",
        "a" + "." * 300_000 + "3\n",
        "level,title,start" + ",x" * 100_000 + "\n",
    ],
    ids=["fence", "titles alike", "titles alike, JSON", "brackets", "dots", "columns"],
)
def test_time_grows_with_the_size_and_no_faster(source: str) -> None:
    """Each took minutes or more, or would, where a step looks back over all that was read."""
    began = time.process_time()
    survives(source)
    assert time.process_time() - began < SECONDS
