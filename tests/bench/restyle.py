"""Documents to learn from, set anew: the same words and places, with headings as small as the text around them.

Few documents of the benchmark set headings no larger than their text, and many that people bring do; some of these set quotations
and abstracts like headings, so that the style alone says little. The pages are changed as they were read; no PDF is made.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.evidence.table import LineTable
from core.pdf.reading import Line, Reading

OWN_SHARE = 0.7
"""Share of a style's lines that must be headings for the style to be set anew."""
CHANGED, ITALIC = 0.7, 0.3
"""Share of those styles that are, and of these in italics and not in bold."""
SIZES = (0.9, 1.02)
"""Of the body's size: what they are set in."""
BEFORE = 14.0
"""Units: larger headings, of parts and chapters, stay as they are."""
SHARED = 0.5
"""Share of the documents changed in which some of the text is set as a heading style is, as abstracts and quotations may be."""
SET_OFF, SHORTEST, LONGEST = 0.03, 3, 9
"""Share of the text's lines where such a passage begins, and how many lines it has."""


class Look(NamedTuple):
    """How the lines of a heading style (`style`, its number in the table) are set anew."""

    style: int
    size: float
    italic: bool

    def on(self, line: Line) -> Line:
        """The line set so: smaller letters take less room."""
        by = self.size / line.size
        return line._replace(
            size=self.size,
            big=self.size,
            x1=line.x0 + by * (line.x1 - line.x0),
            y0=line.y1 - by * (line.y1 - line.y0),
            bold=not self.italic,
            lead_bold=not self.italic,
            italic=self.italic,
            lead_italic=self.italic,
            font=f"set anew {self.style}",
        )


def restyled(reading: Reading, table: LineTable, heading: NDArray[np.bool_], seed: int) -> Reading | None:
    """The reading with styles that headings have set about as large as the body; `None` where there is none to change.

    `table` is that of the reading, `heading` marks its rows that belong to headings of the gold.
    """
    chance = random.Random(seed)
    total = np.bincount(table.style)
    own = np.bincount(table.style, weights=heading)
    sizes = np.zeros(len(total))
    sizes[table.style] = table.size
    looks: dict[int, Look] = {}
    for style in np.flatnonzero((own >= 2) & (own >= OWN_SHARE * total) & (sizes < BEFORE * table.unit)).tolist():
        look = Look(style, table.body_size * chance.uniform(*SIZES), chance.random() < ITALIC)
        if chance.random() < CHANGED and style != table.body:
            looks[style] = look
    if not looks:
        return None
    of_line = {row: looks[style] for row, style in enumerate(table.style.tolist()) if style in looks}
    if chance.random() < SHARED:
        commonest = max(looks.values(), key=lambda look: int(own[look.style]))
        of_line |= dict.fromkeys(_passages(table, chance), commonest)
    pages = []
    for nth, page in enumerate(reading.pages):
        start = int(table.start[nth])
        lines = tuple(
            line if (found := of_line.get(start + at)) is None else found.on(line) for at, line in enumerate(page.lines)
        )
        pages.append(page._replace(lines=lines))
    return replace(reading, pages=tuple(pages))


def _passages(table: LineTable, chance: random.Random) -> list[int]:
    """Rows of the table that make passages of the text, each on one page."""
    rows: list[int] = []
    body = table.style == table.body
    for row in np.flatnonzero(body).tolist():
        if chance.random() < SET_OFF:
            last = row + chance.randint(SHORTEST, LONGEST)
            same = [each for each in range(row, min(last, len(table))) if table.page[each] == table.page[row]]
            if body[same].all():
                rows += same
    return rows
