"""How documents come in: uploads, alone or with their trees, and samples. What was opened is where the session then goes."""

from __future__ import annotations

import hashlib
from pathlib import Path

import streamlit as st

from core.errors import TreeproofError
from core.settings import MEBIBYTE
from core.store import Origin
from pages.parts import choosing, drafting, markup, session
from pages.parts.jobs import Stage
from pages.parts.samples import Sample
from pages.parts.uploads import TREE_SUFFIXES, Pair, Upload, paired

MESSAGES, LANDING = "messages", "landing"
"""Keys of the session state: what is to be told, as (kind, sentence), and the document to go to once it can be shown."""

WORDS = "PDFs, each with its tree where there is one: under the same name, or one of each"


def uploader(*, key: str) -> None:
    """Where files are dropped. What comes in is taken at once; the field is emptied."""
    nth: int = st.session_state.setdefault(f"uploads_{key}", 0)

    def take() -> None:
        files = st.session_state.get(f"upload_{key}_{nth}") or []
        st.session_state[f"uploads_{key}"] = nth + 1
        take_files([Upload(file.name, file.getvalue()) for file in files])

    bounds = session.visits().bounds if session.demo() else None
    st.file_uploader(
        WORDS,
        type=["pdf", *(suffix[1:] for suffix in TREE_SUFFIXES)],
        accept_multiple_files=True,
        key=f"upload_{key}_{nth}",
        on_change=take,
        max_upload_size=bounds.bytes_per_visit // (4 * MEBIBYTE) if bounds else None,
        help="A tree: JSON of several tools, a table (CSV, TSV), an outline (Markdown, text). Without one, it is drafted.",
    )


def take_files(files: list[Upload]) -> None:
    """Store files and build them. What is wrong with one is told and does not stop the others."""
    pairs, left_over = paired(files)
    told = [("error", sentence) for sentence in left_over]
    landed: list[str] = []
    for pair in pairs:
        try:
            landed.append(_take(pair, told))
        except TreeproofError as error:
            told.append(("error", str(error)))
    st.session_state[MESSAGES] = told
    if len(landed) == 1:
        st.session_state[LANDING] = landed[0]


def _take(pair: Pair, told: list[tuple[str, str]]) -> str:
    tree = pair.tree
    document, new = session.desk().take(
        pair.pdf.data,
        pair.pdf.name,
        who=session.who(),
        tree=tree.data if tree else None,
        tree_name=tree.name if tree else "",
        way=choosing.chosen(),
    )
    if not new:
        tail = "Its tree is set beside the others." if tree else "Its trees and corrections are as you left them."
        told.append(("info", f"{pair.pdf.name} is here already (as {document.name}). {tail}"))
    return document.sha256


def open_sample(sample: Sample, *, faulty: bool) -> None:
    """Open a sample with its faulty draft, or with the engine's own. One opened before is gone on with."""
    open_with(sample, sample.draft if faulty else None)


def open_with(sample: Sample, draft: Path | None) -> None:
    """Open a sample with a tree from a file, or with the engine's own."""
    here = session.desk()
    data = sample.pdf.read_bytes()
    sha256 = hashlib.sha256(data).hexdigest()
    st.session_state[LANDING] = sha256
    if any(document.sha256 == sha256 for document in here.store.documents()):
        for tree in reversed(here.store.trees(sha256)):
            if tree.name == draft.name if draft else tree.origin is Origin.ENGINE:
                here.store.activate(tree.id)
                return
    tree_data, tree_name = (draft.read_bytes(), draft.name) if draft else (None, "")
    here.take(data, sample.file, who=session.who(), tree=tree_data, tree_name=tree_name)


def landed(sha256: str) -> bool:
    """Stand at a document whose job is over. Where its tree could not be imported, say so there: the document has its draft."""
    here = session.desk()
    if not here.built(sha256) or (at := session.open_document(sha256)) is None:
        return False
    job = here.job(sha256)
    if job is not None and job.stage is Stage.FAILED:
        at.notice = ("error", job.message)
        here.jobs.forget(sha256)
    elif job is not None and job.stage is Stage.ASKING:
        drafting.want(sha256)
    session.name_place(at)
    return True


def tell() -> None:
    """Say what is waiting to be said."""
    for kind, words in st.session_state.pop(MESSAGES, []):
        st.html(markup.message(kind, words))
