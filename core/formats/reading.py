"""Reading files made by others: bounded, tolerant of odd spellings, and telling in words what was done about them."""

from __future__ import annotations

import json
import re
from collections import Counter
from math import isfinite

from core.errors import FormatError
from core.formats.model import JsonValue
from core.tree import MAX_DEPTH, MAX_NODES, MAX_TITLE, node_id

MAX_CHARACTERS = 64 * 1024 * 1024
MAX_NESTING = 4 * MAX_DEPTH
"""Bounds on a file. A level of the tree costs two of JSON."""

MAX_ID = 200
"""Characters of an id: as many as `Node.id` takes."""

MAX_PAGE = 10_000_000
"""A number beyond is no page, whatever document it speaks of."""

NOTED = 3
"""Examples that a note gives before it only counts."""

_FENCE = re.compile(r"```\w*[ \t\r]*\n")
_PAGE = re.compile(r"\A\D{0,20}?(-?\d{1,9})(?:\.0+)?\D{0,3}\Z")
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")


class Notes:
    """Collects what was mended, by kind, and says it in one sentence a kind."""

    def __init__(self) -> None:
        self._places: dict[str, list[str]] = {}

    def add(self, sentence: str, place: str = "") -> None:
        """Notes something; `place` is the node concerned, as a person knows it."""
        self._places.setdefault(sentence, []).append(place)

    def sentences(self) -> list[str]:
        found = []
        for sentence, places in self._places.items():
            named = [place for place in places if place]
            more = f" and {len(named) - NOTED} more" if len(named) > NOTED else ""
            found.append(f"{sentence}: {', '.join(named[:NOTED])}{more}." if named else f"{sentence}.")
        return found


def decoded(data: bytes) -> str:
    """The text of a file in UTF-8 or, with a byte order mark, UTF-16. Raises `FormatError`."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise FormatError(f"The file is no text: byte {error.start} is not {encoding.upper()}. Choose a tree as JSON.") from error


def bounded(text: str) -> str:
    """The text without its byte order mark and lone surrogates, which no file can hold.

    Raises `FormatError` when it is empty or larger than `MAX_CHARACTERS`.
    """
    if len(text) > MAX_CHARACTERS:
        raise FormatError(f"The file has {len(text):,} characters; {MAX_CHARACTERS:,} are allowed. Leave the nodes' texts out.")
    if not text.strip("\ufeff \t\r\n"):
        raise FormatError("The file is empty. Choose a tree as JSON, a table, or an outline.")
    return _LONE_SURROGATE.sub("\ufffd", text.lstrip("\ufeff"))


def parsed(text: str) -> JsonValue:
    """The JSON in a text, also where it stands between ``` fences. Raises `FormatError` with line and column."""
    try:
        value = json.loads(_unfenced(text), parse_constant=_no_number, parse_int=_whole, parse_float=_finite)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}: {error.msg}"
        if text.lstrip()[:1] in ("{", "[", "`"):
            raise FormatError(f"This JSON is broken at {where}.") from error
        raise FormatError(
            f"This is no tree: it is no JSON ({where}), no table with the columns level, title and start, no Markdown list "
            "with links to pages, and no outline with a page at the end of each line."
        ) from error
    except RecursionError:
        raise FormatError(f"The file is nested more than {MAX_NESTING} levels deep, which no tree is.") from None
    _check_nesting(value)
    return _clean(value) if "\\u" in text else value


def _unfenced(text: str) -> str:
    """What stands between ``` fences, where the whole text does; in time that is linear in its length."""
    whole = text.strip()
    opening = _FENCE.match(whole)
    if opening is None or not whole.endswith("```") or len(whole) < opening.end() + 3:
        return text
    return whole[opening.end() : -3]


def page(value: JsonValue, notes: Notes, place: str) -> int | None:
    """A page number in any spelling seen ("7", 7.0, "page 7", "<physical_index_7>"); null and 0 are unknown, 0 with a note."""
    if value is None or value == "":
        return None
    number: int | None = None
    if isinstance(value, int) and not isinstance(value, bool):
        number = value
    elif isinstance(value, float) and value.is_integer():
        number = int(value)
    elif isinstance(value, str) and (match := _PAGE.match(value.strip())):
        number = int(match[1])
    if number is None or not 1 <= number <= MAX_PAGE:
        notes.add("Some pages are no page numbers (1 is the first) and count as unknown", f"{shown(value)} at {place}")
        return None
    return number


def title(value: JsonValue, notes: Notes, place: str) -> str:
    """A title as text of one line, cut at `MAX_TITLE`."""
    if not isinstance(value, str):
        notes.add("Some nodes have no title", place)
        return "" if value is None or isinstance(value, dict | list) else str(value)
    if len(value) > MAX_TITLE:
        notes.add(f"Some titles are longer than {MAX_TITLE:,} characters and were cut", place)
        return value[:MAX_TITLE]
    return value


def text(value: JsonValue) -> str:
    """A summary or the like: text, or nothing."""
    return value if isinstance(value, str) else ""


class Ids:
    """Ids for the nodes of a file: its own where they are there and used once, new ones elsewhere."""

    def __init__(self, given: Counter[str], sha256: str, notes: Notes) -> None:
        """`given` counts the ids of the whole file, so that a new one never takes an id that comes later."""
        self._given = given
        self._used: set[str] = set()
        self._alike: Counter[tuple[str, int | None]] = Counter()
        self._sha256 = sha256
        self._notes = notes

    def take(self, given: str, title: str, page: int | None, place: str) -> str:
        """The id for the next node, in document order."""
        if given and given not in self._used:
            self._used.add(given)
            return given
        self._notes.add(f"Some nodes had {'an id that another one has' if given else 'no id'} and were given one", place)
        return self.fresh(title, page)

    def fresh(self, title: str, page: int | None) -> str:
        """A new id, for a node of a format that has none."""
        while True:
            nth = self._alike[title, page]
            self._alike[title, page] += 1
            new = node_id(self._sha256, title, page, nth)
            if new not in self._used and new not in self._given:
                self._used.add(new)
                return new


def id_of(value: JsonValue) -> str:
    """A node's id as text; empty where the file has none that can be kept."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return value if isinstance(value, str) and 0 < len(value) <= MAX_ID else ""


def check_count(count: int) -> None:
    """Raises `FormatError` for more nodes than a tree may have."""
    if count > MAX_NODES:
        raise FormatError(f"The file has more than {MAX_NODES:,} nodes. Split the document, or drop its lowest level.")


def shown(value: JsonValue) -> str:
    """A value as it stands in the file, shortened."""
    found = json.dumps(value, ensure_ascii=False)
    return found if len(found) <= 40 else found[:39] + "…"


def _no_number(name: str) -> None:
    return None


def _finite(digits: str) -> float | None:
    """A number too large for a float (1e999) counts as NaN does: a tree that held it could be stored, and never read again."""
    number = float(digits)
    return number if isfinite(number) else None


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) <= 18 else digits


def _check_nesting(value: JsonValue) -> None:
    level = [value]
    for _ in range(MAX_NESTING):
        level = [child for each in level for child in _below(each)]
        if not level:
            return
    raise FormatError(f"The file is nested more than {MAX_NESTING} levels deep, which no tree is.")


def _below(value: JsonValue) -> list[JsonValue]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _clean(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return _LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_clean(key): _clean(each) for key, each in value.items()}
    return [_clean(each) for each in value] if isinstance(value, list) else value
