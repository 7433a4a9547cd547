from __future__ import annotations

import pytest

from core.evidence.contents import Listing, bare_listing, listings
from core.evidence.contents_levels import contents_levels
from core.evidence.contents_map import Mapped, map_listing
from core.evidence.contents_rows import page_value, rows_of
from core.evidence.lookup import Lines
from core.pdf.reading import Link, Page, Reading
from core.tree import Box
from tests.core.evidence.made import contents_page, heading_of, line, page, prose, reading, titled

ENTRIES = [("1 Rivers", "1"), ("1.1 Springs", "2"), ("1.2 Mouths", "3"), ("2 Lakes", "4"), ("3 Seas", "6")]
NOTHING: frozenset[tuple[int, int]] = frozenset()


def found(*pages: object, **fields: object) -> list[Listing]:
    return listings(reading(*pages, **fields), NOTHING)  # type: ignore[arg-type]


def mapped(document: Reading, listing: Listing) -> list[Mapped]:
    headings = [heading_of(each, 0) for each in document.pages if each.number not in listing.pages]
    skip = frozenset((number, nth) for number in listing.pages for nth in range(len(document.pages[number - 1].lines)))
    result = map_listing(listing, Lines(document, headings, skip), document.labels, {})
    assert result is not None
    return result


@pytest.mark.parametrize("title", ["Contents", "Inhaltsverzeichnis", "目录", "Оглавление", ""])
@pytest.mark.parametrize("dots", [True, False])
def test_contents_are_told_by_their_look(title: str, dots: bool) -> None:
    (listing,) = found(contents_page(1, ENTRIES, title, dots), titled(2, "1 Rivers"))
    assert [(entry.title, entry.printed) for entry in listing.entries] == ENTRIES


def test_number_title_and_page_in_three_lines_are_one_row() -> None:
    rows = rows_of(page(1, [line("1.2", 72), line("Mouths", 110), line(". . . . . .", 200), line("17", right=520)]))
    assert [(row.text, row.printed, row.x0, row.title_x) for row in rows] == [("1.2 Mouths", "17", 72, 110)]


def test_the_number_of_a_part_is_no_page_number() -> None:
    rows = rows_of(page(1, [line("PART IV", 72), line("Appendix", 72, 120), line("12", right=520, y=120)]))
    assert [(row.text, row.printed) for row in rows] == [("PART IV", ""), ("Appendix", "12")]


def test_two_columns_are_read_one_after_the_other() -> None:
    lines = []
    for nth in range(6):
        lines += [line(f"{nth + 1} Left part", 60, 100 + 14 * nth), line(str(nth + 1), right=280, y=100 + 14 * nth)]
        lines += [line(f"{nth + 7} Right part", 320, 100 + 14 * nth), line(str(nth + 7), right=540, y=100 + 14 * nth)]
    (listing,) = found(page(1, [line("Contents", y=60), *lines]))
    assert [entry.printed for entry in listing.entries] == [str(nth) for nth in range(1, 13)]


def test_two_columns_are_told_apart_by_page_numbers_whatever_their_section_numbers_end_at_and_text_below_runs_across() -> None:
    lines = []
    for nth in range(6):
        y = 100 + 14 * nth
        for x, right, at in ((60, 280, nth + 1), (320, 540, nth + 7)):
            lines += [line(f"2.{at}", x, y), line(f"Part {at} . . .", x + 25, y), line(str(at), right=right, y=y)]
    lines.append(line("List of tables", y=200))
    for nth in range(4):
        for x, right in ((60, 280), (320, 540)):
            lines += [line(f"Quantities . . . {nth}", x, 220 + 14 * nth), line(str(nth + 1), right=right, y=220 + 14 * nth)]
    listing = found(page(1, [line("Contents", y=60), *lines, *prose(300)]))[0]
    assert [entry.title for entry in listing.entries] == [f"2.{nth} Part {nth}" for nth in range(1, 13)]


