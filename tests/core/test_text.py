"""Cutting a section's text from pages that it shares with others."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from core.errors import NoSuchNode
from core.evidence.model import DocumentEvidence
from core.pdf.reading import Line, Page, Reading
from core.text import LinePlace, Texts, node_text
from core.tree import Anchor, Node, Span, Tree
from tests.core.trees import PAGES, trees


def line(text: str, y: float, *, x: float = 72, block: int = 0, lead: int | None = None) -> Line:
    lead = len(text) if lead is None else lead
    return Line(text, x, y, x + 200, y + 12, 10, 10, "f", False, False, 0, lead, False, False, block, True)


def page(number: int, *texts: str) -> Page:
    return Page(number, 600, 800, tuple(line(text, 72 + 20 * nth, block=nth) for nth, text in enumerate(texts)))


READING = Reading(
    "a.pdf",
    "0" * 64,
    (
        page(1, "JOURNAL", "1 Introduction", "Text one.", "2 Methods", "Text two.", "1"),
        page(2, "JOURNAL", "More of two, see Results.", "2.1 Data that is described at", "some length", "Text of data.", "2"),
        page(3, "JOURNAL", "3 Results", "Text three.", "3"),
    ),
)
EVIDENCE = DocumentEvidence(READING, running=frozenset({(1, 0), (1, 5), (2, 0), (2, 5), (3, 0), (3, 3)}))


def node(node_id: str, title: str, start: int | None, end: int | None, *children: Node, anchor: Anchor | None = None) -> Node:
    return Node(id=node_id, title=title, span=Span(start=start, end=end), anchor=anchor, children=children)


def tree(*nodes: Node) -> Tree:
    return Tree(name="a.pdf", pages=3, nodes=nodes)


PAPER = tree(
    node("i", "Introduction", 1, 1),
    node("m", "2. Methods", 1, 2, node("d", "2.1 Data that is described at some length", 2, 2)),
    node("r", "RESULTS", 3, 3),
)


def test_sections_on_one_page_share_it_out() -> None:
    assert node_text(PAPER, "i", EVIDENCE) == "1 Introduction\n\nText one."
    assert node_text(PAPER, "d", EVIDENCE) == "2.1 Data that is described at\n\nsome length\n\nText of data."
    assert node_text(PAPER, "r", EVIDENCE) == "3 Results\n\nText three."


def test_a_section_holds_its_children_or_ends_where_they_begin() -> None:
    own = "2 Methods\n\nText two.\n\nMore of two, see Results."
    assert node_text(PAPER, "m", EVIDENCE, children=False) == own
    assert node_text(PAPER, "m", EVIDENCE) == own + "\n\n" + node_text(PAPER, "d", EVIDENCE)


def test_running_lines_stay_where_nobody_knows_them() -> None:
    assert node_text(PAPER, "r", READING) == "3 Results\n\nText three.\n\n3"


def test_whole_pages() -> None:
    assert node_text(PAPER, "i", EVIDENCE, whole_pages=True).splitlines()[0] == "JOURNAL"
    assert node_text(PAPER, "m", EVIDENCE, whole_pages=True).count("JOURNAL") == 2


def test_lines_of_one_paragraph_stay_together() -> None:
    reading = Reading("a", "", (Page(1, 600, 800, (line("One", 72), line("two", 84), line("Three", 120, block=1))),))
    assert node_text(tree(node("a", "One", 1, 1)), "a", reading) == "One\ntwo\n\nThree"


def test_the_place_of_the_heading_goes_before_its_title() -> None:
    twice = Reading("a", "", (page(1, "Notes", "a", "Notes", "b"),))
    by_box = tree(node("n", "Notes", 1, 1, anchor=Anchor(page=1, y=112, box=(72, 112, 272, 124))))
    by_height = tree(node("n", "Notes", 1, 1, anchor=Anchor(page=1, y=110)))
    assert node_text(by_box, "n", twice) == node_text(by_height, "n", twice) == "Notes\n\nb"
    assert node_text(tree(node("n", "Notes", 1, 1)), "n", twice) == "Notes\n\na\n\nNotes\n\nb"


def test_equal_titles_on_one_page_are_taken_in_turn() -> None:
    twice = Reading("a", "", (page(1, "Notes", "a", "Notes", "b"),))
    both = tree(node("n", "Notes", 1, 1), node("o", "Notes", 1, 1))
    assert [node_text(both, each, twice) for each in ("n", "o")] == ["Notes\n\na", "Notes\n\nb"]


def test_a_heading_in_the_second_column_is_found_in_reading_order() -> None:
    lines = (
        line("Left", 72),
        line("left text", 600, block=1),
        line("Right", 72, x=320, block=2),
        line("right text", 600, x=320, block=3),
    )
    reading = Reading("a", "", (Page(1, 600, 800, lines),))
    columns = tree(node("l", "Left", 1, 1), node("r", "Right", 1, 1, anchor=Anchor(page=1, y=72, box=(320, 72, 520, 84))))
    assert [node_text(columns, each, reading) for each in ("l", "r")] == ["Left\n\nleft text", "Right\n\nright text"]


def test_a_run_in_heading_begins_with_its_line() -> None:
    reading = Reading("a", "", (Page(1, 600, 800, (line("before", 72), line("Proof. We use induction.", 90, block=1, lead=6))),))
    assert node_text(tree(node("p", "Proof", 1, 1)), "p", reading) == "Proof. We use induction."


def test_a_heading_that_cannot_be_placed_begins_with_its_page() -> None:
    unknown = tree(node("a", "Introduction", 1, 2), node("b", "Nowhere to be seen", 2, 3))
    assert node_text(unknown, "a", EVIDENCE).endswith("Text two.")
    assert node_text(unknown, "b", EVIDENCE).startswith("More of two")


def test_an_end_set_earlier_cuts_the_text() -> None:
    assert node_text(tree(node("m", "Methods", 1, 1), node("r", "Results", 3, 3)), "m", EVIDENCE) == "2 Methods\n\nText two."


@pytest.mark.parametrize(("start", "end"), [(None, None), (99, 99), (0, 3)])
def test_a_section_without_a_page_has_no_text(start: int | None, end: int | None) -> None:
    assert node_text(tree(node("a", "Introduction", start, end)), "a", EVIDENCE) == ""


def test_an_end_beyond_the_document_ends_with_it() -> None:
    beyond = Texts(tree(node("r", "Results", 3, 99)), EVIDENCE)
    cut = beyond.cut("r")
    assert cut is not None
    assert (cut.stop, cut.text) == (LinePlace(4, 0), beyond.of("r"))


def test_faulty_ends_and_order_are_borne() -> None:
    assert node_text(tree(node("r", "Results", 3, 1)), "r", EVIDENCE) == "3 Results\n\nText three."
    backwards = tree(node("r", "Results", 3, 3), node("i", "Introduction", 1, 1), node("m", "Methods", 1, 2))
    assert node_text(backwards, "r", EVIDENCE) == "3 Results\n\nText three."
    assert node_text(backwards, "i", EVIDENCE) == "1 Introduction\n\nText one."
    with pytest.raises(NoSuchNode):
        node_text(PAPER, "z", EVIDENCE)


@settings(max_examples=50)
@given(trees())
def test_no_line_goes_to_two_sections(some: Tree) -> None:
    """Sections in order share the document's lines out: each line from the first heading on is in one own text."""
    starts = iter(sorted(place.node.span.start or 1 for place in some.walk()))
    pages = {place.node.id: next(starts) for place in some.walk()}
    ordered = some.map(lambda node: node.with_(span=Span(start=pages[node.id], end=PAGES), anchor=None))
    reading = Reading("a", "", tuple(page(nth, f"{nth}a", f"{nth}b") for nth in range(1, PAGES + 1)))
    found = sorted(each for text in Texts(ordered, reading).all(children=False).values() for each in text.split())
    first = min(pages.values(), default=PAGES + 1)
    assert found == sorted(f"{nth}{part}" for nth in range(first, PAGES + 1) for part in "ab")


def test_a_cut_tells_what_stands_just_outside_and_what_ends_the_section() -> None:
    texts = Texts(PAPER, EVIDENCE)
    cut = texts.cut("i", around=1)
    assert cut is not None
    assert (cut.start.page, cut.stop.page) == (1, 1)
    assert (cut.before, cut.after) == ([], ["2 Methods"])
    assert (cut.text, cut.next_title) == (texts.of("i"), "2. Methods")
    below = texts.cut("d", around=1)
    assert below is not None
    assert (below.before, below.after, below.next_title) == (["More of two, see Results."], ["3 Results"], "RESULTS")


def test_a_cut_at_the_foot_of_the_last_page_names_no_section() -> None:
    cut = Texts(PAPER, EVIDENCE).cut("r")
    assert cut is not None
    assert (cut.stop.page, cut.after, cut.next_title) == (4, [], "")
    assert Texts(tree(node("u", "Unknown", None, None)), EVIDENCE).cut("u") is None
