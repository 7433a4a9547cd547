"""What a newcomer needs: how the work goes, and the keys."""

from __future__ import annotations

import streamlit as st

from pages.parts import markup, session

WORDS = (
    "The tree on the left is checked against the pages. A section fails when its title is not where the tree says, or its span "
    "cannot be right; it is unsure when the evidence is weak. Go from failure to failure: apply the suggestion, set the page by "
    "hand, or accept the section as it is. Click a dotted box on the page to use a heading that the tree leaves out. Every "
    "change is saved at once and can be undone, tomorrow too."
)
SIGNS = (
    ("⊗ red", "failed: the title is not where the tree says, or its pages cannot be right"),
    ("△ orange", "unsure: the evidence is weak"),
    ("○ brown", "a remark: the title stands there, but something else is odd, such as its end or its level"),
    ("• green", "the title stands where the tree says"),
    ("✎, ✓", "corrected by a person; accepted by a person"),
)
KEYS = (
    ("N, P", "next, previous failure"),
    ("A", "accept the section and go on"),
    ("S", "apply the best suggestion and go on"),
    ("Ctrl+Z, Ctrl+Y", "undo, redo"),
    ("E", "export"),
    ("H", "this help"),
    ("↑ ↓ Home End", "in the tree: choose a section"),
    ("← →", "in the tree: close, open; on the page: turn it"),
    ("Enter or F2", "in the tree: rename in place"),
    ("Alt + ↑ ↓ ← →", "in the tree: move up, down, out, in"),
    ("Delete", "in the tree: delete the section (its children stay)"),
    ("PgUp PgDn + − 0", "on the page: turn it, zoom, fit the width"),
)


@st.dialog("How it works", width="medium")
def help_dialog() -> None:
    """Draw the help, and let the person change the name that corrections carry."""
    st.html(markup.quiet(WORDS))
    st.html(markup.label("Signs in the tree"))
    st.html(markup.keys(SIGNS))
    st.html(markup.label("Keys"))
    st.html(markup.keys(KEYS))
    if session.signed_in():
        return
    if "name_now" not in st.session_state:
        st.session_state["name_now"] = session.who()
    st.text_input("Your name: corrections carry it", key="name_now", max_chars=80, on_change=_rename)


def _rename() -> None:
    session.set_who(st.session_state["name_now"])
