"""A widget without a face: has the browser remember a short text as a cookie."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_mount = st.components.v2.component("treeproof_keepsake", js=(Path(__file__).parent / "keepsake.js").read_text(encoding="utf-8"))


def remember(name: str, value: str, *, key: str) -> None:
    """Set the cookie `name` for a year. `st.context.cookies` gives it, percent-encoded, to sessions that start later."""
    _mount(key=key, data={"name": name, "value": value}, height="content")
