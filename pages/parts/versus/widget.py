"""Two trees row by row as a widget of our own: partners beside each other, what differs marked by a sign, words and colour."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from core.compare import Comparison
from core.tree import Placed
from pages.parts.scripts import bundle

HERE = Path(__file__).parent
_mount = st.components.v2.component(
    "treeproof_versus", css=(HERE / "versus.css").read_text(encoding="utf-8"), js=bundle(HERE / "versus.js")
)

Side = tuple[int, str, str]
"""Level, title on one line, pages in words."""
Line = tuple[str, Side | None, Side | None, list[str], str]
"""Key (that of its difference, where it has one), left and right side, kinds, words."""


def show(
    comparison: Comparison, *, of: str, names: tuple[str, str], selected: str, on_choose: Callable[[str], None], key: str
) -> None:
    """Draw both trees; a click or an arrow key calls `on_choose(key of the row)` and reruns.

    `of` names what is shown: when it changes, the widget forgets how far it was scrolled.
    """

    def chosen() -> None:
        value = st.session_state[key].get("chosen")
        if isinstance(value, dict) and isinstance(value.get("key"), str):
            on_choose(value["key"])

    data = {"of": of, "names": list(names), "rows": lines(comparison), "selected": selected}
    _mount(key=key, data=data, on_chosen_change=chosen)


def lines(comparison: Comparison) -> list[Line]:
    """A line a row. Titles are given as they are: the widget sets them as text only."""
    words = {difference.key: difference.words for difference in comparison.differences}
    made: list[Line] = []
    for row in comparison.rows:
        made.append((row.key, _side(row.left), _side(row.right), [kind.value for kind in row.kinds], words.get(row.key, "")))
    return made


def _side(place: Placed | None) -> Side | None:
    if place is None:
        return None
    return place.level, " ".join(place.node.title.split()), str(place.node.span).replace("-", "–")
