"""The first look at every line, in numpy alone: which lines could belong to a heading at all.

Rules keep what is set apart in any way; a small learned model then drops what is hopeless (cells of tables, lines of code and of
formulae), so that only a few lines a page are looked at one by one.
"""

from __future__ import annotations

import numpy as np

from core.evidence.columns import Columns
from core.evidence.forest import Forest
from core.evidence.table import LETTER, LOWER, UPPER, Bools, Floats, Ints, LineTable, classes

MAX_CHARS = 260
"""A longer candidate is a paragraph. The longest heading of the benchmark has 231 characters, over five lines."""
RUN_IN_CHARS = 120
FAR = 12.0
"""Font sizes: gaps are cut here, and a column's first line has this gap above it."""
HOPELESS = 0.004
"""Lines that the model finds less likely are dropped; measured on the benchmark, with whole families left out: see train.py."""

NAMES = (
    "size", "bold", "italic", "caps", "colored", "other_font", "at_body", "gap_above", "gap_below", "slack", "indent",
    "off_centre",
    "chars", "letter_share", "upper_share", "digit_share", "punct_share", "math_share", "cjk", "starts", "ends", "style_share",
    "style_chars", "style_per_page", "row_mates", "height", "lead_share", "above_slack", "below_slack", "same_above",
    "same_below", "body_below", "page_lines", "all_body_bold", "below_starts",
)  # fmt: skip


def passes(table: LineTable, column: Columns, running: Bools, model: Forest | None) -> Bools:
    """Rows that could belong to a heading. Without a model, by the rules alone (for training)."""
    found = _set_apart(table, column) & ~running
    rows = np.flatnonzero(found)
    if model is not None and len(rows):
        likely = np.zeros_like(found)
        likely[rows] = model.probability(line_features(table, column)[rows]) >= HOPELESS
        found = likely | (found & _beside_number(table, likely))
    return found


def _beside_number(table: LineTable, likely: Bools) -> Bools:
    """Run-in headings whose number stands in a likely line of its own, right before them: neither is a heading without the other.

    The model, which knows each line for itself, drops short ones: most of their line is text.
    """
    found = np.zeros_like(likely)
    numbers = np.flatnonzero(likely[:-1] & (table.letters[:-1] == 0) & (table.digits[:-1] > 0))
    for row in numbers.tolist():
        number, line = table.lines[row], table.lines[row + 1]
        level = min(number.y1, line.y1) - max(number.y0, line.y0) > 0.5 * (number.y1 - number.y0)
        leads = 0 < line.lead < len(line.text.rstrip()) and (line.lead_bold, line.lead_italic) == (number.bold, number.italic)
        styled = number.bold or number.italic
        found[row + 1] = bool(table.page[row] == table.page[row + 1]) and level and leads and styled and line.x0 > number.x1
    return found


def line_features(table: LineTable, column: Columns) -> Floats:
    """One row a line, one column a name in `NAMES`."""
    size = np.maximum(table.size, 1.0)
    above, below = gaps(table)
    chars, letters = np.maximum(1, table.chars), np.maximum(1, table.letters)
    span = np.maximum(column.right - column.left, 1.0)
    style_letters, style_lines, style_pages = style_use(table)
    before, after = np.maximum(np.arange(len(table)) - 1, 0), np.minimum(np.arange(len(table)) + 1, len(table) - 1)
    slack = (column.right - table.x1) / span
    length = np.array([len(line.text) for line in table.lines])
    starts = initials(table)
    body_row = int(np.argmax(table.style == table.body))
    return np.column_stack(
        (
            table.size / table.body_size, table.bold, table.italic, table.caps, table.color != table.color[body_row],
            table.font != table.body_font, table.style == table.body, np.minimum(above / size, FAR),
            np.minimum(below / size, FAR),
            slack, np.clip((table.x0 - column.left) / size, -10, 40),
            np.abs((table.x0 + table.x1) - (column.left + column.right)) / 2 / span,
            table.chars, letters / chars, table.upper / letters, table.digits / chars, table.punct / chars, table.math / chars,
            table.cjk > 0, starts, np.isin(table.last, (0x2E, 0x2C, 0x3B, 0x3A, 0x3002)), style_letters / letters.sum(),
            style_letters / style_lines, style_lines / style_pages, row_mates(table, column), table.y0 / table.height,
            table.lead / np.maximum(1, length), np.where(above < FAR * size, slack[before], -1),
            np.where(below < FAR * size, slack[after], -1),
            table.style == table.style[before], table.style == table.style[after], table.style[after] == table.body,
            np.diff(table.start)[table.page], np.full(len(table), table.bold[body_row]), starts[after],
        )
    )  # fmt: skip


def gaps(table: LineTable) -> tuple[Floats, Floats]:
    """White space above and below each line, in points; `FAR` font sizes where its neighbour is not right above or below."""
    size = np.maximum(table.size, 1.0)
    step = table.y0[1:] - table.y1[:-1]
    near = (table.page[1:] == table.page[:-1]) & (step > -1.2 * size[1:])
    above, below = FAR * size, FAR * size
    above[1:] = np.where(near, step, FAR * size[1:])
    below[:-1] = np.where(near, step, FAR * size[:-1])
    return above, below


def initials(table: LineTable) -> Ints:
    """0 other, 1 letter without case, 2 lower case, 3 upper case, by each line's first character."""
    bits = classes(table.first)
    found: Ints = np.where(bits & UPPER, 3, np.where(bits & LOWER, 2, np.where(bits & LETTER, 1, 0)))
    return found


def row_mates(table: LineTable, column: Columns) -> Ints:
    """How many other lines of the same column stand on each line's baseline: cells of one table row."""
    level = np.round(table.y1 / (3 * table.unit)).astype(np.int64)
    place = (table.page * 2 + column.which) * 4000 + np.clip(level, 0, 3999)
    _, inverse, counts = np.unique(place, return_inverse=True, return_counts=True)
    found: Ints = np.minimum(counts[inverse] - 1, 10)
    return found


def style_use(table: LineTable) -> tuple[Floats, Floats, Floats]:
    """Letters, lines and pages of each line's style in the document."""
    letters: Floats = np.bincount(table.style, weights=table.letters).astype(np.float64)
    lines = np.bincount(table.style).astype(np.float64)
    width = len(table.start) + 1
    pages = np.bincount(np.unique(table.style * width + table.page) // width, minlength=len(lines)).astype(np.float64)
    return letters[table.style], lines[table.style], pages[table.style]


def _set_apart(table: LineTable, column: Columns) -> Bools:
    """Lines set apart by style, by white space, by a number, or by the style of their first words."""
    size = np.maximum(table.size, 1.0)
    above, below = (gap / size for gap in gaps(table))
    body_bold = bool(table.bold[table.style == table.body][:1].any())
    styled = (table.size >= 1.05 * table.body_size) | (table.bold & (not body_bold)) | table.caps | (table.style != table.body)
    styled &= table.size >= 0.78 * table.body_size
    apart = (above > 0.55) & ((table.x1 < column.right - 1.5 * size) | (below > 0.55))
    digit = (table.first >= 0x30) & (table.first <= 0x39)
    numbered = (digit | np.isin(table.first, (0xA7, 0x7B2C, 0x28))) & (above > 0.15)
    lengths = np.array([len(line.text.rstrip()) for line in table.lines])
    run_in = (table.lead >= 3) & (table.lead < lengths - 2) & (table.lead <= RUN_IN_CHARS)
    fit = table.upright & (table.chars <= MAX_CHARS) & (table.letters + table.digits > 0)
    found: Bools = fit & (styled | apart | numbered | run_in)
    return found
