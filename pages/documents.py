"""Documents: upload, samples, and the list of what is here."""

from __future__ import annotations

import streamlit as st

from core.errors import TreeproofError
from core.store import Overview
from pages.parts import session
from pages.parts.jobs import Job, Stage
from pages.parts.samples import Sample, catalog
from pages.parts.screens import REVIEW, go
from pages.parts.text import plain, short, tag
from pages.parts.uploads import Upload, paired

POLL_SECONDS = 0.6


def show() -> None:
    """Draw the screen."""
    _land()
    st.html(
        '<div class="tp-title"><b>Documents</b><span>Upload a PDF, or a PDF together with its section tree, and correct the tree page by page.</span></div>'
    )
    uploader(key="documents")
    _messages()
    running = any(job.running for job in session.desk().jobs.running()) or "landing" in st.session_state
    st.fragment(_list, run_every=POLL_SECONDS if running else None)()
    _gallery()


def uploader(*, key: str) -> None:
    """Where files are dropped. What comes in is taken at once, and the screen goes to it when it is read."""
    nth = st.session_state.setdefault(f"uploads_{key}", 0)

    def take() -> None:
        files = st.session_state.get(f"upload_{key}_{nth}") or []
        st.session_state[f"uploads_{key}"] += 1
        take_files([Upload(file.name, file.getvalue()) for file in files])

    st.file_uploader(
        "PDFs, each with its tree (JSON) where there is one: same name, or one of each",
        type=["pdf", "json"],
        accept_multiple_files=True,
        key=f"upload_{key}_{nth}",
        on_change=take,
        help="Trees in treeproof's own format and in PageIndex's are read. Without one, treeproof drafts the tree itself.",
    )


def take_files(files: list[Upload]) -> None:
    """Take uploaded files in: store, build, and note where to land. What is wrong with one does not stop the others."""
    pairs, problems = paired(files)
    messages: list[tuple[str, str]] = [("error", problem) for problem in problems]
    landed: list[str] = []
    for pair in pairs:
        try:
            document, new = session.desk().take(
                pair.pdf.data,
                pair.pdf.name,
                who=session.who(),
                tree=pair.tree.data if pair.tree else None,
                tree_name=pair.tree.name if pair.tree else "",
            )
        except TreeproofError as error:
            messages.append(("error", str(error)))
            continue
        landed.append(document.sha256)
        if not new:
            tail = "Its tree was added beside the others." if pair.tree else "Its trees and corrections are as you left them."
            messages.append(("info", f"{pair.pdf.name} is here already (as {document.name}). {tail}"))
    st.session_state["messages"] = messages
    if len(landed) == 1:
        st.session_state["landing"] = landed[0]


def open_sample(sample: Sample, *, faulty: bool) -> None:
    """Open a sample, with its faulty draft or as the engine drafts it."""
    draft = sample.draft if faulty else None
    here = session.desk()
    data = sample.pdf.read_bytes()
    known = {document.name: document.sha256 for document in here.store.documents()}
    if faulty and (sha256 := known.get(sample.file)):
        for tree in here.store.trees(sha256):
            if draft is not None and tree.name == draft.name:
                here.store.activate(tree.id)
                st.session_state["landing"] = sha256
                return
    document, _ = here.take(
        data,
        sample.file,
        who=session.who(),
        tree=draft.read_bytes() if draft else None,
        tree_name=draft.name if draft else "",
    )
    st.session_state["landing"] = document.sha256


def _land() -> None:
    """Go to the document that was just opened, once it can be shown."""
    sha256 = st.session_state.get("landing")
    if sha256 is None:
        return
    here = session.desk()
    job = here.job(sha256)
    if job is not None and job.running:
        return
    st.session_state.pop("landing")
    if here.built(sha256) and here.evidence(sha256) is not None:
        session.open_document(sha256)
        go(REVIEW, doc=sha256[: session.PREFIX_LENGTH])


def _messages() -> None:
    for kind, words in st.session_state.pop("messages", []):
        (st.error if kind == "error" else st.info)(plain(words))


def _list() -> None:
    """The documents, each with how far it is. Runs by itself while something is being built."""
    here = session.desk()
    landing = st.session_state.get("landing")
    if landing is not None and not ((job := here.job(landing)) and job.running):
        st.rerun(scope="app")
    lines = here.store.overview()
    if not lines:
        st.html('<div class="tp-quiet">Nothing here yet. Drop a PDF above, or open a sample below.</div>')
        return
    with st.container(border=True, gap="small"):
        for line in lines:
            _line(line, here.job(line.document.sha256))


