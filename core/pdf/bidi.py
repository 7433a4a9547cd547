"""Lines that run from right to left, put in the order in which they are read.

MuPDF gives the letters of such a line in reading order, but punctuation at its left end first, its spans now from the right and
now from the left, and what stands on both sides of a wider space as two lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.pdf.reading import Line

_RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_LEADING = re.compile(r"[\s:.,;!?،؛؟]+")
_SPACE = 0.6
"""Of the font's size: parts of one row that stand no farther apart are one line."""


def runs_left(text: str) -> bool:
    """Whether most of the text's letters belong to a script that runs from right to left."""
    if text.isascii() or not (found := _RTL.findall(text)):
        return False
    return 2 * len(found) > sum(map(str.isalpha, text))


def read_left(spans: Sequence[tuple[str, float]]) -> str:
    """The text of a line that runs left, whose spans are given each with its right end (x1).

    Neighbouring spans without any letter that runs left (a number, a name in Latin letters) keep their order.
    """
    first, marks = _unmarked(spans[0][0])
    parts: list[tuple[str, float]] = []
    inside = False
    for text, right in [(first, spans[0][1]), *spans[1:]]:
        runs_right = any(map(str.isalnum, text)) and not _RTL.search(text)
        if runs_right and inside:
            text, right = parts[-1][0] + text, max(parts.pop()[1], right)
        parts.append((text if runs_right else "".join(_unmarked(text)), right))
        inside = runs_right
    return "".join(text for text, _ in sorted(parts, key=lambda part: -part[1])).rstrip() + marks


def joined(lines: list[Line]) -> list[Line]:
    """The lines, with the parts of a row that runs left put together. They come as MuPDF gives them: the right part first."""
    found: list[Line] = []
    for line in lines:
        if found and _continues(found[-1], line):
            line = _together(found.pop(), line)
        found.append(line)
    return found


def _continues(right: Line, left: Line) -> bool:
    near = right.block == left.block and -0.1 <= (right.x0 - left.x1) / right.big <= _SPACE
    level = min(right.y1, left.y1) - max(right.y0, left.y0) > 0.5 * (right.y1 - right.y0)
    return near and level and right.upright and left.upright and runs_left(right.text) and runs_left(left.text)


def _together(right: Line, left: Line) -> Line:
    same = (right.font, right.size, right.bold, right.italic) == (left.font, left.size, left.bold, left.italic)
    main = max(right, left, key=lambda line: len(line.text))
    text = f"{right.text.rstrip()} {left.text.lstrip()}"
    return main._replace(
        text=text,
        x0=min(right.x0, left.x0),
        y0=min(right.y0, left.y0),
        x1=max(right.x1, left.x1),
        y1=max(right.y1, left.y1),
        big=max(right.big, left.big),
        lead=len(text) if same else right.lead,
        lead_bold=right.lead_bold,
        lead_italic=right.lead_italic,
    )


def _unmarked(text: str) -> tuple[str, str]:
    """A text that runs left without the punctuation that stands at its left end, which is its last, and that punctuation."""
    start = _LEADING.match(text)
    if start is None or not _RTL.search(text) or not start[0].strip():
        return text, ""
    return text[start.end() :].rstrip(), start[0].strip() + " "
