"""Comparing titles: what is left of one when case, spacing, quotes, ligatures, hyphenation and numbering are set aside."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from rapidfuzz import fuzz

from core.evidence.numbering import parse

SAME = 88.0
"""Ratio (0 to 100) of two keys from which they are readings of one title. Keys without spaces; measured on the benchmark's
contents."""
SHORT = 6
"""Keys of fewer characters agree only when equal: "4.1 Data" and "4.2 Date" are two sections."""

_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)?|table|tab\.|abbildung|tabelle|tableau|figura|tabla|tabela|tabella|tabell?|figur|figuur|abb\.|obr(?:ázek|\.)|"
    r"obrázok|tabulka|tabuľka|rysunek|rys\.|ábra|táblázat|kuva|taulukko|şekil|tablo|hình|bảng|gambar|tabel|slika|"
    r"рис(?:унок|\.)|таблица|табл\.|таблиця|εικόνα|σχήμα|πίνακας|图|圖|図|表|그림|표)\s*(?:\d|[ivxl]{1,5}(?![^\W\d_])|[A-Z](?![^\W\d_]))",
    re.IGNORECASE,
)
_NO_LETTER = re.compile(r"[\W_]+")
_NO_LETTER_IN_LINE = re.compile(r"[^\w\n]+")
_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum() and chr(code) != "\n")


def key(text: str) -> str:
    """The letters and digits of a text, compatibility forms undone and case folded."""
    return _NO_LETTER.sub("", compatible(text)).casefold()


def compatible(text: str) -> str:
    """Compatibility forms (ligatures, wide letters) undone."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def keys(texts: Sequence[str], undone: Callable[[str], str] = compatible) -> list[str]:
    """`key` of many texts in two passes over all of them: those of plain ASCII, most of them, go the quicker way.

    `undone` takes the place of `compatible` for who compares by other forms; it keeps line ends and leaves ASCII as it is, case
    aside.
    """
    others = [text for text in texts if not text.isascii()]
    plain = _without_ascii_signs("\n".join([text if text.isascii() else "" for text in texts]).lower()).split("\n")
    rest = _NO_LETTER_IN_LINE.sub("", _without_ascii_signs(undone("\n".join(others)))).casefold().split("\n")
    if len(plain) != len(texts) or len(rest) != max(len(others), 1):
        return [_NO_LETTER.sub("", undone(text)).casefold() for text in texts]
    found = iter(rest)
    return [each if text.isascii() else next(found) for each, text in zip(plain, texts, strict=True)]


def _without_ascii_signs(text: str) -> str:
    """The text without ASCII characters that are no letters or digits, line ends excepted: many times quicker than a pattern."""
    return text.encode("utf-8", "surrogatepass").translate(None, _SIGNS).decode("utf-8", "surrogatepass")


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
