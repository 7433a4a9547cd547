"""Which places are sections: the sources' words weighed against each other into one probability.

A logistic regression over a few numbers that say who names the place and who, though expected to, does not. Its weights are
learnt from documents (tests/bench/fuse.py) and stored in weights.json by name. A contents list that is sparse for the document's
length is silent about depth: what it leaves out loses by how dense it is. One that lists a single level (the chapters of a book,
the Items of a filing) says nothing of what stands below it.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.draft.sections import Section
from core.evidence.counting import scheme_of
from core.evidence.model import DocumentEvidence
from core.evidence.titles import key

WEIGHTS = Path(__file__).with_name("weights.json")
ENOUGH = 0.5
"""Probability from which a place is drafted as a section."""
FLOOR = 0.02
"""Layout's probabilities are kept this far from 0 and 1."""
SMALLER = 0.96
"""Share of the size that listed headings have from which one is set smaller."""
LIKELY = 0.3
"""Layout's probability from which a place counts as a likely heading in what is asked of its neighbours."""
UNSEEN, UNSEEN_ON_SCAN, MARKED_UNSEEN = 0.35, 0.75, 0.8
"""Probability of a place where no heading was found: named by a page number, by one of a page without text, by a bookmark."""

NAMES = (
    "bias", "layout", "layout_named", "listed", "unlisted_kind", "unlisted_deeper", "unlisted_smaller",
    "unlisted_dense", "marked", "unmarked", "unmarked_kind", "unmarked_complete", "unmarked_levels", "led", "starred",
    "unled", "unled_kind", "linked", "tagged", "follows", "followed", "repeats", "orphan", "number_only", "run_in", "title_page",
)  # fmt: skip


def probabilities(
    evidence: DocumentEvidence, sections: Sequence[Section], weights: Mapping[str, float] | None = None
) -> list[float]:
    """The probability that a section starts at each place."""
    if not sections:
        return []
    weights = weights or load()
    odds = features(evidence, sections) @ np.array([weights.get(name, 0.0) for name in NAMES])
    found = 1 / (1 + np.exp(-odds))
    return [
        float(probability) if section.nth >= 0 else _unseen(evidence, section)
        for section, probability in zip(sections, found, strict=True)
    ]


@cache
def load(path: Path = WEIGHTS) -> Mapping[str, float]:
    """The weights, by the names in `NAMES`."""
    return {str(name): float(value) for name, value in json.loads(path.read_text()).items()}


def features(evidence: DocumentEvidence, sections: Sequence[Section]) -> NDArray[np.float64]:
    """One row a section, one column a name in `NAMES`."""
    count = len(sections)
    layout = np.clip([section.layout for section in sections], FLOOR, 1 - FLOOR)
    listed = np.array([section.entry is not None for section in sections])
    marked = np.array([section.bookmark is not None for section in sections])
    led = np.array([section.destination is not None and section.destination.level > 0 for section in sections])
    levels = max((section.bookmark.level for section in sections if section.bookmark is not None), default=0)
    starred = np.array([section.destination is not None and section.destination.level == 0 for section in sections])
    odds = np.log(layout / (1 - layout))
    likely = float(layout.sum())
    brief = len({section.entry.level for section in sections if section.entry is not None and section.entry.printed}) == 1
    density = 0.0 if brief else min(1.0, 2.0 * listed.sum() / max(1, len(evidence.reading.pages)))
    depth = np.array([section.number.depth if section.number else 0 for section in sections])
    size = np.array([section.look.size if section.look else 99.0 for section in sections])
    deepest, smallest = (depth[listed].max(), np.median(size[listed])) if listed.any() else (99, 0.0)
    named = listed | marked | led | [section.link is not None for section in sections]
    unlisted, unmarked = ~listed & ~marked & listed.any(), ~named & marked.any()
    deeper = unlisted & (depth > deepest) & (deepest > 0) & (not brief)
    unled = ~named & ~starred & (led.sum() >= 2) & ((depth > 0) | starred.any())
    complete = min(1.0, marked.sum() / max(1.0, likely))
    before, after, again, orphan = _counting(sections)
    return np.column_stack(
        (
            np.ones(count), odds * ~named, odds * named, listed, unlisted * _coverage(sections, listed),
            deeper, unlisted * (size < SMALLER * smallest) * density, unlisted * density,
            marked, unmarked, unmarked * _coverage(sections, marked), unmarked * complete,
            unmarked & (levels > 1),
            # Typesetting gives a destination to every heading, however deep: to those the contents leave out as well.
            led & ~deeper, starred, unled, unled * _coverage(sections, led | starred),
            [section.link is not None for section in sections], [section.tag is not None for section in sections],
            before, after, again, orphan,
            [bool(section.number and not section.title[section.number.end :].strip()) for section in sections],
            [bool(section.heading and section.heading.run_in) for section in sections],
            [section.page == 1 and section.number is None for section in sections],
        )
    ).astype(np.float64)  # fmt: skip


