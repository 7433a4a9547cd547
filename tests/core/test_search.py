"""Words are found however they are set: over line ends, with or without case, diacritics, ligatures and hyphens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.pdf.reading import Line, Page, Reading
from core.search import Hit, Piece, Searchable, fold


def _reading(*pages: list[str]) -> Reading:
    def line(text: str, nth: int) -> Line:
        return Line(text, 72, 72 + 14 * nth, 300, 84 + 14 * nth, 10, 10, "F", False, False, 0, len(text), False, False, 0, True)

    return Reading(
        "x.pdf",
        "0" * 64,
        tuple(
            Page(number, 612, 792, tuple(line(text, nth) for nth, text in enumerate(lines)))
            for number, lines in enumerate(pages, start=1)
        ),
    )


def _found(lines: list[str], words: str) -> list[str]:
    """The text of each hit, its pieces joined by "|"."""
    return [
        "|".join(lines[piece.line][piece.start : piece.stop] for piece in hit.pieces)
        for hit in Searchable(_reading(lines)).find(words)
    ]


@pytest.mark.parametrize(
    ("lines", "words", "found"),
    [
        (["The Tide Tables"], "tide tables", ["Tide Tables"]),
        (["  a  tide   of tides"], "Tide", ["tide", "tide"]),
        (["Über die Größe"], "uber die grosse", ["Über die Größe"]),
        (["ef\ufb01cient cafe\u0301s"], "efficient cafés", ["ef\ufb01cient cafe\u0301s"]),
        (["of the measure-", "ment of time"], "measurement of", ["measure|ment of"]),
        (["fine-tuning and fine\u2010", "tuning"], "finetuning", ["fine-tuning", "fine|tuning"]),
        (["fine-tuning"], "fine-tuning", ["fine-tuning"]),
        (["an end", "of a line"], "end  of\na", ["end|of a"]),
        (["第三章 数据", "收集"], "数据收集", ["数据|收集"]),
        (["مُقَدِّمة"], "مقدمة", ["مُقَدِّمة"]),
        (["(a*b) [c] \\d"], "[c] \\d", ["[c] \\d"]),
        (["aaa"], "aa", ["aa"]),
        (["one", "", "two"], "one two", ["one|two"]),
        (["text"], " - ", []),
        (["text"], "", []),
        ([], "text", []),
    ],
)
def test_words_are_found_where_they_stand(lines: list[str], words: str, found: list[str]) -> None:
    assert _found(lines, words) == found


def test_hits_come_page_by_page_in_reading_order() -> None:
    reading = _reading(["a tide", "tide"], [], ["the tide"])
    assert list(Searchable(reading).find("tide")) == [
        Hit(1, (Piece(0, 2, 6),)),
        Hit(1, (Piece(1, 0, 4),)),
        Hit(3, (Piece(0, 4, 8),)),
    ]


@given(st.lists(st.text(alphabet="aÄß-ﬁ ́\u00ad第x\u3000", max_size=12), max_size=5), st.data())
def test_any_part_of_a_line_is_found_there(lines: list[str], data: st.DataObject) -> None:
    full = [nth for nth, text in enumerate(lines) if " ".join(fold(text).split())]
    if not full:
        return
    nth = data.draw(st.sampled_from(full))
    start = data.draw(st.integers(0, len(lines[nth]) - 1))
    part = lines[nth][start : data.draw(st.integers(start + 1, len(lines[nth])))]
    wanted = " ".join(fold(part).split())
    hits = _found(lines, part)
    if wanted:
        assert any(" ".join(fold(hit.replace("|", "")).split()).replace(" ", "") == wanted.replace(" ", "") for hit in hits)
    else:
        assert hits == []
