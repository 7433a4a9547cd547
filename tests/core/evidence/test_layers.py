from __future__ import annotations

from core.evidence.counting import counted
from core.evidence.layers import Vote, layered


def test_levels_follow_the_votes() -> None:
    assert layered(3, [Vote(0, 1, 1, 1.0), Vote(1, 2, None, 1.0)], [1, 1, 1]) == [1, 2, 3]


def test_the_heavier_of_two_votes_wins() -> None:
    assert layered(2, [Vote(0, 1, None, 1.0), Vote(0, 1, 0, 3.0)], [1, 2]) == [1, 1]


def test_levels_have_no_gaps_and_start_at_one() -> None:
    assert layered(2, [Vote(0, 1, 3, 1.0)], [4, 4]) == [1, 2]


def test_neighbours_decide_how_a_number_is_read() -> None:
    titles = ["A. One", "B. Two", "C. Three", "D. Four", "I. First", "II. Second"]
    assert [(number.form, number.parts) for number in counted(titles) if number] == [
        ("A.", (1,)),
        ("A.", (2,)),
        ("A.", (3,)),
        ("A.", (4,)),
        ("R.", (1,)),
        ("R.", (2,)),
    ]


def test_the_letter_after_h_is_no_roman_one() -> None:
    titles = [f"{letter}. Word" for letter in "ABCDEFGHIJ"]
    assert [number.parts for number in counted(titles) if number] == [(nth,) for nth in range(1, 11)]
