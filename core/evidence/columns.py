"""Text columns: where they stand on the pages."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.evidence.table import Floats, Ints, LineTable


@dataclass(frozen=True, slots=True)
class Columns:
    """The text column of each line: its left and right edge in points, and which it is (0 the left or only one, 1 the right)."""

    which: Ints
    left: Floats
    right: Floats
    two: bool


def columns(table: LineTable) -> Columns:
    """One or two columns, by where the characters of the document stand."""
    middle, centre = table.width / 2, (table.x0 + table.x1) / 2
    weight = table.chars * table.upright
    right_of_middle = (table.x0 > middle - 0.02 * table.width) & (table.x0 < middle + 0.12 * table.width)
    left_of_middle = table.x1 < middle + 0.02 * table.width
    two = bool(weight[right_of_middle].sum() > 0.25 * weight.sum() and weight[left_of_middle].sum() > 0.25 * weight.sum())
    which = (centre > middle).astype(np.int64) * two
    wide = two & (table.x0 < middle - 0.06 * table.width) & (table.x1 > middle + 0.06 * table.width)
    which[wide] = 0
    left, right = np.zeros(len(table)), table.width.copy()
    side = which * 4 + wide * 2 + table.page % 2
    full = table.chars >= 15
    for one in np.unique(side):
        here = side == one
        basis = here & full & table.upright
        if basis.sum() < 3:
            basis = here
        left[here], right[here] = np.percentile(table.x0[basis], 8), np.percentile(table.x1[basis], 92)
    return Columns(which, left, right, two)
