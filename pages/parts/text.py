"""Strangers' text on the screen: document names, titles and messages are never taken for Markdown, HTML or formulas."""

from __future__ import annotations

import html
import re
from datetime import datetime

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_WORD_JOINER = "\u2060"
"""Invisible; between a colon and a letter it keeps `:name:` from becoming an icon, which no backslash does."""


def plain(text: str) -> str:
    """The text for a place that Streamlit reads as Markdown (a label, a toast), so that it is shown as it is."""
    escaped = _PUNCTUATION.sub(r"\\\1", " ".join(text.split()))
    return escaped.replace("\\:", f"\\:{_WORD_JOINER}")


def tag(text: str) -> str:
    """The text for a place between tags, or in a quoted attribute, of HTML that we write."""
    return html.escape(" ".join(text.split()), quote=True)


def counted(count: int, noun: str = "section") -> str:
    """A number of things in words: "1 section", "1,200 sections"."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def short(text: str, most: int = 60) -> str:
    """The text on one line, cut to at most so many characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def when(at: datetime) -> str:
    """A moment as every screen writes it, in this machine's time zone."""
    local = at.astimezone()
    return f"{local.day} {local:%b %Y, %H:%M}"
