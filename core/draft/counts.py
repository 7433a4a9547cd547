"""Levels held to the counts: what is numbered under a section lies below it, and so does what interrupts a count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.draft.sections import Look, Section
from core.evidence.counting import scheme_of

MAX_INTERRUPTED = 40
"""Sections by which consecutive numbers of one count may lie apart for what stands between them to interrupt it."""


def counted_on(sections: Sequence[Section]) -> Iterator[tuple[int, int]]:
    """The places of each two sections of which the second counts on from the first ("2.1" and "2.2"), in document order."""
    last: dict[tuple[str, tuple[int, ...]], int] = {}
    for nth, section in enumerate(sections):
        number = section.number
        if number is None:
            continue
        scheme = scheme_of(number)
        before = last.get((scheme, (*number.parts[:-1], number.parts[-1] - 1)))
        if before is not None:
            yield before, nth
        last[scheme, number.parts] = nth


def under_their_numbers(sections: Sequence[Section], levels: list[int]) -> list[int]:
    """The levels, "3.2" put below "3" where a source that names levels (bookmarks of an old edition) set it no deeper."""
    result = list(levels)
    last: dict[tuple[str, tuple[int, ...]], int] = {}
    for nth, section in enumerate(sections):
        number = section.number
        if number is None:
            continue
        scheme = scheme_of(number)
        above = last.get((scheme, number.parts[:-1])) if number.depth > 1 else None
        if above is not None and result[nth] <= result[above]:
            result[nth] = result[above] + 1
        last[scheme, number.parts] = nth
    return result


def below_counts(sections: Sequence[Section], levels: list[int]) -> list[int]:
    """The levels, a section without a number that would interrupt a count ("2.1", it, "2.2") put below that count.

    One that is set larger is left: it may divide the count ("Part two" between chapters 3 and 4); so is one that is set like the
    counted, unless printed contents list those and not it.
    """
    result = list(levels)
    for before, nth in counted_on(sections):
        if levels[before] != levels[nth] or nth - before > MAX_INTERRUPTED:
            continue
        section = sections[nth]
        for between in range(before + 1, nth):
            other = sections[between]
            told = other.number is not None or other.entry is not None or other.bookmark is not None
            silent = section.entry is not None or not _same(other.look, section.look)
            if not told and silent and levels[between] <= levels[nth] and not _larger(other.look, section.look):
                result[between] = levels[nth] + 1
    return result


def _same(one: Look | None, other: Look | None) -> bool:
    return one is not None and other is not None and abs(one.size - other.size) <= 0.5 and one[1:4] == other[1:4]


def _larger(one: Look | None, other: Look | None) -> bool:
    return one is not None and other is not None and one.size > other.size + 0.5