def _line(line: Overview, job: Job | None) -> None:
    sha256 = line.document.sha256
    name, chips, open_, delete = st.columns([5, 4, 1.2, 0.6], vertical_alignment="center", gap="small")
    with name:
        st.html(
            f'<div class="tp-row"><b title="{tag(line.document.name)}">{tag(line.document.name)}</b><small>{tag(_facts(line))}</small></div>'
        )
    with chips:
        if job is not None and job.running:
            st.progress(job.share, text=plain(job.words))
        elif job is not None and job.stage is Stage.LOCKED:
            _password(sha256, job)
        elif job is not None and job.stage is Stage.FAILED:
            st.html(f'<div class="tp-finding error">{tag(job.message)}</div>')
        elif line.tree is None:
            _build_button(sha256, "This document was not read to its end.")
        elif session.desk().evidence(sha256) is None:
            _build_button(sha256, "It must be read again before it can be shown.")
        else:
            st.html(_chips(line))
    with open_:
        ready = line.tree is not None and not (job and job.running)
        if st.button("Open", key=f"open_{sha256}", disabled=not ready, width="stretch", type="secondary"):
            if session.open_document(sha256) is not None:
                go(REVIEW, doc=sha256[: session.PREFIX_LENGTH])
    with delete:
        st.button(
            "",
            icon=":material/delete:",
            key=f"delete_{sha256}",
            help="Delete this document",
            type="tertiary",
            on_click=_ask,
            args=(sha256,),
        )
    if st.session_state.get("deleting") == sha256:
        _confirm(line)


def _ask(sha256: str) -> None:
    st.session_state["deleting"] = sha256


def _confirm(line: Overview) -> None:
    def delete() -> None:
        st.session_state.pop("deleting", None)
        if (at := st.session_state.get("place")) and at.sha256 == line.document.sha256:
            session.leave()
        session.desk().delete(line.document.sha256)

    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(
            f'<div class="tp-finding warning">Delete {tag(short(line.document.name))} with its trees, corrections and history? This cannot be undone.</div>'
        )
        st.button("Delete it all", type="primary", on_click=delete, key="delete_yes")
        st.button("Keep it", on_click=lambda: st.session_state.pop("deleting", None), key="delete_no")


def _facts(line: Overview) -> str:
    pages = "not read yet" if line.document.pages is None else f"{line.document.pages} pages"
    sections = f" · {line.tree.nodes} sections" if line.tree else ""
    return f"{pages}{sections} · added {line.document.added.astimezone():%d %b %Y %H:%M}"


def _chips(line: Overview) -> str:
    parts = []
    if line.failed:
        parts.append(f'<span class="tp-chip failed">{line.failed} failed</span>')
    if line.suspect:
        parts.append(f'<span class="tp-chip suspect">{line.suspect} unsure</span>')
    if line.failed == 0 and not line.suspect:
        parts.append('<span class="tp-chip done">No failures</span>')
    if line.tree and line.tree.nodes:
        share = round(100 * line.tree.reviewed / line.tree.nodes)
        parts.append(
            f'<span class="tp-bar"><i style="width:{share}%"></i></span><span class="tp-quiet">{line.tree.reviewed} of {line.tree.nodes} reviewed</span>'
        )
    return f'<div class="tp-chips">{"".join(parts)}</div>'


def _password(sha256: str, job: Job) -> None:
    password = st.text_input(
        "Password",
        type="password",
        key=f"password_{sha256}",
        label_visibility="collapsed",
        placeholder=job.message,
        autocomplete="off",
    )
    if password:
        st.session_state["landing"] = sha256
        session.desk().build(sha256, who=session.who(), password=password)
        st.rerun(scope="app")


def _build_button(sha256: str, why: str) -> None:
    if st.button("Read it", key=f"build_{sha256}", help=why):
        st.session_state["landing"] = sha256
        session.desk().build(sha256, who=session.who())
        st.rerun(scope="app")


def _gallery() -> None:
    st.html(
        '<div class="tp-title"><b>Samples</b><span>Small documents to try things on; each faulty draft holds a handful of faults.</span></div>'
    )
    columns = st.columns(3, gap="small")
    for nth, sample in enumerate(catalog()):
        with columns[nth % 3], st.container(border=True):
            st.html(
                f'<div class="tp-card"><b>{tag(sample.title)}</b><p>{tag(sample.description)}</p><small>{sample.pages} pages</small></div>'
            )
            with st.container(horizontal=True):
                if sample.draft is not None:
                    st.button(
                        "Open faulty draft",
                        key=f"faulty_{sample.file}",
                        type="primary",
                        on_click=open_sample,
                        args=(sample,),
                        kwargs={"faulty": True},
                    )
                st.button(
                    "Draft it anew", key=f"sample_{sample.file}", on_click=open_sample, args=(sample,), kwargs={"faulty": False}
                )
