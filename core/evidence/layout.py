"""Headings from layout: candidates, what speaks for each, and the probability that a section starts there."""

from __future__ import annotations

import numpy as np

from core.evidence.groups import Candidate, candidates, columns
from core.evidence.model import Heading
from core.evidence.running import find_running
from core.evidence.table import LineTable, tabulate
from core.pdf.reading import Reading


def find_headings(
    reading: Reading, contents_pages: tuple[int, ...] = (), running: frozenset[tuple[int, int]] | None = None
) -> tuple[Heading, ...]:
    """The heading candidates of `reading` in document order, each with its confidence.

    `contents_pages` are the physical pages of the printed contents, whose entries are no headings. `running` is what
    `find_running` gave; it is worked out when not given.
    """
    table = tabulate(reading)
    if not len(table):
        return ()
    running = find_running(reading, table) if running is None else running
    mask = np.zeros(len(table), np.bool_)
    mask[[table.start[page - 1] + index for page, index in running]] = True
    column = columns(table)
    found = candidates(table, column, mask)
    listed = np.isin(table.page + 1, contents_pages)
    return tuple(_heading(table, candidate, _rule(table, candidate, bool(listed[candidate.first]))) for candidate in found)


def _rule(table: LineTable, candidate: Candidate, listed: bool) -> float:
    row = candidate.first
    big = table.size[candidate.last] >= 1.1 * table.body_size
    score = 0.5 * big + 0.3 * bool(table.bold[candidate.last]) + 0.35 * (candidate.number is not None) + 0.1 * bool(table.caps[row])
    if listed or candidate.title[-1] in ".,;" or table.letters[candidate.last] < 3:
        score *= 0.3
    return float(min(score, 0.95))


def _heading(table: LineTable, candidate: Candidate, confidence: float) -> Heading:
    first, last = candidate.first, candidate.last
    lines = table.lines[first : last + 1]
    box = (min(line.x0 for line in lines), min(line.y0 for line in lines), max(line.x1 for line in lines), max(line.y1 for line in lines))
    number = candidate.number.text if candidate.number else ""
    return Heading(
        page=int(table.page[first]) + 1,
        first=int(table.index[first]),
        last=int(table.index[last]),
        title=candidate.title,
        number=number,
        box=box,
        confidence=confidence,
        style=int(table.style[last]),
        run_in=candidate.run_in,
    )
