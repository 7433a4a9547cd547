from __future__ import annotations

import io

import pytest
from PIL import Image

from core.pdf.document import open_pdf
from core.pdf.render import MAX_SIDE, render
from tests.core.pdf import hostile


def size_of(data: bytes, width: int, max_pixels: int = 12_000_000) -> tuple[int, int]:
    with open_pdf(data) as (doc, _):
        image = Image.open(io.BytesIO(render(doc, 1, width, max_pixels)))
    assert image.format == "JPEG"
    return image.size


def test_a_page_has_the_width_asked_for() -> None:
    assert size_of(hostile.media_box(b"[0 0 612 792]"), 800) == (800, 1036)


def test_the_limit_on_pixels_holds() -> None:
    width, height = size_of(hostile.media_box(b"[0 0 612 792]"), 5_000, max_pixels=100_000)
    assert width * height <= 101_000


@pytest.mark.parametrize("box", [b"[0 0 1 900000]", b"[0 0 900000 1]", b"[0 0 0 0]", b"[-1e9 -5 3 9]", b"[0 0 1e30 1e30]"])
def test_pages_of_any_shape_are_drawn_within_the_limits(box: bytes) -> None:
    width, height = size_of(hostile.media_box(box), 1_000)
    assert 1 <= width <= MAX_SIDE + 1
    assert 1 <= height <= MAX_SIDE + 1
