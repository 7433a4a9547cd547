"""What verification keeps between edits never shows: a report is that of a document seen for the first time."""

from __future__ import annotations

from core.edit import Delete, Edit, Move, Retitle, SetEnd, SetLevel, SetNote, SetReview, SetStart, SetSummary, Shift, apply
from core.tree import Node, Review
from core.verify import prepare, verify
from core.verify.report import READ
from tests.core.verify.documents import PAPER, document, paper_tree

EVIDENCE = document(*PAPER)


def test_a_report_on_an_edited_tree_is_that_of_a_tree_never_seen() -> None:
    seen, tree = prepare(EVIDENCE), paper_tree()
    ids = list(tree.placed)
    first, second, last = ids[0], ids[1], ids[-1]
    edits: tuple[Edit, ...] = (
        SetReview(nodes=(first,), review=Review.ACCEPTED),
        Retitle(node=second, title="Something that stands nowhere"),
        SetStart(node=second, page=5),
        Retitle(node=second, title=tree.find(second).node.title),
        SetStart(node=second, page=tree.find(second).node.span.start),
        SetEnd(node=first, page=1),
        Move(node=last, parent=None, index=0),
        Shift(nodes=(first, second), by=1),
        SetLevel(nodes=(second,), level=1),
        Delete(node=second, whole=True),
    )
    assert verify(tree, seen) == verify(tree, prepare(EVIDENCE))
    before = tree
    for edit in edits:
        tree = apply(tree, edit)
        assert verify(tree, seen) == verify(tree, prepare(EVIDENCE)), edit
        assert verify(before, seen) == verify(before, prepare(EVIDENCE)), "as after an undo"


def test_what_is_said_of_nodes_left_alone_is_the_same_value() -> None:
    seen, tree = prepare(EVIDENCE), paper_tree()
    before = verify(tree, seen).by_node
    sound = [node for node, report in before.items() if not report.findings]
    assert sound
    after = verify(apply(tree, SetReview(nodes=(sound[0],), review=Review.ACCEPTED)), seen).by_node
    assert all(after[node] is before[node] for node in sound)


def test_every_field_of_a_node_counts_but_what_people_say_of_it() -> None:
    assert {*READ, "review", "note", "summary", "children"} == set(Node.model_fields)


def test_what_people_say_of_sections_is_not_verified_again() -> None:
    seen, tree = prepare(EVIDENCE), paper_tree()
    before = verify(tree, seen)
    first = next(iter(tree.placed))
    for edit in (
        SetReview(nodes=(first,), review=Review.ACCEPTED),
        SetNote(node=first, note="look"),
        SetSummary(node=first, summary="a"),
    ):
        assert verify(apply(tree, edit), seen) is before
    other = tree.model_copy(update={"flat": True})
    assert verify(other, seen) == verify(other, prepare(EVIDENCE)) != before
