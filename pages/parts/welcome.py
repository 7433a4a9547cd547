"""The strip that greets a newcomer: what this is, what to do first, and who corrects."""

from __future__ import annotations

import streamlit as st

from pages.parts import choosing, intake, session
from pages.parts.problems import Standing, standings
from pages.parts.workbench import Workbench

WORDS = (
    '<div class="tp-welcome"><b>Treeproof checks the section tree of a PDF against its pages.</b> On the left is the tree, in '
    "the middle the page, on the right what is wrong and how to mend it. Every change is saved as it is made, and can be undone. "
    "Export gives the corrected tree.<br>{hint}</div>"
)
HINT = (
    "<b>Try it:</b> {count} here {fail}. <kbd>S</kbd> applies the suggestion, <kbd>A</kbd> accepts a section as it is, "
    "<kbd>N</kbd> goes to the next failure."
)
NOTHING_LEFT = "<b>Nothing fails here.</b> Sign off, export the tree, or open a document of your own."


def welcome(bench: Workbench) -> None:
    """Draw the strip until the person has said who they are."""
    if session.asked():
        return

    with st.container(border=True, key="welcome", horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
        st.html(WORDS.format(hint=_hint(bench)), width="stretch")
        st.text_input(
            "Your name",
            key="name_given",
            placeholder=f"Your name ({session.who()})",
            label_visibility="collapsed",
            width=190,
            max_chars=80,
        )
        if st.button("Got it", type="primary", key="start", help="Close this for good. Your corrections carry the name beside."):
            session.set_who(st.session_state.get("name_given") or session.who())
            st.rerun(scope="app")  # the frame round this part of the screen has the browser remember it
        if session.may_upload() and st.button("Open my own PDF", icon=":material/upload_file:", key="own"):
            upload_dialog()


def _hint(bench: Workbench) -> str:
    """What to do next, with the number of sections that fail."""
    count = list(standings(bench.state.tree, bench.report).values()).count(Standing.FAILED)
    if not count:
        return NOTHING_LEFT
    return HINT.format(count="one section" if count == 1 else f"{count} sections", fail="fails" if count == 1 else "fail")


@st.dialog("Open a PDF, or a PDF with its tree", width="medium")
def upload_dialog() -> None:
    """Upload from anywhere; the session goes to what was uploaded."""
    intake.uploader(key="dialog")
    choosing.choice(key="own")
    if intake.LANDING in st.session_state:
        st.rerun(scope="app")
    intake.tell()
