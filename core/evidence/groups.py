"""Lines into heading candidates: which lines could begin a heading, and which belong to one heading.

A candidate is a run of neighbouring lines: a title over several lines, a number and its title set apart, "Chapter 3" above its
title, or the first words of a paragraph (run-in). Candidates never share lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from core.evidence import numbering
from core.evidence.columns import Columns
from core.evidence.numbering import Number
from core.evidence.sieve import MAX_CHARS, RUN_IN_CHARS
from core.evidence.table import Bools, LineTable

MAX_LINES = 6
SAME_SIZE = 0.6
"""Units by which the sizes of one heading's lines may differ."""
NUMBER_GAP = 7.0
"""Widest gap between a number and its title on one baseline, in font sizes."""
PIECE_GAP, STYLED_PIECE_GAP = 1.3, 3.6
"""Widest gap between two pieces of one line, in font sizes; headings that are justified have wider ones than text."""
LINE_GAP = 0.75
"""Widest gap between the boxes of two lines of one title, in font sizes."""
LARGE = 1.15
"""Of the body's size: lines of a title this large may break anywhere, others only where the line is full."""
RUN_IN_GAP = 0.5
"""A run-in heading's line is followed by the next line of its paragraph within this many font sizes."""
RUN_IN_SLACK = 6.0
"""Font sizes by which a run-in heading's line may fall short of its column, where no mark ends the heading."""
LABEL_GAP = 5.0
"""Widest gap between "Chapter 3" and the title below it, in font sizes."""

