"""A tree's history as a widget of our own: what, who and when, and a button at each entry that goes back to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from pages.parts.scripts import bundle

HERE = Path(__file__).parent
_mount = st.components.v2.component(
    "treeproof_past", css=(HERE / "past.css").read_text(encoding="utf-8"), js=bundle(HERE / "past.js")
)


class Entry(NamedTuple):
    """A point of the history: its number, what was done, by whom and when; `stands`: the tree is as it was then."""

    seq: int
    what: str
    who: str
    at: datetime | None
    stands: bool


def show(entries: Sequence[Entry], *, on_back: Callable[[int], None], key: str) -> None:
    """Draw the entries, given the latest first; a click on a button calls `on_back(seq)` and reruns."""

    def back() -> None:
        value = st.session_state[key].get("back")
        if isinstance(value, dict) and isinstance(value.get("seq"), int):
            on_back(value["seq"])

    rows = [(each.seq, each.what, each.who, each.at.isoformat() if each.at else "", each.stands) for each in entries]
    _mount(key=key, data={"entries": rows}, on_back_change=back)
