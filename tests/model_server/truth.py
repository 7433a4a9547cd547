"""A model that knows the right tree: it reads a prompt as a model would, and says what must be changed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from rapidfuzz import fuzz

PAGE = re.compile(r"^<physical_index_(\d+)>$", re.MULTILINE)
DRAFT = re.compile(r"^([em][\d.]+) \| (\d+|\?) \| ([\d.]+) \| (.*)$", re.MULTILINE)
WANTED = re.compile(r"^([a-z][\d.]+) \| (.*)$", re.MULTILINE)
NUMBERING = re.compile(
    r"^\s*(?:(?:chapter|section|part|appendix|§)\s*)?(?:\d+|[a-z]|[ivxlc]+)(?:\.\d+|\.[a-z])*[.):]?\s+", re.IGNORECASE
)
SAME = 85.0


class Section(NamedTuple):
    """A section of the right tree."""

    level: int
    title: str
    page: int


def bare(title: str) -> str:
    text = " ".join(title.split()).casefold()
    rest = NUMBERING.sub("", text).strip()
    return rest if len(rest) >= 2 else text


def alike(a: str, b: str) -> bool:
    a, b = bare(a), bare(b)
    return (
        fuzz.ratio(a, b) >= SAME or fuzz.ratio(re.sub(r"\W", "", a), re.sub(r"\W", "", b)) >= 88
        if min(len(a), len(b)) > 2
        else a == b
    )


def structures(sections: Sequence[Section]) -> list[str]:
    """Each section's place in the outline ("2.1")."""
    found: list[str] = []
    counts: list[int] = []
    levels: list[int] = []
    for section in sections:
        while levels and levels[-1] > section.level:
            levels.pop()
            counts.pop()
        if levels and levels[-1] == section.level:
            counts[-1] += 1
        else:
            levels.append(section.level)
            counts.append(1)
        found.append(".".join(map(str, counts)))
    return found


def changes(prompt: str, sections: Sequence[Section]) -> list[dict[str, Any]]:
    """What a faithful model answers to a window: additions, corrections of depth, rejections."""
    pages = {int(number) for number in PAGE.findall(prompt)}
    drafted = DRAFT.findall(prompt.partition("\nDRAFT\n")[2].partition("\nPAGES (")[0])
    numbered = structures(sections)
    open_refs = list(drafted)
    said: list[dict[str, Any]] = []
    for section, structure in zip(sections, numbered, strict=True):
        match = next((row for row in open_refs if row[1] == str(section.page) and alike(row[3], section.title)), None)
        if match is None and section.page not in pages:
            continue
        if match is None:
            said.append({"do": "add", "ref": "", "structure": structure, "title": section.title, "page": section.page})
            continue
        open_refs.remove(match)
        if match[2].count(".") != structure.count("."):
            said.append({"do": "correct", "ref": match[0], "structure": structure, "title": match[3], "page": section.page})
    said += [
        {"do": "reject", "ref": row[0], "structure": "", "title": row[3], "page": int(row[1])}
        for row in open_refs
        if row[1] != "?"
    ]
    return said


def kept(prompt: str, sections: Sequence[Section]) -> list[dict[str, Any]]:
    """The drafted entries that are right: what a faulty model may still tamper with."""
    drafted = DRAFT.findall(prompt.partition("\nDRAFT\n")[2].partition("\nPAGES (")[0])
    return [
        {"do": "correct", "ref": row[0], "structure": row[2], "title": row[3], "page": int(row[1])}
        for row in drafted
        if row[1] != "?" and any(section.page == int(row[1]) and alike(row[3], section.title) for section in sections)
    ]


def located(prompt: str, sections: Sequence[Section]) -> list[dict[str, Any]]:
    """Where the titles asked for start, if they do on the pages shown."""
    pages = {int(number) for number in PAGE.findall(prompt)}
    return [
        {"do": "correct", "ref": ref, "structure": "", "title": title, "page": section.page}
        for ref, title in WANTED.findall(prompt.partition("\nPAGES")[0])
        for section in sections
        if section.page in pages and alike(title, section.title)
    ]


def summary(prompt: str) -> str:
    """The first words of the text to be summarised."""
    text = prompt.partition("<section_text>")[2].partition("</section_text>")[0]
    return "In short: " + " ".join(text.split()[:20])
