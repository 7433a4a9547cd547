"""A list of problems or differences as a widget of our own: quick with hundreds of lines, where as many buttons would be slow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import streamlit as st

from pages.parts.scripts import bundle

HERE = Path(__file__).parent
_mount = st.components.v2.component(
    "treeproof_listing",
    css=(HERE / "listing.css").read_text(encoding="utf-8"),
    js=bundle(HERE / "listing.js"),
)

Line = tuple[str | None, str, str, str, str]
"""Id (`None`: cannot be chosen), standing or kind of difference, title, page in words, sentence."""


def show(lines: Sequence[Line], *, selected: str | None, on_choose: Callable[[str], None], key: str) -> None:
    """Draw the list; a click calls `on_choose(id)` and reruns."""

    def chosen() -> None:
        value = st.session_state[key].get("chosen")
        if isinstance(value, dict) and isinstance(value.get("id"), str):
            on_choose(value["id"])

    _mount(key=key, data={"rows": list(lines), "selected": selected}, on_chosen_change=chosen)
