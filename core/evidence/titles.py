"""Comparing titles: what is left of one when case, spacing, quotes, ligatures, hyphenation and numbering are set aside."""

from __future__ import annotations

import re
import unicodedata

from rapidfuzz import fuzz

from core.evidence.numbering import parse

SAME = 88.0
"""Ratio (0 to 100) of two keys from which they are readings of one title. Keys without spaces; measured on the benchmark's
contents."""
SHORT = 6
"""Keys of fewer characters agree only when equal: "4.1 Data" and "4.2 Date" are two sections."""

_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)?|table|tab\.|abbildung|tabelle|tableau|figura|tabla|tabela|рис(?:унок|\.)|таблица|图|表)\s*[\dA-Z]",
    re.IGNORECASE,
)
_NO_LETTER = re.compile(r"[\W_]+")


def key(text: str) -> str:
    """The letters and digits of a text, compatibility forms undone and case folded."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return _NO_LETTER.sub("", text).casefold()


def bare(title: str, number: str = "") -> str:
    """The key of a title without its numbering, or with it where nothing else is left."""
    if number and title.startswith(number):
        rest = title[len(number) :]
    else:
        found = parse(title)
        rest = title[found.end :] if found else title
    return key(rest) or key(title)


def same(a: str, b: str) -> bool:
    """Whether two keys are readings of one title."""
    if a == b:
        return True
    if min(len(a), len(b)) < SHORT:
        return False
    return fuzz.ratio(a, b, score_cutoff=SAME) > 0


def is_caption(text: str) -> bool:
    """Whether a text starts like the caption of a figure or table."""
    return bool(_CAPTION.match(text))
