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
    ("failed", "⊗ red", "failed: the title is not where the tree says, or its pages cannot be right"),
    ("suspect", "△ orange", "unsure: the evidence is weak"),
    ("warn", "○ brown", "a remark: the title stands there, but something else is odd, such as its end or its level"),
    ("done", "• green", "the title stands where the tree says"),
    ("", "✎, ✓", "corrected by a person; accepted by a person"),
    ("", "87%", "how sure the draft was of the section"),
)
COMPARING = (
    "Two trees of one document stand side by side; sections that are the same section share a row. Go from difference to "
    "difference: the page shows where each tree has the section. Take over the left or the right version, section by section or "
    "as a whole. Each taking over is saved at once and can be undone, here and in Review. A tree shown as drafted never changes."
)
COMPARED = (
    ("done", "+ green", "only the right tree has it"),
    ("failed", "− red", "only the left tree has it"),
    ("suspect", "other signs, orange", "both have it: under another title, on another page, at another level or place"),
)


@st.dialog("How it works", width="large")
def help_dialog() -> None:
    """Draw the help, and let the person change the name that corrections carry."""
    st.html(markup.quiet(WORDS))
    left, right = st.columns(2, gap="medium")
    with left:
        _keys(Scope.SCREEN)
        st.html(markup.label("Signs in the tree"))
        st.html(markup.signs(SIGNS))
    with right:
        _keys(Scope.TREE)
        _keys(Scope.PAGE)
    st.html(
        markup.quiet(
            "No key acts while you type in a field. Bulk ticks sections to change them together; Text edits the tree as text."
        )
    )
    _name()


@st.dialog("How comparing works", width="medium")
def compare_help() -> None:
    """Draw the help of the compare screen."""
    st.html(markup.quiet(COMPARING))
    _keys(Scope.COMPARE)
    st.html(markup.label("Signs between the trees"))
    st.html(markup.signs(COMPARED))


def _name() -> None:
    """The name that corrections carry, where the person may choose it."""
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
