"""What verification keeps between edits never shows: a report is that of a document seen for the first time."""

from __future__ import annotations

from core.edit import Delete, Edit, Move, Retitle, SetEnd, SetLevel, SetReview, SetStart, Shift, apply
from core.tree import Review
from core.verify import prepare, verify
from tests.core.verify.documents import PAPER, document, paper_tree

READ = document(*PAPER)


def test_a_report_on_an_edited_tree_is_that_of_a_tree_never_seen() -> None:
    seen, tree = prepare(READ), paper_tree()
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
    assert verify(tree, seen) == verify(tree, prepare(READ))
    before = tree
    for edit in edits:
        tree = apply(tree, edit)
        assert verify(tree, seen) == verify(tree, prepare(READ)), edit
        assert verify(before, seen) == verify(before, prepare(READ)), "as after an undo"


def test_what_is_said_of_nodes_left_alone_is_the_same_value() -> None:
    seen, tree = prepare(READ), paper_tree()
    before = verify(tree, seen).by_node
    sound = [node for node, report in before.items() if not report.findings]
    assert sound
    after = verify(apply(tree, SetReview(nodes=(sound[0],), review=Review.ACCEPTED)), seen).by_node
    assert all(after[node] is before[node] for node in sound)
