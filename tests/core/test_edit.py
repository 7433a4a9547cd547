"""Edits: what each does, what none may do, and that any sequence of them can be undone, stored and replayed."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.edit import (
    EDIT,
    Add,
    Delete,
    DeleteAll,
    Edit,
    Many,
    Move,
    MoveAll,
    RederiveEnds,
    Relevel,
    Retitle,
    SetEnd,
    SetLevel,
    SetNote,
    SetReview,
    SetStart,
    SetSummary,
    Shift,
    add_after,
    add_below,
    apply,
    describe,
    fresh_id,
    indent,
    merge,
    move_down,
    move_up,
    new_node,
    outdent,
    replay,
    restoring,
    split,
)
from core.errors import EditError, ImpossibleEdit, NoSuchNode
from core.tree import MAX_DEPTH, Anchor, Node, Review, Source, Span, Tree
from tests.core.trees import PAGES, TITLES, outline, tree, trees

BOOK = tree("a 1-4", "  b 2-3", "  c 3-4", "    d 4-4", "e 4-20")


def done(edit: Edit, on: Tree = BOOK) -> list[str]:
    return outline(apply(on, edit))


class TestEach:
    def test_retitle_tidies_spaces_and_marks_the_node(self) -> None:
        node = apply(BOOK, Retitle(node="b", title="  Methods\n and ")).find("b").node
        assert (node.title, node.review) == ("Methods and", Review.CORRECTED)

    @pytest.mark.parametrize("title", ["", "   \n", "x" * 2001])
    def test_retitle_refuses_what_is_no_title(self, title: str) -> None:
        with pytest.raises(ImpossibleEdit):
            apply(BOOK, Retitle(node="b", title=title))

    def test_retitle_makes_a_synthetic_node_an_ordinary_one(self) -> None:
        synthetic = BOOK.map(lambda node: node.with_(synthetic=True))
        after = apply(synthetic, Retitle(node="a", title="Preface"))
        assert not after.find("a").node.synthetic
        assert after.find("b").node.synthetic

    def test_start_moves_the_ends_that_followed_from_it(self) -> None:
        assert done(SetStart(node="e", page=8)) == ["a 1-8", "  b 2-3", "  c 3-8", "    d 4-8", "e 8-20"]

    def test_start_with_its_place_at_the_top_of_the_page(self) -> None:
        edit = SetStart(node="e", page=8, anchor=Anchor(page=8, y=40, tops_page=True))
        assert done(edit) == ["a 1-7", "  b 2-3", "  c 3-7", "    d 4-7", "e 8-20"]

    def test_start_on_the_same_page_keeps_the_place_and_another_page_drops_it(self) -> None:
        placed = apply(BOOK, SetStart(node="e", page=8, anchor=Anchor(page=8, y=40)))
        assert apply(placed, SetStart(node="e", page=8)).find("e").node.anchor == Anchor(page=8, y=40)
        assert apply(placed, SetStart(node="e", page=9)).find("e").node.anchor is None

    def test_start_may_be_unknown_but_not_outside_the_document(self) -> None:
        assert apply(BOOK, SetStart(node="e", page=None)).find("e").node.span.start is None
        for page in (0, 21, -1):
            with pytest.raises(ImpossibleEdit, match="from 1 to 20"):
                apply(BOOK, SetStart(node="e", page=page))

    def test_start_and_place_must_agree(self) -> None:
        with pytest.raises(ImpossibleEdit, match="page 3, not on page 8"):
            apply(BOOK, SetStart(node="e", page=8, anchor=Anchor(page=3)))

    def test_end_set_by_hand_stays_through_later_edits(self) -> None:
        tree = apply(apply(BOOK, SetEnd(node="c", page=6)), SetStart(node="e", page=8))
        assert outline(tree) == ["a 1-8", "  b 2-3", "  c 3-6", "    d 4-8", "e 8-20"]
        assert done(RederiveEnds(), tree) == ["a 1-8", "  b 2-3", "  c 3-8", "    d 4-8", "e 8-20"]

    def test_move_takes_the_subtree_along(self) -> None:
        assert done(Move(node="c", parent=None, index=2)) == ["a 1-4", "  b 2-4", "e 4", "c 3-20", "  d 4-20"]

    def test_move_counts_the_index_among_those_left(self) -> None:
        assert [line.split()[0] for line in done(Move(node="a", parent=None, index=1))] == ["e", "a", "b", "c", "d"]

    @pytest.mark.parametrize("parent", ["c", "d"])
    def test_move_below_itself_is_refused(self, parent: str) -> None:
        with pytest.raises(ImpossibleEdit, match="below itself"):
            apply(BOOK, Move(node="c", parent=parent, index=0))

    def test_depth_counts_the_whole_subtree_that_is_moved_or_added(self) -> None:
        deep = Node(id="deep0", title="t")
        for nth in range(1, MAX_DEPTH - 1):
            deep = Node(id=f"deep{nth}", title="t", children=(deep,))
        tree = apply(BOOK, Add(node=deep, parent="a", index=0))
        for edit in (Move(node=deep.id, parent="b", index=0), Add(node=deep.with_(id="x", children=()), parent="deep0", index=0)):
            with pytest.raises(ImpossibleEdit, match="levels deep"):
                apply(tree, edit)

    @pytest.mark.parametrize(
        "node", [Node(id="b", title="x"), Node(id="new", title="x", children=(Node(id="d", title="y"),)), Node(id="a", title="z")]
    )
    def test_add_refuses_an_id_that_is_there(self, node: Node) -> None:
        with pytest.raises(ImpossibleEdit, match="is there already"):
            apply(BOOK, Add(node=node, parent=None, index=0))

    def test_add_refuses_a_node_without_title_or_outside_the_document(self) -> None:
        for node in (Node(id="n", title=" "), Node(id="n", title="x", span=Span(start=99))):
            with pytest.raises(ImpossibleEdit):
                apply(BOOK, Add(node=node, parent=None, index=0))

    def test_delete_lifts_the_children_or_takes_them_along(self) -> None:
        assert done(Delete(node="a")) == ["b 2-3", "c 3-4", "  d 4", "e 4-20"]
        assert done(Delete(node="a", whole=True)) == ["e 4-20"]

    def test_delete_of_several_at_once_with_one_below_another(self) -> None:
        assert done(DeleteAll(nodes=("a", "c"))) == ["b 2-4", "d 4", "e 4-20"]
        assert done(DeleteAll(nodes=("a", "c"), whole=True)) == ["e 4-20"]

    def test_shift_moves_the_nodes_named_and_forgets_their_places(self) -> None:
        placed = BOOK.map(lambda node: node.with_(anchor=Anchor(page=node.span.start or 1, y=5)))
        after = apply(placed, Shift(nodes=("b", "c", "d"), by=2))
        assert [each.node.span.start for each in after.walk()] == [1, 4, 5, 6, 4]
        assert [each.node.anchor is None for each in after.walk()] == [False, True, True, True, False]

    @pytest.mark.parametrize(("nodes", "by"), [(("a", "b"), -1), (("e",), 17)])
    def test_shift_out_of_the_document_is_refused(self, nodes: tuple[str, ...], by: int) -> None:
        with pytest.raises(ImpossibleEdit, match="pages 1 to 20"):
            apply(BOOK, Shift(nodes=nodes, by=by))

    def test_shift_brings_pages_from_outside_nearer(self) -> None:
        outside = tree("a 30-31", "b 40-41")
        assert [node.span.start for node in apply(outside, Shift(nodes=("a", "b"), by=-15)).nodes] == [15, 25]

    def test_shift_leaves_unknown_pages_unknown(self) -> None:
        assert apply(tree("a ?"), Shift(nodes=("a",), by=3)).nodes[0].span.start is None

    def test_accept_many_changes_nothing_else(self) -> None:
        after = apply(BOOK, SetReview(nodes=("a", "d"), review=Review.ACCEPTED))
        assert [each.node.review is Review.ACCEPTED for each in after.walk()] == [True, False, False, True, False]
        assert outline(after) == outline(BOOK)

    def test_summary_and_note(self) -> None:
        node = apply(apply(BOOK, SetSummary(node="a", summary="s")), SetNote(node="a", note="n")).find("a").node
        assert (node.summary, node.note, node.review) == ("s", "n", Review.UNREVIEWED)

    @pytest.mark.parametrize(
        "edit", [SetReview(nodes=(), review=Review.ACCEPTED), Shift(nodes=(), by=1), DeleteAll(nodes=()), Many(edits=())]
    )
    def test_an_empty_selection_is_said_to_be_one(self, edit: Edit) -> None:
        with pytest.raises(ImpossibleEdit, match="at least one section"):
            apply(BOOK, edit)

    @pytest.mark.parametrize(
        "edit",
        [
            Retitle(node="z", title="t"),
            SetStart(node="z", page=1),
            SetEnd(node="z", page=1),
            Move(node="z", parent=None, index=0),
            Move(node="a", parent="z", index=0),
            Add(node=Node(id="n", title="t"), parent="z", index=0),
            Delete(node="z"),
            DeleteAll(nodes=("a", "z")),
            SetReview(nodes=("a", "z"), review=Review.ACCEPTED),
            SetSummary(node="z", summary=""),
            SetNote(node="z", note=""),
            Shift(nodes=("z",), by=0),
        ],
    )
    def test_a_node_that_is_not_there_is_named(self, edit: Edit) -> None:
        with pytest.raises(NoSuchNode) as caught:
            apply(BOOK, edit)
        assert caught.value.node_id == "z"

    def test_many_is_all_or_nothing(self) -> None:
        edit = Many(edits=(Delete(node="a"), Delete(node="a")))
        with pytest.raises(NoSuchNode):
            apply(BOOK, edit)
        assert outline(BOOK)[0] == "a 1-4"


class TestGestures:
    def test_indent(self) -> None:
        assert done(indent(BOOK, "e")) == ["a 1-20", "  b 2-3", "  c 3-4", "    d 4", "  e 4-20"]
        for first in ("a", "b"):
            with pytest.raises(ImpossibleEdit, match="no section before"):
                indent(BOOK, first)

    def test_outdent_keeps_document_order(self) -> None:
        assert [line.split()[0] for line in done(outdent(BOOK, "b"))] == ["a", "b", "c", "d", "e"]
        assert apply(BOOK, outdent(BOOK, "b")).find("c").parent == "b"
        with pytest.raises(ImpossibleEdit, match="top level"):
            outdent(BOOK, "e")

    def test_up_and_down(self) -> None:
        assert apply(BOOK, move_up(BOOK, "c")).find("c").index == 0
        assert apply(BOOK, move_down(BOOK, "b")).find("b").index == 1
        with pytest.raises(ImpossibleEdit):
            move_up(BOOK, "b")
        with pytest.raises(ImpossibleEdit):
            move_down(BOOK, "e")

    def test_merge_gives_pages_and_children_to_the_sibling_before(self) -> None:
        assert done(merge(BOOK, "c")) == ["a 1-4", "  b 2-4", "    d 4", "e 4-20"]

    def test_merge_of_a_first_child_gives_them_to_the_parent(self) -> None:
        nested = tree("a 1-20", "  b 2-5", "    c 3-5", "  d 5-20")
        assert done(merge(nested, "b"), nested) == ["a 1-20", "  c 3-5", "  d 5-20"]
        with pytest.raises(ImpossibleEdit):
            merge(BOOK, "a")

    def test_merge_stretches_an_end_set_by_hand_over_both(self) -> None:
        by_hand = apply(BOOK, SetEnd(node="b", page=2))
        assert apply(by_hand, merge(by_hand, "c")).find("b").node.span == Span(start=2, end=4)

    def test_merge_of_sections_without_ends(self) -> None:
        by_hand = apply(apply(BOOK, SetEnd(node="b", page=None)), SetEnd(node="c", page=None))
        assert apply(by_hand, merge(by_hand, "c")).find("b").node.span == Span(start=2, end=None)

    def test_merge_can_join_a_title_that_was_two(self) -> None:
        assert apply(BOOK, merge(BOOK, "e", join_titles=True)).find("a").node.title == "A E"

    def test_split_takes_the_later_children_along(self) -> None:
        edit = split(BOOK, "a", "Part two", 3)
        after = apply(BOOK, edit)
        new = after.nodes[1]
        assert (new.title, new.span, [child.id for child in new.children]) == ("Part two", Span(start=3, end=4), ["c"])
        assert after.nodes[0].span == Span(start=1, end=3)
        with pytest.raises(ImpossibleEdit, match="before the section starts"):
            split(BOOK, "c", "x", 2)

    def test_split_looks_at_the_place_on_the_page(self) -> None:
        placed = tree("a 1-20", "  b 3-3", "  c 3-20").map(
            lambda node: node.with_(anchor=Anchor(page=3, y=100 if node.id == "b" else 500))
        )
        after = apply(placed, split(placed, "a", "new", 3, Anchor(page=3, y=300)))
        assert [[child.id for child in node.children] for node in after.nodes] == [["b"], ["c"]]

    def test_added_nodes_say_who_made_them(self) -> None:
        after = apply(apply(BOOK, add_after(BOOK, "b", "new", 3)), add_below(BOOK, "e", "last", 9))
        assert [line.split()[0] for line in outline(after)][:2] == ["a", "b"]
        assert after.find("a").node.children[1].evidence[0].source is Source.PERSON
        assert after.find("e").node.children[0].title == "last"
        assert apply(BOOK, add_after(BOOK, None, "first", 1)).nodes[0].title == "first"

    def test_a_fresh_id_is_one_that_is_not_there(self) -> None:
        taken = apply(BOOK, add_after(BOOK, None, "x", 1))
        assert fresh_id(taken, "x", 1) not in taken.placed
        assert fresh_id(BOOK, "x", 1) in taken.placed


def test_every_edit_is_said_in_words() -> None:
    said: dict[Edit, str] = {
        Retitle(node="a", title="Long " * 20): "Retitle “A” to “Long Long Long Long Long Long Long Long…”",
        SetStart(node="a", page=3): "Start of “A”: page 1 → 3",
        SetEnd(node="a", page=None): "End of “A”: page 4 → ?",
        Move(node="c", parent="a", index=0): "Move “C” up",
        Move(node="c", parent=None, index=0): "Move “C” to the top level",
        Move(node="e", parent="b", index=0): "Move “E” below “B”",
        Add(node=Node(id="n", title="New"), parent=None, index=0): "Add “New”",
        Delete(node="a", whole=True): "Delete “A” with all below it",
        Delete(node="b", whole=True): "Delete “B”",
        DeleteAll(nodes=("a", "b")): "Delete 2 sections",
        SetReview(nodes=("a",), review=Review.ACCEPTED): "Accept “A”",
        SetReview(nodes=("a", "b"), review=Review.UNREVIEWED): "Reopen 2 sections",
        SetSummary(node="a", summary=""): "Edit the summary of “A”",
        SetNote(node="a", note=""): "Edit the note on “A”",
        Shift(nodes=("a", "b", "c"), by=-2): "Shift the pages of 3 sections by -2",
        RederiveEnds(): "Let all end pages follow from the starts",
        Many(edits=(Delete(node="b"),)): "Delete “B”",
        Many(edits=(Delete(node="b"), Delete(node="c"))): "2 edits",
        merge(BOOK, "e"): "Merge “E” into “A”",
        split(BOOK, "a", "x", 3): "Split “A” at “x”",
        outdent(BOOK, "b"): "Outdent “B”",
    }
    assert {edit: describe(edit, BOOK) for edit in said} == said


few = settings(max_examples=40)


def edits(of: Tree, fresh: str) -> st.SearchStrategy[Edit]:
    """Any edit on a tree: most apply, some do not."""
    ids = [*of.placed, "gone"]
    one, some = st.sampled_from(ids), st.lists(st.sampled_from(ids), min_size=1, max_size=4).map(tuple)
    parent, index, page = st.none() | one, st.integers(0, 4), st.none() | st.integers(1, PAGES)
    anchor = st.none() | st.builds(Anchor, page=st.integers(1, PAGES), tops_page=st.booleans())
    simple: list[st.SearchStrategy[Edit]] = [
        st.builds(Retitle, node=one, title=TITLES),
        st.builds(SetStart, node=one, page=page, anchor=anchor),
        st.builds(SetEnd, node=one, page=page),
        st.builds(Move, node=one, parent=parent, index=index),
        st.builds(Add, node=st.builds(new_node, st.just(fresh), TITLES, page), parent=parent, index=index),
        st.builds(Delete, node=one, whole=st.booleans()),
        st.builds(DeleteAll, nodes=some, whole=st.booleans()),
        st.builds(SetReview, nodes=some, review=st.sampled_from(Review)),
        st.builds(SetSummary, node=one, summary=st.text(max_size=5)),
        st.builds(SetNote, node=one, note=st.text(max_size=5)),
        st.builds(Shift, nodes=some, by=st.integers(-5, 5)),
        st.builds(RederiveEnds, nodes=st.just(()) | some),
        st.builds(MoveAll, nodes=some, parent=parent, index=index),
        st.builds(Relevel, nodes=some, by=st.integers(-3, 3)),
        st.builds(SetLevel, nodes=some, level=st.integers(1, 5)),
    ]
    return st.one_of(simple) | st.builds(
        Many, label=st.text(max_size=5), edits=st.lists(st.one_of(simple), min_size=1, max_size=3).map(tuple)
    )


@st.composite
def sequences(draw: st.DrawFn) -> tuple[Tree, list[tuple[Edit, Tree]]]:
    """A tree, and edits that apply one after the other, each with the tree after it."""
    first = draw(trees(at_least=1))
    tree, steps = first, []
    for nth in range(draw(st.integers(1, 8))):
        edit = draw(edits(tree, string.ascii_uppercase[nth]))
        try:
            tree = apply(tree, edit)
        except EditError:
            continue
        steps.append((edit, tree))
    return first, steps


def removed(edit: Edit, before: Tree) -> set[str]:
    """Ids that an edit may take away."""
    if isinstance(edit, Many):
        gone: set[str] = set()
        for each in edit.edits:
            gone |= removed(each, before)
            before = apply(before, each)
        return gone
    if not isinstance(edit, Delete | DeleteAll):
        return set()
    named = {edit.node} if isinstance(edit, Delete) else set(edit.nodes)
    below = {node_id for node_id in before.placed if set(before.ancestors(node_id)) & named}
    return named | (below if edit.whole else set())


@few
@given(sequences())
def test_any_sequence_loses_nothing_but_what_was_deleted_and_changes_no_id(steps: tuple[Tree, list[tuple[Edit, Tree]]]) -> None:
    before, rest = steps
    for edit, after in rest:
        Tree.model_validate(after.model_dump())
        assert set(before.placed) - set(after.placed) <= removed(edit, before)
        assert all(node_id.isupper() for node_id in set(after.placed) - set(before.placed))
        before = after


@few
@given(sequences())
def test_undoing_all_gives_the_first_tree_and_redoing_all_the_last(steps: tuple[Tree, list[tuple[Edit, Tree]]]) -> None:
    first, rest = steps
    copy = first.model_copy(deep=True)
    done = [edit for edit, _ in rest]
    for count in range(len(done), -1, -1):
        assert replay(first, done[:count]) == (rest[count - 1][1] if count else copy)


@few
@given(sequences())
def test_an_edit_survives_being_stored(steps: tuple[Tree, list[tuple[Edit, Tree]]]) -> None:
    first, rest = steps
    stored = [EDIT.validate_json(EDIT.dump_json(edit)) for edit, _ in rest]
    assert stored == [edit for edit, _ in rest]
    assert replay(Tree.model_validate_json(first.model_dump_json()), stored) == (rest[-1][1] if rest else first)


@few
@given(sequences())
def test_ends_set_by_hand_stay_until_they_are_set_or_derived_again(steps: tuple[Tree, list[tuple[Edit, Tree]]]) -> None:
    before, rest = steps
    for edit, after in rest:
        if not isinstance(edit, RederiveEnds | Shift | SetEnd | Many):
            for node_id, place in before.placed.items():
                if place.node.end_by_hand and node_id in after.placed:
                    assert after.find(node_id).node.span.end == place.node.span.end
        before = after


@few
@given(sequences())
def test_nodes_that_an_edit_does_not_name_keep_all_but_their_end(steps: tuple[Tree, list[tuple[Edit, Tree]]]) -> None:
    before, rest = steps
    for edit, after in rest:
        named = {getattr(edit, "node", None), *getattr(edit, "nodes", ())}
        for node_id, place in before.placed.items():
            if node_id in after.placed and node_id not in named and not isinstance(edit, Many | RederiveEnds):
                old, new = place.node, after.find(node_id).node
                assert old.with_(span=new.span, children=()) == new.with_(children=())
                assert old.span.start == new.span.start
        before = after


@few
@given(sequences())
def test_going_back_gives_every_tree_that_was(steps: tuple[Tree, list[tuple[Edit, Tree]]]) -> None:
    first, rest = steps
    last = rest[-1][1] if rest else first
    for then in [first, *(after for _, after in rest)]:
        if then.nodes == last.nodes or not then.nodes:
            with pytest.raises(ImpossibleEdit):
                restoring(last, then, "Go back")
        else:
            assert apply(last, restoring(last, then, "Go back")).nodes == then.nodes