def without_repeats(sections: Sequence[Section], sure: Sequence[float]) -> list[int]:
    """Indices of the sections, a number of some depth that comes back with the same title left out: a running header has it.

    Of the places that share them, the likeliest stays, the earliest among equals.
    """
    best: dict[tuple[str, tuple[int, ...], str], int] = {}
    kept = []
    for nth, section in enumerate(sections):
        if section.number is None or section.number.depth < 2:
            kept.append(nth)
            continue
        place = scheme_of(section.number), section.number.parts, key(section.title)
        if place not in best or sure[nth] > sure[best[place]]:
            best[place] = nth
    return sorted([*kept, *best.values()])


def _unseen(evidence: DocumentEvidence, section: Section) -> float:
    if section.bookmark is not None:
        return MARKED_UNSEEN
    return UNSEEN if evidence.reading.pages[section.page - 1].lines else UNSEEN_ON_SCAN


def _coverage(sections: Sequence[Section], named: NDArray[np.bool_]) -> NDArray[np.float64]:
    """For each section, how much of its kind of heading a source names: near 1, its silence counts."""
    total: dict[tuple[int, int], float] = defaultdict(float)
    hit: dict[tuple[int, int], float] = defaultdict(float)
    kinds = [
        (section.heading.style if section.heading else -1, section.number.depth if section.number else 0) for section in sections
    ]
    for kind, section, yes in zip(kinds, sections, named, strict=True):
        total[kind] += 1.0 if yes else section.layout
        hit[kind] += bool(yes)
    return np.array([hit[kind] / total[kind] if hit[kind] >= 2 else 0.0 for kind in kinds])


def _counting(sections: Sequence[Section]) -> tuple[list[bool], list[bool], list[bool], list[bool]]:
    """For each section: does a likely one come before it in its count, and after it; does its number repeat a likely one's; or
    does it count on from nothing."""
    places: dict[tuple[str, tuple[int, ...]], list[int]] = defaultdict(list)
    for nth, section in enumerate(sections):
        if section.number is not None and (section.layout >= LIKELY or section.entry or section.bookmark):
            places[scheme_of(section.number), section.number.parts].append(nth)
    repeated = Counter({key: len(each) for key, each in places.items()})
    before: list[bool] = []
    after: list[bool] = []
    again: list[bool] = []
    orphan: list[bool] = []
    for nth, section in enumerate(sections):
        number = section.number
        if number is None:
            for each in (before, after, again, orphan):
                each.append(False)
            continue
        scheme, parts = scheme_of(number), number.parts
        earlier = [(*parts[:-1], parts[-1] - 1)] if parts[-1] > 1 else [parts[:-1]] if len(parts) > 1 else []
        later = [(*parts[:-1], parts[-1] + 1), (*parts, 1)]
        has_before = any(at < nth for each in earlier for at in places.get((scheme, each), ()))
        before.append(has_before)
        after.append(any(at > nth for each in later for at in places.get((scheme, each), ())))
        again.append(repeated[scheme, parts] > 1 and number.depth > 1)
        orphan.append(bool(earlier) and not has_before)
    return before, after, again, orphan
