"""How sections stand, and the way from one problem to the next."""

from __future__ import annotations

import pytest

from core.edit import Delete, Many, SetStart
from core.report import Finding, NodeReport, Repair, Report, Severity, Status
from core.tree import Node, Review, Span, Tree
from pages.parts.problems import Standing, as_edit, doubted, neighbour, problems, repairs, standing


def finding(severity: Severity, *mends: Repair, node: str | None = "a", confidence: float = 1.0) -> Finding:
    return Finding(code="x", severity=severity, message=severity.value, node_id=node, repairs=mends, confidence=confidence)


def report(**status: Status) -> Report:
    return Report(nodes=tuple(NodeReport(node_id=node, status=how) for node, how in status.items()))


TREE = Tree(name="t", pages=9, nodes=tuple(Node(id=name, title=name, span=Span(start=1, end=1)) for name in "abcd"))
OK, UNSURE, FAILED = Status.OK, Status.SUSPECT, Status.FAILED


@pytest.mark.parametrize(
    ("status", "severities", "review", "expected"),
    [
        (OK, [], Review.UNREVIEWED, Standing.OK),
        (OK, [Severity.INFO], Review.UNREVIEWED, Standing.OK),
        (OK, [Severity.WARNING], Review.UNREVIEWED, Standing.REMARK),
        (OK, [Severity.ERROR], Review.UNREVIEWED, Standing.FAILED),
        (UNSURE, [Severity.WARNING], Review.CORRECTED, Standing.SUSPECT),
        (FAILED, [Severity.ERROR], Review.CORRECTED, Standing.FAILED),
        (FAILED, [Severity.ERROR], Review.ACCEPTED, Standing.REMARK),
        (OK, [], Review.ACCEPTED, Standing.OK),
    ],
)
def test_a_section_stands_by_its_status_and_errors_unless_accepted(
    status: Status, severities: list[Severity], review: Review, expected: Standing
) -> None:
    found = NodeReport(node_id="a", status=status, findings=tuple(finding(severity) for severity in severities))
    assert standing(found, review) is expected


def test_the_next_problem_is_a_failure_in_document_order_round_the_end() -> None:
    found = report(a=FAILED, b=UNSURE, c=FAILED, d=OK)
    assert neighbour(TREE, found, None, 1) == "a"
    assert neighbour(TREE, found, "a", 1) == "c"
    assert neighbour(TREE, found, "c", 1) == "a"
    assert neighbour(TREE, found, "a", -1) == "c"
    assert neighbour(TREE, found, "d", -1) == "c"
    assert neighbour(TREE, found, None, -1) == "c"


def test_what_is_uncertain_comes_when_no_failure_is_left() -> None:
    assert neighbour(TREE, report(a=OK, b=UNSURE, c=OK, d=UNSURE), "b", 1) == "d"
    assert neighbour(TREE, report(a=FAILED, b=UNSURE, c=OK, d=OK), "a", 1) == "b"
    assert neighbour(TREE, report(a=OK, b=OK, c=OK, d=OK), "b", 1) is None


def test_what_the_draft_doubted_comes_last_and_least_sure_first_until_somebody_has_seen_it() -> None:
    sure = {"a": 0.6, "b": 0.99, "c": 0.3, "d": None}
    tree = Tree(name="t", pages=9, nodes=tuple(node.model_copy(update={"confidence": sure[node.id]}) for node in TREE.nodes))
    found = report(a=OK, b=OK, c=OK, d=OK)
    assert doubted(tree, found) == ["c", "a"]
    assert [neighbour(tree, found, at, 1) for at in (None, "c", "a", "b")] == ["c", "a", "c", "c"]
    assert [neighbour(tree, found, at, -1) for at in (None, "c", "a")] == ["a", "a", "c"]
    assert neighbour(tree, report(a=OK, b=OK, c=OK, d=UNSURE), "a", 1) == "d"
    seen = {"a": Review.ACCEPTED, "c": Review.CORRECTED}
    reviewed = tuple(node.model_copy(update={"review": seen.get(node.id, Review.UNREVIEWED)}) for node in tree.nodes)
    assert neighbour(Tree(name="t", pages=9, nodes=reviewed), found, None, 1) is None


def test_problems_list_failures_first_and_the_whole_tree_last() -> None:
    found = Report(
        nodes=(
            NodeReport(node_id="a", status=UNSURE, findings=(finding(Severity.WARNING),)),
            NodeReport(node_id="b", status=FAILED, findings=(finding(Severity.WARNING), finding(Severity.ERROR))),
        ),
        tree=(finding(Severity.INFO, node=None), finding(Severity.ERROR, node=None)),
    )
    listed = problems(TREE, found)
    assert [(each.node, each.standing) for each in listed] == [
        ("b", Standing.FAILED),
        ("a", Standing.SUSPECT),
        (None, Standing.FAILED),
    ]
    assert listed[0].finding is not None
    assert listed[0].finding.severity is Severity.ERROR


def test_repairs_come_gravest_and_surest_first_and_once() -> None:
    move, drop = (
        Repair(label="move", edits=(SetStart(node="a", page=3),), confidence=0.9),
        Repair(label="drop", edits=(Delete(node="a"),)),
    )
    found = NodeReport(
        node_id="a",
        status=FAILED,
        findings=(finding(Severity.WARNING, drop), finding(Severity.ERROR, drop, move)),
    )
    assert [repair.label for _, repair in repairs(found)] == ["move", "drop"]
    assert repairs(None) == []


def test_a_repair_of_several_edits_is_one_action() -> None:
    one, two = SetStart(node="a", page=3), Delete(node="b")
    assert as_edit(Repair(label="one", edits=(one,))) == one
    assert as_edit(Repair(label="both", edits=(one, two))) == Many(label="both", edits=(one, two))
