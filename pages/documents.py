"""Documents: upload, the list of what is here with how each stands, and samples."""

from __future__ import annotations

import time

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.store import Overview
from pages.parts import choosing, drafting, gallery, intake, markup, session, shelf
from pages.parts.jobs import Job, Stage
from pages.parts.screens import REVIEW, go, told
from pages.parts.text import plain, short, when

POLL_SECONDS = 0.3
DELETING = "deleting"
DEMO_WORDS = "This is a demo: what you do here is yours alone, and forgotten when you leave."


def show() -> None:
    """Draw the screen."""
    if intake.LANDING in st.session_state:
        go(REVIEW)
    st.html(markup.heading("Documents", "Upload a PDF, or a PDF with its section tree, and correct the tree page by page."))
    _intake()
    intake.tell()
    lines = session.desk().store.overview()
    documents, samples = st.tabs(
        [f"Documents ({len(lines)})" if lines else "Documents", "Samples"], default=None if lines else "Samples"
    )
    bars: dict[str, DeltaGenerator] = {}
    with documents, told():
        bars = _list(lines)
    with samples:
        gallery.draw()
    if not drafting.if_wanted():
        _follow(bars)


def _intake() -> None:
    """Where files are dropped, with the way in which they are drafted beside it; in a demo, what a demo is."""
    if session.demo():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.html(markup.quiet(DEMO_WORDS))
            st.button("Start over", icon=":material/restart_alt:", key="start_over", on_click=session.start_over)
    if not session.may_upload():
        return
    field, way = st.columns([7, 4], gap="medium")
    with field:
        intake.uploader(key="documents")
    with way:
        choosing.choice(key="upload")


def _list(lines: list[Overview]) -> dict[str, DeltaGenerator]:
    """The documents, each with how far it is. Returns where the bars of those being built stand, by document."""
    here = session.desk()
    if not lines:
        where = "Drop a PDF above, or open a sample." if session.may_upload() else "Open a sample."
        st.html(markup.quiet(f"Nothing here yet. {where}"))
        return {}
    shown = shelf.arranged(lines)
    if not shown:
        st.html(markup.quiet("No document fits. Change the filter."))
        return {}
    with st.container(border=True, gap="small"):
        bars = [(line.document.sha256, _line(line, here.job(line.document.sha256))) for line in shelf.first(shown)]
    shelf.more(shown)
    return {sha256: bar for sha256, bar in bars if bar is not None}


def _follow(bars: dict[str, DeltaGenerator]) -> None:
    """Keep the bars going until a document is ready; any click goes before, but for one in a dialog.

    The script itself waits: a fragment that reruns by itself would ask for this screen once more after another was opened,
    and the browser would drop what it had drawn of that one.
    """
    jobs = session.desk().jobs
    drawn: dict[str, Job] = {}
    while bars:
        for sha256, bar in bars.items():
            job = jobs.get(sha256)
            if job is None or not job.running:
                st.rerun()
            if drawn.get(sha256) != job:
                bar.progress(job.share, text=plain(job.words))
                drawn[sha256] = job
        time.sleep(POLL_SECONDS)


def _line(line: Overview, job: Job | None) -> DeltaGenerator | None:
    """One document. Returns the place for its bar while it is being built."""
    sha256 = line.document.sha256
    running = job is not None and job.running
    name, state, open_, again, delete = st.columns([6, 4, 1, 0.4, 0.4], vertical_alignment="center", gap="small")
    with name:
        st.html(markup.row(line.document.name, _facts(line)))
    with state:
        bar = _state(line, job)
    with open_:
        wanted = st.button("Open", key=f"open_{sha256}", disabled=line.tree is None, width="stretch")
        if wanted and session.open_document(sha256) is not None:
            st.session_state.pop(intake.LANDING, None)
            go(REVIEW, doc=sha256[: session.PREFIX_LENGTH])
    with again:
        st.button(
            "",
            icon=":material/add_notes:",
            key=f"draft_{sha256}",
            help="Draft again in another way; this document's trees",
            type="tertiary",
            disabled=line.tree is None,
            on_click=drafting.want,
            args=(sha256,),
        )
    with delete:
        st.button(
            "",
            icon=":material/delete:",
            key=f"delete_{sha256}",
            help=plain(f"Delete {short(line.document.name)}"),
            type="tertiary",
            disabled=running,
            on_click=lambda: st.session_state.update({DELETING: sha256}),
        )
    if st.session_state.get(DELETING) == sha256:
        _confirm(line)
    return bar


