"""What an edit would change, told before it is made."""

from __future__ import annotations

import streamlit as st

from core.tree import Tree
from pages.parts import markup
from pages.parts.changes import changes

SHOWN = 200
"""Sentences that a preview lists; of more it says how many there are."""
TALL = 9
"""Sentences from which the list scrolls."""


def preview(before: Tree, after: Tree, *, key: str, ends: bool = False) -> int:
    """List in words what differs, with `ends` also where sections end; the number of sections listed."""
    found = changes(before, after, ends=ends)
    count = len(found.lines)
    sections = "1 section changes" if count == 1 else f"{count:,} sections change"
    following = f", the ends of {found.ends:,} more follow" if found.ends else ""
    st.html(markup.label(f"{sections}{following}"))
    if count:
        rest = [f"and {count - SHOWN:,} more"] if count > SHOWN else []
    with st.container(height=230 if count > TALL else "content", border=True, key=key):
        st.html(markup.bullets([*found.lines[:SHOWN], *rest]))
    return count
