"""A widget without a face: draws the workspace anew when its tree was changed elsewhere, within a second or so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

_mount = st.components.v2.component(
    "treeproof_elsewhere", js=(Path(__file__).parent / "elsewhere.js").read_text(encoding="utf-8")
)


def listen(url: str, version: int, *, on_change: Callable[[], None], key: str) -> None:
    """Listen at `url` (see `pages.parts.news`) for another version than the one shown; then call `on_change()` and rerun."""
    _mount(key=key, data={"url": url, "version": version}, on_changed_change=on_change, height="content")
