"""Mending without anybody looking on: it converges, mends, and never makes anything worse."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from core.edit import replay
from core.report import Status
from core.tree import Node, Span, Tree
from core.verify import fix, prepare, verify
from core.verify.fix import failing
from tests.core.verify.documents import PAPER, document, paper_tree, tree

PREPARED = prepare(document(*PAPER))


def shown(of: Tree) -> list[str]:
    return [f"{'  ' * (place.level - 1)}{place.node.title} | {place.node.span}" for place in of.walk()]


def test_a_right_tree_is_left_alone() -> None:
    fixed = fix(paper_tree(), PREPARED)
    assert (fixed.tree, fixed.applied) == (paper_tree(), ())


def test_a_tree_with_many_faults_is_mended() -> None:
    faulty = tree(
        "1 Introduction | 1-2",
        "2 Methods | 2-2",
        "  2.2 Statistics and Software | 1",
        "Quantum Chromodynamics | 4",
        "3 Results | 9",
        "4 Discussion | 5-4",
        "4 Discussion | 5",
        pages=5,
    )
    fixed = fix(faulty, PREPARED, above=0.6)
    assert [(row.partition("|")[0], row.split()[-1].split("-")[0]) for row in shown(fixed.tree)] == [
        (row.partition("|")[0], row.split()[-1].split("-")[0]) for row in shown(paper_tree())
    ]
    assert failing(fixed.report) == set()
    assert replay(faulty, fixed.applied) == fixed.tree


def test_below_the_confidence_asked_nothing_is_touched() -> None:
    faulty = paper_tree().map(lambda node: node.with_(span=Span(start=1, end=1)) if node.id == "n5" else node)
    assert fix(faulty, PREPARED, above=1.0).applied == ()


def test_a_gap_is_closed_by_the_last_section_before_it() -> None:
    """A section before it on the same page would then overlap it, and so on without end."""
    faulty = tree("2.1 Sampling | 3^", "2.2 Statistics and Software | 3", pages=5)
    finding = next(each for each in verify(faulty, PREPARED).findings if each.code == "gap")
    assert finding.node_id == "n2"


def test_no_end_is_offered_beyond_the_document() -> None:
    faulty = tree("1 Introduction | 1-?", "  Lost | 6", pages=5)
    offered = [repair for finding in verify(faulty, PREPARED).findings for repair in finding.repairs]
    for repair in offered:
        replay(faulty, repair.edits)
    assert "End on page 5" in [repair.label for repair in offered]


PAGES = st.none() | st.integers(-1, 8)


@st.composite
def damaged(draw: st.DrawFn) -> Tree:
    """The paper's tree with pages, titles and nodes changed at random."""
    titles = [node.node.title for node in paper_tree().walk()] + ["Quantum Chromodynamics", "A Study of Rivers", "Total"]

    def change(node: Node) -> Node:
        if draw(st.booleans()):
            return node
        return node.with_(title=draw(st.sampled_from(titles)), span=Span(start=draw(PAGES), end=draw(PAGES)), anchor=None)

    changed = paper_tree().map(change)
    kept = draw(st.lists(st.sampled_from(changed.nodes), unique_by=lambda node: node.id, max_size=4))
    return changed.with_nodes(kept)


@settings(max_examples=60, deadline=None)
@given(damaged(), st.sampled_from([0.0, 0.5, 0.9]))
def test_it_never_makes_a_node_fail_and_has_nothing_left_to_do(faulty: Tree, above: float) -> None:
    before = verify(faulty, PREPARED)
    fixed = fix(faulty, PREPARED, above)
    assert failing(fixed.report) <= failing(before)
    assert fixed.report == verify(fixed.tree, PREPARED)
    assert fix(fixed.tree, PREPARED, above).applied == ()


@settings(max_examples=60, deadline=None)
@given(damaged())
def test_a_single_repair_makes_no_other_node_fail(faulty: Tree) -> None:
    before = verify(faulty, PREPARED)
    for finding in before.findings:
        for repair in finding.repairs:
            after = verify(replay(faulty, repair.edits), PREPARED)
            assert failing(after) <= failing(before), (finding.code, repair)


@settings(max_examples=60, deadline=None)
@given(damaged())
def test_any_tree_gets_a_report_on_every_node(faulty: Tree) -> None:
    report = verify(faulty, PREPARED)
    assert [node.node_id for node in report.nodes] == list(faulty.placed)
    for node in report.nodes:
        assert (node.status is Status.OK) or node.findings
        assert node.suggestion is None or 1 <= node.suggestion.start_index <= 5
