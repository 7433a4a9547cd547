"""What is known of a heading candidate, as one row of numbers.

Every feature is relative (to the body's size, the column, the document's other lines), so that none depends on a document's paper
or fonts. No feature is missing: where something is not there, a value outside its range stands.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from core.evidence import numbering
from core.evidence.columns import Columns
from core.evidence.groups import Candidate
from core.evidence.numbering import Number
from core.evidence.sieve import FAR, gaps, initials, row_mates
from core.evidence.table import Bools, Floats, Ints, LineTable
from core.evidence.wording import bounds, to_caption, wording

NAMES = (
    # look
    "size", "page_size", "size_above", "size_below", "bold", "italic", "caps", "colored", "other_font", "bold_share",
    "all_body_bold",
    # extent and place
    "chars", "words", "lines", "gap_above", "gap_below", "gap_ratio", "slack", "indent", "off_centre", "width", "height_on_page",
    "lines_above", "lines_below", "two_columns", "right_column", "place", "page_lines", "candidate_share", "row_mates",
    "block_lines",
    "block_starts", "block_ends", "x_recurs",
    # number
    "numbered", "depth", "weak", "value", "outer", "decimal", "roman", "letter", "parenthesis", "worded", "dotted", "same_number",
    "follows_earlier", "followed_later", "scheme_count", "bare_number", "follows_last",
    # text
    "end_mark", "start_kind", "digit_share", "upper_share", "punct_share", "math_share", "cjk_share", "title_case", "caption",
    "statement", "matter", "references", "contact", "date", "leaders", "code", "ends_in_number", "after_references", "recurs",
    "is_running",
    # style over the document
    "style_share", "style_lines", "style_candidates", "style_chars", "style_rank", "style_per_page",
    # neighbours
    "body_below", "below_chars", "below_starts", "candidate_above", "candidate_below", "above_ends", "same_above", "same_below",
    "run",
    "below_slack", "above_slack",
    # run-in
    "run_in", "lead_share", "lead_mark",
    # printed contents
    "listed_page", "has_contents", "in_contents",
    # figures
    "caption_below", "caption_above",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Setting:
    """What the features of one document are made from."""

    table: LineTable
    column: Columns
    candidates: list[Candidate]
    running: Bools
    listed: Bools
    """Rows that stand on a page of the printed contents."""


def features(setting: Setting) -> Floats:
    """One row a candidate, one column a name in `NAMES`."""
    if not setting.candidates:
        return np.zeros((0, len(NAMES)))
    columns = {
        **_look(setting),
        **_place(setting),
        **_numbers(setting.candidates),
        **wording(setting.table, setting.candidates, setting.running, setting.listed),
        **_styles(setting),
        **_near(setting),
    }
    return np.column_stack([np.asarray(columns[name], np.float64) for name in NAMES])


def ends(setting: Setting) -> tuple[Ints, Ints]:
    """First and last rows of the candidates."""
    first = np.array([candidate.first for candidate in setting.candidates])
    last = np.array([candidate.last for candidate in setting.candidates])
    return first, last


def _look(setting: Setting) -> dict[str, Floats | Bools]:
    table = setting.table
    first, last = ends(setting)
    size = table.size[last]
    above, below = _row(first - 1, table), _row(last + 1, table)
    pages, styles = int(table.page.max()) + 1, int(table.style.max()) + 1
    letters = np.bincount(table.page * styles + table.style, weights=table.letters, minlength=pages * styles).reshape(
        pages, styles
    )
    style_size = np.zeros(styles)
    style_size[table.style] = table.size
    page_size = style_size[letters.argmax(axis=1)]
    total = max(1, int(table.letters.sum()))
    return {
        "size": size / table.body_size,
        "page_size": size / page_size[table.page[last]],
        "size_above": size / table.size[above],
        "size_below": size / table.size[below],
        "bold": table.bold[last],
        "italic": table.italic[last],
        "caps": table.caps[last],
        "colored": table.color[last] != table.color[table.style == table.body][0],
        "other_font": table.font[last] != table.body_font,
        "bold_share": np.full(len(first), table.letters[table.bold].sum() / total),
        "all_body_bold": np.full(len(first), table.bold[table.style == table.body][0]),
    }


def _place(setting: Setting) -> dict[str, Floats | Bools | Ints]:
    table, column = setting.table, setting.column
    first, last = ends(setting)
    size = np.maximum(table.size[last], 1.0)
    gap_above, gap_below = gaps(table)
    above, below = np.minimum(gap_above[first] / size, FAR), np.minimum(gap_below[last] / size, FAR)
    span = np.maximum(column.right[first] - column.left[first], 1.0)
    counts = np.diff(table.start)
    order = np.lexsort((table.y0, table.page))
    rank = np.empty(len(table), np.int64)
    rank[order] = np.arange(len(table)) - table.start[table.page[order]]
    per_page = np.bincount(table.page[first], minlength=len(counts))
    block = _runs(table.page * (int(table.block.max()) + 1) + table.block)
    block_lines = np.bincount(block)
    left = np.minimum.reduceat(np.append(table.x0, 0.0), bounds(first, last))[::2]
    right = np.maximum.reduceat(np.append(table.x1, 0.0), bounds(first, last))[::2]
    edge = np.round(table.x0 / (2 * table.unit)).astype(np.int64)
    edges = np.bincount(edge - edge.min(), weights=table.upright)
    return {
        "chars": np.add.reduceat(np.append(table.chars + table.cjk, 0), bounds(first, last))[::2],
        "lines": last - first + 1,
        "gap_above": above,
        "gap_below": below,
        "gap_ratio": np.clip(above - below, -FAR, FAR),
        "slack": (column.right[first] - right) / span,
        "indent": np.clip((left - column.left[first]) / size, -10, 40),
        "off_centre": np.abs((left + right) - (column.left[first] + column.right[first])) / 2 / span,
        "width": (right - left) / span,
        "height_on_page": table.y0[first] / table.height[first],
        "lines_above": np.minimum(rank[first], 20),
        "lines_below": np.minimum(counts[table.page[last]] - 1 - rank[last], 20),
        "two_columns": np.full(len(first), column.two),
        "right_column": column.which[first],
        "place": table.page[first] / len(counts),
        "page_lines": counts[table.page[first]],
        "candidate_share": per_page[table.page[first]] / counts[table.page[first]],
        "row_mates": row_mates(table, column)[last],
        "block_lines": np.minimum(block_lines[block[first]] - (last - first + 1), 30),
        "block_starts": np.concatenate(([True], block[1:] != block[:-1]))[first],
        "block_ends": np.concatenate((block[1:] != block[:-1], [True]))[last],
        "x_recurs": edges[edge[first] - edge.min()] / len(table),
    }


def _numbers(candidates: list[Candidate]) -> dict[str, list[float]]:
    """The number of each candidate, and whether its neighbours in counting are found before and after it."""
    seen: Counter[tuple[str, tuple[int, ...]]] = Counter()
    schemes: Counter[str] = Counter()
    nth: defaultdict[tuple[str, tuple[int, ...]], list[int]] = defaultdict(list)
    for index, candidate in enumerate(candidates):
        if candidate.number is not None:
            place = (candidate.number.scheme, candidate.number.parts)
            seen[place] += 1
            schemes[candidate.number.form] += 1
            nth[place].append(index)
    names = ("numbered", "depth", "weak", "value", "outer", "decimal", "roman", "letter", "parenthesis", "worded", "dotted",
             "same_number", "follows_earlier", "followed_later", "scheme_count", "bare_number", "follows_last")  # fmt: skip
    rows: list[tuple[float, ...]] = []
    previous: dict[str, Number] = {}
    for index, candidate in enumerate(candidates):
        number = candidate.number
        if number is None:
            rows.append((0, 0, 0, -1, -1, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, 0, -1))
            continue
        kind, bare = number.form[:1], number.end >= len(candidate.title)
        last = previous.get(number.scheme)
        after_last = float(numbering.follows(last, number)) if last is not None else float(numbering.starts(number)) / 2
        rows.append(
            (
                1, number.depth, number.weak, number.parts[-1], number.parts[0], kind == "d", kind in "Rr", kind in "Aa",
                kind == "(",
                bool(number.word), number.form.endswith("."), seen[number.scheme, number.parts],
                _earlier(number, index, nth), _later(number, index, nth), schemes[number.form], bare, after_last,
            )
        )  # fmt: skip
        previous[number.scheme] = number
    return {name: [float(row[at]) for row in rows] for at, name in enumerate(names)}


def before(number: Number) -> Iterable[tuple[int, ...]]:
    """The places in counting that may stand before: the previous sibling, or the parent of a first one."""
    if number.parts[-1] > 1:
        yield (*number.parts[:-1], number.parts[-1] - 1)
    elif number.depth > 1:
        yield number.parts[:-1]


def after(number: Number) -> Iterable[tuple[int, ...]]:
    """The places in counting that may come after: the next sibling, the first child, the next of the parent."""
    yield (*number.parts[:-1], number.parts[-1] + 1)
    yield (*number.parts, 1)
    if number.depth > 1:
        yield (*number.parts[:-2], number.parts[-2] + 1)


def _earlier(number: Number, index: int, nth: dict[tuple[str, tuple[int, ...]], list[int]]) -> float:
    if number.depth == 1 and numbering.starts(number):
        return 0.5
    return float(any(found[0] < index for parts in before(number) if (found := nth.get((number.scheme, parts)))))


def _later(number: Number, index: int, nth: dict[tuple[str, tuple[int, ...]], list[int]]) -> float:
    return float(sum(1 for parts in after(number) if (found := nth.get((number.scheme, parts))) and found[-1] > index))


def _styles(setting: Setting) -> dict[str, Floats]:
    """How the candidate's style is used in the document."""
    table = setting.table
    _, last = ends(setting)
    style = table.style[last]
    total = max(1, int(table.letters.sum()))
    letters = np.bincount(table.style, weights=table.letters)
    lines = np.bincount(table.style)
    pages = np.bincount(
        np.unique(table.style * (len(table.start) + 1) + table.page) // (len(table.start) + 1), minlength=len(lines)
    )
    mates = np.bincount(style, minlength=len(lines))
    used = np.unique(table.step[last])
    return {
        "style_share": letters[style] / total,
        "style_lines": np.log1p(lines[style]),
        "style_candidates": mates[style] / lines[style],
        "style_chars": letters[style] / lines[style],
        "style_rank": len(used) - np.searchsorted(used, table.step[last]),
        "style_per_page": lines[style] / np.maximum(1, pages[style]),
    }


