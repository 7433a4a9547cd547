"""The depth of contents entries, from their numbering, indentation and look.

Entries are sorted into kinds (the scheme and depth of the number; or indentation and look where there is none), and the kinds
into levels by `core.evidence.layers`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from core.evidence.contents import Entry
from core.evidence.counting import counted, scheme_of
from core.evidence.layers import Vote, layered
from core.evidence.numbering import Number

STEP = 4.0
"""Tenths of the entries' middle size by which two indentations differ at least; so is all geometry measured here."""
NUMBERED, INDENTED, LOOK, EVEN = 3.0, 2.0, 1.0, 1.5
"""Weights of the votes: one scheme's depth, indentation, size and weight, and of equal indentation."""
MAX_KINDS = 28


class _Kind(NamedTuple):
    scheme: str
    depth: int
    x: float
    title_x: float
    size: float
    bold: bool
    held: int


def contents_levels(entries: Sequence[Entry]) -> list[int]:
    """The level of each entry from 1."""
    if not entries:
        return []
    entries = _in_tenths(entries)
    shifts = _shifts(entries)
    numbers = counted([entry.title for entry in entries])
    stops = _stops([entry.x0 - shift for entry, shift in zip(entries, shifts, strict=True)])
    names = [_name(entry, number, stops[nth]) for nth, (entry, number) in enumerate(zip(entries, numbers, strict=True))]
    common = [name for name, _ in Counter(names).most_common(MAX_KINDS)]
    members: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for nth, name in enumerate(names):
        members[name if name in common else common[0]].append(nth)
    kinds = [_kind(name, [(entries[nth], shifts[nth]) for nth in members[name]]) for name in common]
    order = sorted({round(kind.x / STEP) for kind in kinds})
    found = layered(len(kinds), _votes(kinds), [order.index(round(kind.x / STEP)) + 1 for kind in kinds])
    level = dict(zip(common, found, strict=True))
    return _inside(entries, numbers, [level.get(name, 1) for name in names])


def _in_tenths(entries: Sequence[Entry]) -> list[Entry]:
    """The entries with lengths in tenths of their middle size, so that a list scaled as a whole is read alike."""
    unit = max(median(entry.size for entry in entries), 1.0) / 10
    return [
        entry._replace(
            box=(entry.box[0] / unit, entry.box[1] / unit, entry.box[2] / unit, entry.box[3] / unit),
            x0=entry.x0 / unit,
            title_x=entry.title_x / unit,
            right=entry.right / unit,
            size=entry.size / unit,
        )
        for entry in entries
    ]


def _inside(entries: Sequence[Entry], numbers: Sequence[Number | None], levels: list[int]) -> list[int]:
    """The levels, an indented entry without a number that stands between two consecutive numbers put below them.

    So are those indented alike below a number of the same depth that is the last of its count.
    """
    result = list(levels)
    put: defaultdict[int, list[float]] = defaultdict(list)
    last: dict[tuple[str, tuple[int, ...]], int] = {}
    for nth, number in enumerate(numbers):
        if number is None:
            continue
        scheme = scheme_of(number)
        before = last.get((scheme, (*number.parts[:-1], number.parts[-1] - 1)))
        last[scheme, number.parts] = nth
        if before is None:
            continue
        for between in range(before + 1, nth):
            same_page = entries[between].page == entries[before].page
            indented = not same_page or entries[between].x0 > entries[before].x0 + STEP
            if numbers[between] is None and result[between] <= levels[before] and indented:
                result[between] = levels[before] + 1
                put[number.depth].append(entries[between].x0)
    above: int | None = None
    for nth, (entry, own) in enumerate(zip(entries, numbers, strict=True)):
        if own is not None:
            above, alike = nth, put.get(own.depth, [])
        elif above is None or entry.x0 <= entries[above].x0 + STEP:
            above = None
        elif result[nth] <= levels[above] and any(abs(entry.x0 - x) <= STEP for x in alike):
            result[nth] = levels[above] + 1
    return result


def _shifts(entries: Sequence[Entry]) -> list[float]:
    """How far each entry's column lies to the right of the first one's, by the right edges at which page numbers end."""
    edges: dict[int, Counter[int]] = defaultdict(Counter)
    for entry in entries:
        if entry.printed:
            edges[entry.page][round(entry.right)] += 1
    columns = {page: sorted(edge for edge, count in each.items() if count > 1) for page, each in edges.items()}
    found = []
    for entry in entries:
        right = next((edge for edge in columns.get(entry.page, ()) if edge >= entry.box[2] - STEP), None)
        found.append(right)
    first = next((right for right in found if right is not None), 0)
    return [float((right if right is not None else first) - first) for right in found]


def _stops(xs: list[float]) -> list[int]:
    """For each x the ordinal of its tab stop."""
    stops: list[float] = []
    for x in sorted(xs):
        if not stops or x - stops[-1] > STEP:
            stops.append(x)
    return [max(nth for nth, stop in enumerate(stops) if stop <= x) for x in xs]


def _name(entry: Entry, number: Number | None, stop: int) -> tuple[object, ...]:
    if number is not None:
        return "number", scheme_of(number), number.depth
    return "words", stop, round(entry.size), entry.bold


def _kind(name: tuple[object, ...], members: list[tuple[Entry, float]]) -> _Kind:
    xs = [entry.x0 - shift for entry, shift in members]
    titles = [entry.title_x - shift for entry, shift in members]
    sizes = [entry.size for entry, _ in members]
    bold = sum(entry.bold for entry, _ in members) * 2 > len(members)
    numbered = name[0] == "number"
    depth = int(str(name[2])) if numbered else 0
    return _Kind(str(name[1]) if numbered else "", depth, median(xs), median(titles), median(sizes), bold, len(members))


def _votes(kinds: list[_Kind]) -> list[Vote]:
    votes: list[Vote] = []
    for a, one in enumerate(kinds):
        for b, other in enumerate(kinds):
            if a == b:
                continue
            weight = min(one.held, other.held) ** 0.5
            if one.scheme and one.scheme == other.scheme:
                if one.depth < other.depth:
                    votes.append(Vote(a, b, other.depth - one.depth, NUMBERED * weight))
                continue
            both = bool(one.scheme and other.scheme)
            if other.x - one.x > STEP:
                if other.scheme == "" and one.scheme and abs(other.x - one.title_x) <= STEP and _alike(one, other):
                    votes.append(Vote(a, b, 0, EVEN * weight))
                else:
                    votes.append(Vote(a, b, None, INDENTED * weight))
            elif a < b and abs(other.x - one.x) <= STEP and _alike(one, other) and (not both or one.depth == other.depth):
                votes.append(Vote(a, b, 0, (NUMBERED if both else EVEN) * weight))
            if abs(other.x - one.x) <= STEP and (one.size - other.size > 0.7 or (one.bold and not other.bold)):
                votes.append(Vote(a, b, None, LOOK * weight))
    return votes


def _alike(one: _Kind, other: _Kind) -> bool:
    return abs(one.size - other.size) <= 0.7 and one.bold == other.bold
