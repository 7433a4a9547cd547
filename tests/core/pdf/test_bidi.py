"""Lines in Hebrew and Arabic are read from the right, whatever order the spans, marks and parts of a row come in."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.pdf.bidi import read_left, runs_left
from core.pdf.document import read

SAMPLES = Path(__file__).resolve().parents[3] / "sample_pdfs"


@pytest.mark.parametrize(
    ("spans", "text"),
    [
        ([("פרק א", 320.0)], "פרק א"),
        ([(":פרק א", 320.0)], "פרק א:"),
        ([(":", 280.0), ("פרק א", 320.0)], "פרק א:"),
        ([("שני", 213.0), (".", 215.0), ("ראשון", 320.0)], "ראשון.שני"),
        ([(":للقّر", 229.0), ("اء", 212.0)], "للقّراء:"),
        ([("שנת ", 320.0), ("20", 250.0), ("28", 262.0)], "שנת 2028"),
    ],
)
def test_spans_are_read_from_the_right(spans: list[tuple[str, float]], text: str) -> None:
    assert read_left(spans).strip() == text


@pytest.mark.parametrize(("text", "yes"), [("פרק א", True), ("الفصل 3 A", True), ("Chapter א", False), ("Глава 1", False)])
def test_script_of_most_letters_decides(text: str, yes: bool) -> None:
    assert runs_left(text) is yes


@pytest.mark.parametrize(
    ("stem", "page", "heading"),
    [("hebrew", 2, "פרק א: המגדלור"), ("arabic", 2, "الفصل الأول: المكتبة وتاريخها")],
)
def test_a_heading_with_its_number_is_one_line(stem: str, page: int, heading: str) -> None:
    lines = read(SAMPLES / f"{stem}.pdf").pages[page - 1].lines
    assert heading in [line.text for line in lines]
