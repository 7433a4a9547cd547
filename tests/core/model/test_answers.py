"""Reading what models say, however they say it."""

from __future__ import annotations

import pytest

from core.model.answers import Do, Quality, Unreadable, looks_cut, page_of, read_text, read_window

GOOD = '{"quality": "high", "entries": [{"do": "add", "ref": "", "structure": "2.1", "title": "Sampling", "page": 7}]}'


@pytest.mark.parametrize(
    ("spelling", "page"),
    [
        (7, 7),
        (7.0, 7),
        ("7", 7),
        ("7.0", 7),
        ("page 7", 7),
        ("p.7", 7),
        ("pp. 7-9", 7),
        ("<physical_index_7>", 7),
        ("physical_index_7", 7),
        ([7], 7),
        ((7,), 7),
        ({"page": "7"}, 7),
        (None, None),
        ("null", None),
        ("unknown", None),
        (0, None),
        (-3, None),
        (True, None),
        (7.5, None),
        ("7.5", None),
        (float("nan"), None),
        ("9" * 40, None),
    ],
)
def test_pages_in_every_spelling(spelling: object, page: int | None) -> None:
    assert page_of(spelling) == page


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Certainly! Here are the changes:\n\n{GOOD}\n\nI hope this helps.",
        f"<think>Section [2] starts on page 7. {{ }}</think>\n{GOOD}",
        "{'quality': 'high', 'entries': [{'do': 'add', 'ref': None, 'structure': '2.1', 'title': 'Sampling', 'page': (7,)}]}",
        '[{"structure": "2.1", "title": "Sampling", "physical_index": "<physical_index_7>"}]',
        '{"entries": {"structure": "2.1", "title": "Sampling", "page": "page 7"}}',
        '{"table_of_contents": [{"structure": "2.1", "title": "Sampling", "page": 7}]}',
        '{"entries": [[{"structure": "2.1", "title": "Sampling", "page": 7}]]}',
        '{"structure": "2.1", "title": "Sampling", "page": 7}',
        '{"entries": [17, null, {"structure": "2.1", "title": "Sampling", "page": 7}]}',
    ],
)
def test_one_answer_in_many_forms(text: str) -> None:
    (entry,) = read_window(text).entries
    assert (entry.do, entry.level, entry.title, entry.page) == (Do.ADD, 2, "Sampling", 7)


def test_words_inside_titles_survive_repair() -> None:
    (entry,) = read_window("{'entries': [{'title': 'Nonetheless True, None the less', 'page': None}]}").entries
    assert entry.title == "Nonetheless True, None the less"


def test_repeated_numbers_lose_no_entry() -> None:
    text = '{"entries": [{"structure": "1", "title": "A", "page": 1}, {"structure": "1", "title": "B", "page": 1}]}'
    assert [entry.title for entry in read_window(text).entries] == ["A", "B"]


def test_nothing_to_change_is_an_answer() -> None:
    assert read_window('{"quality": "medium", "entries": []}') == ((), 0, Quality.MEDIUM)


@pytest.mark.parametrize("text", ["", "   ", "I cannot do that.", "42", "null", '{"entries": "none"}', "[1, 2, 3]", "{}", "{{{"])
def test_what_is_no_answer_says_why(text: str) -> None:
    with pytest.raises(Unreadable, match=r"\w+"):
        read_window(text)


@pytest.mark.parametrize("length", range(1, len(GOOD), 7))
def test_a_cut_answer_is_seen(length: int) -> None:
    assert looks_cut(GOOD[:length])


@pytest.mark.parametrize("text", [GOOD, f"```json\n{GOOD}\n```", "no json", "", "{'python': (1,)}"])
def test_a_whole_answer_is_not_taken_for_cut(text: str) -> None:
    assert not looks_cut(text)


def test_texts() -> None:
    assert read_text('{"text": "A  summary."}') == "A summary."
    assert read_text("Just a summary.") == "Just a summary."
    assert read_text('```json\n{"summary": "S."}\n```') == "S."
    with pytest.raises(Unreadable):
        read_text('{"text": ""}')