def test_an_entry_over_two_rows_is_one() -> None:
    rows = [line("Contents", y=60), line("1 Rivers . . . . .", y=100), line("1", right=520, y=100)]
    rows += [line("2 Lakes of the northern hemisphere and of all", y=114), line("those lands . . . . . ", x=86, y=126)]
    rows += [line("4", right=520, y=126), line("3 Seas . . . . .", y=140), line("6", right=520, y=140)]
    (listing,) = found(page(1, rows))
    assert [entry.title for entry in listing.entries][1] == "2 Lakes of the northern hemisphere and of all those lands"


def test_a_list_goes_on_over_pages_under_a_running_header() -> None:
    more = [("4 Ice", "8"), ("5 Rain", "9")]
    (listing,) = found(contents_page(1, ENTRIES), contents_page(2, more))
    assert listing.pages == (1, 2)
    assert len(listing.entries) == 7


@pytest.mark.parametrize(
    "entries",
    [
        [("Anchor, 3, 17,", "21"), ("Boat, 2, 4,", "9"), ("Canal, 7, 11,", "4"), ("Delta, 1, 9,", "30"), ("Ebb, 8, 2,", "6")],
        [("Bolt", "120"), ("Nut", "30"), ("Screw", "75"), ("Washer", "12"), ("Nail", "45"), ("Pin", "8")],
    ],
    ids=["index", "price list"],
)
def test_what_only_looks_like_contents_is_not(entries: list[tuple[str, str]]) -> None:
    assert found(contents_page(1, entries, "")) == []


def test_lists_of_figures_are_not_contents() -> None:
    assert found(contents_page(1, [(f"{nth}.1 A picture", str(nth)) for nth in range(1, 7)], "List of Figures")) == []


@pytest.mark.parametrize(
    ("printed", "value"), [("12", ("", 12)), ("xiv", ("r", 14)), ("3-12", ("3-", 12)), ("A-3", ("A-", 3)), ("S. 7", ("", 7))]
)
def test_page_numbers_have_a_series_and_a_value(printed: str, value: tuple[str, int]) -> None:
    assert page_value(printed) == value


def test_roman_front_matter_and_body_have_offsets_of_their_own() -> None:
    entries = [("Preface", "i"), ("Thanks", "ii"), ("1 Rivers", "1"), ("2 Lakes", "2"), ("3 Seas", "3"), ("4 Ice", "4")]
    titles = ["Preface", "Thanks", "", "1 Rivers", "2 Lakes", "3 Seas", "4 Ice"]
    document = reading(contents_page(1, entries), *[titled(nth + 2, title or "x") for nth, title in enumerate(titles)])
    (listing,) = listings(document, NOTHING)
    assert [each.page for each in mapped(document, listing)] == [2, 3, 5, 6, 7, 8]


def test_a_title_said_before_its_section_is_not_its_place() -> None:
    entries = [("1 Rivers", "1"), ("2 Lakes", "2"), ("3 Seas", "3"), ("4 Ice", "4"), ("5 Rain", "5")]
    pages = [titled(nth + 2, title) for nth, (title, _) in enumerate(entries)]
    pages[0] = page(2, [*pages[0].lines, line("Seas", y=600)])
    document = reading(contents_page(1, entries), *pages)
    assert [each.page for each in mapped(document, listings(document, NOTHING)[0])] == [2, 3, 4, 5, 6]


def test_where_no_offset_is_known_the_page_stays_unknown() -> None:
    entries = [("1 Rivers", "11"), ("2 Lakes", "27"), ("3 Seas", "31"), ("4 Ice", "57"), ("5 Rain", "90")]
    document = reading(contents_page(1, entries), titled(2, "1 Rivers"), titled(3, "2 Lakes"), page(4, prose()))
    pages = {each.title: each.page for each in mapped(document, listings(document, NOTHING)[0])}
    assert (pages["1 Rivers"], pages["2 Lakes"], pages["4 Ice"]) == (2, 3, None)


