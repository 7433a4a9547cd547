"""What is laid over most pages is left out of them; what stands in a place of its own is not."""

from __future__ import annotations

from core.pdf.reading import Line, Page
from core.pdf.watermarks import without_watermarks


def line(text: str, y: float, *, size: float = 10.0, upright: bool = True) -> Line:
    return Line(
        text, 60, y, 60 + 0.5 * size * len(text), y + 1.2 * size, size, size, "Serif", False, False, 0, len(text), False, False,
        0, upright,
    )  # fmt: skip


def pages(count: int, *added: Line) -> list[Page]:
    own = [[line(f"line {nth} of page {number}", 100 + 14 * nth) for nth in range(20)] for number in range(1, count + 1)]
    return [Page(number, 400, 600, (*lines, *added)) for number, lines in enumerate(own, start=1)]


def test_a_level_watermark_is_left_out() -> None:
    assert without_watermarks(pages(5, line("Confidential", 220, size=40))) == pages(5)


def test_a_slanted_one_is_left_out_wherever_it_stands() -> None:
    assert without_watermarks(pages(5, line("DRAFT", 20, upright=False))) == pages(5)


def test_running_headers_stay() -> None:
    headed = pages(5, line("Of the harbour", 40))
    assert without_watermarks(headed) == headed


def test_on_a_few_pages_it_is_no_watermark() -> None:
    stamped = [*pages(2, line("Confidential", 220, size=40)), *pages(8)[2:]]
    assert without_watermarks(stamped) == stamped


def test_a_page_of_nothing_else_is_a_scan() -> None:
    blank = Page(6, 400, 600, (line("DRAFT", 20, upright=False),))
    *_, last = without_watermarks([*pages(5, line("DRAFT", 20, upright=False)), blank])
    assert last == Page(6, 400, 600, (), scan=True)
