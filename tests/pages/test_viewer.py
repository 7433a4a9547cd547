"""What is drawn over pages, and what the viewer is told of the pages around."""

from __future__ import annotations

import pytest

from core.edit import SetReview
from core.evidence.model import DocumentEvidence
from core.pdf.reading import Page, Reading
from core.report import Report
from core.tree import Node, Review, Span, Tree
from pages.parts.viewer.around import flags, near, sizes
from pages.parts.viewer.edges import edges
from pages.parts.viewer.overlay import overlays
from pages.parts.workbench import Workbench

LEFT, RIGHT = (40, 235), (249, 446)
"""The columns of the sample, from and to how many points."""


def _edges(bench: Workbench, node: str, page: int) -> list[tuple[str, int, int, int]]:
    evidence = bench.evidence
    assert evidence is not None
    drawn = edges(bench.state.tree.find(node).node, page, bench.state.tree, bench.report, evidence)
    return [(edge.kind, round(edge.y), round(edge.x0), round(edge.x1)) for edge in drawn]


@pytest.mark.parametrize(
    ("node", "page", "kinds", "column"),
    [
        ("0003", 1, ["start", "end"], RIGHT),  # ends above the next heading, in the same column
        ("0005", 2, ["start", "end"], LEFT),
        ("0002", 1, ["start"], RIGHT),
        ("0015", 5, ["end"], LEFT),
    ],
)
def test_edges_reach_over_the_column(bench: Workbench, node: str, page: int, kinds: list[str], column: tuple[int, int]) -> None:
    drawn = _edges(bench, node, page)
    assert [kind for kind, *_ in drawn] == kinds
    for _, _, x0, x1 in drawn:
        assert column[0] - 8 <= x0 <= column[0]
        assert column[1] <= x1 <= column[1] + 8


def test_an_end_below_which_nothing_starts_stands_below_the_last_column(bench: Workbench) -> None:
    bench.end_at("0002", 4)
    tree = bench.state.tree.without(lambda node: node.span.start == 4)
    evidence = bench.evidence
    assert evidence is not None
    drawn = edges(tree.find("0002").node, 4, tree, bench.report, evidence)
    last = max(line.y1 for nth, line in enumerate(evidence.reading.pages[3].lines) if (4, nth) not in evidence.running)
    assert [edge.kind for edge in drawn] == ["end"]
    assert drawn[0].x0 > LEFT[1]
    assert last < drawn[0].y < evidence.reading.pages[3].height


def test_a_page_without_text_still_shows_an_end() -> None:
    evidence = DocumentEvidence(Reading("x", "", (Page(1, 600, 800, (), True),)))
    tree = Tree(name="x", pages=1, nodes=(Node(id="a", title="a", span=Span(start=1, end=1)),))
    drawn = edges(tree.find("a").node, 1, tree, Report(), evidence)
    assert [(edge.kind, edge.y < 800, edge.x0 > 0, edge.x1 < 600) for edge in drawn] == [("end", True, True, True)]


def test_overlays_are_of_pages_that_there_are(bench: Workbench) -> None:
    evidence = bench.evidence
    assert evidence is not None
    made = overlays(bench.state.tree, bench.report, evidence, "0003", [0, 1, 2, 99])
    assert list(made) == [1, 2]
    assert [edge.title for edge in made[1]["edges"]] == ["2.1 Surveys from the surface"] * 2
    kinds = {(mark.kind, mark.title) for mark in made[1]["marks"]}
    assert ("node", "2.1 Surveys from the surface") in kinds


def test_sizes_are_told_in_runs() -> None:
    pages = [(612, 792), (612, 792), (792, 612), (0, 0), (612, 792)]
    evidence = DocumentEvidence(Reading("x", "", tuple(Page(nth, *size, ()) for nth, size in enumerate(pages, start=1))))
    assert sizes(evidence) == [(2, 612, 792), (1, 792, 612), (2, 612, 792)]


def test_flags_tell_the_worst_of_a_page_until_a_person_accepts(bench: Workbench) -> None:
    def told() -> dict[int, tuple[str, int]]:
        return {page: (standing, count) for page, standing, count in flags(bench.state.tree, bench.report)}

    assert told()[5][0] == "failed"
    here = tuple(place.node.id for place in bench.state.tree.walk() if place.node.span.start == 5)
    assert told()[5][1] <= len(here)
    bench.edit(SetReview(nodes=here, review=Review.ACCEPTED))
    assert 5 not in told()
    assert told()


def test_near_are_the_next_and_the_last_problem_and_the_neighbours(bench: Workbench) -> None:
    tree, report = bench.state.tree, bench.report
    found = near(tree, report, "0015")
    assert found == list(dict.fromkeys(found))
    assert all(1 <= page <= tree.pages for page in found)
    bench.choose("0015")
    bench.go(1)
    assert bench.place.page in found
    bench.choose("0015")
    bench.go(-1)
    assert bench.place.page in found
    assert near(Tree(name="x", pages=3), Report(), None) == []
