"""Lines, columns, running lines and candidates, on pages made by hand."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from core.evidence.columns import columns
from core.evidence.features import features
from core.evidence.forest import Forest
from core.evidence.groups import candidates, join_lines
from core.evidence.layout import setting_of
from core.evidence.running import find_running
from core.evidence.sieve import NAMES, passes
from core.evidence.table import tabulate
from core.pdf.reading import Line, Page, Reading

WORDS = [
    "the",
    "text",
    "of",
    "a",
    "paragraph",
    "runs",
    "over",
    "whole",
    "width",
    "page",
    "like",
    "this",
    "and",
    "that",
    "where",
    "no",
    "line",
    "equals",
    "another",
]

drawn = random.Random(4)
prose = iter(lambda: drawn.choice(WORDS), None)


def line(text: str, y: float, *, x: float = 72, x1: float | None = None, size: float = 10, bold: bool = False,
         lead: int | None = None,
         block: int = 0, lead_bold: bool | None = None) -> Line:  # fmt: skip
    return Line(
        text=text, x0=x, y0=y, x1=x + len(text) * size * 0.5 if x1 is None else x1, y1=y + size, size=size, big=size,
        font="Bold" if bold else "Body", bold=bold, italic=False, color=0, lead=len(text) if lead is None else lead,
        lead_bold=bold if lead_bold is None else lead_bold, lead_italic=False, block=block, upright=True,
    )  # fmt: skip


def paragraph(y: float, lines: int = 6) -> list[Line]:
    """Lines of text; no two calls give the same words."""
    return [line(" ".join(next(prose) for _ in range(14)), y + 12 * nth, x1=520, block=50) for nth in range(lines)]


def reading(*pages: list[Line]) -> Reading:
    return Reading("x.pdf", "", tuple(Page(nth, 595, 842, tuple(lines)) for nth, lines in enumerate(pages, start=1)))


def titles(*pages: list[Line]) -> list[str]:
    table = tabulate(reading(*pages))
    column = columns(table)
    return [each.title for each in candidates(table, column, passes(table, column, np.zeros(len(table), np.bool_), None))]


def test_a_number_set_apart_joins_its_title() -> None:
    assert "2.1 Data" in titles(
        [*paragraph(100), line("2.1", 190, size=12, bold=True), line("Data", 190, x=110, size=12, bold=True), *paragraph(220)]
    )


def test_a_wrapped_title_is_one_and_two_headings_are_two() -> None:
    wrapped = [
        line("3 A long title that fills its line up to the right edge", 190, x1=515, size=12, bold=True),
        line("and goes on", 204, x=90, size=12, bold=True),
    ]
    apart = [line("4 Methods", 390, size=12, bold=True), line("4.1 Sampling", 404, size=12, bold=True)]
    found = titles([*paragraph(100), *wrapped, *paragraph(240), *apart, *paragraph(440)])
    assert "3 A long title that fills its line up to the right edge and goes on" in found
    assert {"4 Methods", "4.1 Sampling"} <= set(found)


def test_a_chapter_label_joins_the_title_below_it() -> None:
    assert "Chapter 3 Results" in titles(
        [line("Chapter 3", 100, size=18, bold=True), line("Results", 140, size=22, bold=True), *paragraph(220)]
    )


def test_the_number_of_an_equation_is_not_part_of_the_heading_below_it() -> None:
    equation = line("(1)", 170, x=480, x1=495, size=12)
    heading = [line("3", 200, bold=True), line("Rivers", 200, x=90, bold=True)]
    assert "3 Rivers" in titles([*paragraph(80), equation, *heading, *paragraph(220)])


def test_a_run_in_heading_whose_number_stands_apart_is_kept_with_it() -> None:
    """Even where the model, which knows each line for itself, finds it hopeless."""
    number = line("5.3", 190, x1=88, bold=True)
    run_in = line("Data. " + " ".join(next(prose) for _ in range(10)), 190, x=95, x1=520, lead=5, lead_bold=True)
    table = tabulate(reading([*paragraph(100), number, run_in, *paragraph(202)]))
    column = columns(table)
    bold, leaf = NAMES.index("bold"), np.inf
    bold_alone = Forest(
        feature=np.array([[bold, 0, 0]], np.int16), threshold=np.array([[0.5, leaf, leaf]], np.float32),
        left=np.array([[1, 1, 2]], np.int16),
        right=np.array([[2, 1, 2]], np.int16), value=np.array([[0.0, -9.0, 2.0]], np.float32), depth=1,
    )  # fmt: skip
    kept = passes(table, column, np.zeros(len(table), np.bool_), bold_alone)
    assert [each.title for each in candidates(table, column, kept)] == ["5.3 Data."]


def test_a_run_in_heading_is_cut_from_its_paragraph() -> None:
    text = "Data. We used the records of three years"
    run_in = line(text, 190, x1=520, lead=5, lead_bold=True)
    assert "Data." in titles([*paragraph(100), run_in, *paragraph(202)])


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        (["An intro-", "duction"], "An introduction"),
        (["U N I T E D  S T A T E S"], "UNITED STATES"),
        (["第 1 章绪论"], "第1章 绪论"),
        (["soft\u00adhyphen"], "softhyphen"),
        (["Semi-", "Supervised"], "Semi-Supervised"),
    ],
)
def test_titles_are_joined_as_read(lines: list[str], title: str) -> None:
    assert join_lines(lines) == title


def running_texts(*pages: list[Line]) -> list[str]:
    made = reading(*pages)
    return [made.pages[page - 1].lines[index].text for page, index in sorted(find_running(made))]


def test_recurring_headers_and_page_numbers_run() -> None:
    pages = [[line("My Report", 40), *paragraph(120), line(str(nth), 800, x=290)] for nth in range(1, 6)]
    assert running_texts(*pages) == [text for nth in range(1, 6) for text in ("My Report", str(nth))]


def test_a_heading_that_equals_a_running_header_is_kept() -> None:
    pages = [
        [line("Results", 40), line("Results", 120, size=16, bold=True), *paragraph(150)],
        *[[line("Results", 40), *paragraph(120)] for _ in range(4)],
    ]
    made = reading(*pages)
    assert (1, 1) not in find_running(made)
    assert (1, 0) in find_running(made)


def test_headers_that_change_with_every_section_run() -> None:
    pages = [
        [line(f"{nth}. Section about {word}", 40), *paragraph(90, 40)]
        for nth, word in enumerate(("apples", "pears", "plums", "figs", "nuts"))
    ]
    assert len(running_texts(*pages)) == 5


def test_a_first_line_of_text_is_no_header() -> None:
    assert running_texts(*[paragraph(60, 50) for _ in range(5)]) == []


def test_chapter_labels_at_one_height_are_kept() -> None:
    pages = [[line(f"Chapter {nth}", 100, size=20, bold=True), *paragraph(150)] for nth in range(1, 5)] + [
        paragraph(60, 40) for _ in range(8)
    ]
    assert running_texts(*pages) == []


def test_a_forest_adds_its_leaves() -> None:
    stump = Forest(
        feature=np.array([[1, 0, 0]], np.int16), threshold=np.array([[0.5, np.inf, np.inf]], np.float32),
        left=np.array([[1, 1, 2]], np.int16),
        right=np.array([[2, 1, 2]], np.int16), value=np.array([[0.0, -2.0, 2.0]], np.float32), depth=1,
    )  # fmt: skip
    low, high = stump.probability(np.array([[9.0, 0.0], [9.0, 1.0]]))
    assert low == pytest.approx(1 / (1 + np.exp(2.0)))
    assert high == pytest.approx(1 / (1 + np.exp(-2.0)))


def test_no_text_gives_no_candidates() -> None:
    assert titles([], []) == []


def scaled(made: Reading, by: float) -> Reading:
    lengths = ("x0", "y0", "x1", "y1", "size", "big")
    return replace(
        made,
        pages=tuple(
            page._replace(
                width=page.width * by,
                height=page.height * by,
                lines=tuple(each._replace(**{name: getattr(each, name) * by for name in lengths}) for each in page.lines),
            )
            for page in made.pages
        ),
    )


@pytest.mark.parametrize("by", [0.25, 0.7, 1.5])
def test_a_scaled_document_is_read_alike(by: float) -> None:
    pages = [
        [
            line(f"Notes on {word}", 40, size=8.6),
            line(f"{nth} About {word}", 100, size=14.3, bold=True),
            *paragraph(130, 10),
            line(f"More of {word}", 270, size=9.2, bold=True),
            line("and the like", 281, size=9.7, bold=True),
            line("12", 300, x1=90),
            line("Table cell", 301.2, x=110),
            *paragraph(330, 20),
        ]
        for nth, word in enumerate(("apples", "pears", "plums", "figs", "nuts"), start=1)
    ]
    found = [setting_of(each, None) for each in (reading(*pages), scaled(reading(*pages), by))]
    assert found[0].table.style.tolist() == found[1].table.style.tolist()
    assert found[0].running.tolist() == found[1].running.tolist()
    assert [each.title for each in found[0].candidates] == [each.title for each in found[1].candidates]
    np.testing.assert_allclose(features(found[0]), features(found[1]), atol=1e-6)
