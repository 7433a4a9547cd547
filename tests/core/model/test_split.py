"""Long sections are split, and sections that nobody finds have no page: with a real server, from end to end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.evidence.model import ContentsEntry, DocumentEvidence, Heading
from core.model import draft_with_model
from core.pdf.reading import Line, Page, Reading
from core.report import Status
from core.verify import verify
from tests.core.model.samples import rows, settings
from tests.model_server import ModelServer, Section, serving

PAGES = 30
TOP = ("Tides", "Clocks")
PARTS = {4: "The spring tide", 9: "The neap tide", 12: "The slack"}
PROSE = "the harbour clocks were set by hand each morning before the ferries left for the outer islands and"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving(ModelServer()) as running:
        yield running


def line(text: str, y: float, size: float = 10, *, bold: bool = False, block: int = 0) -> Line:
    return Line(
        text, 60, y, 60 + 5 * len(text), y + size, size, size, "Serif", bold, False, 0, len(text), bold, False, block, True
    )


def document(parts: float, contents: tuple[ContentsEntry, ...] = ()) -> DocumentEvidence:
    """Two chapters of 15 pages; three headings in the first, which layout gives the confidence `parts`."""
    pages, headings = [], []
    for number in range(1, PAGES + 1):
        lines = [line(PROSE, 80 + 14 * nth, block=1) for nth in range(30)]
        title = TOP[0] if number == 1 else TOP[1] if number == 16 else PARTS.get(number)
        if title:
            size = 16.0 if title in TOP else 12.0
            lines.insert(0, line(title, 50, size, bold=True))
            sure = 0.97 if title in TOP else parts
            if sure:
                box = (60.0, 50.0, 160.0, 50.0 + size)
                headings.append(Heading(number, 0, 0, title, "", box, sure, 0 if title in TOP else 1, tops_page=True))
        pages.append(Page(number, 600, 800, tuple(lines)))
    reading = Reading("long", "2" * 64, tuple(pages))
    return DocumentEvidence(reading=reading, headings=tuple(headings), contents=contents)


def test_long_sections_are_split_by_headings_that_were_passed_over(server: ModelServer) -> None:
    server.script = ["no answer"] * 20
    limits = {"max_pages_per_node": 5, "max_tokens_per_node": 1_000, "attempts": 1}
    made = draft_with_model(document(0.4), settings(server.base, **limits))
    assert rows(made.tree) == [(1, "Tides", 1), *((2, title, page) for page, title in PARTS.items()), (1, "Clocks", 16)]
    kept = draft_with_model(document(0.4), settings(server.base, **limits, split_depth=0))
    assert rows(kept.tree) == [(1, "Tides", 1), (1, "Clocks", 16)]


def test_short_sections_stay_whole(server: ModelServer) -> None:
    server.script = ["no answer"] * 20
    made = draft_with_model(document(0.4), settings(server.base, max_pages_per_node=15, max_tokens_per_node=100_000, attempts=1))
    assert rows(made.tree) == [(1, "Tides", 1), (1, "Clocks", 16)]


def test_without_headings_the_model_is_asked_for_them(server: ModelServer) -> None:
    server.truth = (
        Section(1, TOP[0], 1),
        *(Section(2, title, page) for page, title in PARTS.items()),
        Section(1, TOP[1], 16),
    )
    made = draft_with_model(document(0.0), settings(server.base, max_pages_per_node=5, max_tokens_per_node=1_000))
    assert rows(made.tree) == [(1, "Tides", 1), *((2, title, page) for page, title in PARTS.items()), (1, "Clocks", 16)]


def test_what_the_contents_name_and_nobody_finds_has_no_page_and_a_finding(server: ModelServer) -> None:
    entry = ContentsEntry(1, (60, 700, 200, 712), "", "The lost moorings", "12", None, 1, 1)
    lost = document(0.97, (entry,))
    first = lost.reading.pages[0]
    listed = (*first.lines[:-1], line("see The lost moorings, which are not here", 700, block=9))
    pages = (Page(1, 600, 800, listed), *lost.reading.pages[1:])
    lost = DocumentEvidence(reading=Reading("long", "2" * 64, pages), headings=lost.headings, contents=(entry,))
    server.truth = (
        Section(1, TOP[0], 1),
        *(Section(2, title, page) for page, title in PARTS.items()),
        Section(1, TOP[1], 16),
    )
    server.script = [
        '{"quality": "high", "entries": [{"do": "add", "ref": "", "structure": "2", "title": "The lost moorings", "page": 12}]}'
    ]
    made = draft_with_model(lost, settings(server.base))
    (found,) = [placed.node for placed in made.tree.walk() if placed.node.title == "The lost moorings"]
    assert found.span.start is None
    assert verify(made.tree, lost).by_node[found.id].status is not Status.OK
    assert len(server.requests) <= 2 + 3
