"""The rows of a contents page: lines on one height put together, the printed page number told from the title.

Number, title, leaders and page number may come as one line or as four, in one column or two.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from core.evidence.contents_words import LIST_WORDS
from core.evidence.numbering import parse
from core.evidence.numerals import roman
from core.evidence.titles import key
from core.pdf.reading import Line, Page
from core.tree import Box

SAME_ROW = 0.5
"""Lines whose middles lie closer than this share of the font size stand in one row."""
GUTTER = 1.2
"""Font sizes between a page number and what follows in its row, from which that is another column."""

COLUMN_ROWS = 4
"""Page numbers that must end at one edge before it counts as a column's."""

LEADERS = re.compile(r"(?:[\s\u00a0]*[.·•∙⋅…‥_․﹒．]){3,}[\s\u00a0]*|[\s\u00a0]*…+[\s\u00a0]*|[.·]{2,}\s*$")
_MAY_LEAD = re.compile(r"…|[.·•∙⋅‥_․﹒．][\s\u00a0]*[.·•∙⋅‥_․﹒．]|[\s\u00a0][.·•∙⋅][\s\u00a0]*(?:[\divxlcIVXLC(]|$)")
"""Found wherever leaders are, and far quicker."""
_PAGE = re.compile(r"(?:\d{1,4}|[ivxlc]{1,7}|[IVXLC]{1,7}|(?:\d{1,2}|[A-Z])[-–.]\d{1,3}|S\.\s?\d{1,4}|[pP]\.?\s?\d{1,4})")
_TRAILING = re.compile(rf"(?P<title>.*\S)(?P<gap>[\s\u00a0]+)(?P<page>{_PAGE.pattern})\s*$", re.DOTALL)
_FEW = r"[\s\u00a0]+[.·•∙⋅](?:[\s\u00a0]*[.·•∙⋅])*[\s\u00a0]*(?=[\divxlcIVXLC(]|$)"
"""One or two dots clear of the title, all that there is room for before the page number."""
_LED = re.compile(rf"(?P<title>.*?)(?P<gap>{LEADERS.pattern}|{_FEW})\(?(?P<page>{_PAGE.pattern})?\)?\s*$", re.DOTALL)


class Row(NamedTuple):
    """A row of one column: its text without leaders and page number, the page number as printed ("" if none), and geometry.

    `x0` is where its first character stands, `title_x` where the words after a number set apart begin, `right` the right edge
    of the page number. `led`: dots lead to the page number. `apart`: the number stands clear of the title.
    """

    page: int
    box: Box
    text: str
    printed: str
    x0: float
    title_x: float
    right: float
    size: float
    bold: bool
    italic: bool
    led: bool
    apart: bool


def rows_of(page: Page) -> list[Row]:
    """All rows of a page, column by column, from top to bottom."""
    columns = [column for half in _halves(page) for column in _columns(half)]
    return [row for column in columns for cells in _heights(column) for row in _split(page, cells)]


def page_value(printed: str) -> tuple[str, int] | None:
    """A printed page number as its series ("" for arabic, "r" for roman, "3-" for the third chapter's own) and its value."""
    text = printed.strip().lstrip("SspP. ").replace("–", "-") if not printed.isalpha() else printed
    if text.isdecimal():
        return "", int(text)
    value = roman(text)
    if value is not None:
        return "r", value
    series, _, last = text.replace(".", "-").rpartition("-")
    return (f"{series}-", int(last)) if series and last.isdecimal() else None


def _heights(lines: Sequence[Line]) -> list[list[Line]]:
    upright = sorted(lines, key=lambda line: (line.y0 + line.y1, line.x0))
    rows: list[list[Line]] = []
    last = -1e9
    for line in upright:
        middle = (line.y0 + line.y1) / 2
        if rows and middle - last <= SAME_ROW * max(line.size, 1.0):
            rows[-1].append(line)
        else:
            rows.append([line])
            last = middle
    for row in rows:
        row.sort(key=lambda line: line.x0)
    return rows


def _split(page: Page, cells: list[Line]) -> list[Row]:
    """The rows of one height: a new one begins where a page number is followed by words, or by a number and words."""
    found: list[Row] = []
    held: list[Line] = []
    for nth, cell in enumerate(cells):
        held.append(cell)
        after = cells[nth + 1] if nth + 1 < len(cells) else None
        if after is not None and after.x0 - cell.x1 >= GUTTER * cell.size and _ends_in_page(held):
            rest = "".join(each.text for each in cells[nth + 1 :])
            if any(character.isalpha() for character in rest) and not _ends_in_page([after], alone=True):
                found.append(_row(page, held))
                held = []
    if held:
        found.append(_row(page, held))
    return found


def _ends_in_page(cells: list[Line], *, alone: bool = False) -> bool:
    last = cells[-1].text.strip()
    if _PAGE.fullmatch(last):
        return alone or any(character.isalpha() for cell in cells[:-1] for character in cell.text)
    return last[-1:].isalnum() and _led(last) is not None


