"""Where titles stand in a document: letter for letter, or nearly so where that finds nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from rapidfuzz import fuzz, process

from core.tree import Box
from core.verify.index import LIKELY, Hit, Index
from core.verify.match import Title, take_apart
from core.verify.worth import RUNNING, How, weigh

ALIKE = 82.0
"""Ratio (0 to 100) from which a text that is not the title letter for letter may be a reading of it."""
LEAST_FUZZY = 5
"""Characters of a key from which near readings are looked for; "Date" is no reading of "Data"."""
RECURRING = 3
"""Pages on which a title must stand at one height to be a running header."""
SLOT = 4.0
"""Points: lines whose tops differ by less stand at the same height."""


class Place(NamedTuple):
    """A place of a title: its page, the ordinals of its lines, what it is worth, how well the texts agree (0 to 100)."""

    page: int
    first: int
    last: int
    worth: float
    score: float
    how: How
    in_table: bool = False

    def box(self, index: Index) -> Box:
        """The box around its lines."""
        lines = index.lines[self.first : self.last + 1]
        left, top = min(line.x0 for line in lines), min(line.y0 for line in lines)
        return (left, top, max(line.x1 for line in lines), max(line.y1 for line in lines))

    def text(self, index: Index) -> str:
        """Its lines, joined."""
        return " ".join(" ".join(line.text.split()) for line in index.lines[self.first : self.last + 1])


def places(index: Index, title: str) -> list[Place]:
    """The places of one title, in document order."""
    return places_of(index, [title])[0]


def places_of(index: Index, titles: list[str]) -> list[list[Place]]:
    """The places of each title, in document order. What a title was found to be is kept with the index."""
    fresh = {text: take_apart(text) for text in titles if text not in index.places}
    hits = {text: _exact(index, title) for text, title in fresh.items()}
    unknown = [
        text for text, found in hits.items() if not any(hit.tail == 0 for hit in found) and len(fresh[text].bare) >= LEAST_FUZZY
    ]
    for text, near in zip(unknown, _near(index, [fresh[text] for text in unknown]), strict=True):
        exact = {line for hit in hits[text] for line in range(hit.first, hit.last + 1)}
        hits[text] += [hit for hit in near if hit.first not in exact and hit.last not in exact]
    for text, title in fresh.items():
        index.places[text] = _weighed(index, title, hits[text])
    return [index.places[text] for text in titles]


def _exact(index: Index, title: Title) -> list[Hit]:
    if not title.full:  # "* * *": signs alone have no key
        return [
            Hit(nth, nth, 0, "", 100.0) for nth, line in enumerate(index.lines) if title.text and line.text.strip() == title.text
        ]
    hits = list(index.exact(title.bare))
    if title.full != title.bare:
        hits += [hit._replace(number=title.number) if not hit.number else hit for hit in index.exact(title.full)]
    return hits


def _near(index: Index, titles: list[Title]) -> list[list[Hit]]:
    """For each title the lines, or two joined, that read nearly as it."""
    found: list[list[Hit]] = [[] for _ in titles]
    wanted = [(nth, each) for nth, title in enumerate(titles) for each in {title.bare, title.full}]
    if not wanted or not index.keys:
        return found
    for more, choices in ((0, index.keys), (1, index.doubles)):
        scores = process.cdist([each for _, each in wanted], choices, scorer=fuzz.ratio, score_cutoff=ALIKE, dtype=np.float32)
        for row, at in zip(*np.nonzero(scores), strict=True):
            found[wanted[row][0]].append(Hit(int(at), int(at) + more, 0, "", float(scores[row, at])))
    return found


def _weighed(index: Index, title: Title, hits: Iterable[Hit]) -> list[Place]:
    """The places, no two of which share a line: the worthier is kept."""
    weighed = []
    for hit in hits:
        how, worth, in_table = weigh(index, title, hit)
        weighed.append(Place(index.page_of[hit.first], hit.first, hit.last, worth, hit.score, how, in_table))
    weighed = _without_headers(index, weighed)
    kept: list[Place] = []
    lines: set[int] = set()
    for place in sorted(weighed, key=lambda place: (-place.worth, place.first)):
        own = range(place.first, place.last + 1)
        if lines.isdisjoint(own):
            kept.append(place)
            lines.update(own)
    return sorted(kept, key=lambda place: place.first)


def _without_headers(index: Index, places: list[Place]) -> list[Place]:
    """The places, with those that recur at one height of page after page taken for running headers that went unrecognised."""
    slots: defaultdict[tuple[str, int, int], dict[int, Place]] = defaultdict(dict)
    for place in places:
        line, heading = index.lines[place.last], index.heading_at.get(place.last)
        if place.how is How.ALONE and (heading is None or heading.confidence < LIKELY):
            shown = "".join(index.without_page_number(ordinal) for ordinal in range(place.first, place.last + 1))
            slots[shown, round(line.y0 / SLOT), round(line.size * 2)][place.page] = place
    headers = {
        place
        for slot in slots.values()
        if len(slot) >= RECURRING
        for page, place in slot.items()
        if any(other in slot for other in (page - 2, page - 1, page + 1, page + 2))
    }
    return (
        [place._replace(how=How.RUNNING, worth=place.worth + RUNNING) if place in headers else place for place in places]
        if headers
        else places
    )
