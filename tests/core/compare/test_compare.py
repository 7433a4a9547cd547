"""Comparing two trees: which section is which, what differs, and taking one side's version over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.compare import Comparison, Kind, compare, taking, taking_all
from core.compare import order as ordering
from core.edit import Move, Retitle, SetStart, apply
from core.errors import ImpossibleEdit, TooLargeToCompare
from core.tree import Node, Span, Tree
from tests.core.trees import PAGES, tree, trees


def titled(*lines: str) -> Tree:
    """A tree from lines "  Title @page", indented by two spaces a level; ids are of this tree alone."""
    made = tree(
        *[f"{'  ' * ((len(line) - len(line.lstrip())) // 2)}x{nth} {line.rpartition('@')[2]}" for nth, line in enumerate(lines)]
    )
    titles = {f"x{nth}": line.rpartition("@")[0].strip() for nth, line in enumerate(lines)}
    return made.map(lambda node: node.with_(title=titles[node.id], id=f"{id(lines)}-{node.id}"))


def kinds(comparison: Comparison) -> dict[str, tuple[Kind, ...]]:
    return {difference.title: difference.kinds for difference in comparison.differences}


def shape(of: Tree) -> list[tuple[int, str, Span]]:
    return [(place.level, " ".join(place.node.title.split()), place.node.span) for place in of.walk()]


BEFORE = ("1 Aims @1", "  1.1 Scope @2", "  1.2 Method @3", "2 Results @5", "3 Costs @8", "Index @9")


def test_equal_trees_differ_in_nothing() -> None:
    found = compare(titled(*BEFORE), titled(*BEFORE))
    assert found.differences == ()
    assert found.agreement == 1
    assert all(row.left and row.right and not row.kinds for row in found.rows)


@pytest.mark.parametrize(
    ("after", "title", "kind"),
    [
        (("1 Aims @1", "  1.1 Scope @2", "  1.2 Method @3", "2 Results @6", "3 Costs @8", "Index @9"), "2 Results", Kind.PAGE),
        (("1 Aims @1", "  1.1 Scope @2", "  1.2 The methods used @3", "2 Results @5", "3 Costs @8", "Index @9"),
         "1.2 The methods used", Kind.RENAMED),
        (("1 Aims @1", "  1.1 Scope @2", "1.2 Method @3", "2 Results @5", "3 Costs @8", "Index @9"), "1.2 Method", Kind.LEVEL),
        (("1 Aims @1", "  1.1 Scope @2", "  1.2 Method @3", "2 Results @5", "  Extra @6", "3 Costs @8", "Index @9"),
         "Extra", Kind.ADDED),
        (("1 Aims @1", "  1.1 Scope @2", "  1.2 Method @3", "2 Results @5", "Index @9"), "3 Costs", Kind.LOST),
        (("1 Aims @1", "  1.1 Scope @2", "2 Results @5", "  1.2 Method @3", "3 Costs @8", "Index @9"), "1.2 Method", Kind.MOVED),
        (("Index @9", "1 Aims @1", "  1.1 Scope @2", "  1.2 Method @3", "2 Results @5", "3 Costs @8"), "Index", Kind.MOVED),
    ],
)  # fmt: skip
def test_each_kind_of_difference_is_found_and_alone(after: tuple[str, ...], title: str, kind: Kind) -> None:
    found = compare(titled(*BEFORE), titled(*after))
    starts = {name: which for name, which in kinds(found).items() if which != (Kind.END,)}
    assert starts == {title: (kind,)}
    assert 0 < found.agreement < 1
    assert all(difference.words for difference in found.differences)


def test_the_rows_hold_every_section_of_both_trees_once_and_in_order() -> None:
    left = titled(*BEFORE)
    right = titled("Index @9", "2 Results @5", "  1.2 Method @3", "1 Aims @1", "New @4")
    rows = compare(left, right).rows
    assert [row.left.node.id for row in rows if row.left] == list(left.placed)
    assert [row.right.node.id for row in rows if row.right] == list(right.placed)
    torn = [row for row in rows if row.partner]
    assert len(torn) % 2 == 0
    assert torn


def test_versions_of_one_tree_are_paired_by_their_ids_whatever_else_changed() -> None:
    before = titled(*BEFORE)
    node = list(before.placed)[3]
    after = apply(apply(before, Retitle(node=node, title="Something else")), SetStart(node=node, page=7))
    (difference,) = [each for each in compare(before, after).differences if each.kinds != (Kind.END,)]
    assert difference.kinds == (Kind.RENAMED, Kind.PAGE)
    assert difference.left is not None
    assert difference.left.node.id == node


def test_ids_that_a_format_numbers_tell_nothing() -> None:
    left = tree("0001 1", "0002 2", "0003 3").map(
        lambda node: node.with_(title={"0001": "A a", "0002": "B b", "0003": "C c"}[node.id])
    )
    right = tree("0001 2", "0002 3", "0003 4").map(
        lambda node: node.with_(title={"0001": "B b", "0002": "C c", "0003": "D d"}[node.id])
    )
    assert compare(left, right).pairing.pairs == (("0002", "0001"), ("0003", "0002"))


def test_of_equal_titles_those_on_the_same_page_belong_together() -> None:
    found = compare(titled("Summary @2", "Summary @5", "Summary @9"), titled("Summary @5"))
    assert [row.left.node.span.start for row in found.rows if row.left and row.right] == [5]


def test_one_difference_taken_over_is_gone_and_no_other_has_come() -> None:
    left = titled(*BEFORE)
    right = titled("1 Goals @1", "  1.1 Scope @2", "1.2 Method @3", "2 Results @6", "  Extra @7", "Index @9")
    for into_left in (True, False):
        for nth in range(len(compare(left, right).differences)):
            before = compare(left, right)
            difference = before.differences[nth]
            edit = taking(before, difference, into_left=into_left)
            changed = apply(left if into_left else right, edit)
            after = compare(changed, right) if into_left else compare(left, changed)
            left_over = {each.key: each.kinds for each in after.differences if each.kinds != (Kind.END,)}
            assert difference.key not in left_over
            assert len(left_over) < len(before.differences)


def test_a_lost_parent_comes_back_with_its_children() -> None:
    right = titled("A a @1", "  B b @2", "  C c @3", "D d @4")
    left = titled("B b @2", "C c @3", "D d @4")
    found = compare(left, right)
    (added,) = [difference for difference in found.differences if difference.kinds == (Kind.ADDED,)]
    taken = apply(left, taking(found, added, into_left=True))
    assert [row[:2] for row in shape(taken)] == [row[:2] for row in shape(right)]


def test_nothing_to_take_is_said_so() -> None:
    left = titled(*BEFORE)
    with pytest.raises(ImpossibleEdit):
        taking_all(compare(left, titled(*BEFORE)), into_left=True)


PROPER = st.integers(1, PAGES)


@given(trees(pages=PROPER), trees(pages=PROPER), st.booleans())
def test_the_whole_taken_over_makes_the_trees_alike(left: Tree, right: Tree, into_left: bool) -> None:
    found = compare(left, right, by_id=False)
    source, target = (right, left) if into_left else (left, right)
    try:
        edit = taking_all(found, into_left=into_left)
    except ImpossibleEdit:
        assert not source.nodes or shape(left) == shape(right)
        return
    assert shape(apply(target, edit)) == shape(source)


def test_a_parent_and_child_that_changed_places_are_taken_over_too() -> None:
    left = tree("a 1", "  b 2", "c 3")
    right = apply(apply(left, Move(node="b", parent=None, index=0)), Move(node="a", parent="b", index=0))
    edit = taking_all(compare(left, right), into_left=True)
    assert shape(apply(left, edit)) == shape(right)


def test_trees_too_large_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ordering, "MOST_CELLS", 10)
    left, right = (titled(*[f"{word} {nth} @1" for nth in range(5)]) for word in ("Left", "Right"))
    with pytest.raises(TooLargeToCompare, match="5 and 5 sections"):
        compare(left, right)


def test_equal_beginnings_need_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ordering, "MOST_CELLS", 0)
    nodes = tuple(Node(id=f"l{nth}", title=f"T {nth}", span=Span(start=1)) for nth in range(50))
    left = Tree(name="x", pages=1, nodes=nodes)
    right = left.with_nodes(node.with_(id=node.id.replace("l", "r")) for node in nodes)
    assert len(compare(left, right).pairing.pairs) == 50
