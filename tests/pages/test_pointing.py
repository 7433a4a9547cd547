"""Gestures on the lines of a page: each one edit, in the right place and on the right level, and one undo takes it back."""

from __future__ import annotations

import pytest

from core.report import Status
from core.tree import Review, Tree
from pages.parts.pointing import Gesture, point
from pages.parts.workbench import Workbench

BIRDS, RELATED, SURFACE, RESULTS = "0009", "0002", "0003", "0015"


def _point(bench: Workbench, name: str, node: str, page: int, first: int, last: int | None = None) -> Tree:
    """The tree after a gesture, made sure of that one undo takes it back and one redo brings it again."""
    before = bench.state.tree
    point(bench, Gesture(name, node, page, first, first if last is None else last))
    after, at = bench.state.tree, bench.place.node
    bench.undo()
    assert bench.state.tree == before
    bench.redo()
    assert bench.state.tree == after
    bench.choose(at)
    return after


def _titles(tree: Tree) -> list[str]:
    return [place.node.title for place in tree.walk()]


def test_a_section_starts_at_the_line(bench: Workbench) -> None:
    tree = _point(bench, "start", BIRDS, 2, 53)
    node = tree.find(BIRDS).node
    assert node.anchor is not None
    assert (node.span.start, node.anchor.page, round(node.anchor.y or 0), node.anchor.tops_page) == (2, 2, 191, False)
    assert bench.report.by_node[BIRDS].status is Status.OK
    assert (bench.place.node, bench.place.page) == (BIRDS, 2)


def test_a_lost_section_comes_back_where_it_stood_and_on_its_level(bench: Workbench) -> None:
    tree = _point(bench, "new", RELATED, 5, 75)
    new = tree.find(str(bench.place.node))
    assert (new.node.title, new.level, new.node.span.start, new.node.review) == ("6 Limitations", 1, 5, Review.CORRECTED)
    titles = _titles(tree)
    assert titles[titles.index("6 Limitations") - 1] == "5.5 Toward a yearly survey"
    assert titles[titles.index("6 Limitations") + 1] == "7 Conclusion"
    assert bench.report.by_node[new.node.id].status is Status.OK


def test_several_lines_make_one_title_with_the_hyphens_mended(bench: Workbench) -> None:
    tree = _point(bench, "new", RELATED, 1, 15, 16)
    title = "boats disturb the canopy, and surveys from aircraft arrive at one moment of the tide. We fitted"
    assert title in _titles(tree)


def test_the_next_line_continues_the_heading(bench: Workbench) -> None:
    _point(bench, "new", "", 1, 2)
    new = str(bench.place.node)
    assert bench.state.tree.find(new).node.title == "Counting Lantern Kelp from the Air:"
    tree = _point(bench, "continue", new, 1, 3)
    assert tree.find(new).node.title == "Counting Lantern Kelp from the Air: Gull-Borne Cameras on an Uneven Tide"


def test_a_section_is_split_at_a_line_within_it(bench: Workbench) -> None:
    tree = _point(bench, "split", SURFACE, 1, 66)
    new = tree.find(str(bench.place.node))
    assert (new.level, new.parent, new.index) == (2, RELATED, 1)


def test_what_follows_comes_below_a_new_section_of_a_higher_level(bench: Workbench) -> None:
    tree = _point(bench, "split", RELATED, 1, 73)
    new = tree.find(str(bench.place.node))
    assert (new.level, [child.id for child in new.node.children]) == (1, ["0004", "0005"])


def test_a_section_ends_on_the_page_and_the_page_stays(bench: Workbench) -> None:
    point(bench, Gesture("end", RESULTS, 4, 10, 10))
    node = bench.state.tree.find(RESULTS).node
    assert (node.span.end, node.end_by_hand, bench.place.page) == (4, True, 4)


@pytest.mark.parametrize(
    ("gesture", "words"),
    [
        (Gesture("continue", SURFACE, 1, 65, 65), "do not follow the heading"),
        (Gesture("split", SURFACE, 1, 30, 30), "does not start before this line"),
        (Gesture("start", "gone", 1, 1, 1), "not in the tree any more"),
        (Gesture("new", "", 1, 0, 82), "too long for a title"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(bench: Workbench, gesture: Gesture, words: str) -> None:
    before = bench.state
    point(bench, gesture)
    assert bench.state.version == before.version
    assert bench.place.notice is not None
    assert words in bench.place.notice[1]


@pytest.mark.parametrize(
    "gesture",
    [
        Gesture("unheard of", BIRDS, 1, 1, 1),
        Gesture("start", BIRDS, 99, 1, 1),
        Gesture("start", BIRDS, 1, 500, 500),
        Gesture("start", BIRDS, 1, 4, 2),
        Gesture("start", BIRDS, -1, -1, -1),
        Gesture("start", "", 1, 1, 1),
    ],
)
def test_what_no_browser_of_ours_sends_changes_nothing(bench: Workbench, gesture: Gesture) -> None:
    before = bench.state
    point(bench, gesture)
    assert bench.state.version == before.version