def _led(text: str) -> re.Match[str] | None:
    """The text taken apart at leaders before its end or its page number."""
    return _LED.fullmatch(text) if _MAY_LEAD.search(text) else None


def _may_end_in_page(text: str) -> bool:
    last = text.rstrip()[-1:]
    return last.isdecimal() or last in "ivxlcIVXLC"


def _only_number(text: str) -> bool:
    """Whether a word and its number are all there is ("PART IV"): that is no page number."""
    number = parse(text)
    return number is not None and bool(number.word) and number.end >= len(text)


def _row(page: Page, cells: list[Line]) -> Row:
    texts = [cell.text.strip() for cell in cells]
    printed, led, apart, right = "", False, False, cells[-1].x1
    if len(texts) > 1 and _PAGE.fullmatch(texts[-1]) and any(character.isalpha() for text in texts[:-1] for character in text):
        printed, apart = texts.pop(), True
    joined = " ".join(texts)
    match = _led(joined)
    if match and (match["title"] or "").strip():
        joined, led = match["title"], True
        printed = printed or match["page"] or ""
    elif not printed and _may_end_in_page(joined) and not _only_number(joined):
        match = _TRAILING.fullmatch(joined)
        if match and any(character.isalpha() for character in match["title"]):
            joined, printed = match["title"], match["page"]
            apart = len(match["gap"]) > 2
    number = parse(texts[0]) if len(texts) > 1 else None
    title = cells[1] if number is not None and number.end >= len(texts[0]) else cells[0]
    main = max(cells, key=lambda cell: len(cell.text.strip(" .·…_\u00a0"))) if len(cells) > 1 else cells[0]
    box = (cells[0].x0, min(cell.y0 for cell in cells), cells[-1].x1, max(cell.y1 for cell in cells))
    text = " ".join(joined.split()).rstrip(" .·…_") if led else " ".join(joined.split())
    # Most of a line may be dots, in the weight of the text: where its title is set in one way, that counts.
    dotted = led and main.lead >= len(text)
    return Row(
        page.number,
        box,
        text,
        printed,
        cells[0].x0,
        title.x0,
        right,
        main.size,
        main.lead_bold if dotted else main.bold,
        main.lead_italic if dotted else main.italic,
        led,
        apart,
    )


def _halves(page: Page) -> list[Sequence[Line]]:
    """The lines of the two pages of a spread, told by its width and by the fold that no line crosses; else all lines."""
    fold = page.width / 2
    if page.width <= page.height or any(line.upright and line.x0 < fold < line.x1 for line in page.lines):
        return [page.lines]
    left = [line for line in page.lines if line.x1 <= fold]
    return [left, [line for line in page.lines if line.x1 > fold]]


def _columns(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of each column, where page numbers end at two right edges; else all lines."""
    upright = [line for line in lines if line.upright]
    numbers = [line for line in upright if line.text[-1:].strip().isalnum() and _PAGE.fullmatch(line.text.strip())]
    ends = Counter(round(line.x1) for line in numbers)
    edges = sorted(edge for edge, count in ends.items() if count >= COLUMN_ROWS)
    gutter = GUTTER * median(line.size for line in upright) if upright else 0.0
    for edge in edges:
        if edges[-1] - edge > 4 * gutter and (found := _parted(upright, numbers, (edge, edges[-1]), gutter)):
            return found[:-1] + _columns(found[-1]) if found[-1] else found
    return [upright]


def _parted(lines: Sequence[Line], numbers: Sequence[Line], edges: tuple[int, int], gutter: float) -> list[list[Line]] | None:
    """The lines above the columns that page numbers end at two edges, those of either column, and those below them.

    `None` where words are missing before the first edge, as when it is that of section numbers, or where lines run across it.
    """
    edge = edges[0]
    ended = [line for line in numbers if round(line.x1) in edges]
    # The first entry may wrap above its number; another list below it, of figures say, has columns of its own.
    top = min(line.y0 for line in ended) - 2 * gutter
    rows = {round(line.y0) for line in numbers}
    heads = (line.y0 for line in lines if LIST_WORDS.fullmatch(key(line.text)) and round(line.y0) not in rows)
    other = min((y for y in heads if y > top + gutter * COLUMN_ROWS), default=1e9)
    bottom = max(line.y0 for line in ended if line.y0 < other) + gutter / 2
    within = [line for line in lines if top <= line.y0 <= bottom]
    left: list[Line] = []
    right: list[Line] = []
    for line in within:
        (right if line.x0 > edge + gutter / 2 else left).append(line)
    worded = sum(line.x1 < edge - 2 and any(character.isalpha() for character in line.text) for line in left)
    across = sum(line.x1 > edge + gutter for line in left if line.x0 < edge)
    at_edge = sum(round(line.x1) == edge for line in numbers)
    if len(right) < 2 * COLUMN_ROWS or 2 * worded < at_edge or across * 4 > len(right):
        return None
    return [[line for line in lines if line.y0 < top], left, right, [line for line in lines if line.y0 > bottom]]
