"""The strip that greets a newcomer: what this is, what to do first, and who corrects."""

from __future__ import annotations

import streamlit as st

from pages.parts import choosing, intake, session

WORDS = (
    '<div class="tp-welcome"><b>Treeproof checks the section tree of a PDF against its pages.</b> Sections that are not where '
    "the tree says are red. Press <kbd>N</kbd> for the next failure, <kbd>S</kbd> to apply the suggestion, <kbd>A</kbd> to "
    "accept. Everything is saved as you go, and Export gives the corrected tree.</div>"
)


def welcome() -> None:
    """Draw the strip until the person has said who they are."""
    if session.asked():
        return

    def start() -> None:
        session.set_who(st.session_state.get("name_given") or session.who())

    with st.container(border=True, key="welcome", horizontal=True, wrap=False, vertical_alignment="center", gap="small"):
        st.html(WORDS, width="stretch")
        st.text_input(
            "Your name",
            key="name_given",
            placeholder=f"Your name ({session.who()})",
            label_visibility="collapsed",
            width=190,
            max_chars=80,
        )
        st.button("Start", type="primary", on_click=start, key="start", help="Corrections carry this name")
        if session.may_upload() and st.button("Open my own PDF", icon=":material/upload_file:", key="own"):
            upload_dialog()


@st.dialog("Open a PDF, or a PDF with its tree", width="medium")
def upload_dialog() -> None:
    """Upload from anywhere; the session goes to what was uploaded."""
    intake.uploader(key="dialog")
    choosing.choice(key="own")
    if intake.LANDING in st.session_state:
        st.rerun(scope="app")
    intake.tell()
