"""The frame round every screen: look, navigation, sign-in, and the sample that a fresh install opens on."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from core.serve import has_sign_in
from pages import compare, documents, review
from pages.parts import choosing, intake, session
from pages.parts.keepsake import widget as keepsake
from pages.parts.samples import catalog
from pages.parts.screens import COMPARE, DOCUMENTS, REVIEW, go, register, told

HERE = Path(__file__).parent
LOOK = (HERE / "look.css").read_text(encoding="utf-8")
WORDMARK, ICON = str(HERE / "art" / "wordmark.svg"), str(HERE / "art" / "icon.svg")
"""Our own: Streamlit would fetch an icon of its set from a server elsewhere."""


def run() -> None:
    """Draw the app for one rerun of one session."""
    st.set_page_config(page_title="treeproof", page_icon=ICON, layout="wide")
    st.html(f"<style>{LOOK}</style>")
    with told():
        _run()


def _run() -> None:
    if _must_sign_in():
        _sign_in()
        return
    screens = register(
        {
            DOCUMENTS: st.Page(documents.show, title="Documents", icon=":material/folder_open:", default=True),
            REVIEW: st.Page(review.show, title="Review", icon=":material/fact_check:", url_path="review"),
            COMPARE: st.Page(compare.show, title="Compare", icon=":material/compare_arrows:", url_path="compare"),
        }
    )
    # The first screen's address is that of the app; who types its name gets there as well.
    named = st.Page(lambda: go(DOCUMENTS), title="Documents", url_path="documents", visibility="hidden")
    st.logo(WORDMARK, size="medium")
    chosen = st.navigation([*screens.values(), named], position="top")
    if st.session_state.get("who_given") and not session.signed_in():
        keepsake.remember(session.NAME_COOKIE, session.who(), key="keepsake")
    if (way := st.session_state.get(choosing.CHOSEN)) is not None:
        keepsake.remember(choosing.WAY_COOKIE, way.mode, key="keepsake_way")
    if _is_fresh():
        st.query_params.clear()
        sample = catalog()[0]
        intake.open_with(sample, sample.first)
    chosen.run()


def _is_fresh() -> bool:
    """Whether nothing was ever opened here: then the first sample is, so that the first screen is one to try things on.

    In a demo that holds whatever the address names: what an earlier visit left in it is gone.
    """
    here = session.desk()  # first: a visit that was dropped begins anew with this
    if "seen" in st.session_state:
        return False
    st.session_state["seen"] = True
    if "doc" in st.query_params and not session.demo():
        return False
    return bool(catalog()) and not here.store.documents()


def _must_sign_in() -> bool:
    return not session.demo() and has_sign_in() and not st.user.get("is_logged_in")


def _sign_in() -> None:
    st.title("treeproof")
    st.text("This server is for people who are known to it.")
    st.button("Sign in", type="primary", icon=":material/login:", on_click=st.login)
