"""Looking titles up in the pages: where a title stands, as a heading or as a line like any other.

Lines are found by the first characters of their keys, so that a title costs a dictionary look-up and a few comparisons however
long the document is.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from rapidfuzz import fuzz

from core.evidence.model import Heading
from core.evidence.numbering import parse
from core.evidence.titles import SAME, is_caption, key, keys
from core.pdf.reading import Reading

PREFIX = 6
"""Characters of a key by which lines are looked up."""
CROWDED = 200
"""Lines that share these characters ("Section 1" to "Section 3000"), from which more characters are asked for."""
LONGEST = 4
"""Lines over which a title may run."""
ALIKE = 72.0
"""Ratio from which a line on the very page an entry names is taken for it."""
ALIKE_NUMBERED = 50.0
"""The same, where the line is a heading that carries the entry's number."""
RUN_IN = 0.85
"""How alike a title is that stands whole at the start of a longer line."""
OTHER_NUMBER = 0.05
"""How much less alike a title is where it stands under another number: "2 Summary" is hardly "1 Summary"."""
MAX_FINDS = 24
"""Finds of one title that are considered; a running header may repeat it on every page."""

_COUNTED_HEAD = re.compile(r"\d+(?=[^\W\d])")


class Find(NamedTuple):
    """A place where an entry's title stands: page, first and last line, how alike (0 to 1), the heading's index or -1, how
    sure layout is of it, and for a title that the text of its line goes on from, the letters and digits that are the
    title's."""

    page: int
    first: int
    last: int
    alike: float
    heading: int
    sure: float
    chars: int = 0


class Lines:
    """The document's lines by their keys, those to `skip` (page, line) left out."""

    def __init__(self, reading: Reading, headings: Sequence[Heading], skip: frozenset[tuple[int, int]]) -> None:
        self.reading = reading
        self.headings = headings
        self.skip = skip
        self.keys: dict[int, list[str]] = {}
        self.starts: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self.short: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._forms: dict[str, list[str]] = {}
        self._sorted: dict[str, list[tuple[str, int, int]]] = {}
        every = iter(keys([line.text for page in reading.pages for line in page.lines]))
        for page in reading.pages:
            self._index(page.number, list(islice(every, len(page.lines))))
        self.heading_at: dict[tuple[int, int], int] = {}
        self.heading_keys: dict[str, list[int]] = defaultdict(list)
        for nth, heading in enumerate(headings):
            for line in range(heading.first, heading.last + 1):
                self.heading_at[heading.page, line] = nth
            for form in self.forms(heading.title):
                self.heading_keys[form].append(nth)

    def _index(self, number: int, keys: list[str]) -> None:
        self.keys[number] = keys
        for nth, each in enumerate(keys):
            if not each or (number, nth) in self.skip:
                continue
            self._add(each, (number, nth))
            if each[0].isdecimal() and (counted := _COUNTED_HEAD.match(each)):
                self._add(each[counted.end() :], (number, nth))

    def _add(self, each: str, place: tuple[int, int]) -> None:
        if len(each) >= PREFIX:
            self.starts[each[:PREFIX]].append(place)
        else:
            self.short[each].append(place)

    def forms(self, title: str) -> list[str]:
        """`forms` of a title, worked out once: every source asks for the same ones."""
        known = self._forms.get(title)
        if known is None:
            known = self._forms[title] = forms(title)
        return known

    def find(self, title: str, page: int | None = None) -> list[Find]:
        """Where the title stands, best first; on `page` alone if one is given."""
        found: dict[tuple[int, int], Find] = {}
        number = parse(title)
        digits = _digits(number.text) if number else ""
        for form in self.forms(title):
            for nth in self.heading_keys.get(form, ()):
                heading = self.headings[nth]
                alike = 1.0 - OTHER_NUMBER * _differ(digits, _digits(heading.number))
                found[heading.page, heading.first] = Find(
                    heading.page, heading.first, heading.last, alike, nth, heading.confidence
                )
            for at, line in self._places(form):
                if page is not None and at != page:
                    continue
                find = self._try(form, at, line)
                if find and _differ(digits, self._count(at, line)):
                    find = find._replace(alike=find.alike - OTHER_NUMBER)
                if find and ((find.page, find.first) not in found or found[find.page, find.first].alike < find.alike):
                    found[find.page, find.first] = find
        best = sorted(found.values(), key=lambda find: (-worth(find), find.page, find.first))
        return [find for find in best if page is None or find.page == page][:MAX_FINDS]

    def _places(self, form: str) -> Sequence[tuple[int, int]]:
        """The lines that begin like a key: with its first characters, as many of them as leave no crowd."""
        start = form[:PREFIX]
        if len(form) < PREFIX:
            return self.short.get(form, ())
        places = self.starts.get(start, ())
        if len(places) <= CROWDED:
            return places
        lines = self._sorted.get(start)
        if lines is None:
            lines = self._sorted[start] = sorted((self._beginning(start, *place), *place) for place in places)
        low, high = 0, len(lines)
        for chars in range(PREFIX + 1, len(form) + 1):
            low = bisect_left(lines, (form[:chars],), low, high)
            high = bisect_left(lines, (form[:chars] + "\U0010ffff",), low, high)
            if high - low <= CROWDED:
                break
        return [(number, line) for _, number, line in lines[low:high]]

    def _count(self, number: int, line: int) -> str:
        head = _COUNTED_HEAD.match(self.keys[number][line])
        return head[0] if head else ""

    def _beginning(self, start: str, number: int, line: int) -> str:
        each = self.keys[number][line]
        return each if each.startswith(start) else _COUNTED_HEAD.sub("", each, count=1)

    def _try(self, form: str, number: int, line: int) -> Find | None:
        """The title read from a line on, over as many lines as it needs."""
        keys = self.keys[number]
        lines = self.reading.pages[number - 1].lines
        if is_caption(lines[line].text):
            return None
        joined, best = "", None
        for last in range(line, min(line + LONGEST, len(keys))):
            joined += _COUNTED_HEAD.sub("", keys[last], count=1) if last == line and not form[0].isdigit() else keys[last]
            alike = fuzz.ratio(form, joined) / 100
            if alike * 100 >= SAME and (best is None or alike > best.alike):
                best = self._made(number, line, last, alike)
            if len(joined) >= len(form):
                break
        if best is None and len(form) >= 2 * PREFIX and joined.startswith(form) and lines[line].lead < len(lines[line].text) - 2:
            best = self._made(number, line, line, RUN_IN)._replace(chars=len(form))
        return best

    def _made(self, number: int, first: int, last: int, alike: float) -> Find:
        nth = self.heading_at.get((number, first), -1)
        sure = self.headings[nth].confidence if nth >= 0 else 0.0
        return Find(number, first, last, alike, nth, sure)

    def nearly(self, title: str, number: str, page: int) -> Find | None:
        """The line or heading of a page that is most like the title, if it is enough so, or carries its very number."""
        if page not in self.keys:
            return None
        form = self.forms(title)[-1]
        best: Find | None = None
        for first in range(len(self.keys[page])):
            if (page, first) in self.skip or not self.keys[page][first]:
                continue
            nth = self.heading_at.get((page, first), -1)
            numbered = (
                nth >= 0
                and number
                and self.headings[nth].number.rstrip(".") == number.rstrip(".")
                and self.headings[nth].first == first
            )
            joined = ""
            for last in range(first, min(first + LONGEST, len(self.keys[page]))):
                if (page, last) in self.skip:
                    break
                joined += self.keys[page][last]
                if len(joined) * 2 < len(form):
                    continue
                alike = max(fuzz.ratio(form, joined), fuzz.ratio(form, _COUNTED_HEAD.sub("", joined, count=1)))
                if alike >= (ALIKE if not numbered else ALIKE_NUMBERED) and (best is None or alike / 100 > best.alike):
                    best = self._made(page, first, last, alike / 100)
                if len(joined) > 1.5 * len(form):
                    break
        return best


