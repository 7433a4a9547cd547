"""Review: the tree, the page and the inspector side by side, and every way to mend what is wrong."""

from __future__ import annotations

import time

import streamlit as st

from pages.parts import intake, markup, session
from pages.parts.elsewhere import widget as elsewhere
from pages.parts.hand import obey
from pages.parts.inspector import inspector
from pages.parts.panes import widget as panes
from pages.parts.pointing import Gesture, point
from pages.parts.screens import DOCUMENTS, go, tell_once, told
from pages.parts.text import plain
from pages.parts.toolbar import toolbar
from pages.parts.tree import widget as tree_widget
from pages.parts.viewer import widget as viewer_widget
from pages.parts.viewer.around import flags, near, sizes
from pages.parts.viewer.overlay import overlays
from pages.parts.welcome import welcome
from pages.parts.workbench import Workbench

TREE = "tree"
LEFT, RIGHT = panes.Side("the tree", 27, 220), panes.Side("the inspector", 28, 270)
MIDDLE_LEAST = 360
"""Pixels that the page keeps, however the sides are dragged."""
POLL_SECONDS = 0.25
AROUND = 2
"""Pages before and after the one shown whose marks are sent along, so that turning a page finds them there."""


def show() -> None:
    """Draw the screen."""
    if (landing := st.session_state.get(intake.LANDING)) is not None:
        _wait(landing)
        st.session_state.pop(intake.LANDING, None)
        if not intake.landed(landing):
            go(DOCUMENTS)
    intake.tell()
    if session.place() is None and not _open_latest():
        _nowhere()
        return
    tree_widget.afresh(TREE)
    workspace()


@st.fragment
def workspace() -> None:
    """The workbench itself: a click in it redraws this part of the page and no more."""
    with told():
        _workspace()


def _workspace() -> None:
    at = session.place()
    if at is None:
        st.rerun(scope="app")
        return
    bench = session.bench(at)
    at.version = bench.state.version
    tell_once(at)
    welcome(bench)
    toolbar(bench)
    left, middle, right = panes.three(LEFT, RIGHT, middle_least=MIDDLE_LEAST, key="workspace")
    with left:
        _tree(bench)
    with middle:
        _page(bench)
    with right, st.container(key="inspector"):
        inspector(bench)
    elsewhere.listen(session.news_of(at.tree_id), bench.state.version, on_change=bench.catch_up, key="elsewhere")
    session.name_place(at)


def _tree(bench: Workbench) -> None:
    at = bench.place
    tree_widget.show(
        bench.state.tree,
        bench.report,
        document=f"{at.sha256}:{at.tree_id}",
        version=f"{at.tree_id}:{bench.state.version}",
        selected=at.node,
        others=at.others,
        echo=at.echo,
        on_select=lambda choice: bench.choose(choice.node, others=choice.others, echo=choice.number),
        on_command=lambda command: obey(bench, command),
        key=TREE,
    )


def _page(bench: Workbench) -> None:
    at, tree = bench.place, bench.state.tree
    evidence = bench.evidence
    if evidence is None:
        return
    pages = len(evidence.reading.pages)
    ahead = near(tree, bench.report, at.node)
    wanted = {*range(at.page - AROUND, at.page + AROUND + 1), *ahead}
    chosen = bench.chosen
    viewer_widget.show(
        document=f"{at.sha256}:{at.tree_id}",
        root=session.root(),
        ticket=session.ticket(at.sha256),
        sizes=sizes(evidence),
        page=min(max(at.page, 1), pages),
        place=at.moves,
        version=f"{at.version}:{at.node}",
        selected=at.node,
        echo=at.echo,
        overlays=overlays(tree, bench.report, evidence, at.node, wanted),
        channel=TREE,
        on_hit=bench.choose,
        on_page=bench.turn,
        key="viewer",
        section=None if chosen is None else viewer_widget.section_of(chosen.node, bench.found),
        flags=flags(tree, bench.report),
        near=ahead,
        on_gesture=lambda *made: point(bench, Gesture(*made)),
    )


def _open_latest() -> bool:
    """Stand at the document added last, where the address names none."""
    if "doc" in st.query_params:
        return False
    return any(session.open_document(document.sha256) for document in session.desk().store.documents())


def _nowhere() -> None:
    """There is no document to show: say why, and what to do."""
    named = st.query_params.get("doc", "")
    sha256 = session.pending(named)
    job = session.desk().job(sha256) if sha256 else None
    if sha256 and job is not None and job.running:
        st.session_state[intake.LANDING] = sha256
        st.rerun()
    if sha256:
        st.html(markup.message("warning", "This document must be read before it can be shown: open it in the list of documents."))
    elif named:
        st.html(markup.message("warning", f"No document {named} is stored here. It may have been deleted: upload it again."))
    else:
        here = " or drop a PDF here" if session.may_upload() else ""
        st.html(markup.quiet(f"No document is open. Choose one{here}."))
        if session.may_upload():
            intake.uploader(key="review")
    if st.button("Go to the documents", icon=":material/folder_open:"):
        session.leave()
        go(DOCUMENTS)


def _wait(sha256: str) -> None:
    """Show how far a document is until it is read; the script waits here, and any click on the page goes before."""
    here = session.desk()
    if (job := here.job(sha256)) is None or not job.running:
        return
    whole = st.empty()
    with whole.container():
        bar = st.empty()
        st.html(markup.quiet("You can leave this page meanwhile: it goes on in the background."))
        with st.container(horizontal=True, gap="small"):
            st.button("Stop", icon=":material/stop_circle:", key="stop_waiting", on_click=here.jobs.cancel, args=(sha256,))
            if st.button("Go to the documents", icon=":material/folder_open:", key="leave_waiting"):
                st.session_state.pop(intake.LANDING, None)
                go(DOCUMENTS)
        while (job := here.job(sha256)) and job.running:
            bar.progress(job.share, text=plain(f"{job.name}: {job.words}"))
            time.sleep(POLL_SECONDS)
    whole.empty()
