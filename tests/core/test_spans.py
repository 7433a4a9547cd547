"""End pages that follow from what comes next."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.spans import derived_ends, follow
from core.tree import Node, Span, Tree
from tests.core.trees import PAGES, tree, trees


@pytest.mark.parametrize(
    ("lines", "ends"),
    [
        (["a 1", "b 4"], [4, 20]),
        (["a 1", "b 4^"], [3, 20]),
        (["a 4", "b 4^"], [4, 20]),
        (["a 1", "  b 2", "  c 5^", "d 9"], [9, 4, 9, 20]),
        (["a ?", "b 4"], [None, 20]),
        # A start that is not known, out of order or beyond the document ends nothing: the one after it does.
        (["a 2", "b ?", "c 6"], [6, None, 20]),
        (["a 5", "b 2", "c 8"], [8, 8, 20]),
        (["a 5", "b 99", "c 8"], [8, 99, 20]),
        (["a 2", "b ?", "  c 6", "d 9"], [6, None, 9, 20]),
        # Out of order: the parent still covers its child.
        (["a 5", "  b 9", "c 7"], [20, 20, 20]),
    ],
)
def test_ends(lines: list[str], ends: list[int | None]) -> None:
    found = derived_ends(tree(*lines))
    assert [found[line.split()[0]] for line in lines] == ends


@given(trees())
def test_as_said_in_words(some: Tree) -> None:
    """Against the definition, spelled out without regard to cost."""
    ends = derived_ends(some)
    places = list(some.walk())
    for nth, place in enumerate(places):
        start = place.node.span.start
        if start is None:
            assert ends[place.node.id] is None
            continue
        later = [each.node for each in places[nth + 1 :] if place.node.id not in some.ancestors(each.node.id)]
        successor = next((node for node in later if start <= (node.span.start or 0) <= PAGES), None)
        own = PAGES
        if successor is not None and successor.span.start is not None:
            tops = successor.anchor is not None and successor.anchor.tops_page and successor.anchor.page == successor.span.start
            own = max(start, successor.span.start - (1 if tops else 0))
        below = [end for child in place.node.children if (end := ends[child.id]) is not None]
        assert ends[place.node.id] == max([own, *below])


def test_an_end_that_followed_follows_and_others_stay() -> None:
    before = tree("a 1-4", "b 4-6", "c 9-20")
    after = before.map(lambda node: node.with_(span=Span(start=7, end=node.span.end)) if node.id in ("b", "c") else node)
    moved = follow(before, after)
    assert [str(node.span) for node in moved.nodes] == ["1-7", "7", "7-20"]


def test_an_end_that_a_moved_start_has_left_behind_follows() -> None:
    """Found on imported trees: the suggested start was applied, and the section then ended before it began."""
    before = tree("a 3-4", "b 8-10", "c 12-20")
    assert [str(node.span) for node in follow(before, starting(before, "a", 7)).nodes] == ["7-8", "8-10", "12-20"]
    by_hand = before.map(lambda node: node.with_(end_by_hand=True))
    assert [str(node.span) for node in follow(by_hand, starting(by_hand, "a", 7)).nodes] == ["7-4", "8-10", "12-20"]
    wrong = tree("a 6-4", "b 8-10", "c 12-20")
    assert str(follow(wrong, starting(wrong, "c", 13)).nodes[0].span) == "6-4"


def starting(of: Tree, node_id: str, page: int) -> Tree:
    return of.map(lambda node: node.with_(span=Span(start=page, end=node.span.end)) if node.id == node_id else node)


def test_a_tree_that_ends_sections_on_the_page_before_the_next_keeps_to_that() -> None:
    """As PageIndex writes them: found when a start was corrected and the section before went on overlapping it."""
    before = tree("a 1-3", "  b 2-3", "c 4-8", "d 9-20")
    moved = follow(before, starting(before, "d", 6))
    assert [str(place.node.span) for place in moved.walk()] == ["1-3", "2-3", "4-5", "6-20"]
    back = follow(moved, starting(moved, "d", 4))
    assert [str(place.node.span) for place in back.walk()] == ["1-3", "2-3", "4", "4-20"]


def test_a_habit_holds_on_the_last_page_and_not_at_the_documents_end() -> None:
    """A section on the last page was once taken for the document's end, and the one before it stretched by an edit elsewhere."""
    before = tree("a 1-3", "b 4-8", "c 9-19", "d 20")
    assert [str(node.span) for node in follow(before, starting(before, "b", 3)).nodes] == ["1-2", "3-8", "9-19", "20"]
    without = before.without(lambda node: node.id == "d")
    assert [str(node.span) for node in follow(before, without).nodes] == ["1-3", "4-8", "9-20"]


@given(trees(pages=st.integers(1, PAGES)))
def test_a_habit_stretches_nothing(some: Tree) -> None:
    """A tree whose sections end on the page before the next stays as it is where nothing changed."""
    ends = derived_ends(some)
    habitual = some.map(
        lambda node: node.with_(span=Span(start=node.span.start, end=(ends[node.id] or 1) - 1), end_by_hand=False)
    )
    assert follow(habitual, habitual) == habitual


def test_a_single_end_beside_the_derived_one_is_no_habit() -> None:
    """A start that is wrong by one page is mended: the end before it, which was right, stays."""
    wrong = tree("a 1-3", "b 3-5", "c 6-9", "d 9-20")
    assert [str(node.span) for node in follow(wrong, starting(wrong, "c", 5)).nodes] == ["1-3", "3-5", "5-9", "9-20"]


@settings(max_examples=50)
@given(trees())
def test_nothing_follows_where_nothing_changed(some: Tree) -> None:
    assert follow(some, some) == some


def test_an_end_set_by_hand_stays_even_where_it_agrees_for_a_while() -> None:
    agreeing = tree("a 1-4", "b 4-20").map(lambda node: node.with_(end_by_hand=node.id == "a"))
    moved = follow(agreeing, agreeing.map(lambda node: node.with_(span=Span(start=9, end=20)) if node.id == "b" else node))
    assert str(moved.find("a").node.span) == "1-4"
    assert str(follow(moved, moved, all_ends=True).find("a").node.span) == "1-9"


@pytest.mark.parametrize("step", [1, -1, 7919])
def test_a_large_tree_in_any_order_takes_no_time(step: int) -> None:
    count = 20_000
    large = Tree(
        name="a",
        pages=5000,
        nodes=tuple(Node(id=str(nth), title="t", span=Span(start=1 + nth * step % 5000)) for nth in range(count)),
    )
    began = time.process_time()
    assert len(derived_ends(large)) == count
    assert time.process_time() - began < 5