def forms(title: str) -> list[str]:
    """The keys by which a title may stand on a page: with its number, and without it where words are left."""
    full = key(title)
    number = parse(title)
    short = key(title[number.end :]) if number else ""
    return [form for form in dict.fromkeys((full, short)) if len(form) > 1] or [full or title]


def _digits(number: str) -> str:
    return "".join(filter(str.isdecimal, number))


def _differ(one: str, other: str) -> bool:
    """Whether both are numbers, and not the same."""
    return bool(one and other) and one != other


def worth(find: Find) -> float:
    """What a find counts on its own: more for a likely heading, less for a line that is merely alike."""
    return find.alike + 1.5 * find.sure + (0.3 if find.heading >= 0 else 0.0)


def best_chain(finds: list[list[tuple[Find, float]]]) -> list[Find | None]:
    """One find or none for each entry, in increasing place, of the greatest total worth (Fenwick tree over places)."""
    places = sorted({(find.page, find.first) for each in finds for find, _ in each})
    rank = {place: nth + 1 for nth, place in enumerate(places)}
    size = len(places) + 1
    tree: list[tuple[float, tuple[int, Find] | None]] = [(0.0, None)] * (size + 1)
    links: dict[tuple[int, Find], tuple[int, Find] | None] = {}

    def best_below(at: int) -> tuple[float, tuple[int, Find] | None]:
        best: tuple[float, tuple[int, Find] | None] = (0.0, None)
        while at > 0:
            if tree[at][0] > best[0]:
                best = tree[at]
            at -= at & -at
        return best

    for nth, each in enumerate(finds):
        grown = []
        for find, value in each:
            if value <= 0:
                continue
            at = rank[find.page, find.first]
            total, before = best_below(at - 1)
            grown.append((at, total + value, find, before))
        for at, total, find, before in grown:
            links[nth, find] = before
            while at <= size:
                if tree[at][0] < total:
                    tree[at] = (total, (nth, find))
                at += at & -at
    chosen: list[Find | None] = [None] * len(finds)
    step = best_below(size)[1]
    while step is not None:
        chosen[step[0]] = step[1]
        step = links[step]
    return chosen