def test_a_list_of_what_is_not_in_the_document_is_not_its_contents() -> None:
    document = reading(contents_page(1, ENTRIES), page(2, prose()), page(3, prose()))
    (listing,) = listings(document, NOTHING)
    assert map_listing(listing, Lines(document, [], NOTHING), (), {}) is None


def test_contents_without_page_numbers_are_matched_by_title() -> None:
    first = contents_page(1, [("1 Rivers", ""), ("2 Lakes", ""), ("3 Seas", "")])
    document = reading(first, titled(2, "1 Rivers"), titled(3, "2 Lakes"), titled(4, "3 Seas"))
    listing = bare_listing(first)
    assert listing is not None
    assert [each.page for each in mapped(document, listing)] == [2, 3, 4]


def test_depth_comes_from_numbers_and_indentation() -> None:
    lines = [line("Preface", 72, 100), line("1 Rivers", 72, 114), line("1.1 Springs", 72, 128), line("1.2 Mouths", 72, 142)]
    lines += [line("Deltas", 110, 156), line("1.3 Falls", 72, 170), line("2 Lakes", 72, 184), line("Index", 72, 198)]
    numbers = [line(str(nth), right=520, y=each.y0) for nth, each in enumerate(lines)]
    (listing,) = found(page(1, [line("Contents", y=60), *lines, *numbers]))
    assert contents_levels(listing.entries) == [1, 1, 2, 2, 3, 2, 1, 1]


def test_what_is_indented_under_the_last_of_a_count_is_below_it() -> None:
    """Though it begins where the titles of the counted do."""
    titles = ["A.1 Rivers", "springs", "A.2 Lakes", "depth", "A.3 Seas", "salt", "tides", "Index"]
    lines = []
    for nth, title in enumerate(titles):
        number, _, words = title.rpartition(" ")
        lines += [line(number, 72, 100 + 14 * nth)] if number else []
        lines += [line(words, 72 if title == "Index" else 95, 100 + 14 * nth), line(str(nth), right=520, y=100 + 14 * nth)]
    (listing,) = found(page(1, [line("Contents", y=60), *lines]))
    assert contents_levels(listing.entries) == [2, 3, 2, 3, 2, 3, 3, 1]


def test_an_entry_is_as_bold_as_its_title_however_many_dots_follow() -> None:
    dotted = line("Index" + " ." * 40, lead=85, lead_bold=True)
    (row,) = rows_of(page(1, [dotted, line("91", right=560)]))
    assert (row.text, row.printed, row.bold) == ("Index", "91", True)


def test_a_bold_number_does_not_make_its_entry_bold() -> None:
    (row,) = rows_of(page(1, [line("WB 1.1. Policies" + "." * 60 + " 5", lead=7, lead_bold=True)]))
    assert (row.text, row.bold) == ("WB 1.1. Policies", False)


def test_authors_named_under_the_entries_are_no_sections() -> None:
    titles = ["Rivers and their Mouths", "Lakes of the North", "Seas and Tides", "Ice in Winter"]
    authors = ["Ada Brook", "Ben Pond", "Cy Waters", "Di Frost"]
    rows = [line("Contents", y=60)]
    for nth, (title, author) in enumerate(zip(titles, authors, strict=True)):
        rows += [line(title, y=100 + 40 * nth), line(str(nth + 1), right=520, y=100 + 40 * nth), line(author, y=120 + 40 * nth)]
    chapters = [
        page(nth + 2, [line(title, y=80, size=14.0), line(author, y=110), *prose()])
        for nth, (title, author) in enumerate(zip(titles, authors, strict=True))
    ]
    document = reading(page(1, rows), *chapters)
    assert [each.title for each in mapped(document, listings(document, NOTHING)[0])] == titles


def test_one_dot_before_the_page_number_is_a_leader_where_there_is_room_for_no_more() -> None:
    rows = rows_of(page(1, [line("4 On Clouds, Which Have No Instrument .", 72), line("6", right=520), line("2 Rain .4", y=120)]))
    assert [(row.text, row.printed) for row in rows] == [("4 On Clouds, Which Have No Instrument", "6"), ("2 Rain", "4")]


