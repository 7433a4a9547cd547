"""A model that knows the right tree: it reads a prompt as a model would, and says what must be changed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from rapidfuzz import fuzz

PAGE = re.compile(r"^<physical_index_(\d+)>$", re.MULTILINE)
DRAFT = re.compile(r"^([em][\d.]+) \| (\d+|\?) \| ([\d.]+) \| (.*)$", re.MULTILINE)
WANTED = re.compile(r"^([a-z][\d.]+) \| (.*)$", re.MULTILINE)
WORDS = "chapter|section|part|appendix|annexe?|article|kapitel|chapitre|cap[ií]tulo|anexo|глава|§"
NUMBERING = re.compile(rf"^\s*(?:(?:{WORDS})\s*)?(?:\d+|[a-z]|[ivxlc]+)(?:\.\d+|\.[a-z])*[.):]?\s+", re.IGNORECASE)
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


def aligned(drafted: Sequence[tuple[str, ...]], sections: Sequence[Section]) -> dict[int, int]:
    """Section to row of the draft that is the same one: as many pairs as can be in document order."""
    wide = len(drafted)
    best = [[0] * (wide + 1) for _ in range(len(sections) + 1)]
    same = [[row[1] == str(section.page) and alike(row[3], section.title) for row in drafted] for section in sections]
    for i in range(len(sections) - 1, -1, -1):
        for j in range(wide - 1, -1, -1):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + 1 if same[i][j] else 0)
    found, i, j = {}, 0, 0
    while i < len(sections) and j < wide:
        if same[i][j] and best[i][j] == best[i + 1][j + 1] + 1:
            found[i] = j
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return found


def changes(prompt: str, sections: Sequence[Section]) -> list[dict[str, Any]]:
    """What a faithful model answers to a window: additions, corrections of depth, rejections."""
    pages = {int(number) for number in PAGE.findall(prompt)}
    drafted = DRAFT.findall(prompt.partition("\nDRAFT\n")[2].partition("\nPAGES (")[0])
    pairs = aligned(drafted, sections)
    said: list[dict[str, Any]] = []
    for nth, (section, structure) in enumerate(zip(sections, structures(sections), strict=True)):
        if nth in pairs:
            ref, _, number, title = drafted[pairs[nth]]
            if number.count(".") != structure.count("."):
                said.append({"do": "correct", "ref": ref, "structure": structure, "title": title, "page": section.page})
        elif section.page in pages:
            said.append({"do": "add", "ref": "", "structure": structure, "title": section.title, "page": section.page})
    false = [row for nth, row in enumerate(drafted) if nth not in pairs.values() and row[1] != "?"]
    return said + [{"do": "reject", "ref": row[0], "structure": "", "title": row[3], "page": int(row[1])} for row in false]


def doubted(prompt: str, sections: Sequence[Section]) -> list[dict[str, Any]]:
    """Of entries it is asked about again, those that are no sections."""
    rows = re.findall(r"^([emq][\d.]+) \| (\d+) \| (.*)$", prompt, re.MULTILINE)
    return [
        {"do": "reject", "ref": ref, "structure": "", "title": title, "page": int(page)}
        for ref, page, title in rows
        if not any(section.page == int(page) and alike(title, section.title) for section in sections)
    ]


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
