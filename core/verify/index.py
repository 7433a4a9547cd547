"""A document prepared for questions about its titles: computed once, asked after every edit."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import Any, NamedTuple

from core.evidence.model import DocumentEvidence, Heading
from core.evidence.numbering import WORDS, readings
from core.pdf.reading import Line
from core.verify.match import key, line_keys, number_key

PAGE_END = "\f"
GRAM = 4
"""Characters of a key by which lines are filed."""
CROWDED, SORTED = 100, 48
"""Lines that begin alike ("Section 1" to "Section 3000"), from which they are sorted, by so many characters."""
LIKELY = 0.5
"""Confidence of a heading from which its title is not searched for elsewhere behind numbering by letters."""
MAX_TITLE_LINES = 12
"""Lines over which a title may run. The longest heading of the benchmark takes four; drafts may take a list item for one."""

KEPT_JUDGEMENTS = 4

DIGITS = "0123456789"
SECTION_NUMBER = re.compile(r"\s*[A-Z\d]{1,3}(?:\.\d+)+\.?(?=\s|$)")
MAY_NUMBER = re.compile(
    rf"\W*(?:[^\W\d_]{{1,2}}\d*[a-z]?\W|[ivxlc]{{1,7}}\W|[A-Z]{{2,5}}[ -]?[\dA-Z]|(?:{WORDS})\s|[第제])|\W*§", re.IGNORECASE
)
"""The beginning of a line that may be numbering by more than digits: `readings` is not asked about others."""


class Hit(NamedTuple):
    """Lines that begin (after their numbering) with a title.

    `first` and `last` are ordinals of lines over the document; `tail` counts the key characters that follow the title in its last
    line; `number` is the numbering before it; `score` (0 to 100) says how alike the texts are.
    """

    first: int
    last: int
    tail: int
    number: str
    score: float


@dataclass
class Index:
    """The lines of a document, by ordinal, with their keys filed by how they begin."""

    evidence: DocumentEvidence
    lines: list[Line]
    keys: list[str]
    page_of: list[int]
    first_of: dict[int, int]
    """Ordinal of the first line of each page."""
    text: str
    """The keys of all lines, one after the other; `PAGE_END` between pages."""
    starts: list[int]
    """Offset in `text` of each line's key, and one past the end."""
    heading_at: dict[int, Heading]
    """The likeliest heading candidate that a line is part of."""
    running: set[int] = field(default_factory=set)
    entries: set[int] = field(default_factory=set)
    filed: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The offsets in `text` at which lines begin, and their words after numbering, by their first `GRAM` characters."""
    crowds: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    """Of those first characters that many lines share: the lines' beginnings in order, with their offsets."""
    found: dict[str, list[Hit]] = field(default_factory=dict)
    places: dict[str, list[Any]] = field(default_factory=dict)
    """What `core.verify.places` found of each title."""
    judged: deque[tuple[Any, Any]] = field(default_factory=lambda: deque(maxlen=KEPT_JUDGEMENTS))
    """What `core.verify.starts` said last, each with what it was asked: most edits leave titles and starts as they were."""
    verified: deque[tuple[Any, Any]] = field(default_factory=lambda: deque(maxlen=KEPT_JUDGEMENTS))
    """What `core.verify.report` said last of whole trees, each with what of the tree may count."""
    reports: dict[tuple[str, Any], Any] = field(default_factory=dict)
    """What `core.verify.report` said of nodes with nothing to be said of, by id and place."""

    @cached_property
    def on_page(self) -> dict[int, list[Heading]]:
        """The heading candidates of each page."""
        found: defaultdict[int, list[Heading]] = defaultdict(list)
        for heading in self.evidence.headings:
            found[heading.page].append(heading)
        return found

    @cached_property
    def doubles(self) -> list[str]:
        """The keys of each line and the next."""
        return [one + two for one, two in pairwise(self.keys)]

    @cached_property
    def _recurring(self) -> dict[str, set[int]]:
        pages: defaultdict[str, set[int]] = defaultdict(set)
        for ordinal in self.running:
            pages[self.without_page_number(ordinal)].add(self.page_of[ordinal])
        return pages

    def recurs(self, ordinal: int) -> bool:
        """Whether a line is a running header or footer that one nearby equals; a heading high on its page stands alone."""
        if ordinal not in self.running:
            return False
        page, pages = self.page_of[ordinal], self._recurring[self.without_page_number(ordinal)]
        return any(other in pages for other in (page - 2, page - 1, page + 1, page + 2))

    def without_page_number(self, ordinal: int) -> str:
        """A line's key without a page number, but with a section's number, in the line or in one of its own before it."""
        own = self.keys[ordinal]
        if SECTION_NUMBER.match(self.lines[ordinal].text):
            return own
        before = ordinal - 1
        if (
            before >= 0
            and self.page_of[before] == self.page_of[ordinal]
            and SECTION_NUMBER.fullmatch(self.lines[before].text.strip())
        ):
            return self.keys[before] + own
        return own.strip(DIGITS)

    def exact(self, title: str) -> list[Hit]:
        """Where this key begins a line, numbering set aside, in document order."""
        hits = self.found.get(title)
        if hits is None:
            begins = self.text.startswith
            hits = [hit for at in self._filed(title) if begins(title, at) and (hit := self._hit(title, at))]
            if not any(hit.tail == 0 and self._likely(hit.first) for hit in hits):
                hits.extend(self._behind_letters(title))
            hits = self.found[title] = sorted(set(hits))
        return hits

    def _likely(self, ordinal: int) -> bool:
        heading = self.heading_at.get(ordinal)
        return heading is not None and heading.confidence >= LIKELY

    def mentions(self, title: str) -> list[int]:
        """Pages whose text holds this key anywhere."""
        pages: list[int] = []
        at = self.text.find(title)
        while at >= 0:
            page = self.page_of[bisect_right(self.starts, at) - 1]
            pages.append(page)
            at = self.text.find(title, self.starts[self.first_of[page + 1]]) if page + 1 in self.first_of else -1
        return pages

    def _filed(self, title: str) -> list[int]:
        if len(title) >= GRAM:
            offsets = self.filed.get(title[:GRAM], [])
            return offsets if len(offsets) <= CROWDED else self._in_crowd(title, offsets)
        return [at for gram, offsets in self.filed.items() if gram.startswith(title) for at in offsets]

    def _in_crowd(self, title: str, offsets: list[int]) -> list[int]:
        """Those of the offsets at which the text begins as the title does, found by halving."""
        crowd = self.crowds.get(title[:GRAM])
        if crowd is None:
            crowd = self.crowds[title[:GRAM]] = sorted((self.text[at : at + SORTED], at) for at in offsets)
        low = bisect_left(crowd, (title[:SORTED],))
        return [at for _, at in crowd[low : bisect_left(crowd, (title[:SORTED] + "\U0010ffff",), low)]]

    def _behind_letters(self, title: str) -> list[Hit]:
        """Hits behind numbering by letters or words, which `filed` knows only where layout saw a heading."""
        begins, lettered = self.text.startswith, self._lettered
        grams = [title[:GRAM]] if len(title) >= GRAM else [gram for gram in lettered if gram.startswith(title)]
        offsets = [at for gram in grams for at in lettered.get(gram, ())]
        return [hit for at in offsets if begins(title, at) and (hit := self._hit(title, at))]

    @cached_property
    def _lettered(self) -> dict[str, list[int]]:
        """The offsets in `text` of words behind numbering by letters or words, by their first `GRAM` characters."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for start, line in zip(self.starts, self.lines, strict=False):
            if MAY_NUMBER.match(line.text) and (numbers := readings(line.text.strip())):
                for lead in {len(key(number.text)) for number in numbers}:
                    found[self.text[start + lead : start + lead + GRAM]].append(start + lead)
        return found

    def _hit(self, title: str, at: int) -> Hit | None:
        """The title at this offset, if nothing but numbering stands before it in its line."""
        first = bisect_right(self.starts, at) - 1
        lead = at - self.starts[first]
        number = ""
        if lead:
            numbers = [number for number in readings(self.lines[first].text.strip()) if len(key(number.text)) == lead]
            if not numbers:
                return None
            number = number_key(numbers[0].text)
        end = at + len(title)
        last = bisect_right(self.starts, end - 1) - 1
        if last - first >= MAX_TITLE_LINES:
            return None
        tail = len(self.text[end : self.starts[last + 1]].rstrip(PAGE_END))
        return Hit(first, last, tail, number, 100.0)


def prepare(evidence: DocumentEvidence) -> Index:
    """The index of a document. Its cost is a small part of that of reading the document."""
    reading = evidence.reading
    lines = list(chain.from_iterable(page.lines for page in reading.pages))
    keys = line_keys([line.text for line in lines])
    first_of: dict[int, int] = {}
    page_of: list[int] = []
    parts: list[str] = []
    for page in reading.pages:
        first_of[page.number] = len(page_of)
        page_of.extend([page.number] * len(page.lines))
        parts.append("".join(keys[first_of[page.number] : len(page_of)]))
    text = PAGE_END.join(parts)
    starts = list(accumulate(map(len, keys), initial=0))
    starts = [start + page - 1 for start, page in zip(starts, page_of, strict=False)]
    starts.append(len(text) + len(PAGE_END))
    index = Index(evidence, lines, keys, page_of, first_of, text, starts, _headings(evidence, first_of))
    index.running.update(first_of[page] + line for page, line in evidence.running if page in first_of)
    index.entries.update(_entries(evidence, first_of))
    _file(index)
    return index


def _file(index: Index) -> None:
    """File the lines by how they begin, and those with numbering once more by what follows it."""
    text, filed = index.text, index.filed
    for start, each in zip(index.starts, index.keys, strict=False):
        filed[text[start : start + GRAM]].append(start)
        if each[:1].isdigit():
            at = start + len(each) - len(each.lstrip(DIGITS))
            filed[text[at : at + GRAM]].append(at)
    for heading in index.evidence.headings:
        if heading.number and not heading.number[0].isdigit():
            at = index.starts[index.first_of[heading.page] + heading.first] + len(key(heading.number))
            filed[text[at : at + GRAM]].append(at)


def _headings(evidence: DocumentEvidence, first_of: dict[int, int]) -> dict[int, Heading]:
    found: dict[int, Heading] = {}
    for heading in evidence.headings:
        base = first_of[heading.page]
        for ordinal in range(base + heading.first, base + heading.last + 1):
            if ordinal not in found or heading.confidence > found[ordinal].confidence:
                found[ordinal] = heading
    return found


def _entries(evidence: DocumentEvidence, first_of: dict[int, int]) -> set[int]:
    """Lines that are entries of a printed contents list."""
    found: set[int] = set()
    for entry in evidence.contents:
        page = evidence.reading.pages[entry.page - 1]
        top, bottom = entry.box[1], entry.box[3]
        for nth, line in enumerate(page.lines):
            middle = (line.y0 + line.y1) / 2
            if top <= middle <= bottom and line.x0 < entry.box[2] and line.x1 > entry.box[0]:
                found.add(first_of[entry.page] + nth)
    return found
