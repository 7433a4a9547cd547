"""All lines of a document as numpy columns, so that what is asked of every line is asked once of an array.

Rows are lines in document order (page, then reading order). Lengths are points, as everywhere; what is compared with a fixed
length is measured in `LineTable.unit`, so that a document scaled as a whole is read alike.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from core.pdf.reading import Line, Reading

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

UPPER, LOWER, LETTER, DIGIT, SPACE, PUNCT, MATH, CJK = (1 << bit for bit in range(8))
"""Classes of characters, as bits; a capital is both UPPER and LETTER."""

_CATEGORIES = {
    "Lu": UPPER | LETTER, "Lt": UPPER | LETTER, "Ll": LOWER | LETTER, "Lo": LETTER, "Lm": LETTER, "Nd": DIGIT,
    "Zs": SPACE, "Cc": SPACE,
    "Sm": MATH, "Pd": PUNCT, "Ps": PUNCT, "Pe": PUNCT, "Pi": PUNCT, "Pf": PUNCT, "Po": PUNCT, "Pc": PUNCT,
}  # fmt: skip
_PLANE = 0x10000


@cache
def _classes() -> NDArray[np.uint8]:
    """The class bits of every character of the basic plane."""
    table = np.zeros(_PLANE, np.uint8)
    for code in range(_PLANE):
        table[code] = _CATEGORIES.get(unicodedata.category(chr(code)), 0)
    for low, high in ((0x2E80, 0x9FFF), (0xAC00, 0xD7AF), (0xF900, 0xFAFF)):
        table[low : high + 1] |= CJK
    return table


def classes(codes: NDArray[np.integer]) -> NDArray[np.uint8]:
    """The class bits of each character, given by its code point."""
    found: NDArray[np.uint8] = _classes()[np.minimum(codes, _PLANE - 1)]
    return found


@dataclass(frozen=True, slots=True)
class LineTable:
    """The columns. `page` counts from 0 here, `index` is the line's place on its page, `start[p]` page p's first row.

    `unit` is a tenth of the size that the document's letters have in the middle: a point, where that is ten. `step` is each
    line's size in half units. `style` numbers the looks (font, `step`, weight, slant, colour) of the document's lines; `body` is
    the style that most of its characters have, `body_size` its size, `pitch` the usual distance of two of its lines.
    """

    lines: list[Line]
    start: Ints
    page: Ints
    index: Ints
    width: Floats
    height: Floats
    x0: Floats
    y0: Floats
    x1: Floats
    y1: Floats
    size: Floats
    bold: Bools
    italic: Bools
    color: Ints
    lead: Ints
    block: Ints
    upright: Bools
    font: Ints
    step: Ints
    style: Ints
    chars: Ints
    letters: Ints
    upper: Ints
    lower: Ints
    digits: Ints
    cjk: Ints
    math: Ints
    punct: Ints
    first: Ints
    last: Ints
    body: int
    body_size: float
    body_font: int
    pitch: float
    unit: float

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def caps(self) -> Bools:
        """Lines whose letters are capitals."""
        return (self.upper >= 2) & (self.lower * 6 <= self.upper)


def tabulate(reading: Reading) -> LineTable:
    """The table of all lines of `reading`; empty columns for a document without text."""
    lines = list(chain.from_iterable(page.lines for page in reading.pages))
    counts = np.array([len(page.lines) for page in reading.pages], np.int64)
    start = np.concatenate(([0], np.cumsum(counts)))
    page = np.repeat(np.arange(len(counts)), counts)
    fields = list(zip(*lines, strict=True)) if lines else [()] * len(Line._fields)
    column = dict(zip(Line._fields, fields, strict=True))
    geometry = np.array([column[name] for name in ("x0", "y0", "x1", "y1", "size", "big")], np.float64).reshape(6, len(lines))
    flags = np.array([column[name] for name in ("bold", "italic", "upright")], np.bool_).reshape(3, len(lines))
    whole = np.array([column[name] for name in ("color", "lead", "block")], np.int64).reshape(3, len(lines))
    names: dict[str, int] = {}
    font = np.array([names.setdefault(name, len(names)) for name in column["font"]], np.int64)
    count, first, last = _count(column["text"])
    caps = (count[UPPER] >= 2) & (count[LOWER] * 6 <= count[UPPER])
    size = np.where(caps, geometry[5], geometry[4])  # small capitals: the larger of their two sizes is the font's
    unit = _middle(size, count[LETTER]) / 10
    step = np.round(2 * size / unit).astype(np.int64)
    style = _codes(font, step, flags[0], flags[1], whole[0])
    body = int(np.bincount(style, weights=count[LETTER]).argmax()) if lines else 0
    at_body = style == body
    body_size = float(np.median(size[at_body])) if lines else 10.0
    down = np.diff(geometry[1])
    regular = (
        down[at_body[1:] & at_body[:-1] & (page[1:] == page[:-1]) & (down > body_size * 0.8) & (down < body_size * 3)]
        if lines
        else down
    )
    return LineTable(
        lines=lines,
        start=start,
        page=page,
        index=np.arange(len(lines)) - start[page] if lines else page,
        width=np.repeat(np.array([page.width for page in reading.pages], np.float64), counts),
        height=np.repeat(np.array([page.height for page in reading.pages], np.float64), counts),
        x0=geometry[0],
        y0=geometry[1],
        x1=geometry[2],
        y1=geometry[3],
        size=size,
        bold=flags[0],
        italic=flags[1],
        color=whole[0],
        lead=whole[1],
        block=whole[2],
        upright=flags[2],
        font=font,
        step=step,
        style=style,
        chars=count[0],
        letters=count[LETTER],
        upper=count[UPPER],
        lower=count[LOWER],
        digits=count[DIGIT],
        cjk=count[CJK],
        math=count[MATH],
        punct=count[PUNCT],
        first=first,
        last=last,
        body=body,
        body_size=body_size,
        body_font=int(font[at_body][0]) if lines else 0,
        pitch=float(np.median(regular)) if len(regular) else 1.2 * body_size,
        unit=unit,
    )


def _middle(size: Floats, letters: Ints) -> float:
    """The size that half of the letters do not exceed; 10 where there are none."""
    order = np.argsort(size, kind="stable")
    below = np.cumsum(letters[order])
    return float(size[order][np.searchsorted(below, below[-1] / 2)]) if len(below) and below[-1] else 10.0


def _codes(*columns: NDArray[np.generic]) -> Ints:
    """One whole number a row, equal where all columns are equal, counted from 0 by value."""
    code = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        _, inverse = np.unique(column, return_inverse=True)
        code = code * (int(inverse.max(initial=0)) + 1) + inverse
    return np.unique(code, return_inverse=True)[1].astype(np.int64)


def _count(texts: tuple[str, ...]) -> tuple[dict[int, Ints], Ints, Ints]:
    """Counts of each class of characters a line (under key 0: all but spaces), and each line's first and last characters."""
    if not texts:
        none = np.zeros(0, np.int64)
        return dict.fromkeys((0, UPPER, LOWER, LETTER, DIGIT, SPACE, PUNCT, MATH, CJK), none), none, none
    stripped = [text.strip() for text in texts]
    codes = np.frombuffer("\n".join(stripped).encode("utf-32-le", "surrogatepass"), np.uint32)
    lengths = np.array([len(text) for text in stripped], np.int64)
    starts = np.concatenate(([0], np.cumsum(lengths + 1)[:-1]))
    bits = classes(codes)
    sums = {key: np.add.reduceat((bits & key > 0).astype(np.int32), starts).astype(np.int64) for key in
            (UPPER, LOWER, LETTER, DIGIT, SPACE, PUNCT, MATH, CJK)}  # fmt: skip
    ends = np.concatenate((starts[1:], [len(codes) + 1])) - 2
    sums[0] = lengths + 1 - sums.pop(SPACE)
    sums[0][-1] -= 1
    sums[SPACE] = lengths - sums[0]
    return sums, codes[starts].astype(np.int64), codes[np.maximum(ends, 0)].astype(np.int64)
