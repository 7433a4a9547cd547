"""Documents: upload, samples, and the list of what is here."""

from __future__ import annotations

import time

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.store import Overview
from pages.parts import intake, markup, session
from pages.parts.jobs import Job, Stage
from pages.parts.samples import catalog
from pages.parts.screens import REVIEW, go, told
from pages.parts.text import plain, short

POLL_SECONDS = 0.3
DELETING = "deleting"


def show() -> None:
    """Draw the screen."""
    if intake.LANDING in st.session_state:
        go(REVIEW)
    st.html(markup.heading("Documents", "Upload a PDF, or a PDF with its section tree, and correct the tree page by page."))
    intake.uploader(key="documents")
    intake.tell()
    bars: dict[str, DeltaGenerator] = {}
    with told():
        bars = _list()
    _gallery()
    _follow(bars)


def _list() -> dict[str, DeltaGenerator]:
    """The documents, each with how far it is. Returns where the bars of those being built stand, by document."""
    here = session.desk()
    lines = here.store.overview()
    if not lines:
        st.html(markup.quiet("Nothing here yet. Drop a PDF above, or open a sample below."))
        return {}
    with st.container(border=True, gap="small"):
        bars = [(line.document.sha256, _line(line, here.job(line.document.sha256))) for line in lines]
    return {sha256: bar for sha256, bar in bars if bar is not None}


def _follow(bars: dict[str, DeltaGenerator]) -> None:
    """Keep the bars going until a document is ready; any click goes before.

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
    name, state, open_, delete = st.columns([6, 4, 1, 0.4], vertical_alignment="center", gap="small")
    with name:
        st.html(markup.row(line.document.name, _facts(line)))
    with state:
        bar = _state(line, job)
    with open_:
        ready = line.tree is not None and not running
        wanted = st.button("Open", key=f"open_{sha256}", disabled=not ready, width="stretch")
        if wanted and session.open_document(sha256) is not None:
            st.session_state.pop(intake.LANDING, None)
            go(REVIEW, doc=sha256[: session.PREFIX_LENGTH])
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
    """How far a document is: being built (returns the bar), waiting for its password, failed, or how its tree stands."""
    sha256 = line.document.sha256
    if job is not None and job.running:
        return st.progress(job.share, text=plain(job.words))
    if job is not None and job.stage is Stage.LOCKED:
        _password(sha256, job)
    elif job is not None and job.stage is Stage.FAILED:
        st.html(markup.message("error", job.message))
    elif line.tree is None:
        _build_button(sha256, "It was not read to its end. Read it now.")
    elif session.desk().evidence(sha256) is None:
        _build_button(sha256, "It must be read again before it can be shown.")
    else:
        st.html(markup.state(line.failed, line.suspect, line.tree.reviewed, line.tree.nodes))
    return None


def _password(sha256: str, job: Job) -> None:
    st.html(markup.message("warning", job.message))
    password = st.text_input(
        "Password", type="password", key=f"password_{sha256}", autocomplete="off", label_visibility="collapsed"
    )
    if st.button("Open with this password", key=f"unlock_{sha256}", disabled=not password) and password:
        st.session_state[intake.LANDING] = sha256
        session.desk().build(sha256, who=session.who(), password=password)
        st.rerun(scope="app")


def _build_button(sha256: str, why: str) -> None:
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
    return f"{pages}{sections} · added {line.document.added.astimezone():%d %b %Y %H:%M}"


def _gallery() -> None:
    st.html(markup.heading("Samples", "Small documents to try things on; each faulty draft holds a handful of faults."))
    columns = st.columns(3, gap="small")
    for nth, sample in enumerate(catalog()):
        with columns[nth % 3], st.container(border=True):
            st.html(markup.card(sample.title, sample.description, f"{sample.pages} pages"))
            with st.container(horizontal=True):
                for faulty, label in ((True, "Open faulty draft"), (False, "Engine's draft")):
                    if not faulty or sample.draft is not None:
                        st.button(
                            label,
                            key=f"sample_{sample.file}_{faulty}",
                            type="primary" if faulty else "secondary",
                            on_click=intake.open_sample,
                            args=(sample,),
                            kwargs={"faulty": faulty},
                        )