_SPACED_CAPITALS = re.compile(r"(?<!\S)(?:[^\W\d_] ){3,}[^\W\d_](?!\S)")
_CJK_NUMBER = re.compile(r"^第\s*([\d一二三四五六七八九十百]+)\s*([部编編篇卷章回节節条條])\s*(?=\S)")
_HYPHENS = "-\u2010\u00ad"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Rows `first` to `last` of the table (inclusive), read as one title. `run_in`: only the first `lead` of the last line."""

    first: int
    last: int
    title: str
    number: Number | None
    run_in: bool = False


def candidates(table: LineTable, column: Columns, plausible: Bools) -> list[Candidate]:
    """The candidates that the plausible rows make, in document order."""
    rows = np.flatnonzero(plausible)
    found: list[Candidate] = []
    at = 0
    while at < len(rows):
        group = [int(rows[at])]
        at += 1
        while (
            at < len(rows)
            and len(group) < MAX_LINES
            and rows[at] == group[-1] + 1
            and _joins(table, column, group, int(rows[at]))
        ):
            group.append(int(rows[at]))
            at += 1
        candidate = _candidate(table, column, group)
        if candidate is not None:
            found.append(candidate)
    return found


def join_lines(texts: list[str]) -> str:
    """The lines of a title as one: hyphenation undone, letter-spaced capitals closed up, blanks made single."""
    title = ""
    for text in texts:
        text = _SPACED_CAPITALS.sub(lambda match: match[0].replace(" ", ""), text.strip())
        if title and title[-1] in _HYPHENS and text[:1].islower() and title[-2:-1].isalpha():
            title = title[:-1] + text
        elif title and title[-1] in _HYPHENS[:2] and title[-2:-1].isalpha():
            title += text
        else:
            title = f"{title} {text}"
    title = " ".join(title.replace("\u00ad", "").split())
    if title.startswith("第"):
        title = _CJK_NUMBER.sub(r"第\1\2 ", title)
    return title


def _joins(table: LineTable, column: Columns, group: list[int], row: int) -> bool:
    """Whether `row` goes on with the heading that `group` began."""
    last, first = group[-1], group[0]
    if table.page[row] != table.page[last]:
        return False
    before, line, size = table.lines[last], table.lines[row], float(table.size[row])
    height = min(line.y1 - line.y0, before.y1 - before.y0)
    if min(line.y1, before.y1) - max(line.y0, before.y0) > 0.5 * height:
        return _joins_beside(table, group, row)
    gap = (line.y0 - before.y1) / max(size, 1.0)
    if gap < -0.8 or column.which[row] != column.which[last]:
        return False
    text = before.text if len(group) == 1 else join_lines([table.lines[each].text for each in group])
    number = numbering.parse(text)
    bare = number is not None and not text[number.end :].strip()
    label = bare and number is not None and (bool(number.word) or len(text) <= 6)
    if label and gap < LABEL_GAP and (table.letters[row] > 0 or bool(number and number.word)):
        return _salient(table, row) and _salient(table, first) and not _strongly_numbered(line.text)
    if gap > LINE_GAP or not _alike(table, last, row) or _strongly_numbered(line.text):
        return False
    if not _salient(table, row) or line.text.lstrip()[:1] in "(（":
        return False
    left = min(table.lines[each].x0 for each in group if table.lines[each].y1 > before.y0 + 0.5 * height)
    centred = abs((line.x0 + line.x1) - (left + before.x1)) < size and abs(line.x0 - left) > 0.5 * size
    if centred:
        return True
    indent = line.x0 - table.lines[first].x0
    if not -0.6 * size <= indent <= 9 * size:
        return False
    if table.size[row] >= LARGE * table.body_size and gap <= LINE_GAP * 0.8:
        return True
    word = (len(line.text.split(maxsplit=1)[0]) + 1) * (line.x1 - line.x0) / max(1, len(line.text.strip()))
    return before.x1 + word > float(column.right[last]) - 0.5 * size or line.text.lstrip()[:1].islower()


def _joins_beside(table: LineTable, group: list[int], row: int) -> bool:
    """On one baseline: a number and its title, or two pieces of one line."""
    before, line, size = table.lines[group[-1]], table.lines[row], float(table.size[row])
    gap = (line.x0 - before.x1) / max(size, 1.0)
    if not -0.3 <= gap <= NUMBER_GAP:
        return False
    if len(group) == 1 and len(before.text) <= 24:
        number = numbering.parse(before.text)
        if number is not None and not before.text[number.end :].strip():
            return bool(table.letters[row] > 0)
    styled = bool(table.style[row] != table.body) and (table.bold[row] or table.size[row] > LARGE * table.body_size)
    return bool(gap <= (STYLED_PIECE_GAP if styled else PIECE_GAP)) and _alike(table, group[-1], row)


def _alike(table: LineTable, one: int, other: int) -> bool:
    """Whether two lines are set alike, or at least in one block as a large title is."""
    if table.block[one] == table.block[other] and abs(table.size[one] - table.size[other]) < 0.1 * table.unit:
        large = table.size[one] >= LARGE * table.body_size and table.color[one] == table.color[other]
        if large or (table.upper[one] > 4 * table.lower[one] and table.upper[other] > 4 * table.lower[other] and table.bold[one]):
            return True
    if abs(table.size[one] - table.size[other]) > SAME_SIZE * table.unit or table.bold[one] != table.bold[other]:
        return False
    return bool(table.color[one] == table.color[other]) and bool(table.italic[one] == table.italic[other])


def _salient(table: LineTable, row: int) -> bool:
    return bool(table.style[row] != table.body) or bool(table.upper[row] > 2 * table.lower[row])


def _strongly_numbered(text: str) -> bool:
    number = numbering.parse(text)
    return number is not None and not number.weak and (len(text) > number.end or number.depth > 1 or number.text[-1] in ".)")


def _candidate(table: LineTable, column: Columns, group: list[int]) -> Candidate | None:
    first, last = group[0], group[-1]
    texts = [table.lines[row].text for row in group]
    run_in = _runs_in(table, last, float(column.right[last]))
    if run_in:
        texts[-1] = table.lines[last].text[: table.lines[last].lead]
    title = join_lines(texts)
    if not title or len(title) > MAX_CHARS:
        return None
    return Candidate(first, last, title, numbering.parse(title), run_in)


def _runs_in(table: LineTable, row: int, right: float) -> bool:
    """Whether the row starts with a heading and goes on with its paragraph."""
    line, size = table.lines[row], float(table.size[row])
    lead, length = line.lead, len(line.text.rstrip())
    if not 3 <= lead < length - 2 or lead > RUN_IN_CHARS or line.big > LARGE * table.body_size:
        return False
    number = numbering.parse(line.text)
    if number is not None and lead <= number.end + 1:
        return False
    if not (line.lead_bold or line.lead_italic):
        return False
    if line.text[:lead].rstrip()[-1:] in ".:–—。：":
        return True
    if row + 1 >= len(table) or table.page[row + 1] != table.page[row]:
        return not line.bold
    gap = (table.lines[row + 1].y0 - line.y1) / max(size, 1.0)
    return gap < RUN_IN_GAP and bool(table.style[row + 1] == table.body) and line.x1 > right - RUN_IN_SLACK * size
