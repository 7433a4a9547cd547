"""Signing a document off as a whole, and the way to the next one that is not."""

from __future__ import annotations

import streamlit as st

from core.errors import StaleVersion
from core.store import Overview, SignOff
from core.tree import Review
from pages.parts import markup, session
from pages.parts.keys import hint, shortcut
from pages.parts.problems import doubted, problems
from pages.parts.text import plain, when
from pages.parts.workbench import Workbench

LAPSED = "sign_off_lapsed"
"""Key of the session state: the sign-off that was last said to hold no longer."""


def controls(bench: Workbench) -> None:
    """Draw the button that signs off, or takes that back, and the one that leads to the next document."""
    state = bench.state
    if state.sign_off is not None:
        st.button(
            "Signed off",
            icon=":material/verified:",
            key="withdraw",
            on_click=_withdraw,
            args=(bench,),
            help=plain(f"By {said(state.sign_off)}. Press to take it back."),
        )
    else:
        if state.outdated is not None:
            _tell_once(state.outdated)
        before = f" {_changed(state.outdated)}" if state.outdated else ""
        if st.button(
            "Sign off",
            icon=":material/approval:",
            key="sign_off",
            help=plain(f"Say that this tree is right, as a whole.{before}"),
        ):
            _sign(bench)
    st.button(
        "",
        icon=":material/skip_next:",
        key="unreviewed",
        shortcut=shortcut("unreviewed"),
        on_click=go_on,
        args=(bench,),
        help=hint("unreviewed", "The next document that is not signed off"),
    )


def said(signed: SignOff) -> str:
    """Who signed off, and when."""
    return f"{signed.who}, {when(signed.at)}"


def left(line: Overview) -> int:
    """How much is left to do in a document, for sorting: nothing where it is signed off, most where it was not even read."""
    if line.signed_off:
        return 0
    if line.tree is None or line.failed is None or line.suspect is None:
        return 1_000_000
    return 1 + line.failed + line.suspect


def go_on(bench: Workbench) -> None:
    """Stand at the next document that is not signed off, in the order of the list."""
    lines = bench.desk.store.overview()
    here = next((nth for nth, line in enumerate(lines) if line.document.sha256 == bench.place.sha256), 0)
    for line in [*lines[here + 1 :], *lines[:here]]:
        if line.tree is None or line.signed_off:
            continue
        if (at := session.open_document(line.document.sha256)) is not None:
            session.name_place(at)
            return
    others = "Every other document is signed off." if len(lines) > 1 else "There is no other document."
    bench.place.notice = ("info", others)


def _sign(bench: Workbench) -> None:
    """Sign off, after a question where something speaks against it."""
    if against := objections(bench):
        _ask(bench, against)
    else:
        _do(bench)
        st.rerun(scope="app")


def objections(bench: Workbench) -> list[str]:
    """What speaks against signing a tree off, a sentence each."""
    tree, report = bench.state.tree, bench.report
    found = []
    if wrong := sum(problem.node is not None for problem in problems(tree, report)):
        fails = "1 section fails or is unsure" if wrong == 1 else f"{wrong} sections fail or are unsure"
        found.append(f"{fails}, and nobody has accepted that.")
    if unsure := len(doubted(tree, report)):
        least = "one section" if unsure == 1 else f"{unsure} sections"
        found.append(f"The draft was not sure of {least} that nobody has reviewed.")
    if tree.placed and all(place.node.review is Review.UNREVIEWED for place in tree.walk()):
        found.append("Nobody has reviewed any section yet.")
    return found


@st.dialog("Sign off all the same?")
def _ask(bench: Workbench, against: list[str]) -> None:
    st.html(markup.message("warning", " ".join(against)))
    st.html(markup.quiet(f"{shortcut('next')} goes to what is left, failures first."))
    with st.container(horizontal=True, gap="small"):
        if st.button("Sign off all the same", type="primary", key="sign_off_yes", on_click=_do, args=(bench,)):
            st.rerun(scope="app")
        if st.button("Not yet", key="sign_off_no"):
            st.rerun(scope="app")


def _do(bench: Workbench) -> None:
    try:
        signed = bench.desk.store.sign_off(bench.place.tree_id, bench.who, bench.place.version)
    except StaleVersion as error:
        bench.place.notice = ("warning", str(error))
    else:
        bench.place.notice = ("success", f"Signed off by {said(signed)}.")


def _withdraw(bench: Workbench) -> None:
    try:
        bench.desk.store.withdraw(bench.place.tree_id, bench.place.version)
    except StaleVersion as error:
        bench.place.notice = ("warning", str(error))
    else:
        bench.place.notice = ("info", "The sign-off is taken back.")


def _tell_once(outdated: SignOff) -> None:
    """Say, once a session, that an edit has overtaken a sign-off."""
    if st.session_state.get(LAPSED) != outdated:
        st.session_state[LAPSED] = outdated
        st.toast(plain(f"{_changed(outdated)} Sign off again when it is right."), icon=":material/info:")


def _changed(outdated: SignOff) -> str:
    return f"It was signed off by {said(outdated)}, and has been changed since."
