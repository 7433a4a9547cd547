"""A new section at a place of the document: the others keep their levels and their order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.edit import EDIT, Insert, apply, describe, new_node
from core.errors import ImpossibleEdit, NoSuchNode
from core.tree import MAX_DEPTH, Anchor, Tree
from tests.core.trees import outline, tree, trees

BOOK = tree("a 1-6", "  b 2-3", "  c 3-6", "    d 4-6", "  e 6-6", "f 6-20")


def _insert(after: str | None, level: int, page: int = 5) -> list[str]:
    return outline(apply(BOOK, Insert(node=new_node("x", "A title", page), after=after, level=level)))


@pytest.mark.parametrize(
    ("after", "level", "lines"),
    [
        ("d", 3, ["a 1-6", "  b 2-3", "  c 3-6", "    d 4-5", "    x 5-6", "  e 6", "f 6-20"]),
        ("d", 2, ["a 1-6", "  b 2-3", "  c 3-5", "    d 4-5", "  x 5-6", "  e 6", "f 6-20"]),
        ("d", 1, ["a 1-5", "  b 2-3", "  c 3-5", "    d 4-5", "x 5-6", "  e 6", "f 6-20"]),
        ("d", 9, ["a 1-6", "  b 2-3", "  c 3-6", "    d 4-6", "      x 5-6", "  e 6", "f 6-20"]),
    ],
)
def test_what_follows_deeper_comes_below(after: str, level: int, lines: list[str]) -> None:
    assert _insert(after, level) == lines


def test_before_all_others() -> None:
    assert _insert(None, 2, page=1)[:2] == ["x 1", "a 1-6"]


def test_it_is_refused_where_it_cannot_be() -> None:
    with pytest.raises(ImpossibleEdit, match="there already"):
        apply(BOOK, Insert(node=new_node("a", "x", 5), after="d", level=1))
    with pytest.raises(ImpossibleEdit, match="not in this document"):
        _insert("d", 1, page=99)
    with pytest.raises(ImpossibleEdit, match="needs a title"):
        apply(BOOK, Insert(node=new_node("new", " ", 5), after="d", level=1))
    with pytest.raises(ImpossibleEdit, match="without others"):
        apply(BOOK, Insert(node=BOOK.find("c").node.with_(id="new"), after="d", level=1))
    with pytest.raises(NoSuchNode):
        _insert("gone", 1)


def test_it_can_be_told_and_stored() -> None:
    edit = Insert(node=new_node("new", "A title", 5, Anchor(page=5, y=70)), after="d", level=2)
    assert describe(edit, BOOK) == "Add “A title”"
    assert EDIT.validate_json(EDIT.dump_json(edit)) == edit


@given(trees(), st.data())
def test_the_others_keep_their_order_and_never_go_deeper_than_they_were(before: Tree, data: st.DataObject) -> None:
    ids = list(before.placed)
    after = data.draw(st.sampled_from([None, *ids]))
    edit = Insert(node=new_node("new", "x", 1), after=after, level=data.draw(st.integers(1, MAX_DEPTH)))
    changed = apply(before, edit)
    assert [each for each in changed.placed if each != "new"] == ids
    at = 0 if after is None else ids.index(after) + 1
    assert list(changed.placed).index("new") == at
    assert all(changed.placed[each].level <= before.placed[each].level + (after is None) for each in ids)
