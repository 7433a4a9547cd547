"""What is known of each place where a section may start, all sources together."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from core.evidence.contents_words import CONTENTS_WORDS
from core.evidence.counting import counted
from core.evidence.model import ContentsEntry, DocumentEvidence, Heading, Pointer
from core.evidence.numbering import Number
from core.evidence.titles import key
from core.pdf.reading import Line

CAPITALS = 0.85
"""Share of a title's letters that are capitals, from which it counts as set in capitals."""
NAMED = 2
"""Titles in capitals that others of their style hold as a word, from which capitals are names there."""

_WORD = re.compile(r"\w+")


class Look(NamedTuple):
    """How a heading is set: the largest size in it (points), weight, slant, capitals, colour, and whether it is centred."""

    size: float
    bold: bool
    italic: bool
    caps: bool
    color: int
    centred: bool
    font: str


@dataclass(frozen=True, slots=True)
class Section:
    """A place where a section may start. `nth` is its heading's index in the evidence, -1 where no heading was found.

    `layout` is the probability that layout alone gives. Places are ordered by page, then line (`first`).
    """

    title: str
    page: int
    first: int
    nth: int
    heading: Heading | None
    number: Number | None
    look: Look | None
    layout: float
    y: float | None = None
    entry: ContentsEntry | None = None
    bookmark: Pointer | None = None
    link: Pointer | None = None
    destination: Pointer | None = None
    tag: Pointer | None = None


def sections_of(evidence: DocumentEvidence) -> list[Section]:
    """Every place that any source names, in document order; sources that name one place are put together."""
    entries = {entry.heading: entry for entry in reversed(evidence.contents) if entry.heading >= 0}
    bookmarks = _by_heading(evidence.bookmarks)
    links, destinations, tags = (_by_heading(each) for each in (evidence.links, evidence.destinations, evidence.tags))
    found = [
        Section(
            title=heading.title,
            page=heading.page,
            first=heading.first,
            nth=nth,
            heading=heading,
            number=None,
            look=look_of(evidence, heading),
            layout=heading.confidence,
            y=heading.box[1],
            entry=entries.get(nth),
            bookmark=bookmarks.get(nth),
            link=links.get(nth),
            destination=destinations.get(nth),
            tag=tags.get(nth),
        )
        for nth, heading in enumerate(evidence.headings)
    ]
    found += _unseen(evidence)
    # A damaged file has bookmarks and tags without a title: what nobody can read is no section.
    found = [section for section in found if section.title.replace("\u00ad", "").strip()]
    found.sort(key=lambda section: (section.page, section.first))
    numbers = counted([section.title for section in found])
    return [replace(section, number=number) for section, number in zip(found, numbers, strict=True)]


def heads_contents(evidence: DocumentEvidence, section: Section) -> bool:
    """Whether a place is no more than the heading over a printed contents list, which neither bookmarks nor the list name.

    It is not drafted as a section: of 31 documents with contents in the benchmark, 24 leave it out of their outlines.
    """
    if section.bookmark is not None or section.entry is not None or section.page not in evidence.contents_pages:
        return False
    lines = evidence.reading.pages[section.page - 1].lines
    texts = [
        section.title,
        *(line.text for line in lines[section.first : section.first + 1]),
    ]  # the list itself may have joined it
    return any(key(text) in CONTENTS_WORDS for text in texts)


def look_of(evidence: DocumentEvidence, heading: Heading) -> Look:
    """The look of a heading, from the line of it that has most letters, that of its number aside."""
    page = evidence.reading.pages[heading.page - 1]
    lines = page.lines[heading.first : heading.last + 1]
    numbered = len(lines) > 1 and lines[0].text.strip() == heading.number
    main = max(lines[numbered:], key=lambda line: sum(map(str.isalpha, line.text)))
    caps = in_capitals(heading.title)
    size = main.big if caps else main.size
    return Look(
        round(size * 2) / 2,
        _bold(main, heading),
        _italic(main, heading),
        caps,
        main.color,
        _centred(lines, page.width),
        main.font,
    )


def in_capitals(text: str) -> bool:
    """Whether nearly all letters of a text are capitals."""
    letters = [character for character in text if character.isalpha()]
    return len(letters) > 2 and sum(map(str.isupper, letters)) >= CAPITALS * len(letters)


def without_names(sections: Sequence[Section]) -> list[Section]:
    """The sections, those whose capitals are a name and no way of setting them looking like others.

    Their style tells: some of its titles, set in small letters, hold others whole ("Extensibility for SEQUENCE and SET").
    """
    names: dict[int, set[str]] = defaultdict(set)
    for section in sections:
        if section.heading is not None and section.look is not None and section.look.caps:
            names[section.heading.style].add(section.title.strip())
    held: dict[int, set[str]] = defaultdict(set)
    for section in sections:
        if section.heading is not None and section.look is not None and not section.look.caps:
            held[section.heading.style] |= names[section.heading.style] & set(_WORD.findall(section.title))
    told = {style for style, each in held.items() if len(each) >= NAMED}
    return [
        replace(section, look=section.look._replace(caps=False))
        if section.look is not None and section.heading is not None and section.heading.style in told
        else section
        for section in sections
    ]


def _bold(line: Line, heading: Heading) -> bool:
    return line.lead_bold if heading.run_in else line.bold


def _italic(line: Line, heading: Heading) -> bool:
    return line.lead_italic if heading.run_in else line.italic


def _centred(lines: Iterable[Line], width: float) -> bool:
    left, right = min(line.x0 for line in lines), max(line.x1 for line in lines)
    return abs((left + right) / 2 - width / 2) < 6 and left > width * 0.2


def _by_heading(pointers: Iterable[Pointer]) -> dict[int, Pointer]:
    found: dict[int, Pointer] = {}
    for pointer in pointers:
        if pointer.heading >= 0:
            found.setdefault(pointer.heading, pointer)
    return found


def _unseen(evidence: DocumentEvidence) -> list[Section]:
    """Places that a bookmark or a contents entry names and no heading was found at."""
    found: list[Section] = []
    marked: set[tuple[int, str]] = set()
    place = (0, -1)
    for mark in evidence.bookmarks:
        if mark.heading >= 0:
            place = (evidence.headings[mark.heading].page, evidence.headings[mark.heading].last)
        if mark.heading < 0:
            marked.add((mark.page, mark.title.casefold()))
            first = max(_line_at(evidence, mark.page, mark.y), place[1]) if place[0] == mark.page else -1
            found.append(Section(mark.title, mark.page, first, -1, None, None, None, 0.0, mark.y, bookmark=mark))
    place = (0, -1)
    for entry in evidence.contents:
        if entry.heading >= 0:
            place = (evidence.headings[entry.heading].page, evidence.headings[entry.heading].last)
        after = place[1] if place[0] == entry.target else -1
        if entry.heading < 0 and entry.target is not None and (entry.target, entry.title.casefold()) not in marked:
            found.append(Section(entry.title, entry.target, after, -1, None, None, None, 0.0, entry=entry))
    return found


def _line_at(evidence: DocumentEvidence, page: int, y: float | None) -> int:
    """The index of the first line at or below y, so that the place sorts among the page's headings."""
    if y is None:
        return -1
    lines = evidence.reading.pages[page - 1].lines
    return next((nth for nth, line in enumerate(lines) if line.y1 >= y), len(lines))
