"""The whole tree on the whole document."""

from __future__ import annotations

from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from core.verify.align import STATED, chain
from core.verify.places import Place
from core.verify.worth import How


def place(first: int, worth: float = 2.0) -> Place:
    return Place(page=first // 10 + 1, first=first, last=first, worth=worth, score=100.0, how=How.ALONE)


def test_equal_titles_take_their_places_in_order() -> None:
    summaries = [place(5), place(25), place(45)]
    taken = chain([(1, summaries), (3, summaries), (5, summaries)])
    assert [each.first for each in taken if each] == [5, 25, 45]


def test_the_stated_page_decides_between_equals() -> None:
    taken = chain([(5, [place(5), place(45)])])
    assert taken[0] == place(45)


def test_neighbours_outvote_a_stated_page() -> None:
    taken = chain([(1, [place(5)]), (1, [place(3, 0.5), place(25, 4.0)]), (4, [place(35)])])
    assert [each.first for each in taken if each] == [5, 25, 35]


def test_two_nodes_never_take_one_place() -> None:
    taken = chain([(1, [place(5)]), (1, [place(5)])])
    assert sum(each is not None for each in taken) == 1


def test_nothing_is_taken_where_nothing_is_worth_it() -> None:
    assert chain([(None, [place(5, -1.0)]), (1, [])]) == [None, None]
    assert chain([]) == []


@given(st.lists(st.tuples(st.integers(1, 3), st.dictionaries(st.integers(0, 29), st.floats(-3, 6), max_size=4)), max_size=5))
def test_no_other_choice_is_worth_more(nodes: list[tuple[int, dict[int, float]]]) -> None:
    wanted = [(stated, [place(first, worth) for first, worth in sorted(options.items())]) for stated, options in nodes]

    def total(choice: tuple[Place | None, ...] | list[Place | None]) -> float:
        pairs = [(stated, each) for (stated, _), each in zip(wanted, choice, strict=True) if each]
        return sum(each.worth + (STATED if each.page == stated else 0) for stated, each in pairs)

    def in_order(choice: tuple[Place | None, ...] | list[Place | None]) -> bool:
        return all(one.first < two.first for one, two in combinations([each for each in choice if each], 2))

    best = chain(wanted)
    assert in_order(best)
    assert (
        total(best)
        >= max(total(choice) for choice in product(*([None, *known] for _, known in wanted)) if in_order(choice)) - 1e-9
    )
