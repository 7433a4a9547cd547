"""What a newcomer needs: how the work goes, and the keys."""

from __future__ import annotations

import streamlit as st

from pages.parts import markup, session
from pages.parts.keys import Scope, lines

WORDS = (
    "The tree on the left is checked against the pages. A section fails when its title is not where the tree says, or its span "
    "cannot be right; it is unsure when the evidence is weak. Go from failure to failure: apply the suggestion, set the page by "
    "hand, or accept the section as it is. Click a line of the page to start a section there. Drag sections in the tree to where "
    "they belong. Every change is saved at once and can be undone, tomorrow too."
)
SIGNS = (
    ("⊗ red", "failed: the title is not where the tree says, or its pages cannot be right"),
    ("△ orange", "unsure: the evidence is weak"),
    ("○ brown", "a remark: the title stands there, but something else is odd, such as its end or its level"),
    ("• green", "the title stands where the tree says"),
    ("✎, ✓", "corrected by a person; accepted by a person"),
    ("87%", "how sure the draft was of the section"),
)


@st.dialog("How it works", width="large")
def help_dialog() -> None:
    """Draw the help, and let the person change the name that corrections carry."""
    st.html(markup.quiet(WORDS))
    left, right = st.columns(2, gap="medium")
    with left:
        _keys(Scope.SCREEN)
    with right:
        _keys(Scope.TREE)
        _keys(Scope.PAGE)
        st.html(markup.label("Signs in the tree"))
        st.html(markup.keys(SIGNS))
    st.html(
        markup.quiet(
            "No key acts while you type in a field. Bulk ticks sections to change them together; Text edits the tree as text."
        )
    )
    if session.signed_in():
        return
    if "name_now" not in st.session_state:
        st.session_state["name_now"] = session.who()
    st.text_input("Your name: corrections carry it", key="name_now", max_chars=80, on_change=_rename)


def _keys(scope: Scope) -> None:
    st.html(markup.label(scope.value))
    st.html(markup.keys(lines(scope)))


def _rename() -> None:
    session.set_who(st.session_state["name_now"])