@pytest.mark.parametrize("scale", [0.4, 1.0, 3.0])
def test_a_list_is_read_alike_at_any_scale(scale: float) -> None:
    lines = [line("Contents", y=60)]
    for nth in range(6):
        left, right, y = 60 + 4.5 * (nth % 2), 320 + 4.5 * (nth % 2), 100 + 14 * nth
        lines += [line(f"Left part {nth}", left, y), line(str(nth + 1), right=290, y=y)]
        lines += [line(f"Right part {nth}", right, y), line(str(nth + 7), right=550, y=y)]
    scaled = [
        each._replace(
            x0=each.x0 * scale,
            x1=each.x1 * scale,
            y0=each.y0 * scale,
            y1=each.y1 * scale,
            size=each.size * scale,
            big=each.big * scale,
        )
        for each in lines
    ]
    (listing,) = found(page(1, scaled)._replace(width=600 * scale, height=800 * scale))
    assert [entry.printed for entry in listing.entries] == [str(nth) for nth in range(1, 13)]
    assert contents_levels(listing.entries) == [1, 2] * 6


def test_the_two_pages_of_a_spread_are_read_one_after_the_other() -> None:
    lines = [line("Contents", 60, y=60), *(line(f"{nth} Left part {'. ' * 9}{nth}", 60, 100 + 14 * nth) for nth in range(1, 7))]
    lines += [line(f"{nth} Right part {'. ' * 9}{nth}", 660, 30 + 14 * nth) for nth in range(7, 13)]
    (listing,) = found(page(1, lines)._replace(width=1200))
    assert [entry.printed for entry in listing.entries] == [str(nth) for nth in range(1, 13)]


def test_no_title_is_found_in_a_line_and_the_contents_entry_after_it() -> None:
    listed = contents_page(1, [("Of Rivers and of Brooks", "1")], "Contents", dots=False)
    lines = Lines(reading(listed), [], frozenset({(1, 1), (1, 2)}))
    assert lines.nearly("Contents Of Rivers and of Brooks", "", 1) is None
    assert Lines(reading(listed), [], NOTHING).nearly("Contents Of Rivers and of Brooks", "", 1) is not None


def test_a_table_of_years_that_names_sections_is_not_contents() -> None:
    titles = ["Customs House", "Fish Hall", "Almshouse", "Signal House", "Long Mole", "School"]
    years = ["1741", "1768", "1783", "1790", "1802", "1815"]
    table = contents_page(8, list(zip(titles, years, strict=True)), "", dots=False)
    document = reading(page(1, prose()), *[titled(nth + 2, title) for nth, title in enumerate(titles)], table)
    (listing,) = listings(document, NOTHING)
    headings = [heading_of(each, 0) for each in document.pages[1:7]]
    assert map_listing(listing, Lines(document, headings, NOTHING), (), {}) is None
    pages = contents_page(8, list(zip(titles, ["2", "3", "4", "5", "6", "7"], strict=True)), "", dots=False)
    assert map_listing(listings(reading(*document.pages[:7], pages), NOTHING)[0], Lines(document, headings, NOTHING), (), {})


def test_linked_contents_in_another_language_than_the_text_are_not_its_contents() -> None:
    chapters = [titled(nth + 2, title) for nth, title in enumerate(["第1章 河流", "第2章 湖泊", "第3章 海洋"])]
    listed = contents_page(1, [("Chapter 1 Rivers", "2"), ("Chapter 2 Lakes", "3"), ("Chapter 3 Seas", "4")])
    links = {1: [Link(1, entry_box(listed, nth), nth + 2, 100.0) for nth in range(3)]}
    for pages, belongs in ((chapters, False), ([each._replace(lines=(), scan=True) for each in chapters], True)):
        document = reading(listed, *pages)
        (listing,) = listings(document, NOTHING)
        result = map_listing(listing, Lines(document, [], NOTHING), (), links)
        assert (result is not None) is belongs


def entry_box(listed: Page, nth: int) -> Box:
    return listed.lines[1 + 2 * nth].box
