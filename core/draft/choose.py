"""Which places are sections: the sources' words weighed against each other into one probability."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import exp, log

from core.draft.sections import Section
from core.evidence.model import DocumentEvidence

ENOUGH = 0.45
"""Probability from which a place is drafted as a section."""
LISTED, MARKED, LED, TAGGED, STARRED = 4.0, 4.5, 4.0, 2.0, 2.0
"""Log-odds that sources add: contents, bookmarks, numbered destinations or links, tags, starred destinations."""
UNLISTED, UNMARKED, UNLED = 1.5, 2.5, 2.0
"""Log-odds that a place loses when a source that covers its like is silent about it."""
UNSEEN, UNSEEN_ON_SCAN = 0.35, 0.75
"""Probability of a place that only page numbers or bookmarks tell of: on a page whose text does not hold the title, and on a scan."""
MARKED_UNSEEN = 0.8
"""Probability of a bookmark whose title does not stand on its page; outlines often shorten or reword titles."""
FLOOR = 0.02


def probabilities(evidence: DocumentEvidence, sections: Sequence[Section]) -> list[float]:
    """The probability that a section starts at each place."""
    listed = _coverage(sections, [section.entry is not None for section in sections])
    marked = _coverage(sections, [section.bookmark is not None for section in sections])
    led = _coverage(sections, [section.destination is not None for section in sections])
    found = []
    for section in sections:
        if section.nth < 0:
            found.append(_unseen(evidence, section))
            continue
        odds = _logit(section.layout)
        odds += LISTED if section.entry else -UNLISTED * listed[_kind(section)]
        odds += MARKED if section.bookmark else -UNMARKED * marked[_kind(section)]
        if section.destination or section.link:
            odds += LED if section.link or (section.destination and section.destination.level) else STARRED
        else:
            odds -= UNLED * led[_kind(section)]
        odds += TAGGED if section.tag else 0.0
        found.append(1 / (1 + exp(-odds)))
    return found


def _unseen(evidence: DocumentEvidence, section: Section) -> float:
    if section.bookmark is not None:
        return MARKED_UNSEEN
    return UNSEEN if evidence.reading.pages[section.page - 1].lines else UNSEEN_ON_SCAN


def _kind(section: Section) -> tuple[int, int]:
    style = section.heading.style if section.heading else -1
    return style, section.number.depth if section.number else 0


def _coverage(sections: Sequence[Section], named: Sequence[bool]) -> dict[tuple[int, int], float]:
    """For each kind of heading, how much of it a source names: near 1, its silence counts."""
    total: dict[tuple[int, int], float] = defaultdict(float)
    hit: dict[tuple[int, int], float] = defaultdict(float)
    for section, yes in zip(sections, named, strict=True):
        weight = 1.0 if yes else section.layout
        total[_kind(section)] += weight
        hit[_kind(section)] += yes
    return {kind: (hit[kind] / total[kind] if hit[kind] >= 2 else 0.0) for kind in total}


def _logit(probability: float) -> float:
    bounded = min(max(probability, FLOOR), 1 - FLOOR)
    return log(bounded / (1 - bounded))
