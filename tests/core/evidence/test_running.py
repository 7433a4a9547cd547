"""Lines that recur in one place are running lines; headings that look like them are not."""

from __future__ import annotations

from core.evidence.running import find_running
from core.pdf.reading import Line, Page, Reading


def line(text: str, y: float, *, size: float = 10.0, x: float = 60.0, color: int = 0) -> Line:
    width = 0.5 * size * len(text)
    return Line(text, x, y, x + width, y + 1.2 * size, size, size, "Serif", False, False, color, len(text), False, False, 0, True)


def document(pages: list[list[Line]]) -> Reading:
    return Reading("made", "", tuple(Page(number, 400, 600, tuple(lines)) for number, lines in enumerate(pages, start=1)))


def body(page: int, top: float = 120.0) -> list[Line]:
    words = ["some", "words", "that", "differ", "from", "page", "to"]
    return [
        line(" ".join(words[(page * (nth + 3) ** at) % 7] for at in range(9)), top + 14 * nth) for nth in range(20 + page % 5)
    ]


def running_texts(reading: Reading) -> set[str]:
    return {reading.pages[page - 1].lines[index].text for page, index in find_running(reading)}


def test_chapter_numbers_above_titles_do_not_run() -> None:
    pages = [[line(f"Chapter {page}", 50, size=11), line("Title " * page, 66, size=17), *body(page)] for page in range(1, 6)]
    assert running_texts(document(pages)) == set()


def test_chapter_numbers_in_running_headers_do() -> None:
    pages = [[line(f"Chapter {page}", 30, size=9), *body(page)] for page in range(1, 6)]
    assert running_texts(document(pages)) == {f"Chapter {page}" for page in range(1, 6)}


def test_titles_that_count_do_not_run_where_their_numbers_go_another_way_than_the_pages() -> None:
    pages = [[line(f"Section {5 * page}", 50), *body(page)] for page in range(1, 9)]
    assert running_texts(document(pages)) == set()
    large = [[line(f"Section {page}", 50, size=16), *body(page)] for page in range(1, 9)]
    assert running_texts(document(large)) == set()


def test_numbers_that_stay_or_go_with_the_pages_run() -> None:
    pages = [[line(f"Section {1 + page // 4}", 30), line(f"Rivers and lakes {page}", 570), *body(page)] for page in range(1, 9)]
    assert running_texts(document(pages)) == {text for texts in pages for text in (texts[0].text, texts[1].text)}
