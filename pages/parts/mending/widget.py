"""A widget without a face that makes streamlit-tree-select look like the rest of the app, in the dark theme too."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_mount = st.components.v2.component("treeproof_mending", js=(Path(__file__).parent / "mending.js").read_text(encoding="utf-8"))


def mend(within: str) -> None:
    """Mend the frames in the container with the key `within`."""
    _mount(key=f"mend_{within}", data={"within": within})
