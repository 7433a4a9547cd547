"""Where the sections of a tree start, many of one title among them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from core.report import Status
from core.tree import Tree
from core.verify.align import chain
from core.verify.index import prepare
from core.verify.places import Place
from core.verify.starts import AROUND, MANY, judge
from tests.core.verify.documents import document, tree

CHAPTERS = 2 * MANY
BOOK = document(*(f"# {nth} Chapter of {nth} rivers \n Text. \n ## Exercises \n Text." for nth in range(1, CHAPTERS + 1)))


def book_tree() -> Tree:
    rows = []
    for nth in range(1, CHAPTERS + 1):
        rows += [f"{nth} Chapter of {nth} rivers | {nth}", f"  Exercises | {nth}"]
    return tree(*rows, pages=CHAPTERS)


def test_more_sections_of_one_title_than_any_node_is_offered_are_all_right() -> None:
    judged = judge(book_tree(), prepare(BOOK))
    assert {each.status for each in judged.values()} == {Status.OK}


def test_each_takes_its_own_place() -> None:
    judged = judge(book_tree(), prepare(BOOK))
    assert len({each.place.first for each in judged.values() if each.place}) == 2 * CHAPTERS


def test_of_many_places_a_node_is_offered_a_bounded_number(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[int] = []

    def listening(wanted: Sequence[tuple[int | None, Sequence[Place]]]) -> list[Place | None]:
        offered.extend(len(places) for _, places in wanted)
        return chain(wanted)

    monkeypatch.setattr("core.verify.starts.chain", listening)
    judge(book_tree(), prepare(BOOK))
    assert max(offered) <= MANY + 2 * AROUND + 1
