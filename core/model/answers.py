"""Reading what a model says: from any text to values, keeping what is good.

Models fence their JSON, talk around it, write Python literals, send a list for an object or an object for a list, spell
pages in a dozen ways and stop in mid-word. `json-repair` mends the JSON; Pydantic validates entry by entry, so that one bad
entry does not lose the others.
"""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import Annotated, Any, NamedTuple

import json_repair
from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

MAX_ENTRIES = 2_000
"""Entries read from one answer: far beyond what a window can hold."""
MAX_TITLE = 500
LISTS = (
    "entries",
    "changes",
    "sections",
    "toc",
    "table_of_contents",
    "structure",
    "items",
    "nodes",
    "result",
    "results",
    "summaries",
)
"""Names under which models put a list that was asked for under another name or bare."""
_NUMBER = re.compile(r"(?<!\d)(?<!\d\.)\d+(?:\.0+)?(?![\d.]*\d)")
_WORDS = {"null", "none", "unknown", "n/a", "na", "?", "-", ""}


class Do(StrEnum):
    """What an entry does to the draft."""

    ADD = "add"
    CORRECT = "correct"
    REJECT = "reject"


class Quality(StrEnum):
    """The model's own rating of an answer."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Unreadable(ValueError):
    """The text holds no answer. The message says what is wrong, for the model to read."""


def page_of(value: Any) -> int | None:
    """A page from any spelling of it: 7, 7.0, "7", "page 7", "<physical_index_7>", "pp. 7-9", [7]; `None` where there is none."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return int(value) if value == value and 0 < value < 1e7 and int(value) == value else None
    if isinstance(value, list | tuple):
        return page_of(value[0]) if value else None
    if isinstance(value, dict):
        return next((page for each in value.values() if (page := page_of(each)) is not None), None)
    text = str(value)
    if text.strip().casefold() in _WORDS:
        return None
    found = _NUMBER.search(text)
    page = int(float(found[0])) if found and len(found[0]) < 8 else 0
    return page or None


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return _text(value[0]) if len(value) == 1 else " ".join(_text(each) for each in value)
    return "" if value is None or isinstance(value, dict | bool) else " ".join(str(value).split())[:MAX_TITLE]


def _do(value: Any) -> Any:
    word = _text(value).casefold()
    for do, words in {
        Do.ADD: ("add", "new", "insert", "missing"),
        Do.CORRECT: ("correct", "change", "fix", "update", "edit", "move"),
        Do.REJECT: ("reject", "remove", "delete", "drop", "false"),
    }.items():
        if word.startswith(words):
            return do
    return value


def _quality(value: Any) -> Any:
    word = _text(value).casefold()
    return next((quality for quality in Quality if word.startswith(quality.value)), Quality.MEDIUM)


Text = Annotated[str, BeforeValidator(_text)]
PageNumber = Annotated[int | None, BeforeValidator(page_of)]


class Loose(BaseModel):
    """Base of what comes from a model: unknown fields are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Entry(Loose):
    """One change to the draft. `ref` names the draft's entry it speaks of ("e12"); `structure` ("2.1.3") tells the depth."""

    do: Annotated[Do, BeforeValidator(_do)] = Do.ADD
    ref: Text = ""
    structure: Text = ""
    title: Text = ""
    page: PageNumber = None

    @property
    def level(self) -> int | None:
        """Depth by the structure number; `None` where it has none."""
        parts = [part for part in re.split(r"[.\s]+", self.structure.strip().strip(".")) if part]
        return len(parts) if parts and len(parts) <= 32 else None


class WindowAnswer(NamedTuple):
    """A window's answer: its entries that could be read, how many could not, and the model's own rating."""

    entries: tuple[Entry, ...]
    spoiled: int
    quality: Quality


WINDOW_SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["quality", "entries"],
    "properties": {
        "quality": {"type": "string", "enum": [each.value for each in Quality]},
        "entries": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["do", "ref", "structure", "title", "page"],
                "properties": {
                    "do": {"type": "string", "enum": [each.value for each in Do]},
                    "ref": {"type": "string"},
                    "structure": {"type": "string"},
                    "title": {"type": "string"},
                    "page": {"type": ["integer", "null"]},
                },
            },
        },
    },
}

