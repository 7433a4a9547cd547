"""Line numbers: the count down the margin of a manuscript for review, which belongs to no line of its text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.pdf.reading import Line, Page

LEAST = 8
"""Numbers that must stand in one margin of a page."""
LEAST_PAGES, SHARE = 2, 0.5
"""So many pages, and this share of those with as many lines, are numbered, or none is."""
STEADY = 0.85
"""Share of the numbers in a margin that go on from the one above by the usual step."""
OUTLIERS = 0.05
"""Share of the lines with words that may reach out into the margin."""
DIGITS = 4


def without_line_numbers(pages: Sequence[Page]) -> list[Page]:
    """The pages without the numbers that count their lines."""
    counted = {page.number: found for page in pages if (found := frozenset(_numbers(page)))}
    if len(counted) < max(LEAST_PAGES, SHARE * sum(len(page.lines) >= 2 * LEAST for page in pages)):
        return list(pages)
    return [_without(page, counted[page.number]) if page.number in counted else page for page in pages]


def _without(page: Page, numbers: frozenset[int]) -> Page:
    return page._replace(lines=tuple(line for nth, line in enumerate(page.lines) if nth not in numbers))


def _numbers(page: Page) -> Iterator[int]:
    """Indices of the lines that count the others."""
    bare = [nth for nth, line in enumerate(page.lines) if line.upright and _value(line) is not None]
    if len(bare) < LEAST:
        return
    worded = [line for line in page.lines if line.upright and any(map(str.isalpha, line.text))]
    if not worded:
        return
    out = int(OUTLIERS * len(worded))
    left = sorted(line.x0 for line in worded)[out]
    right = sorted((line.x1 for line in worded), reverse=True)[out]
    for margin in (
        [nth for nth in bare if page.lines[nth].x1 <= left],
        [nth for nth in bare if page.lines[nth].x0 >= right],
    ):
        if len(margin) >= LEAST and _counts(sorted((page.lines[nth] for nth in margin), key=lambda line: line.y0)):
            yield from margin


def _counts(column: Sequence[Line]) -> bool:
    steps = Counter((_value(line) or 0) - (_value(above) or 0) for above, line in pairwise(column))
    step, times = steps.most_common(1)[0]
    return step > 0 and times >= STEADY * (len(column) - 1)


def _value(line: Line) -> int | None:
    text = line.text.strip()
    return int(text) if text.isdecimal() and len(text) <= DIGITS else None
