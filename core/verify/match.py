"""Reading titles: what is left of one when case, spacing, quotes, ligatures, hyphenation and numbering are set aside.

A *key* is a text's letters and digits alone, folded: "3.2  Fine-\\ntuning" and "3.2 FINETUNING" have one key. Keys
let a title be looked up in a whole document by plain comparison, over line ends and in spite of lost or added spaces.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from core.evidence import titles
from core.evidence.numbering import WORDS, readings

LEAST_KEY = 2
"""A title whose key without its number is shorter than this is looked up with its number only."""

_NO_LETTER = re.compile(r"[\W_]+")
_PARTS = re.compile(r"\d+|[^\W\d_]+")
_WORD = re.compile(WORDS, re.IGNORECASE)


class Title(NamedTuple):
    """A title taken apart.

    `full` is its whole key, `bare` the key without numbering (equal to `full` where there is none), `number` the numbering as its
    parts joined by points ("3.2"); `weak` says that the numbering may as well be a word ("A study").
    """

    text: str
    full: str
    bare: str
    number: str
    weak: bool


def folded(text: str) -> str:
    """Case, accents and compatibility forms undone."""
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text).replace("ı", "i")
    return text.casefold()


def key(text: str) -> str:
    """The letters and digits of a text, folded."""
    return _NO_LETTER.sub("", folded(text))


def line_keys(lines: list[str]) -> list[str]:
    """`key` of many lines at once."""
    return titles.keys(lines, folded)


def offset(text: str, letters: int) -> int:
    """Where in a text its first `letters` key characters end."""
    if letters <= 0:
        return 0
    for at, char in enumerate(text):
        letters -= char.isalnum() if char.isascii() else len(key(char))
        if letters <= 0:
            return at + 1
    return len(text)


def number_key(number: str) -> str:
    """Numbering reduced to its parts: "Chapter 3.2." and "3.2" give "3.2"; "(IV)" gives "iv"."""
    parts = _PARTS.findall(folded(number))
    return ".".join([part for part in parts if not _WORD.fullmatch(part)] or parts)


@lru_cache(maxsize=65_536)
def take_apart(text: str) -> Title:
    """A title, as given or as printed, with its numbering set apart."""
    text = " ".join(text.split())
    full = key(text)
    found = readings(text)
    if found:
        number = found[0]
        bare = key(text[number.end :])
        if len(bare) >= LEAST_KEY:
            return Title(text, full, bare, number_key(number.text), number.weak)
    return Title(text, full, full, "", False)


def number_alone(text: str) -> str:
    """The number key of a text that is numbering and nothing else ("3.2", "Chapter 7"), or an empty string."""
    text = " ".join(text.split())
    for number in readings(text):
        if not key(text[number.end :]):
            return number_key(number.text)
    return ""
