"""Documents to learn from, set anew: the same words and places, with headings as small as the text around them.

Few documents of the benchmark set headings no larger than their text, and many that people bring do. The pages are changed as
they were read; no PDF is made.
"""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from core.evidence.table import LineTable
from core.pdf.reading import Reading

OWN_SHARE = 0.7
"""Share of a style's lines that must be headings for the style to be set anew."""
CHANGED, ITALIC = 0.7, 0.3
"""Share of those styles that are, and of these in italics and not in bold."""
SIZES = (0.9, 1.02)
"""Of the body's size: what they are set in."""
BEFORE = 14.0
"""Units: larger headings, of parts and chapters, stay as they are."""


def restyled(reading: Reading, table: LineTable, heading: NDArray[np.bool_], seed: int) -> Reading | None:
    """The reading with styles that headings have set about as large as the body; `None` where there is none to change.

    `table` is that of the reading, `heading` marks its rows that belong to headings of the gold.
    """
    chance = random.Random(seed)
    total = np.bincount(table.style)
    own = np.bincount(table.style, weights=heading)
    sizes = np.zeros(len(total))
    sizes[table.style] = table.size
    looks: dict[int, tuple[float, bool]] = {}
    for style in np.flatnonzero((own >= 2) & (own >= OWN_SHARE * total) & (sizes < BEFORE * table.unit)).tolist():
        look = table.body_size * chance.uniform(*SIZES), chance.random() < ITALIC
        if chance.random() < CHANGED and style != table.body:
            looks[style] = look
    if not looks:
        return None
    pages = []
    for nth, page in enumerate(reading.pages):
        start = int(table.start[nth])
        lines = list(page.lines)
        for at, line in enumerate(lines):
            found = looks.get(int(table.style[start + at]))
            if found is not None:
                size, italic = found
                by = size / line.size
                lines[at] = line._replace(
                    size=size,
                    big=size,
                    x1=line.x0 + by * (line.x1 - line.x0),
                    y0=line.y1 - by * (line.y1 - line.y0),
                    bold=not italic,
                    lead_bold=not italic,
                    italic=italic,
                    lead_italic=italic,
                    font=f"{line.font}-small",
                )
        pages.append(page._replace(lines=tuple(lines)))
    return replace(reading, pages=tuple(pages))
