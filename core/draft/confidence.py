"""How sure a drafted section is, told once the tree is known: a second, small model over what choosing could not see.

Whether a place is a section is decided from what names it (`core.draft.choose`). How far to trust that decision also shows in its
company: a section set and numbered like its siblings is seldom wrong, an unnumbered one among numbered ones, or any in a
document full of doubtful places, more often. A logistic regression over a few such numbers gives a probability that means what
it says. Its weights are learnt from drafts of documents (tests/bench/sure.py) and stored in confidence.json by name.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.draft.sections import Section
from core.evidence.counting import scheme_of
from core.evidence.model import DocumentEvidence

WEIGHTS = Path(__file__).with_name("confidence.json")
FLOOR = 0.05
"""The probability that a section was chosen by is kept this far from 0 and 1: what lies beyond tells little more."""
LONG = 12
"""Words from which a title is long."""
STACKED = 2
"""Lines by which two sections' headings are apart, at most, where hardly anything can stand between them."""

NAMES = (
    "bias", "odds", "numbered", "counts_on", "alone_unnumbered", "mates", "odd_look", "ends_open", "long", "opening", "doubt",
    "landscape", "stacked",
)  # fmt: skip
_OPEN = ":;,.："


def confidences(
    evidence: DocumentEvidence,
    sections: Sequence[Section],
    levels: Sequence[int],
    probability: Sequence[float],
    doubt: float,
    weights: Mapping[str, float] | None = None,
) -> list[float]:
    """For each section of a draft (in order, with its level and the probability it was chosen by), how likely it is right.

    `doubt` says how uncertain the choice was for the whole document (`doubt_of`).
    """
    weights = weights or load()
    odds = features(evidence, sections, levels, probability, doubt) @ np.array([weights.get(name, 0.0) for name in NAMES])
    sure = 1 / (1 + np.exp(-odds))
    # Places where no heading was found have a probability that is set, not learnt.
    return [float(new) if each.nth >= 0 else old for each, new, old in zip(sections, sure, probability, strict=True)]


def doubt_of(probability: Sequence[float], chosen: int) -> float:
    """How many of a document's places are expected to be decided wrongly, for each section chosen."""
    return float(sum(min(each, 1 - each) for each in probability)) / max(1, chosen)


@cache
def load(path: Path = WEIGHTS) -> Mapping[str, float]:
    """The weights, by the names in `NAMES`."""
    return {str(name): float(value) for name, value in json.loads(path.read_text()).items()}


def features(
    evidence: DocumentEvidence, sections: Sequence[Section], levels: Sequence[int], probability: Sequence[float], doubt: float
) -> NDArray[np.float64]:
    """One row a section, one column a name in `NAMES`."""
    pages = evidence.reading.pages
    sure = np.clip(probability, FLOOR, 1 - FLOOR)
    odds = np.log(sure / (1 - sure))
    families = _families(levels)
    looks = [section.look and section.look[:5] for section in sections]
    of_look = Counter(looks)
    of_family = Counter(families)
    of_both = Counter(zip(families, looks, strict=True))
    numbered = Counter(family for family, section in zip(families, sections, strict=True) if section.number is not None)
    counting, stacked = _counting(sections), _stacked(sections)
    rows = []
    for nth, (section, family, look) in enumerate(zip(sections, families, looks, strict=True)):
        own, title, page, others = (
            section.number is not None,
            section.title.strip(),
            pages[section.page - 1],
            of_family[family] - 1,
        )
        rows.append(
            (
                1.0, odds[nth], own, counting[nth], 0.0 if own else _share(numbered[family], others), np.log(of_look[look]),
                1 - _share(of_both[family, look] - 1, others), title[-1:] in _OPEN, len(title.split()) >= LONG,
                section.page == 1 and not own, np.log(doubt + 0.01), page.width > page.height, stacked[nth],
            )
        )  # fmt: skip
    return np.array(rows, np.float64).reshape(len(sections), len(NAMES))


def _share(count: int, of: int) -> float:
    """The share, a half of none."""
    return count / of if of else 0.5


def _families(levels: Sequence[int]) -> list[int]:
    """A number for each section, the same for all under one parent."""
    found: list[int] = []
    open_families: dict[int, int] = {}
    for nth, level in enumerate(levels):
        for deeper in [each for each in open_families if each > level]:
            del open_families[deeper]
        found.append(open_families.setdefault(level, nth))
    return found


def _stacked(sections: Sequence[Section]) -> list[bool]:
    """Whether the next section, or the one before, starts within `STACKED` lines: a list of names rather than sections."""
    near = [one.page == other.page and abs(other.first - one.first) <= STACKED for one, other in pairwise(sections)]
    return [before or after for before, after in zip([False, *near], [*near, False], strict=True)][: len(sections)]


def _counting(sections: Sequence[Section]) -> list[bool]:
    """Whether each section's number goes on from one before it, or is gone on from by one after it."""
    places: dict[tuple[str, tuple[int, ...]], list[int]] = defaultdict(list)
    for nth, section in enumerate(sections):
        if section.number is not None:
            places[scheme_of(section.number), section.number.parts].append(nth)
    found = []
    for nth, section in enumerate(sections):
        if section.number is None:
            found.append(False)
            continue
        scheme, parts = scheme_of(section.number), section.number.parts
        before = places.get((scheme, (*parts[:-1], parts[-1] - 1)), ())
        after = places.get((scheme, (*parts[:-1], parts[-1] + 1)), ())
        found.append(any(at < nth for at in before) or any(at > nth for at in after))
    return found