def _near(setting: Setting) -> dict[str, Floats | Bools | Ints | list[float]]:
    """The lines above and below, and the candidates in the same style right beside."""
    table, column = setting.table, setting.column
    first, last = ends(setting)
    above, below = _row(first - 1, table), _row(last + 1, table)
    has_above = (above < first) & (table.page[above] == table.page[first])
    has_below = (below > last) & (table.page[below] == table.page[last])
    starts, stops = np.zeros(len(table), np.bool_), np.zeros(len(table), np.bool_)
    starts[first], stops[last] = True, True
    style = table.style[last]
    linked = np.concatenate(([False], (first[1:] == last[:-1] + 1) & (style[1:] == style[:-1])))
    run = np.bincount(_runs_of(linked))[_runs_of(linked)]
    lead = np.array([c.run_in for c in setting.candidates])
    text = [table.lines[row].text.rstrip() for row in last]
    share = [table.lines[row].lead / max(1, len(line)) for row, line in zip(last, text, strict=True)]
    mark = [
        ".:,".find(line[: table.lines[row].lead].rstrip()[-1:]) if r else -1
        for row, line, r in zip(last, text, lead, strict=True)
    ]
    return {
        "body_below": np.where(has_below, table.style[below] == table.body, -1),
        "below_chars": np.where(has_below, np.minimum(table.chars[below], 120), -1),
        "below_starts": np.where(has_below, initials(table)[below], -1),
        "candidate_above": has_above & stops[above],
        "candidate_below": has_below & starts[below],
        "above_ends": np.where(has_above, np.isin(table.last[above], (0x2E, 0x3A, 0x3F, 0x21, 0x3002)), -1),
        "same_above": has_above & (table.style[above] == style),
        "same_below": has_below & (table.style[below] == style),
        "run": np.minimum(run, 30),
        "below_slack": np.where(has_below, np.clip((column.right[below] - table.x1[below]) / table.width[below], -1, 1), -2),
        "above_slack": np.where(has_above, np.clip((column.right[above] - table.x1[above]) / table.width[above], -1, 1), -2),
        "run_in": lead,
        "lead_share": share,
        "lead_mark": mark,
        "listed_page": setting.listed[first],
        "caption_below": to_caption(table, last, 1),
        "caption_above": to_caption(table, first, -1),
    }


def _row(rows: Ints, table: LineTable) -> Ints:
    found: Ints = np.clip(rows, 0, len(table) - 1)
    return found


def _runs(values: Ints) -> Ints:
    """Ordinal of the run of equal neighbours that each value belongs to."""
    return _runs_of(np.concatenate(([False], values[1:] == values[:-1])))


def _runs_of(linked: Bools) -> Ints:
    found: Ints = np.cumsum(~linked) - 1 + (0 if not linked[:1].any() else 1)
    return found
