"""Packing whole pages into windows bounded by tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from core.pdf.reading import Page

LEADERS = re.compile(r"(?:[.·…_‥-]\s?){5,}")
"""Dots from a title to its page number: they cost a token each and say nothing."""
MARK = re.compile(r"<(?=/?\s*(?:physical_index|pages?|draft|contents|outline|summar))", re.IGNORECASE)
"""The start of something in a page that looks like one of our own delimiters."""
HARMLESS = "‹"
CARRIED_SHARE = 0.5
"""Of a window at most: pages it shares with the window before. More, and it would hardly get on."""


class PageText(NamedTuple):
    """A page's text as a model sees it, and its length in tokens."""

    number: int
    text: str
    tokens: int


class Window(NamedTuple):
    """Pages of one call, in order; the first `shared` of them were in the window before as well."""

    pages: tuple[PageText, ...]
    shared: int

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(page.number for page in self.pages)

    @property
    def own(self) -> tuple[int, ...]:
        """Numbers of the pages that no earlier window held."""
        return self.numbers[self.shared :]

    @property
    def tokens(self) -> int:
        return sum(page.tokens for page in self.pages)


def page_text(page: Page, clip: int | None = None) -> str:
    """The page's lines, one a line, with what could be taken for a delimiter of ours made harmless."""
    lines = (LEADERS.sub(" ... ", " ".join(line.text.split())) for line in page.lines)
    text = MARK.sub(HARMLESS, "\n".join(lines))
    return text if clip is None else text[:clip]


def marked(page: PageText) -> str:
    """The page between its delimiters."""
    return f"<physical_index_{page.number}>\n{page.text}\n</physical_index_{page.number}>"


def page_texts(pages: Sequence[Page], count: Callable[[str], int], clip: int | None = None) -> tuple[PageText, ...]:
    """All pages as a model sees them. Tokens include the delimiters."""
    found = []
    for page in pages:
        bare = PageText(page.number, page_text(page, clip), 0)
        found.append(bare._replace(tokens=count(marked(bare))))
    return tuple(found)


def pack(pages: Sequence[PageText], limit: int, overlap: int = 1) -> list[Window]:
    """Windows of at most `limit` tokens over the pages, in order: as few as possible, and of those as even as possible.

    A page is never split; one larger than `limit` is a window of its own. Neighbouring windows share up to `overlap` pages, fewer
    where these would leave no room for a new one, so that every window gets on. Pages that do not follow each other (only
    some are asked about) share nothing.
    """
    fewest = _fill(pages, limit, overlap)
    even = _fill(pages, limit, overlap, len(fewest))
    return even if len(even) == len(fewest) else fewest


def _fill(pages: Sequence[PageText], limit: int, overlap: int, count: int = 0) -> list[Window]:
    """Windows filled one after the other: to the limit, or, given their `count`, each to its share of what is left."""
    windows: list[Window] = []
    at, left = 0, sum(page.tokens for page in pages)
    while at < len(pages):
        shared = _carried(pages, at, limit, overlap) if windows else 0
        used = sum(page.tokens for page in pages[at - shared : at])
        share = left / (count - len(windows)) if count > len(windows) else limit
        new, end = 0, at
        while end < len(pages) and (end == at or (used + pages[end].tokens <= limit and new + pages[end].tokens / 2 <= share)):
            used += pages[end].tokens
            new += pages[end].tokens
            end += 1
        windows.append(Window(tuple(pages[at - shared : end]), shared))
        at, left = end, left - new
    return windows


def _carried(pages: Sequence[PageText], at: int, limit: int, overlap: int) -> int:
    """How many of the pages before `at` the window that starts there repeats."""
    shared, used = 0, 0
    while shared < min(overlap, at):
        page, after = pages[at - shared - 1], pages[at - shared]
        used += page.tokens
        if after.number != page.number + 1 or used > limit * CARRIED_SHARE or used + pages[at].tokens > limit:
            break
        shared += 1
    return shared
