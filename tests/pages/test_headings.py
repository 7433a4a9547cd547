"""Lines read as headings: their titles, their place in the order of a tree, and the level that they look like."""

from __future__ import annotations

import pytest

from core.evidence.model import DocumentEvidence, Heading
from core.pdf.reading import Line, Page, Reading
from core.report import Report
from core.tree import Anchor, Node, Span, Tree
from pages.parts.headings import likely_level, pointed_heading, section_before, spots


def _line(text: str, y: float, size: float = 10, *, bold: bool = False, lead: int | None = None, lead_bold: bool = False) -> Line:
    return Line(
        text,
        72,
        y,
        300,
        y + size,
        size,
        size,
        "F",
        bold,
        False,
        0,
        len(text) if lead is None else lead,
        lead_bold,
        False,
        0,
        True,
    )


LINES = (
    _line("Running header", 20),
    _line("1 First", 60, 14, bold=True),
    _line("Some text of it.", 80),
    _line("1.1 Inner", 100, 12, bold=True),
    _line("Bare inner", 140, 12, bold=True),
    _line("Run in. The text goes on.", 180, lead=7, lead_bold=True),
    _line("2 Second", 220, 14, bold=True),
    _line("2.1 Odd look", 260, 11),
    _line("A mea-", 300, 12, bold=True),
    _line("sure of time", 314, 12, bold=True),
    _line("Unheard-of look", 340, 20),
)
EVIDENCE = DocumentEvidence(
    Reading("x.pdf", "", (Page(1, 612, 792, LINES),)),
    headings=(Heading(1, 8, 9, "A measure of time", "", (72, 300, 300, 326), 0.9),),
    running=frozenset({(1, 0)}),
)


def _node(node_id: str, title: str, line: int, *children: Node) -> Node:
    box = LINES[line].box
    return Node(id=node_id, title=title, span=Span(start=1, end=1), anchor=Anchor(page=1, y=box[1], box=box), children=children)


TREE = Tree(
    name="x",
    pages=1,
    nodes=(_node("a", "1 First", 1, _node("b", "1.1 Inner", 3), _node("c", "Bare inner", 4)), _node("d", "2 Second", 6)),
)


def test_lines_are_read_as_a_heading() -> None:
    first = pointed_heading(EVIDENCE, 1, 1, 1)
    assert (first.title, first.number, first.tops_page, first.box) == ("1 First", "1", True, (72, 60, 300, 74))
    assert not pointed_heading(EVIDENCE, 1, 3, 3).tops_page
    assert pointed_heading(EVIDENCE, 1, 5, 5).title == "Run in."
    assert pointed_heading(EVIDENCE, 1, 3, 4).title == "1.1 Inner Bare inner"


def test_a_line_of_a_likely_heading_stands_for_all_of_it() -> None:
    assert pointed_heading(EVIDENCE, 1, 9, 9).title == "A measure of time"
    assert pointed_heading(EVIDENCE, 1, 9, 9, whole=False).title == "sure of time"
    assert pointed_heading(EVIDENCE, 1, 8, 9).title == "A measure of time"


@pytest.mark.parametrize(("page", "first", "last"), [(0, 0, 0), (2, 0, 0), (1, -1, 0), (1, 3, 2), (1, 0, 11)])
def test_lines_that_are_not_there_are_refused(page: int, first: int, last: int) -> None:
    with pytest.raises(IndexError):
        pointed_heading(EVIDENCE, page, first, last)


@pytest.mark.parametrize(
    ("line", "level"),
    [
        (6, 1),  # looks like "1 First", and is numbered as it is
        (3, 2),
        (8, 2),  # looks like "Bare inner"
        (7, 2),  # looks like nothing, and stands below "2 Second" by its number
        (10, 3),  # looks like nothing: as deep as what is chosen
    ],
)
def test_the_level_is_that_of_what_looks_and_counts_alike(line: int, level: int) -> None:
    deep = Tree(
        name="x",
        pages=1,
        nodes=(Node(id="p", title="p", children=(Node(id="q", title="q", children=(Node(id="r", title="r"),)),)),),
    )
    begins = spots(TREE, Report(), EVIDENCE)
    assert begins == {"a": (1, 1), "b": (1, 3), "c": (1, 4), "d": (1, 6)}
    heading = pointed_heading(EVIDENCE, 1, line, line)
    assert likely_level(TREE, begins, EVIDENCE, heading, deep.find("r")) == level


def test_without_anything_to_go_by_the_level_is_the_top() -> None:
    empty = Tree(name="x", pages=1)
    assert likely_level(empty, {}, EVIDENCE, pointed_heading(EVIDENCE, 1, 3, 3), None) == 1


@pytest.mark.parametrize(
    ("starts", "page", "after"),
    [
        ([1, 3, 5], 4, 1),
        ([1, 3, 5], 9, 2),
        ([2, 3, 5], 1, None),
        ([1, 9, 5, 6], 7, 3),  # one that is far too late speaks alone against three
        ([1, 3, 2, 8], 5, 2),
        ([1, None, 5], 3, 1),
        ([None, None], 3, 1),
        ([], 3, None),
    ],
)
def test_the_place_in_the_order_is_the_one_that_fewest_speak_against(
    starts: list[int | None], page: int, after: int | None
) -> None:
    tree = Tree(name="x", pages=9, nodes=tuple(Node(id=str(nth), title="x") for nth in range(len(starts))))
    begins = {str(nth): (start, 0) for nth, start in enumerate(starts) if start is not None}
    assert section_before(tree, begins, (page, 5)) == (None if after is None else str(after))