def _state(line: Overview, job: Job | None) -> DeltaGenerator | None:
    """How far a document is: being built (returns the bar), waiting for a person's word, failed, or how its tree stands."""
    sha256 = line.document.sha256
    here = session.desk()
    if job is not None and job.running:
        bar, stop = st.columns([9, 1], vertical_alignment="center", gap="small")
        stop.button(
            "",
            icon=":material/stop_circle:",
            key=f"stop_{sha256}",
            help="Stop. What is there stays",
            type="tertiary",
            disabled=job.stopping,
            on_click=here.jobs.cancel,
            args=(sha256,),
        )
        return bar.progress(job.share, text=plain(job.words))
    if job is not None and job.stage is Stage.LOCKED:
        _password(sha256, job)
    elif job is not None and job.stage is Stage.ASKING:
        drafting.estimate(sha256, key=sha256)
    elif job is not None and job.stage in (Stage.FAILED, Stage.STOPPED):
        _over(line, job)
    elif line.tree is None:
        _read_button(sha256, "It was not read to its end. Read it now.")
    elif here.evidence(sha256) is None:
        _read_button(sha256, "It must be read again before it can be shown.")
    else:
        st.html(markup.state(line.failed, line.suspect, line.tree.reviewed, line.tree.nodes))
        if line.signed is not None:
            st.html(shelf.signed(line))
    return None


def _over(line: Overview, job: Job) -> None:
    """A job that failed or was stopped: why, and what can be done about it."""
    sha256 = line.document.sha256
    st.html(markup.message("error" if job.stage is Stage.FAILED else "info", job.message))
    if line.tree is None:
        _read_button(sha256, "Try again")
    else:
        st.button("All right", key=f"seen_{sha256}", on_click=session.desk().jobs.forget, args=(sha256,))


def _password(sha256: str, job: Job) -> None:
    st.html(markup.message("warning", job.message))
    password = st.text_input(
        "Password", type="password", key=f"password_{sha256}", autocomplete="off", label_visibility="collapsed"
    )
    if st.button("Open with this password", key=f"unlock_{sha256}", disabled=not password) and password:
        st.session_state[intake.LANDING] = sha256
        session.desk().build(sha256, who=session.who(), password=password)
        st.rerun(scope="app")


def _read_button(sha256: str, why: str) -> None:
    if st.button("Read it", key=f"build_{sha256}", help=why):
        st.session_state[intake.LANDING] = sha256
        session.desk().build(sha256, who=session.who())
        st.rerun(scope="app")


def _confirm(line: Overview) -> None:
    sha256 = line.document.sha256

    def delete() -> None:
        st.session_state.pop(DELETING, None)
        if (at := st.session_state.get("place")) and at.sha256 == sha256:
            session.leave()
        session.desk().delete(sha256)

    with st.container(horizontal=True, vertical_alignment="center"):
        what = f"Delete {short(line.document.name)} with its trees, corrections and history? This cannot be undone."
        st.html(markup.message("warning", what))
        st.button("Delete it all", type="primary", on_click=delete, key="delete_yes")
        st.button("Keep it", on_click=lambda: st.session_state.pop(DELETING, None), key="delete_no")


def _facts(line: Overview) -> str:
    pages = "not read yet" if line.document.pages is None else f"{line.document.pages} pages"
    sections = f" · {line.tree.nodes} sections" if line.tree else ""
    private = " · never sent to a model" if line.document.private else ""
    return f"{pages}{sections} · added {when(line.document.added)}{private}"
