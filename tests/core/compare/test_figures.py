"""The figures are the benchmark's: the same as its own scorer gives, on trees of ours and, where it is there, on its own."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from core.compare import figures
from core.tree import Node, Span, Tree
from tests.bench.gold import score_module
from tests.bench.tracks import find_bench

Row = dict[str, Any]
RIGHT: list[Row] = [
    {"level": level, "title": title, "page": page}
    for level, title, page in (
        (1, "Preface", 3), (1, "1 The Harbour", 7), (2, "1.1 Tides", 8), (2, "1.2 Pilots", 11), (1, "2 The Clocks", 15),
        (2, "Summary", 18), (1, "3 The Light", 20), (2, "3.1 Oil and wick", 20), (2, "Summary", 24), (1, "Bibliography", 26),
    )
]  # fmt: skip
GIVEN: list[Row] = [
    {"level": level, "title": title, "page": page}
    for level, title, page in (
        (1, "Harbours and Lights", 1), (2, "Contents", 2), (1, "Chapter 1: The harbour", 7), (2, "Tides", 9), (1, "Pilots", 11),
        (1, "2 The Clock", 15), (2, "Summary", 24), (1, "3 The Light", 20), (2, "3.1 Oil & wick", 20), (1, "Abstract", 25),
        (1, "BIBLIOGRAPHY", 26),
    )
]  # fmt: skip
KEPT = {
    "heading_p": 0.625,
    "heading_r": 0.5,
    "heading_f1": 0.5555555555555556,
    "tree_p": 0.375,
    "tree_r": 0.3,
    "tree_f1": 0.33333333333333326,
    "level": 0.8,
    "page0": 0.7142857142857143,
}
"""What score.py gave for these two."""


def test_the_figures_are_those_that_the_scorer_gave() -> None:
    assert _named(_tree(RIGHT), _tree(GIVEN)) == pytest.approx(KEPT)


@pytest.mark.parametrize("rate", [0.0, 0.3, 0.9])
def test_the_figures_are_those_of_the_scorer(rate: float) -> None:
    bench = _bench()
    module = score_module(bench)
    chance = random.Random(rate)
    for path in sorted((bench / "dev" / "gold").glob("*.json"))[::3]:
        gold = [{"level": row["level"], "title": row["title"], "page": row["page"]} for row in module.load(path)]
        left, right = _tree(gold), _tree(list(_spoilt(gold, rate, chance)))
        score = module.score(_rows(left), _rows(right))
        assert _named(left, right) == pytest.approx({name: score[name] for name in KEPT}), path.stem


def test_the_figures_kept_are_still_the_scorers() -> None:
    score = score_module(_bench()).score(RIGHT, GIVEN)
    assert {name: score[name] for name in KEPT} == pytest.approx(KEPT)


def test_an_empty_tree_has_none_right() -> None:
    right = _tree(RIGHT)
    found = figures(right, right.with_nodes(()))
    assert (found.heading.f1, found.tree.f1, found.level, found.page) == (0, 0, 0, 0)


def _bench() -> Path:
    bench = find_bench()
    if bench is None:
        pytest.skip("the benchmark is not here")
    return bench.folder


def _named(left: Tree, right: Tree) -> dict[str, float]:
    found = figures(left, right)
    return {
        "heading_p": found.heading.precision,
        "heading_r": found.heading.recall,
        "heading_f1": found.heading.f1,
        "tree_p": found.tree.precision,
        "tree_r": found.tree.recall,
        "tree_f1": found.tree.f1,
        "level": found.level,
        "page0": found.page,
    }


def _rows(tree: Tree) -> list[Row]:
    return [{"level": place.level, "title": place.node.title, "page": place.node.span.start or 0} for place in tree.walk()]


def _tree(rows: Sequence[Row]) -> Tree:
    todo = [(row["level"], Node(id=f"n{nth}", title=row["title"], span=Span(start=row["page"]))) for nth, row in enumerate(rows)]

    def below(level: int) -> Iterator[Node]:
        while todo and todo[0][0] > level:
            depth, node = todo.pop(0)
            yield node.with_(children=tuple(below(depth)))

    return Tree(name="x", pages=5_000, nodes=tuple(below(0)))


def _spoilt(rows: Sequence[Row], rate: float, chance: random.Random) -> Iterator[Row]:
    """The rows with faults of every kind at a rate."""
    for row in rows:
        if chance.random() >= rate:
            yield row
            continue
        fault = chance.choice(["lost", "page", "case", "letters", "level", "added"])
        if fault == "added":
            yield {"level": 1, "title": chance.choice(["References", "Nowhere", "Contents", "Abstract"]), "page": row["page"]}
        if fault != "lost":
            yield {
                "level": max(1, row["level"] + chance.choice([-1, 1])) if fault == "level" else row["level"],
                "title": {"case": row["title"].upper(), "letters": row["title"][:-2] + "xy"}.get(fault, row["title"]),
                "page": row["page"] + chance.choice([1, 2]) if fault == "page" else row["page"],
            }
