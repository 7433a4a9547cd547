"""Which word of a model on depths is followed."""

from __future__ import annotations

import random
from collections.abc import Container, Sequence

from core.draft import draft
from core.evidence.model import DocumentEvidence, Heading
from core.model.levels import settled
from core.model.outline import Item, flatten
from core.pdf.reading import Line, Page, Reading
from core.verify import prepare
from tests.core.model.samples import evidence

BOLD, ITALIC, PLAIN = "Bold", "Italic", "Plain"


def made(rows: Sequence[tuple[str, int, int]], capitals: Container[int] = ()) -> tuple[list[Item], DocumentEvidence]:
    """A document with one heading a page, and its outline: (font, the engine's depth, the model's depth) for each heading.

    `capitals`: the pages whose headings are set in them.
    """
    pages, headings, items = [], [], []
    for number, (font, own, told) in enumerate(rows, start=1):
        title = f"Heading {chr(97 + number // 26)}{chr(97 + number % 26)} of the tides"
        title = title.upper() if number in capitals else title
        box = (60.0, 50.0, 260.0, 62.0)
        line = Line(title, *box, 12, 12, font, font == BOLD, font == ITALIC, 0, len(title), font == BOLD, False, 0, True)
        pages.append(Page(number, 600, 800, (line,)))
        headings.append(Heading(number, 0, 0, title, "", box, 0.97, tops_page=True))
        items.append(Item(f"e{number}", title, number, number - 1, told, own=own, heard=True))
    return items, DocumentEvidence(reading=Reading("made", "3" * 64, tuple(pages)), headings=tuple(headings))


def levels(rows: Sequence[tuple[str, int, int]], capitals: Container[int] = ()) -> list[int]:
    items, found = made(rows, capitals)
    return [item.level for item in settled(items, prepare(found))]


def test_depths_at_random_are_not_followed() -> None:
    index = prepare(evidence("report-roman"))
    own = [item for item in flatten(draft(evidence("report-roman")), index) if item.first >= 0]
    drawn = random.Random(5)
    scattered = [item._replace(level=drawn.randint(1, 4), heard=True) for item in own]
    followed = sum(item.level != item.own for item in settled(scattered, index))
    assert followed <= 0.2 * sum(item.level != item.own for item in scattered)


def test_kinds_move_as_one_and_those_not_spoken_of_go_along() -> None:
    index = prepare(evidence("report-roman"))
    own = [item for item in flatten(draft(evidence("report-roman")), index) if item.first >= 0]
    half = [item._replace(level=item.own + 1, heard=True) if nth < len(own) * 2 // 3 else item for nth, item in enumerate(own)]
    assert [item.level for item in settled(half, index)] == [item.own + 1 for item in own]
    one = [item._replace(heard=True, level=item.own + 2 * (nth == 3)) for nth, item in enumerate(own)]
    assert [item.level for item in settled(one, index)] == [item.own for item in own]


def test_few_in_capitals_go_with_those_set_like_them() -> None:
    told = [(BOLD, 3, 3 if number in {4, 7} else 2) for number in range(2, 27)]
    assert levels([(PLAIN, 1, 1), *told], capitals={3, 4, 6, 7, 9}) == [1, *[2] * 25]


def test_few_neighbours_that_were_passed_over_move_with_their_kind() -> None:
    told = [(BOLD, 3, 3 if number in {8, 9, 10} else 2) for number in range(2, 42)]
    assert levels([(PLAIN, 1, 1), *told]) == [1, *[2] * 40]


def test_a_run_in_one_place_is_followed_though_the_rest_of_its_kind_stays() -> None:
    told = [(BOLD, 2, 1)] * 3 + [(BOLD, 2, 2)] * 14
    assert levels([(PLAIN, 1, 1), *told]) == [1, *[1] * 3, *[2] * 14]


def test_strays_of_a_kind_are_not_followed() -> None:
    told = [(BOLD, 2, 1 if nth in {4, 11} else 2) for nth in range(20)]
    assert levels([(PLAIN, 1, 1), *told]) == [1, *[2] * 20]


def test_a_kind_whose_depth_goes_by_what_it_stands_below_is_followed() -> None:
    rows = [
        (BOLD, 1, 1),
        *[(BOLD, 1, 1)] * 6,
        (ITALIC, 2, 2),
        (PLAIN, 2, 3),
        (PLAIN, 2, 3),
        (BOLD, 1, 1),
        (PLAIN, 2, 2),
        (PLAIN, 2, 2),
        (PLAIN, 2, 2),
        (BOLD, 1, 1),
        (PLAIN, 2, 2),
    ]
    assert levels(rows) == [told for _, _, told in rows]


def test_a_kind_whose_depths_follow_no_rule_stays() -> None:
    rows = [(BOLD, 1, 1)] * 20 + [(PLAIN, 2, 3), (PLAIN, 2, 2), (BOLD, 1, 1), (PLAIN, 2, 2), (PLAIN, 2, 3), (PLAIN, 2, 3)]
    assert levels(rows) == [own for _, own, _ in rows]
