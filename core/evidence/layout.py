"""Headings from layout: candidates, what speaks for each, and the probability that a section starts there."""

from __future__ import annotations

import numpy as np

from core.evidence.columns import columns
from core.evidence.features import Setting
from core.evidence.forest import Forest
from core.evidence.groups import Candidate, candidates
from core.evidence.model import Heading
from core.evidence.ranker import Weights, load, rank
from core.evidence.running import find_running
from core.evidence.sieve import passes
from core.evidence.table import LineTable, tabulate
from core.pdf.reading import Reading

LEAST = 0.02
"""Candidates that are less likely are left out; verification asks about doubtful ones, not about every line."""


def find_headings(
    reading: Reading,
    contents_pages: tuple[int, ...] = (),
    running: frozenset[tuple[int, int]] | None = None,
    weights: Weights | None = None,
    table: LineTable | None = None,
) -> tuple[Heading, ...]:
    """The heading candidates of `reading` in document order, each with its confidence.

    `contents_pages` are the physical pages of the printed contents, whose entries are no headings. `running` is what
    `find_running` gave; it is worked out when not given. `weights` replaces the ranker's own (`core.evidence.ranker.load`),
    `table` saves making the reading's table again.
    """
    weights = weights or load()
    setting = setting_of(reading, weights.sieve, contents_pages, running, table)
    if not setting.candidates:
        return ()
    kept, confidence = rank(setting, weights)
    found = [(setting.candidates[index], float(sure)) for index, sure in zip(kept, confidence, strict=True)]
    return tuple(_heading(setting.table, candidate, sure) for candidate, sure in found if sure >= LEAST)


def setting_of(
    reading: Reading,
    sieve: Forest | None,
    contents_pages: tuple[int, ...] = (),
    running: frozenset[tuple[int, int]] | None = None,
    table: LineTable | None = None,
) -> Setting:
    """The document's lines, columns and heading candidates; without a `sieve`, every candidate that the rules let pass."""
    table = table or tabulate(reading)
    running = find_running(reading, table) if running is None else running
    margin = np.zeros(len(table), np.bool_)
    margin[[table.start[page - 1] + index for page, index in running]] = True
    column = columns(table)
    found = candidates(table, column, passes(table, column, margin, sieve)) if len(table) else []
    return Setting(table, column, found, margin, np.isin(table.page + 1, contents_pages))


def _heading(table: LineTable, candidate: Candidate, confidence: float) -> Heading:
    first, last = candidate.first, candidate.last
    lines = table.lines[first : last + 1]
    box = (
        min(line.x0 for line in lines),
        min(line.y0 for line in lines),
        max(line.x1 for line in lines),
        max(line.y1 for line in lines),
    )
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