TEXT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["text"],
    "properties": {"text": {"type": "string"}},
}


def looks_cut(text: str) -> bool:
    """Whether JSON stops in its middle, whatever the provider says of how it ended."""
    start = min((at for at in (text.find("{"), text.find("[")) if at >= 0), default=-1)
    if start < 0:
        return False
    body = text[start:].rstrip().removesuffix("```").rstrip()
    try:
        json.JSONDecoder().raw_decode(body)
    except json.JSONDecodeError as error:
        return error.pos >= len(body) - 1 or error.msg.startswith("Unterminated")
    return False


def read_window(text: str) -> WindowAnswer:
    """The changes in a model's answer. Raises `Unreadable`."""
    data = _load(text)
    quality = _quality(data.get("quality", data.get("rating"))) if isinstance(data, dict) else Quality.MEDIUM
    rows = _rows(data)
    entries, spoiled = [], 0
    for row in rows[:MAX_ENTRIES]:
        try:
            entries.append(Entry.model_validate(_named(row)))
        except (ValidationError, TypeError):
            spoiled += 1
    if rows and not entries:
        raise Unreadable("none of the entries has the fields do, ref, structure, title and page")
    return WindowAnswer(tuple(entries), spoiled, quality)


def read_text(text: str) -> str:
    """The text of an answer that was asked for as {"text": ...}. Raises `Unreadable` when there is none."""
    data = _load(text) if "{" in text else text
    if isinstance(data, dict):
        data = next((value for value in (data.get("text"), data.get("summary"), *data.values()) if isinstance(value, str)), "")
    found = _text(data) if not isinstance(data, str) else " ".join(data.split())
    if not found:
        raise Unreadable("it holds no text")
    return found


def _load(text: str) -> Any:
    if not text.strip():
        raise Unreadable("it is empty")
    body = text[text.find("</think>") + len("</think>") :] if "</think>" in text else text
    try:
        data = json_repair.loads(body)
    except (ValueError, RecursionError):
        raise Unreadable("it is no JSON") from None
    if isinstance(data, str) or (not data and "[" not in body):
        raise Unreadable("it holds no JSON object")
    if isinstance(data, list):  # several values in one text: the one that looks like an answer
        data = next(
            (each for each in data if isinstance(each, dict) and any(isinstance(each.get(name), list | dict) for name in LISTS)),
            data,
        )
    return data


def _rows(data: Any) -> list[Any]:
    rows: Any
    if isinstance(data, list):
        rows = data
    elif isinstance(data, dict):
        lists = [data[name] for name in LISTS if isinstance(data.get(name), list | dict)] or [
            value for value in data.values() if isinstance(value, list)
        ]
        rows = lists[0] if lists else ([data] if "title" in data or "do" in data else None)
        if isinstance(rows, dict):
            rows = [rows] if "title" in rows or "do" in rows else list(rows.values())
    else:
        rows = None
    if rows is None and isinstance(data, dict) and "quality" in data:
        return []
    if not isinstance(rows, list):
        raise Unreadable('it has no list "entries"')
    return [
        inner
        for row in rows
        for inner in (row if isinstance(row, list) and all(isinstance(each, dict) for each in row) else [row])
    ]


def _named(row: Any) -> dict[str, Any]:
    """A row under our names for its fields."""
    if not isinstance(row, dict):
        raise TypeError("an entry is an object")
    named = {str(name).casefold(): value for name, value in row.items()}
    for ours, theirs in {
        "do": ("action", "op", "operation", "change"),
        "ref": ("id", "entry", "reference"),
        "structure": ("number", "level_number", "structure_index"),
        "page": ("physical_index", "page_number", "start_index", "start_page"),
        "title": ("heading", "name"),
    }.items():
        if ours not in named:
            named[ours] = next((named[name] for name in theirs if name in named), None)
    if named["do"] is None:
        named["do"] = Do.CORRECT if named["ref"] else Do.ADD
    if not _text(named["title"]) and not _text(named["ref"]):
        raise TypeError("an entry has a title or a reference")
    return named
