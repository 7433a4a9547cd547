"""Which titles of two trees say the same: in spite of case, spacing, numbering, and a few letters."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz
from rapidfuzz.process import cdist

from core.evidence import numbering
from core.evidence.titles import compatible

Table = NDArray[np.bool_]
"""Left titles by right titles."""

ALIKE, ALIKE_CLOSED = 85.0, 88.0
"""Ratios (0 to 100) from which two titles agree, as they are and without spaces and signs. The benchmark's definition."""
SHORTEST = 2
"""Characters that must be left of a title without its number; else the number is the title."""

_CLOSED = re.compile(r"\W")
_CODE = re.compile(rf"(?!(?:{numbering.WORDS})\b)[A-Z]{{2,5}}[ -]?[\dA-Z]", re.IGNORECASE)
"""An office's letters before a number name the section as well: "ETA 1.1.1" and "VETS 1.1.1" are two."""
_NUMBER_ALONE = re.compile(rf"(?:{numbering.WORDS}|§)?\s*[\divxlc.]+", re.IGNORECASE)


def normal(title: str) -> str:
    """A title on one line, in lower case and without its number."""
    text = " ".join(compatible(title).replace("\u00ad", "").split())
    number = numbering.parse(text)
    if number is not None and number.word and _CODE.match(number.text):
        number = None
    rest = text[number.end :].strip(" \t:.-–—") if number is not None else text
    return (rest if len(rest) >= SHORTEST else text).casefold()


def agreeing(left: Sequence[str], right: Sequence[str]) -> Table:
    """Which of these titles (in `normal` form) agree. Titles that are numbers alone agree only when they are equal."""
    if not left or not right:
        return np.zeros((len(left), len(right)), dtype=np.bool_)
    alike = cdist(left, right, scorer=fuzz.ratio, score_cutoff=ALIKE, dtype=np.float32) > 0
    closed_left, closed_right = ([_CLOSED.sub("", title) for title in titles] for titles in (left, right))
    alike |= cdist(closed_left, closed_right, scorer=fuzz.ratio, score_cutoff=ALIKE_CLOSED, dtype=np.float32) > 0
    empty_left, empty_right = ({nth for nth, title in enumerate(titles) if not title} for titles in (left, right))
    alike[sorted(empty_left)] = False
    alike[:, sorted(empty_right)] = False
    for nth in _numbers(left):
        alike[nth] = [title == left[nth] for title in right]
    for nth in _numbers(right):
        alike[:, nth] = [title == right[nth] for title in left]
    return np.asarray(alike, dtype=np.bool_)


def _numbers(titles: Sequence[str]) -> list[int]:
    return [nth for nth, title in enumerate(titles) if _NUMBER_ALONE.fullmatch(title)]
