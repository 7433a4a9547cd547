"""Work on many sections: what is ticked, how it follows the tree's choice, and what is said of it; the text's bounds."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core.tree import Node, Span
from pages.parts import bulk, retyping, session
from pages.parts.bulk import option
from pages.parts.desk import Desk
from pages.parts.retyping import understood
from pages.parts.ticks import Group, Ticks, with_below
from pages.parts.workbench import Workbench
from tests.core.trees import tree

SECONDS = 60
BOOK = tree("a 1-5", "  b 2-3", "  c 3-5", "    d 4-5", "e 5-20")


class TestTicks:
    def test_several_chosen_in_the_tree_are_taken_over_once(self) -> None:
        ticks = Ticks(1)
        assert ticks.follow(BOOK, ("b", "d"))
        assert ticks.ids == {"b", "d"}
        ticks.ids = frozenset({"b"})  # one unticked by hand
        assert not ticks.follow(BOOK, ("b", "d"))
        assert ticks.ids == {"b"}

    def test_one_that_is_looked_at_changes_no_ticks(self) -> None:
        ticks = Ticks(1, frozenset({"b", "c"}))
        assert not ticks.follow(BOOK, ("e",))
        assert ticks.ids == {"b", "c"}
        assert ticks.follow(BOOK, ("d", "e"))
        assert ticks.ids == {"d", "e"}

    def test_what_is_above_is_opened(self) -> None:
        ticks = Ticks(1, opened=frozenset())
        ticks.put(BOOK, ("d",))
        assert ticks.opened is not None
        assert set(ticks.opened) == {"a", "c"}

    def test_with_all_below(self) -> None:
        assert with_below(BOOK, {"c"}) == {"c", "d"}
        assert with_below(BOOK, {"b", "d"}) == {"a", "b", "c", "d"}
        assert with_below(BOOK, {"a"}) == {"a", "b", "c", "d"}
        assert with_below(BOOK, ()) == frozenset()


def test_groups_are_counted_in_words() -> None:
    assert str(Group(("a",))) == "the 1 section ticked"
    assert str(Group(("a", "b"), "chosen in the tree")) == "the 2 sections chosen in the tree"


def test_pages_stay_together_and_apart_from_titles_of_any_direction() -> None:
    made = option(Node(id="x", title="مقدمة  <b>", span=Span(start=9, end=10), children=(Node(id="y", title=""),)))
    assert made["label"] == "\u2068مقدمة <b>\u2069  ·  9\u2060–\u206010"
    assert made["children"][0]["label"].startswith("\u2068?\u2069")


@pytest.fixture
def screen(desk: Desk, bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """Bulk and Text, one after the other, at the tree of `bench`, drawn by a script of their own."""

    def script() -> None:
        import streamlit as st

        from pages.parts import bulk, retyping, session

        made = session.bench(st.session_state["place"])
        bulk.bulk(made)
        retyping.retyping(made)

    monkeypatch.setattr(session, "_shared_desk", lambda: desk)
    made = AppTest.from_function(script, default_timeout=SECONDS)
    made.session_state["who"] = "Ada"
    made.session_state["place"] = bench.place
    return made


def written(app: AppTest) -> str:
    assert not app.exception
    return "\n".join(str(element.proto.body) for element in app.get("html"))


def test_bulk_begins_with_what_is_chosen_and_every_action_says_how_many(screen: AppTest, bench: Workbench) -> None:
    total = len(bench.state.tree.placed)
    first, second, third = list(bench.state.tree.placed)[:3]
    bench.choose(first)
    shown = written(screen.run())
    assert f"0 of {total} ticked" in shown
    assert "Tick the sections above first" in shown
    assert screen.button(key="bulk_accept").disabled
    screen.button(key="bulk_take").click().run()
    assert f"1 of {total} ticked" in written(screen)
    bench.choose(first, others=(second, third))
    shown = written(screen.run())
    assert f"3 of {total} ticked" in shown
    assert "the 3 sections ticked" in shown
    assert screen.button(key="bulk_delete").label == "Delete 3"
    screen.button(key="bulk_accept").click().run()
    assert [bench.desk.store.state(bench.place.tree_id).tree.find(each).node.review for each in (first, second, third)] == [
        "accepted"
    ] * 3
    assert f"3 of {total} ticked" in written(screen)  # for what is to be done with them next
    screen.button(key="bulk_none").click().run()
    assert f"0 of {total} ticked" in written(screen)


def test_a_tree_too_long_for_boxes_goes_by_what_is_chosen(
    screen: AppTest, bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk, "MOST", 3)
    first, second = list(bench.state.tree.placed)[:2]
    bench.choose(first)
    assert "Choose several in the tree on the left" in written(screen.run())
    assert screen.button(key="bulk_accept").disabled
    bench.choose(first, others=(second,))
    assert "the 2 sections chosen in the tree" in written(screen.run())
    screen.button(key="bulk_accept").click().run()
    tree = bench.desk.store.state(bench.place.tree_id).tree
    assert sum(place.node.review == "accepted" for place in tree.walk()) == 2


def test_a_tree_too_long_for_the_field_is_told_what_to_do(screen: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    assert screen.run().text_area
    monkeypatch.setattr(retyping, "MOST_LINES", 3)
    screen.session_state[retyping.DRAFT] = None
    assert "Export the tree as “Indented text”" in written(screen.run())
    assert not screen.text_area
    monkeypatch.setattr(retyping, "MOST_LINES", 3_000)
    monkeypatch.setattr(retyping, "MOST_CHARACTERS", 10)
    assert "Export the tree as “Indented text”" in written(screen.run())


def test_a_text_that_grew_too_long_is_not_worked_on() -> None:
    said = understood("A ..... 1\n" * (retyping.MOST_LINES + 1), BOOK)
    assert isinstance(said, str)
    assert said.startswith("The text has 3,001 lines")
