"""What is done to several sections at once: moved, dropped, indented, re-levelled."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.edit import (
    Edit,
    MoveAll,
    RederiveEnds,
    Relevel,
    Retype,
    SetEnd,
    SetLevel,
    Where,
    apply,
    describe,
    drop,
    indent,
    indent_all,
    move_all_down,
    move_all_up,
    move_down,
    move_up,
    new_node,
    outdent,
    outdent_all,
)
from core.errors import EditError, ImpossibleEdit, NoSuchNode
from core.tree import MAX_DEPTH, Tree
from tests.core.trees import outline, tree, trees

BOOK = tree("a 1-4", "  b 2-3", "  c 3-4", "    d 4-4", "e 4-20", "f 20-20")


def levels(edit: Edit, on: Tree = BOOK) -> list[str]:
    return ["  " * (place.level - 1) + place.node.id for place in apply(on, edit).walk()]


class TestDrop:
    def test_before_into_and_after(self) -> None:
        assert levels(drop(BOOK, ("f",), "b", Where.BEFORE)) == ["a", "  f", "  b", "  c", "    d", "e"]
        assert levels(drop(BOOK, ("f",), "a", Where.INTO)) == ["a", "  b", "  c", "    d", "  f", "e"]
        assert levels(drop(BOOK, ("f",), "a", Where.AFTER)) == ["a", "  b", "  c", "    d", "f", "e"]

    def test_what_is_below_goes_along_and_counts_once(self) -> None:
        assert levels(drop(BOOK, ("d", "c", "f"), "e", Where.INTO)) == ["a", "  b", "e", "  c", "    d", "  f"]

    def test_neighbours_of_the_target_that_move_as_well_do_not_displace_it(self) -> None:
        assert levels(drop(BOOK, ("a", "f"), "e", Where.AFTER)) == ["e", "a", "  b", "  c", "    d", "f"]

    @pytest.mark.parametrize(("nodes", "target"), [(("a",), "d"), (("a",), "a"), (("a", "f"), "b")])
    def test_nothing_goes_into_itself(self, nodes: tuple[str, ...], target: str) -> None:
        for where in Where:
            with pytest.raises(ImpossibleEdit):
                drop(BOOK, nodes, target, where)
        with pytest.raises(ImpossibleEdit):
            apply(BOOK, MoveAll(nodes=nodes, parent=target, index=0))

    def test_where_it_stands_already(self) -> None:
        with pytest.raises(ImpossibleEdit, match="already"):
            drop(BOOK, ("f",), "e", Where.AFTER)

    def test_ends_follow(self) -> None:
        assert outline(apply(BOOK, drop(BOOK, ("c",), "f", Where.AFTER)))[:2] == ["a 1-4", "  b 2-4"]


class TestIndentAndMove:
    def test_several_at_once(self) -> None:
        assert levels(indent_all(BOOK, ("e", "f"))) == ["a", "  b", "  c", "    d", "  e", "  f"]
        assert levels(outdent_all(BOOK, ("b", "c"))) == ["a", "b", "c", "  d", "e", "f"]
        assert levels(move_all_up(BOOK, ("e", "f"))) == ["e", "f", "a", "  b", "  c", "    d"]
        assert levels(move_all_down(BOOK, ("a", "b"))) == ["e", "a", "  b", "  c", "    d", "f"]

    def test_runs_apart_each_pass_their_neighbour(self) -> None:
        wide = tree("a 1-1", "b 2-2", "c 3-3", "d 4-4", "e 5-5")
        assert levels(move_all_up(wide, ("b", "d")), wide) == ["b", "a", "d", "c", "e"]
        assert levels(move_all_down(wide, ("a", "b", "d")), wide) == ["c", "a", "b", "e", "d"]

    def test_what_cannot_be_done_is_said(self) -> None:
        for gesture, nodes in [
            (indent_all, ("a", "b")),
            (outdent_all, ("a", "e")),
            (move_all_up, ("a",)),
            (move_all_down, ("f",)),
        ]:
            with pytest.raises(ImpossibleEdit):
                gesture(BOOK, nodes)

    @settings(max_examples=60)
    @given(st.data())
    def test_one_alone_is_as_the_gesture_for_one(self, data: st.DataObject) -> None:
        some = data.draw(trees(at_least=1))
        one = data.draw(st.sampled_from(list(some.placed)))
        for alone, together in [(indent, indent_all), (outdent, outdent_all), (move_up, move_all_up), (move_down, move_all_down)]:
            try:
                expected = apply(some, alone(some, one))
            except EditError:
                with pytest.raises(EditError):
                    apply(some, together(some, (one,)))
            else:
                assert apply(some, together(some, (one,))) == expected


class TestLevels:
    def test_a_level_is_set_and_what_is_below_goes_along(self) -> None:
        assert levels(SetLevel(nodes=("c",), level=1)) == ["a", "  b", "c", "  d", "e", "f"]
        assert levels(SetLevel(nodes=("e", "f"), level=3)) == ["a", "  b", "  c", "    d", "    e", "    f"]

    def test_no_gap_is_left(self) -> None:
        assert levels(SetLevel(nodes=("b",), level=5)) == ["a", "  b", "  c", "    d", "e", "f"]

    def test_nesting_has_its_bound(self) -> None:
        deep = tree(*(f"{'  ' * nth}n{nth} 1-1" for nth in range(MAX_DEPTH)))
        wide = Tree(name="a", pages=9, nodes=(new_node("first", "First", 1), *deep.nodes))
        with pytest.raises(ImpossibleEdit, match="nested"):
            apply(wide, Relevel(nodes=("n0",), by=1))

    @settings(max_examples=60)
    @given(st.data())
    def test_order_and_sections_stay(self, data: st.DataObject) -> None:
        some = data.draw(trees(at_least=1))
        named = data.draw(st.lists(st.sampled_from(list(some.placed)), min_size=1, max_size=5).map(tuple))
        edit = data.draw(st.builds(SetLevel, nodes=st.just(named), level=st.integers(1, 6)))
        after = apply(some, edit)
        assert list(after.placed) == list(some.placed)
        for node_id in named:
            assert after.find(node_id).level <= edit.level


def test_ends_of_some_are_derived_anew() -> None:
    book = apply(apply(BOOK, SetEnd(node="b", page=9)), SetEnd(node="e", page=9))
    after = apply(book, RederiveEnds(nodes=("b",)))
    assert (after.find("b").node.span.end, after.find("b").node.end_by_hand) == (3, False)
    assert (after.find("e").node.span.end, after.find("e").node.end_by_hand) == (9, True)


def test_a_retyped_tree_names_what_is_not_there() -> None:
    with pytest.raises(NoSuchNode):
        apply(BOOK, Retype(shape=(("gone", 1),)))
    with pytest.raises(ImpossibleEdit, match="another id"):
        apply(BOOK, Retype(shape=(("a", 1),), new=(new_node("a", "A", 1),)))
    with pytest.raises(ImpossibleEdit, match="nothing to change"):
        apply(BOOK, Retype())


def test_each_is_said_in_words() -> None:
    said: dict[Edit, str] = {
        drop(BOOK, ("e", "f"), "a", Where.INTO): "Move 2 sections below “A”",
        drop(BOOK, ("b",), "a", Where.AFTER): "Move “B” to the top level",
        indent_all(BOOK, ("e", "f")): "Indent 2 sections",
        Relevel(nodes=("d",), by=-2): "Outdent “D” by 2 levels",
        SetLevel(nodes=("b",), level=1): "Put “B” on level 1",
        move_all_up(BOOK, ("e", "f")): "Move 2 sections up",
        RederiveEnds(nodes=("b", "c")): "Let the end of 2 sections follow from the starts",
        Retype(titles=(("a", "x"),), shape=(("b", 1), ("a", 1))): "Edit as text: 1 retitled, 4 deleted, rearranged",
    }
    assert {edit: describe(edit, BOOK) for edit in said} == said
