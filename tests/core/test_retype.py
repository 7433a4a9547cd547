"""The tree as text that a person edits: what is wrong in it, and what it means."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from core.edit import apply, describe, fresh_id
from core.errors import ImpossibleEdit
from core.retype import Line, as_text, edit_for, read
from core.tree import MAX_TITLE, Node, Review, Span, Tree
from tests.core.trees import tree, trees

BOOK = tree("a 1-5", "  b 2-3", "  c 3-5", "    d 4-5", "e 5-20")
TEXT = "A ..... 1\n  B ..... 2\n  C ..... 3\n    D ..... 4\nE ..... 5\n"


def retyped(text: str, on: Tree = BOOK) -> Tree:
    typed = read(text, on)
    assert not typed.errors
    return apply(on, edit_for(on, typed.lines))


def shape(of: Tree) -> list[tuple[str, int, str, int | None]]:
    return [(place.node.id, place.level, place.node.title, place.node.span.start) for place in of.walk()]


def test_a_tree_is_a_line_a_section() -> None:
    assert as_text(BOOK) == TEXT


@settings(max_examples=60)
@given(trees(at_least=1))
def test_a_text_that_nobody_changed_changes_nothing(some: Tree) -> None:
    typed = read(as_text(some), some)
    assert not typed.errors
    assert [line.level for line in typed.lines] == [place.level for place in some.walk()]
    with pytest.raises(ImpossibleEdit, match="nothing to change"):
        edit_for(some, typed.lines)


class TestWhatItMeans:
    def test_another_title_keeps_the_section(self) -> None:
        after = retyped(TEXT.replace("  B .", "  B and more .").replace("B and more", "Bb"))
        assert after.find("b").node.title == "Bb"
        assert after.find("b").node.review is Review.CORRECTED
        assert after.find("c").node.review is Review.UNREVIEWED

    def test_a_title_made_anew_keeps_the_section_that_stood_there_alone(self) -> None:
        after = retyped(TEXT.replace("B .....", "Quite another title ....."))
        assert after.find("b").node.title == "Quite another title"
        assert "b" not in retyped(TEXT.replace("B ..... 2", "Quite another title ..... 3")).placed

    def test_another_page_keeps_the_section_and_ends_follow(self) -> None:
        after = retyped(TEXT.replace("E ..... 5", "E ..... 9"))
        assert after.find("e").node.span == Span(start=9, end=20)
        assert after.find("a").node.span.end == 9

    def test_a_line_that_was_moved_takes_its_section_along(self) -> None:
        after = retyped("E ..... 5\nA ..... 1\n  C ..... 3\n    D ..... 4\n  B ..... 2\n")
        assert [place.node.id for place in after.walk()] == ["e", "a", "c", "d", "b"]

    def test_another_indent_is_another_level(self) -> None:
        after = retyped("A ..... 1\nB ..... 2\nC ..... 3\n  D ..... 4\nE ..... 5\n")
        assert [(place.node.id, place.level) for place in after.walk()] == [("a", 1), ("b", 1), ("c", 1), ("d", 2), ("e", 1)]

    def test_lines_taken_out_and_put_in(self) -> None:
        after = retyped("A ..... 1\n  C ..... 3\n    D ..... 4\n  New\t4\n  New\t4\nE ..... 5\n")
        assert "b" not in after.placed
        made = [place for place in after.walk() if place.node.title == "New"]
        assert [place.level for place in made] == [2, 2]
        assert len({place.node.id for place in made}) == 2

    def test_equal_lines_keep_their_order(self) -> None:
        twins = Tree(name="a", pages=9, nodes=tuple(Node(id=each, title="Exercises", span=Span(start=3)) for each in "pqr"))
        after = retyped("Exercises ..... 3\n  Exercises ..... 3\nExercises ..... 3\n", twins)
        assert [(place.node.id, place.level) for place in after.walk()] == [("p", 1), ("q", 2), ("r", 1)]

    def test_a_title_on_several_lines_is_no_change(self) -> None:
        odd = Tree(name="a", pages=9, nodes=(Node(id="p", title="One\n two", span=Span(start=3)), Node(id="q", title="")))
        after = retyped("One two ..... 3\n? ..... 4\n", odd)
        assert after.find("p").node == odd.find("p").node.with_(span=after.find("p").node.span)
        assert after.find("q").node.title == ""

    def test_it_is_said_in_words(self) -> None:
        edit = edit_for(BOOK, read("A ..... 1\n  C ..... 7\nOne more ..... 6\nN ..... 8\n", BOOK).lines)
        assert describe(edit, BOOK) == "Edit as text: 1 on another page, 2 added, 3 deleted"

    def test_an_empty_text_deletes_nothing(self) -> None:
        with pytest.raises(ImpossibleEdit, match="delete every section"):
            edit_for(BOOK, ())


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "line", "words"),
        [
            ("A ..... 1\nno page\n", 2, "no page at its end"),
            ("A ..... 1\n\n  ..... 3\n", 3, "no title"),
            ("A ..... 21\n", 1, "give a page from 1 to 20"),
            ("A ..... 0\n", 1, "give a page from 1 to 20"),
            ("A ..... 1\n    B ..... 2\n  C ..... 3\n", 3, "use 0 or 4 spaces"),
            ("  A ..... 1\nB ..... 2\n", 2, "use 2 spaces"),
            ("x" * (MAX_TITLE + 1) + " ..... 1\n", 1, "Shorten it"),
            ("".join(f"{' ' * nth}A ..... 1\n" for nth in range(33)), 33, "at level 33"),
        ],
    )
    def test_each_names_its_line_and_what_to_do(self, text: str, line: int, words: str) -> None:
        (error,) = read(text, BOOK).errors
        assert error.line == line
        assert words in error.words

    def test_only_lines_that_were_changed_are_refused(self) -> None:
        book = tree("a 1-5", "b 25-30", "c 25-30")
        text = as_text(book)
        assert retyped(text.replace("A ", "Aa "), book).find("b").node.span.start == 25
        assert retyped(text.replace("A ..... 1\n", ""), book).find("c").node.span.start == 25
        (error,) = read(text.replace("B ..... 25", "B ..... 26"), book).errors
        assert error.line == 2
        (error,) = read(f"{text}C ..... 25\n", book).errors
        assert error.line == 4

    def test_all_lines_are_read(self) -> None:
        typed = read("A\nB ..... 2\nC ..... 99\n", BOOK)
        assert [error.line for error in typed.errors] == [1, 3]
        assert typed.lines == (Line(1, "B", 2),)


def test_many_equal_lines_are_no_trouble() -> None:
    same = Tree(name="a", pages=9, nodes=tuple(Node(id=f"n{nth}", title="Exercises") for nth in range(3_000)))
    after = retyped(as_text(same).replace("?", "2", 1), same)
    assert len(after.placed) == 3_000
    assert sum(place.node.span.start == 2 for place in after.walk()) == 1


def test_equal_lines_that_are_new_try_one_id_each(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def counted(on: Tree, title: str, page: int | None) -> str:
        tried.append(title)
        return fresh_id(on, title, page)

    monkeypatch.setattr("core.retype.fresh_id", counted)
    edit = edit_for(BOOK, read("Same  1\n" * 200, BOOK).lines)
    assert len({node.id for node in edit.new}) == len(tried) == 200
    assert {node.title for node in edit.new} == {"Same"}
