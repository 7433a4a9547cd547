from __future__ import annotations

import pytest

from core.evidence import gather
from core.evidence.bookmarks import bookmark_pointers, straightened, usable
from core.evidence.lookup import Lines
from core.pdf.reading import Bookmark, Destination, Link
from tests.core.evidence.made import contents_page, heading_of, line, page, prose, reading, titled

TITLES = ["1 Rivers", "2 Lakes", "3 Seas", "4 Ice", "5 Rain"]
NOTHING: frozenset[tuple[int, int]] = frozenset()


def lines_of(*titles: str) -> Lines:
    document = reading(*[titled(nth + 1, title) for nth, title in enumerate(titles)], *[page(nth, prose()) for nth in (90, 91)])
    headings = [heading_of(each, 0) for each in document.pages[: len(titles)]]
    return Lines(document, headings, NOTHING)


@pytest.mark.parametrize(
    "titles",
    [
        ["Page 1", "Page 2", "Page 3"],
        ["report_final.pdf"],
        ["One entry for all"],
        ["x.doc", "y.docx", ""],
        ["1", "2", "iii", "A"],
        ["A"] * 5,
    ],
)
def test_worthless_outlines_say_nothing(titles: list[str]) -> None:
    assert usable([Bookmark(1, title, nth + 1) for nth, title in enumerate(titles)], 9) == []


def test_a_few_short_titles_do_not_spoil_an_outline() -> None:
    outline = [Bookmark(1, title, nth + 1) for nth, title in enumerate([*TITLES * 2, "L"])]
    assert len(usable(outline, 11)) == 11


def test_levels_that_jump_are_closed_up() -> None:
    assert straightened([1, 3, 3, 2, 4, 1]) == [1, 2, 2, 2, 3, 1]


def test_targets_that_are_all_shifted_are_put_right() -> None:
    outline = [Bookmark(1, title, nth + 3) for nth, title in enumerate(TITLES)]
    pointers, finds = bookmark_pointers(outline, lines_of(*TITLES), 7)
    assert [pointer.page for pointer in pointers] == [1, 2, 3, 4, 5]
    assert all(find is not None for find in finds)


def test_a_target_nobody_knows_is_found_by_its_title() -> None:
    outline = [Bookmark(1, "1 Rivers", 1), Bookmark(1, "4 Ice", None), Bookmark(1, "6 Fog", None), Bookmark(1, "5 Rain", 400)]
    pointers, _ = bookmark_pointers(outline, lines_of(*TITLES), 7)
    assert [(pointer.title, pointer.page) for pointer in pointers] == [("1 Rivers", 1), ("4 Ice", 4), ("5 Rain", 5)]


def test_number_or_not_bookmark_and_heading_are_one() -> None:
    document = reading(*[titled(nth + 1, title) for nth, title in enumerate(TITLES)])
    outline = tuple(Bookmark(1, title[2:], nth + 1) for nth, title in enumerate(TITLES))
    evidence = gather(reading(*document.pages, outline=outline))
    assert [evidence.headings[pointer.heading].title for pointer in evidence.bookmarks] == TITLES


def test_links_on_a_page_make_it_contents_and_point_to_the_place() -> None:
    first = contents_page(1, [(title, "") for title in TITLES], title="", dots=False)
    links = tuple(Link(1, each.box, nth + 2, 100.0) for nth, each in enumerate(first.lines))
    evidence = gather(reading(first, *[titled(nth + 2, title) for nth, title in enumerate(TITLES)], links=links))
    assert evidence.contents_pages == (1,)
    assert [entry.target for entry in evidence.contents] == [2, 3, 4, 5, 6]
    assert [evidence.headings[pointer.heading].title for pointer in evidence.links] == TITLES


def test_a_destination_leads_to_the_line_in_its_own_column() -> None:
    left, right = line("and so the left column goes on", 60, 300), line("2 Lakes", 320, 302, bold=True)
    body = [line("and so the text goes on here", x, 320 + 12 * nth) for x in (60, 320) for nth in range(9)]
    evidence = gather(reading(page(1, [left, right, *body]), destinations=(Destination("section.2", 1, 298.0, 320.0),)))
    (pointer,) = evidence.destinations
    assert pointer.level == 3
    assert evidence.headings[pointer.heading].title == "2 Lakes"


def test_a_destination_leads_to_the_heading_that_bears_its_number() -> None:
    left, right = (
        line("2.3 Ponds", 54, 429, bold=True, size=12.0),
        [line("and so the other column", 318, 412 + 12 * nth) for nth in range(9)],
    )
    body = [line("and so the text goes on", 54, 450 + 12 * nth) for nth in range(9)]
    document = reading(page(1, [left, *body, *right]), destinations=(Destination("subsection.2.3", 1, 418.0, 53.0),))
    evidence = gather(document)
    assert [evidence.headings[pointer.heading].title for pointer in evidence.destinations] == ["2.3 Ponds"]


def test_a_destination_without_a_number_on_the_page_stays_in_its_column() -> None:
    left, right = (
        line("Ponds", 54, 429, bold=True, size=12.0),
        [line("and so the other column", 318, 412 + 12 * nth) for nth in range(9)],
    )
    body = [line("and so the text goes on", 54, 450 + 12 * nth) for nth in range(9)]
    document = reading(page(1, [left, *body, *right]), destinations=(Destination("section*.4", 1, 418.0, 53.0),))
    assert [pointer.title for pointer in gather(document).destinations] == ["Ponds"]


def test_links_to_words_of_the_text_are_no_contents() -> None:
    tasks = ["Task one", "Task two", "Task three", "Task four", "Task five"]
    table = contents_page(6, [(task, "") for task in tasks], title="", dots=False)
    pages = [titled(nth + 1, title) for nth, title in enumerate(TITLES)]
    said = [page(each.number, [*each.lines, line(task, y=600.0)]) for each, task in zip(pages, tasks, strict=True)]
    links = tuple(Link(6, each.box, nth + 1, 600.0) for nth, each in enumerate(table.lines))
    evidence = gather(reading(*said, table, links=links))
    assert not evidence.contents
