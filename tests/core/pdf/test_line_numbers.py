"""The count down a manuscript's margin is left out of its pages; numbers that belong to the text are not."""

from __future__ import annotations

import pytest

from core.pdf.line_numbers import without_line_numbers
from core.pdf.reading import Line, Page
from tests.core.pdf.test_watermarks import line, pages


def number(value: int, y: float, x: float = 20) -> Line:
    return line(str(value), y, size=5)._replace(x0=x, x1=x + 5)


def numbered(count: int, *, x: float = 20, step: int = 1) -> list[Page]:
    """Pages whose every line has a number at `x`."""
    return [
        page._replace(
            lines=tuple(
                each
                for nth, own in enumerate(page.lines, start=20 * (page.number - 1))
                for each in (own, number(step * (nth + 1), own.y0, x))
            )
        )
        for page in pages(count)
    ]


@pytest.mark.parametrize("x", [20, 380])
@pytest.mark.parametrize("step", [1, 5])
def test_numbers_of_lines_are_left_out(x: float, step: int) -> None:
    assert without_line_numbers(numbered(3, x=x, step=step)) == pages(3)


def test_one_numbered_page_among_many_keeps_its_numbers() -> None:
    mixed = [*numbered(1), *pages(6)[1:]]
    assert without_line_numbers(mixed) == mixed


def test_numbers_within_the_text_stay() -> None:
    table = numbered(3, x=70)
    assert without_line_numbers(table) == table


def test_numbers_that_do_not_count_stay() -> None:
    prices = [
        page._replace(lines=(*page.lines, *(number(nth * nth % 97, 100 + 14 * nth) for nth in range(20)))) for page in pages(3)
    ]
    assert without_line_numbers(prices) == prices
