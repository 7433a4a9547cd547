"""Doubtful places that others speak for: "III." between "II." and "IV.", and one heading among many that are set like it."""

from __future__ import annotations

from collections.abc import Sequence

from core.draft.sections import Section
from core.evidence.counting import scheme_of
from core.evidence.numbering import Number

LEAST = 0.06
"""Probability that a place must have before a gap in a count may lift it."""
LIFTED = 0.55
"""Probability of a place that fills a gap."""
MATES, MOST, NEARLY = 4, 0.55, 0.3
"""Headings without numbers of one style that are sections, and their share of all of that style that might be (`LEAST`), from
which those that nearly are (their probability) are taken for sections too."""

Place = tuple[str, tuple[int, ...]]


def filled(sections: Sequence[Section], sure: Sequence[float], enough: float) -> list[float]:
    """The probabilities, lifted where a place carries the one number missing between the sections around it.

    It must lie after the number before it and before the number after it (or before its own first child), be set like
    the number before or after, and be the only one there that could fill the gap.
    """
    result = list(sure)
    chosen: dict[Place, list[int]] = {}
    for nth, section in enumerate(sections):
        if section.number is not None and sure[nth] >= enough:
            chosen.setdefault(_place(section.number), []).append(nth)
    for nth, section in enumerate(sections):
        number = section.number
        if number is None or sure[nth] >= enough or sure[nth] < LEAST:
            continue
        scheme, parts = _place(number)
        before = _last(chosen.get((scheme, (*parts[:-1], parts[-1] - 1))), nth)
        after = _next(chosen.get((scheme, (*parts[:-1], parts[-1] + 1))), nth)
        child = _next(chosen.get((scheme, (*parts, 1))), nth)
        if before is None and (parts[-1] != 1 or child is None):
            continue
        ends = [each for each in (after, child) if each is not None]
        if not ends or any(before is not None and before < each < min(ends) for each in chosen.get((scheme, parts), ())):
            continue
        mates = [sections[each] for each in (before, after) if each is not None]
        if not mates or any(_alike(section, mate) for mate in mates):
            result[nth] = max(result[nth], LIFTED)
    return result


def _place(number: Number) -> Place:
    return scheme_of(number), number.parts


def _last(places: Sequence[int] | None, nth: int) -> int | None:
    return max((each for each in places or () if each < nth), default=None)


def _next(places: Sequence[int] | None, nth: int) -> int | None:
    return min((each for each in places or () if each > nth), default=None)


def _alike(one: Section, other: Section) -> bool:
    return (
        one.look is not None
        and other.look is not None
        and abs(one.look.size - other.look.size) <= 0.5
        and one.look[1:3] == other.look[1:3]
    )


def evened(sections: Sequence[Section], sure: Sequence[float], enough: float) -> list[float]:
    """The probabilities, lifted for headings without a number, most of whose style are sections.

    Where contents or bookmarks list some of a style, what they leave out of it is left out.
    """
    styles: dict[tuple[int, bool], list[int]] = {}
    for nth, section in enumerate(sections):
        if section.heading is not None and section.number is None and sure[nth] >= LEAST:
            styles.setdefault((section.heading.style, section.heading.run_in), []).append(nth)
    result = list(sure)
    for mates in styles.values():
        if any(sections[nth].entry is not None or sections[nth].bookmark is not None for nth in mates):
            continue
        chosen = sum(sure[nth] >= enough for nth in mates)
        if chosen >= MATES and chosen >= MOST * len(mates):
            for nth in mates:
                if NEARLY <= sure[nth] < enough:
                    result[nth] = enough
    return result
