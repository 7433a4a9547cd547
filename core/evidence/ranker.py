"""The learned ranker: gradient-boosted trees, trained offline (tests/bench/train.py), applied here with numpy alone.

Two models follow each other. The first looks at each candidate for itself and drops the hopeless ones. The second sees what the
first thought of the candidates that are set alike, stand near, or precede and follow in counting, so that one heading is judged
as its mates are. Boosted trees: J. H. Friedman, Greedy function approximation, Annals of Statistics 29 (2001); second model on
first model's scores: D. H. Wolpert, Stacked generalization, Neural Networks 5 (1992).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from core.evidence.features import NAMES, Setting, after, before, ends, features
from core.evidence.forest import Forest
from core.evidence.table import Floats, Ints
from core.evidence.wording import key

WEIGHTS = Path(__file__).with_name("weights.npz")
HOPELESS = 0.004
"""Candidates that the first model finds less likely are dropped: few headings of the benchmark, and most of the rest."""

CONTEXT = (
    "score", "style_mean", "style_max", "style_count", "form_mean", "form_count", "look_mean", "look_count", "page_sum",
    "page_rank",
    "score_above", "score_below", "before_score", "after_score", "same_title_max", "same_title_before", "larger_mean",
    "level_mean",
    "style_listed", "form_listed", "style_listed_score", "doc_listed",
)  # fmt: skip

IN_CONTENTS = NAMES.index("in_contents")


@dataclass(frozen=True, slots=True)
class Weights:
    """The sieve of lines and both models of candidates."""

    sieve: Forest
    first: Forest
    second: Forest


def load(path: Path = WEIGHTS) -> Weights:
    """The weights in the file at `path` (the product's own by default), read once."""
    return _load(path)


@cache
def _load(path: Path) -> Weights:
    with np.load(path) as stored:
        return Weights(*(_forest(stored, name) for name in ("sieve", "first", "second")))


def _forest(stored: np.lib.npyio.NpzFile, name: str) -> Forest:
    feature, threshold, left, right, value = (
        stored[f"{name}_{part}"] for part in ("feature", "threshold", "left", "right", "value")
    )
    return Forest(feature, threshold, left, right, value, depth=int(stored[f"{name}_depth"]))


def rank(setting: Setting, weights: Weights) -> tuple[Ints, Floats]:
    """Indices of the candidates that are left, in order, and the probability of each."""
    rows = features(setting)
    scores = weights.first.probability(rows)
    kept = np.flatnonzero(scores >= HOPELESS)
    if not len(kept):
        return kept, scores[kept]
    both = np.column_stack((rows[kept], context(setting, kept, scores[kept], rows[kept, IN_CONTENTS])))
    return kept, weights.second.probability(both)


def context(setting: Setting, kept: Ints, scores: Floats, listed: Floats) -> Floats:
    """What the first model's scores say of each kept candidate's company: one row a candidate, one column a name in `CONTEXT`."""
    table = setting.table
    candidates = [setting.candidates[index] for index in kept]
    first, last = (part[kept] for part in ends(setting))
    caps = table.caps[last].astype(np.int64)
    style = table.style[last] * 2 + caps
    forms = _numbered([candidate.number.form if candidate.number else "" for candidate in candidates])
    looks = _numbered(
        [(int(size), bool(bold), bool(cap)) for size, bold, cap in zip(table.step[last], table.bold[last], caps, strict=True)]
    )
    page = table.page[first]
    style_mean, style_max, style_count = _mates(style, scores)
    form_mean, _, form_count = _mates(style * (int(forms.max()) + 1) + forms, scores)
    look_mean, _, look_count = _mates(looks, scores)
    page_sum = np.bincount(page, weights=scores)[page]
    order = np.lexsort((-scores, page))
    rank_on_page = np.empty(len(scores), np.int64)
    rank_on_page[order] = np.arange(len(scores)) - np.searchsorted(page[order], page[order])
    adjacent = (first[1:] <= last[:-1] + 2) & (page[1:] == page[:-1])
    above, below = np.full(len(scores), -0.1), np.full(len(scores), -0.1)
    above[1:][adjacent], below[:-1][adjacent] = scores[:-1][adjacent], scores[1:][adjacent]
    counted = _counting(setting, kept, scores)
    titles = _numbered([key(candidate.title) or str(index) for index, candidate in enumerate(candidates)])
    _, title_max, _ = _mates(titles, scores)
    seen = np.zeros(int(titles.max()) + 1)
    earlier = np.zeros(len(scores))
    for index, title in enumerate(titles):
        earlier[index] = seen[title]
        seen[title] = max(seen[title], scores[index])
    size = table.size[last]
    by_size = np.argsort(size, kind="stable")
    total, count = np.cumsum(scores[by_size][::-1])[::-1], np.arange(len(scores), 0, -1)
    at = np.searchsorted(size[by_size], size + 0.3 * table.unit)
    larger = np.where(at < len(scores), np.append(total, 0)[at] / np.maximum(1, np.append(count, 0)[at]), -0.1)
    level, _, _ = _mates(table.step[last], scores)
    style_listed, _, _ = _mates(style, listed)
    form_listed, _, _ = _mates(style * (int(forms.max()) + 1) + forms, listed)
    weighted = _share(style, scores, listed)
    overall = np.full(len(scores), float((scores * listed).sum() / max(scores.sum(), 1e-9)))
    return np.column_stack(
        (
            scores, style_mean, style_max, np.log1p(style_count), form_mean, np.log1p(form_count), look_mean,
            np.log1p(look_count),
            page_sum, rank_on_page, above, below, counted[0], counted[1], title_max, earlier, larger, level,
            style_listed, form_listed, weighted, overall,
        )
    )  # fmt: skip


def _mates(group: Ints, scores: Floats) -> tuple[Floats, Floats, Floats]:
    """Mean, largest score and number of the *other* members of each one's group; -0.1 where it is alone."""
    _, group = np.unique(group, return_inverse=True)
    count: Floats = np.bincount(group)[group].astype(np.float64) - 1
    total: Floats = np.bincount(group, weights=scores).astype(np.float64)
    mean: Floats = (total[group] - scores) / np.maximum(1.0, count)
    order = np.lexsort((scores, group))
    highest, second = np.zeros(int(group.max()) + 1), np.full(int(group.max()) + 1, -0.1)
    ends_of = np.flatnonzero(np.append(group[order][1:] != group[order][:-1], True))
    highest[group[order][ends_of]] = scores[order][ends_of]
    several = ends_of[np.bincount(group) > 1]
    second[group[order][several]] = scores[order][several - 1]
    top = scores >= highest[group]
    mean[count == 0] = -0.1
    largest: Floats = np.where(top, second[group], highest[group])
    return mean, largest, count


def _share(group: Ints, scores: Floats, marked: Floats) -> Floats:
    """Of the scores in each one's group (its own aside), the share of those marked."""
    total = np.bincount(group, weights=scores)[group] - scores
    part = np.bincount(group, weights=scores * marked)[group] - scores * marked
    found: Floats = np.where(total > 1e-6, part / np.maximum(total, 1e-6), -0.1)
    return found


def _numbered(values: list[object]) -> Ints:
    """Whole numbers, equal for equal values."""
    known: dict[object, int] = {}
    return np.array([known.setdefault(value, len(known)) for value in values], np.int64)


def _counting(setting: Setting, kept: Ints, scores: Floats) -> tuple[list[float], list[float]]:
    """The best score of a candidate that may stand before each one in counting, and after it."""
    places: defaultdict[tuple[str, tuple[int, ...]], list[tuple[int, float]]] = defaultdict(list)
    numbers = [setting.candidates[index].number for index in kept]
    for at, (number, score) in enumerate(zip(numbers, scores, strict=True)):
        if number is not None:
            places[number.scheme, number.parts].append((at, float(score)))
    earlier, later = [], []
    for at, number in enumerate(numbers):
        if number is None:
            earlier.append(-0.1)
            later.append(-0.1)
            continue
        scheme = number.scheme
        earlier.append(
            max(
                (score for parts in before(number) for where, score in places.get((scheme, parts), ()) if where < at),
                default=-0.1,
            )
        )
        later.append(
            max(
                (score for parts in after(number) for where, score in places.get((scheme, parts), ()) if where > at), default=-0.1
            )
        )
    return earlier, later
