"""Lines as read from pages that are typeset here."""

from __future__ import annotations

import pytest

from core.pdf.lines import _line, _slope, read_page
from core.pdf.mupdf import pymupdf
from core.pdf.reading import Line


def lines_of(*texts: tuple[float, float, str, str]) -> tuple[Line, ...]:
    """The lines of a page on which each (x, y, font, text) is written in turn."""
    with pymupdf.open() as doc:
        page = doc.new_page(width=400, height=600)
        for x, y, font, text in texts:
            page.insert_text((x, y), text, fontname=font, fontsize=10)
        return read_page(page).lines


def test_a_number_written_after_the_text_stands_before_its_title() -> None:
    title, text, number = (90, 100, "helv", "Economic benefits"), (60, 140, "helv", "The text."), (60, 100, "helv", "iv.")
    lines = lines_of(title, text, number)
    texts = " ".join(line.text.strip() for line in lines)
    assert texts.startswith("iv. Economic benefits")


def test_the_first_run_ends_where_the_look_changes() -> None:
    (line,) = lines_of((60, 100, "hebo", "Data."), (92, 100, "helv", "We used the records of three years"))
    assert line.text[: line.lead].strip() == "Data."
    assert line.lead_bold
    assert not line.bold


@pytest.mark.parametrize("font", ["CMBX12", "NimbusRomNo9L-Medi", "SFBX1440", "Arial,Bold", "SabonNextLT-Bd", "LucidaSans-Demi"])
def test_fonts_are_bold_by_name(font: str) -> None:
    assert _slope(font, 0) & 16


@pytest.mark.parametrize("font", ["CMR10", "LucidaSans", "CMMI10", "LiberationMono"])
def test_plain_fonts_are_not(font: str) -> None:
    assert not _slope(font, 0)


def test_slanted_fonts_are_italic_by_name() -> None:
    assert _slope("CMTI10", 0) == 2
    assert _slope("MinionPro-It", 0) == 2


def test_a_line_in_which_no_character_could_be_placed_is_none() -> None:
    assert _line({"spans": [], "bbox": (0.0, 0.0, 0.0, 0.0), "dir": (1.0, 0.0)}, 0) is None
