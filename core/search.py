"""Searching a document's text: case, diacritics, ligatures and hyphens are set aside, and line ends are blanks.

A hyphen counts nowhere, neither in the text nor in what is looked for: at the end of a line nobody can tell whether it belongs
to the word. So "fine-tuning" is found as "finetuning", as "fine-tuning", and broken over two lines.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from core.pdf.reading import Page, Reading

LONGEST = 200
"""Characters of what is looked for; the rest is cut."""
_HYPHENS = frozenset("-\u00ad\u2010\u2011")
_CLOSE = ((0x2E80, 0x9FFF), (0xF900, 0xFAFF), (0xFF00, 0xFFEF))
"""Writing without blanks between words: lines are joined without one."""


class Piece(NamedTuple):
    """A part of a line: the line's index among its page's lines, and characters `start` to `stop` (not included) of its text."""

    line: int
    start: int
    stop: int


class Hit(NamedTuple):
    """A place where the words stand: the page, and a piece for each line that they run over."""

    page: int
    pieces: tuple[Piece, ...]


class _Folded(NamedTuple):
    """A page's text, folded, and where in it each line begins."""

    text: str
    starts: tuple[int, ...]


class Searchable:
    """A document, folded once and searched many times. Some twice the size of its text."""

    def __init__(self, reading: Reading) -> None:
        self._pages = reading.pages
        self._folded = [_fold_page(page) for page in reading.pages]

    def find(self, words: str) -> Iterator[Hit]:
        """Every place where the words stand, in reading order. None for words that hold nothing but blanks and hyphens."""
        wanted = " ".join(fold(words[:LONGEST]).split())
        if not wanted:
            return
        for page, folded in zip(self._pages, self._folded, strict=True):
            at = folded.text.find(wanted)
            while at >= 0:
                yield Hit(page.number, tuple(_pieces(page, folded.starts, at, at + len(wanted))))
                at = folded.text.find(wanted, at + len(wanted))


def fold(text: str) -> str:
    """The text without case, diacritics, ligatures and hyphens. Blanks stay, each as one space."""
    folded = text.replace("-", "").lower() if text.isascii() else "".join(map(_folded, text))
    return folded.translate(_BLANKS)


_BLANKS = {ord(blank): " " for blank in "\t\n\r\f\v\u00a0\u2002\u2003\u2009\u202f\u3000"}


@lru_cache(maxsize=4096)
def _folded(character: str) -> str:
    if character in _HYPHENS:
        return ""
    parts = unicodedata.normalize("NFKD", character)
    return "".join(part for part in parts if not unicodedata.combining(part)).casefold()


def _fold_page(page: Page) -> _Folded:
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    for line in page.lines:
        starts.append(length)
        text = line.text.strip()
        folded = " ".join(fold(text).split())
        if text and text[-1] not in _HYPHENS and not _is_close(text[-1]):
            folded += " "
        parts.append(folded)
        length += len(folded)
    return _Folded("".join(parts), tuple(starts))


def _is_close(character: str) -> bool:
    return any(low <= ord(character) <= high for low, high in _CLOSE)


def _pieces(page: Page, starts: tuple[int, ...], start: int, stop: int) -> Iterator[Piece]:
    first = bisect_right(starts, start) - 1
    for line in range(first, len(starts)):
        if starts[line] >= stop:
            return
        places = _places(page.lines[line].text)
        inside = places[max(start - starts[line], 0) : stop - starts[line]]
        if inside:
            yield Piece(line, inside[0], inside[-1] + 1)


def _places(text: str) -> list[int]:
    """For each character of the folded line, the index of the one in `text` that it comes from."""
    places: list[int] = []
    blank = True  # a line begins without one
    for at, character in enumerate(text):
        for each in fold(character):
            if each == " " and blank:
                continue
            blank = each == " "
            places.append(at)
    return places
