"""Pages become lines as a reader sees them: turned pages upright, characters without a shape left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.pdf.document import read
from core.pdf.mupdf import pymupdf

SAMPLES = Path(__file__).resolve().parents[3] / "sample_pdfs"


def written(text: str, *, rotation: int = 0, turn: int = 0) -> bytes:
    """A page with one line, drawn turned by `turn` degrees and shown turned by `rotation`."""
    with pymupdf.open() as document:
        page = document.new_page(width=300, height=500)
        page.insert_text((150, 250), text, fontsize=12, rotate=turn)
        page.set_rotation(rotation)
        return bytes(document.tobytes())


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_turned_page_is_read_as_shown(rotation: int) -> None:
    (page,) = read(written("Of the harbour", rotation=rotation, turn=rotation)).pages
    (line,) = page.lines
    assert (page.width, page.height) == ((300, 500) if rotation % 180 == 0 else (500, 300))
    assert line.upright
    assert line.x1 - line.x0 > 3 * (line.y1 - line.y0)
    assert 0 < line.x0 < line.x1 < page.width
    assert 0 < line.y0 < line.y1 < page.height


def test_text_that_stands_sideways_is_not_upright() -> None:
    (page,) = read(written("Of the harbour", turn=90)).pages
    assert [line.upright for line in page.lines] == [False]


def test_characters_without_shape_are_left_out() -> None:
    """The sample's contents have a word joiner between leader and page number."""
    lines = read(SAMPLES / "report-roman.pdf").pages[2].lines
    assert any(line.text.endswith(". 8") for line in lines)
    assert "\u2060" not in "".join(line.text for line in lines)
