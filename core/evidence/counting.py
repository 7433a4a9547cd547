"""Reading the numbers of a whole document's headings: where a number can be read in two ways, its neighbours decide.

"C." is the letter after "B." or a roman hundred; "I." the first of a roman count or the letter after "H.". The
reading that follows what was counted before wins; so does the plainest where nothing was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.evidence.numbering import WORDS, Number, follows, readings, starts

CODE = "code"
"""The scheme of all numbers behind a code of capitals ("ETA 1.1", "WB 1.1.2"): one count's codes are told apart no further."""

_WORD = re.compile(WORDS, re.IGNORECASE)


def counted(titles: Sequence[str]) -> list[Number | None]:
    """The number of each title, in document order, `None` where it has none."""
    present = {(number.scheme, number.parts) for title in titles for number in readings(title)}
    last: dict[str, Number] = {}
    used: dict[str, int] = {}
    found: list[Number | None] = []
    for nth, title in enumerate(titles):
        options = readings(title)
        best = max(options, key=lambda number: _fit(number, last, used), default=None)
        if best is not None and best.weak and not _counts(best, last, present):
            best = None
        if best is not None:
            last[best.scheme] = best
            used[best.scheme] = nth
        found.append(best)
    return found


def _counts(number: Number, last: dict[str, Number], present: set[tuple[str, tuple[int, ...]]]) -> bool:
    """Whether characters that may be a word ("A comparison ...") count on from a number, or another counts on from them."""
    before = last.get(number.scheme)
    if before is not None and follows(before, number):
        return True
    return starts(number) and (number.scheme, (*number.parts[:-1], number.parts[-1] + 1)) in present


def scheme_of(number: Number) -> str:
    """The scheme of a number, one for all codes."""
    if number.word and number.depth > 1 and number.word.isascii() and not _WORD.fullmatch(number.word):
        return CODE
    return number.scheme


def _fit(number: Number, last: dict[str, Number], used: dict[str, int]) -> tuple[int, int, bool]:
    before = last.get(number.scheme)
    if before is not None and follows(before, number):
        return 2, used[number.scheme], not number.weak
    if starts(number):
        return 1, -1, not number.weak
    return 0, -1, not number.weak
