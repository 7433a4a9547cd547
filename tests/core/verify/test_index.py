"""Titles are found among thousands that begin alike, with numbering before them or not."""

from __future__ import annotations

import pytest

from core.evidence.model import DocumentEvidence
from core.verify import prepare
from core.verify.index import CROWDED, SORTED, Index
from tests.core.evidence.made import line, page, reading

LONG = "x" * SORTED


def crowd(form: str) -> Index:
    pages = [
        page(number + 1, [line(form.format(20 * number + nth), y=60 + 30 * nth) for nth in range(20)])
        for number in range(CROWDED)
    ]
    return prepare(DocumentEvidence(reading(*pages)))


@pytest.mark.parametrize(
    ("form", "title"),
    [
        ("Section {}", "section{}"),
        (LONG + " {}", LONG + "{}"),
        ("7 Of river {}", "ofriver{}"),
        ("Chapter 7 Of river {}", "ofriver{}"),
        ("B. {}a", "{}a"),
    ],
)
def test_each_of_many_titles_that_begin_alike_is_found_in_its_line(form: str, title: str) -> None:
    index = crowd(form)
    for nth in (0, 17, 170, 20 * CROWDED - 1):
        assert [hit.first for hit in index.exact(title.format(nth)) if hit.tail == 0] == [nth]


def test_what_stands_behind_other_words_begins_no_line() -> None:
    assert crowd("Though of river {}").exact("ofriver17") == []
