"""How much a place of a title looks like the start of a section.

A place's *worth* is a sum of what speaks for it and against it, in the manner of log odds: above 0 it is likelier than not that
a reader would say "this section starts here". The stated page has no part in it; see `core.verify.align`.

The weights were set by hand on the faults of seeds 0 to 3 of the benchmark's dev documents, before heading confidences were
learned, and are round: the order of the places is what matters, and neighbours settle most of the rest.
"""

from __future__ import annotations

import re
from enum import StrEnum

from core.verify.index import Hit, Index
from core.verify.match import Title, number_alone, offset

WHOLE = 2.0
"""The title fills its lines."""
FOOTNOTED = 1.2
"""Only a footnote mark or a page number follows it."""
RUN_IN = 0.8
"""Text follows, in another style or after numbering and a full stop or colon."""
UNMARKED = -0.5
"""Likewise, with neither numbering nor another style."""
FLOWING = -2.5
"""Text follows without a break: a sentence that begins with the title, or a longer title."""
BROKEN = -6.0
"""The title ends within a word."""
HEADING, MIDDLING = 3.0, 0.3
"""Layout's confidence counts by its distance from the middling, times the weight."""
UNSEEN = 0.05
"""Confidence of a line that layout does not count among its candidates."""
IN_TABLE = -1.5
"""Figures stand beside it: the row of a table."""
RUNNING = -5.5
"""It is a running header or footer."""
ENTRY = -5.0
"""It is an entry of the printed contents, or of an index."""
NUMBER_AGREES, NUMBER_DIFFERS, NUMBER_ABSENT = 1.5, -2.0, -0.3
"""The title's number against the printed one ..."""
WEAKLY = 0.3
"""... times this, where the number may as well be a word ("A study")."""
FUZZY = 0.15
"""Lost per point of likeness below 100."""

LEADER = re.compile(r"(?:[.·…_]\s*){3,}\S*\s*$|^[\s,]*\d+(?:\s*,\s*\d+)+$|^,\s*\d+$")
"""What follows a title in a contents list or an index: dots to a page number, several page numbers."""
FOOTNOTE = re.compile(r"\W*\d{1,3}\W*|\W*[*†‡§a-z]\W*|(?:\s*\[[\d,\s–-]+\])+")
FIGURES = re.compile(r"[$€£¥(−–-]*\s*[\d.,]+\s*\)?\s*%?|[$€£¥—–-]")
CUT_OFF = re.compile(r"(?:\.{3}|…)$")
"""A title that was cut off by whoever made the tree."""
STOPS = (".", ":", "–", "—", "-")
CJK_START = "\u2e80"
"""From here on, scripts set no spaces between words."""


class How(StrEnum):
    """How a title stands in a place."""

    ALONE = "alone"
    RUN_IN = "run-in"
    TEXT = "text"
    RUNNING = "running"
    ENTRY = "entry"


def weigh(index: Index, title: Title, hit: Hit) -> tuple[How, float, bool]:
    """How the title stands at a hit, what the place is worth, and whether it is a row of a table."""
    heading = index.heading_at.get(hit.first) or index.heading_at.get(hit.last)
    how, worth = _standing(index, title, hit)
    number = _number(index, title, hit)
    if how is How.TEXT and number == NUMBER_ABSENT:
        number = NUMBER_DIFFERS
    worth += number - FUZZY * (100.0 - hit.score)
    worth += HEADING * ((heading.confidence if heading else UNSEEN) - MIDDLING)
    in_table = _in_table(index, hit.last)
    if hit.first in index.entries or hit.last in index.entries:
        return How.ENTRY, worth + ENTRY, in_table
    if index.recurs(hit.last):
        return How.RUNNING, worth + RUNNING, in_table
    return how, worth + (IN_TABLE if in_table else 0.0), in_table


def _standing(index: Index, title: Title, hit: Hit) -> tuple[How, float]:
    """Whether the title fills its lines, and what follows it if not."""
    if hit.tail == 0:
        return How.ALONE, WHOLE
    text = index.lines[hit.last].text.strip()
    at = offset(text, len(index.keys[hit.last]) - hit.tail)
    rest = text[at:]
    if LEADER.search(rest):
        return How.ENTRY, ENTRY
    if CUT_OFF.search(title.text):
        return How.ALONE, WHOLE
    if hit.tail <= 3 and FOOTNOTE.fullmatch(rest):
        return How.ALONE, FOOTNOTED
    line = index.lines[hit.first]
    ends_style = 0 < line.lead < len(line.text.rstrip()) and abs(len(line.text[: line.lead].strip(" .:–—-")) - at) <= 2
    if hit.first == hit.last and ends_style:
        return How.RUN_IN, RUN_IN
    if rest.lstrip().startswith(STOPS):
        return How.RUN_IN, RUN_IN if hit.number else UNMARKED
    if rest[:1].isalnum() and rest[0] < CJK_START:
        return How.TEXT, BROKEN
    return How.TEXT, FLOWING


def _in_table(index: Index, ordinal: int) -> bool:
    """Whether figures stand beside the line, at its height."""
    after = ordinal + 1
    if after >= len(index.lines) or index.page_of[after] != index.page_of[ordinal]:
        return False
    line, beside = index.lines[ordinal], index.lines[after]
    level = abs(line.y1 - beside.y1) < 0.3 * line.size and beside.x0 > line.x1
    return level and FIGURES.fullmatch(beside.text.strip()) is not None


def _number(index: Index, title: Title, hit: Hit) -> float:
    if not title.number:
        return 0.0
    printed = hit.number
    if not printed and hit.first and index.page_of[hit.first - 1] == index.page_of[hit.first]:
        printed = number_alone(index.lines[hit.first - 1].text)
    if not printed:
        worth = NUMBER_ABSENT
    else:
        agrees = printed == title.number or printed.split(".")[-1] == title.number
        worth = NUMBER_AGREES if agrees else NUMBER_DIFFERS
    return worth * (WEAKLY if title.weak else 1.0)
