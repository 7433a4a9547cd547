"""Labels that stand apart from their titles: "Part I." in one line and "Introduction" in the next are one section."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.draft.sections import Section

FAR = 6.0
"""Font sizes between the bottom of a label and the top of its title, at most."""
SAME_ROW = 0.35
"""Of a label's height: by so much its top and that of a title in one row may differ."""


def joined(sections: Sequence[Section], sure: Sequence[float]) -> tuple[list[Section], list[float]]:
    """The sections, a bare label put together with the title that follows it, with the larger probability of the two."""
    found: list[Section] = []
    probability: list[float] = []
    for section, own in zip(sections, sure, strict=True):
        if found and _labels(found[-1], section):
            found[-1] = _whole(found[-1], section)
            probability[-1] = max(probability[-1], own)
        elif found and _beside(section, found[-1]):
            found[-1] = _whole(section, found[-1])
            probability[-1] = max(probability[-1], own)
        else:
            found.append(section)
            probability.append(own)
    return found, probability


def _labels(label: Section, title: Section) -> bool:
    """Whether a bare label stands just above a title without a number of its own."""
    one, other = label.heading, title.heading
    if one is None or other is None or not _bare(label, title):
        return False
    gap = other.box[1] - one.box[3]
    return other.first - one.last <= 2 and one.box[1] - other.box[3] <= gap <= FAR * (other.box[3] - other.box[1])


def _beside(label: Section, title: Section) -> bool:
    """Whether a bare label stands to the left of a title, in one row, though the page gives it after the title."""
    one, other = label.heading, title.heading
    if one is None or other is None or not _bare(label, title):
        return False
    return one.box[2] <= other.box[0] and abs(one.box[1] - other.box[1]) < SAME_ROW * (one.box[3] - one.box[1])


def _bare(label: Section, title: Section) -> bool:
    if label.heading is None or label.number is None or label.page != title.page or title.number is not None:
        return False
    return not label.heading.title[label.number.end :].strip() and label.entry is None and label.bookmark is None


def _whole(label: Section, title: Section) -> Section:
    one, other = label.heading, title.heading
    if one is None or other is None:
        return title
    box = (
        min(one.box[0], other.box[0]),
        min(one.box[1], other.box[1]),
        max(one.box[2], other.box[2]),
        max(one.box[3], other.box[3]),
    )
    first, last = min(one.first, other.first), max(one.last, other.last)
    text = f"{one.title.strip()} {other.title.strip()}"
    heading = other._replace(first=first, last=last, title=text, number=one.number, box=box)
    return replace(title, title=text, heading=heading, first=first, number=label.number, y=box[1])
