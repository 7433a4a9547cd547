"""Where titles stand: letter for letter, numbered, over lines, nearly."""

from __future__ import annotations

import pytest

from core.verify.index import prepare
from core.verify.match import key, line_keys, number_alone, offset, take_apart
from core.verify.places import places
from core.verify.worth import How
from tests.core.verify.documents import PAPER, document


@pytest.mark.parametrize(
    ("title", "bare", "number"),
    [
        ("3.2 Fine-tuning", "finetuning", "3.2"),
        ("  INTRODUCTION ", "introduction", ""),
        ("Chapter 7: The Sea", "thesea", "7"),
        ("IV. Eﬃcient ﬁlters", "efficientfilters", "iv"),
        ("Über naïve Ansätze", "ubernaiveansatze", ""),
        ("2", "2", ""),
        ("第三章 绪论", "绪论", "第三章"),
    ],
)
def test_titles_are_taken_apart(title: str, bare: str, number: str) -> None:
    found = take_apart(title)
    assert (found.bare, found.number) == (bare, number)


def test_keys_of_many_lines_are_those_of_each() -> None:
    lines = ["Plain text, here.", "Naïve “quotes” — ﬁne", "", "Ünder_score 12", "\x1ccontrol\ttab"]
    assert line_keys(lines) == [key(line) for line in lines]


def test_a_line_with_a_break_in_it_does_not_shift_the_others() -> None:
    assert line_keys(["one\ntwo", "three"]) == ["onetwo", "three"]


def test_offsets_count_letters_as_keys_do() -> None:
    assert offset("1. Eﬃcient. Text", len(key("1. Eﬃcient"))) == len("1. Eﬃcient")


@pytest.mark.parametrize(("text", "number"), [("3.2", "3.2"), (" Chapter 7 ", "7"), ("3.2 Results", ""), ("IV.", "iv")])
def test_numbering_alone(text: str, number: str) -> None:
    assert number_alone(text) == number


@pytest.mark.parametrize("title", ["2 Methods", "Methods", "METHODS", "2  Methods", "Chapter 2: Methods", "Me\u00adthods"])
def test_a_heading_is_found_in_spite_of_case_spaces_and_numbering(title: str) -> None:
    best = max(places(prepare(document(*PAPER)), title), key=lambda place: place.worth)
    assert (best.page, best.how) == (2, How.ALONE)


def test_a_heading_over_two_lines_is_one_place() -> None:
    index = prepare(document("# 1 A long heading that \n # goes on \n Text."))
    (place,) = [place for place in places(index, "A long heading that goes on") if place.how is How.ALONE]
    assert (place.first, place.last) == (0, 1)


def test_a_broken_word_joins_over_the_line() -> None:
    index = prepare(document("# Imple- \n # mentation \n Text."))
    assert [place.how for place in places(index, "Implementation")] == [How.ALONE]


def test_a_sentence_that_begins_with_the_title_is_text() -> None:
    index = prepare(document("Results show much sand. \n Resultsoriented work."))
    assert [place.how for place in places(index, "Results")] == [How.TEXT, How.TEXT]
    assert all(place.worth < 0 for place in places(index, "Results"))


@pytest.mark.parametrize("entry", ["Methods . . . . . . 12", "Methods ........ iv", "Methods, 3, 17", "Methods, 12"])
def test_an_entry_of_contents_or_index_is_told_by_its_numbers(entry: str) -> None:
    (place,) = places(prepare(document(entry)), "Methods")
    assert place.how is How.ENTRY


def test_a_run_in_heading_is_told_by_its_style() -> None:
    (place,) = [place for place in places(prepare(document(*PAPER)), "Discharge") if place.page == 4]
    assert place.how is How.RUN_IN
    assert place.worth > -1


def test_a_near_reading_is_found_where_no_exact_one_is() -> None:
    index = prepare(document("# 2.2 Statistics and Sofware \n Text."))
    (place,) = places(index, "Statistics and Software")
    assert 90 < place.score < 100


def test_half_of_the_words_is_no_reading() -> None:
    assert places(prepare(document(*PAPER)), "Statistics or hardware") == []


def test_a_number_in_its_own_line_counts() -> None:
    index = prepare(document("3 \n Results \n Text. \n 4 \n Results \n Text."))
    third, fourth = places(index, "4 Results")
    assert (third.last, fourth.last) == (1, 4)
    assert fourth.worth > third.worth


def test_a_title_cut_off_is_found_whole() -> None:
    index = prepare(document("# The physical disk or tape addresses for the file contents \n Text."))
    (place,) = places(index, "The physical disk or tape addresses for the fil...")
    assert place.how is How.ALONE


def test_a_table_row_is_worth_less_than_a_line_of_its_own() -> None:
    row, alone = places(prepare(document("| Total | 12", "Total \n Text.")), "Total")
    assert row.in_table
    assert row.worth < alone.worth


def test_a_heading_high_on_its_page_is_no_running_header() -> None:
    index = prepare(document("> 3.2 Dependencies \n Text.", "Text.", "Text.", "> A Study \n Text.", "> A Study \n Text."))
    assert [place.how for place in places(index, "Dependencies")] == [How.ALONE]
    assert {place.how for place in places(index, "A Study")} == {How.RUNNING}


def test_pages_without_text_and_documents_without_pages() -> None:
    assert places(prepare(document("", "")), "Anything at all") == []
    assert places(prepare(document()), "Anything at all") == []


def test_a_header_that_went_unrecognised_is_told_by_its_height() -> None:
    index = prepare(document(*(f"A Study \n Text {nth}." for nth in range(4)), "Text. \n # A Study \n Text."))
    assert [place.how for place in places(index, "A Study")] == [How.RUNNING] * 4 + [How.ALONE]


def test_sections_named_alike_at_the_tops_of_pages_are_no_headers() -> None:
    index = prepare(document(*(f"{nth}.1 Introduction \n Text." for nth in range(1, 6))))
    assert {place.how for place in places(index, "3.1 Introduction")} == {How.ALONE}


def test_a_number_in_a_line_of_its_own_tells_headings_from_headers() -> None:
    index = prepare(document(*(f"{nth}.1 \n > Introduction \n Text." for nth in range(1, 6))))
    assert {place.how for place in places(index, "Introduction")} == {How.ALONE}
