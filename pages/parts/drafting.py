"""The dialog on a document's trees: draft another in one of the ways, decide on an estimate, follow and stop it, delete one."""

from __future__ import annotations

import streamlit as st

from core.store import StoredTree
from pages.parts import choosing, markup, session
from pages.parts.jobs import Job, Stage
from pages.parts.screens import REVIEW, go
from pages.parts.text import plain, short, when
from pages.parts.ways import Mode
from pages.parts.workbench import Workbench

WANTED, DELETING, SEEN = "drafting", "tree_deleting", "drafting_seen"
"""Keys of the session state: the document whose dialog is open, the tree that is asked about, and the job that was told of."""
POLL_SECONDS = 0.5


def want(sha256: str) -> None:
    """Have the dialog opened by the screen."""
    st.session_state[WANTED] = sha256


def button(bench: Workbench) -> None:
    """The button in the review's toolbar. It shows what is under way; what came of it is told once, wherever the person is."""
    sha256 = bench.place.sha256
    job = bench.desk.job(sha256)
    _tell(bench, job)
    running = job is not None and job.running
    asking = job is not None and job.stage is Stage.ASKING
    label = "Drafting" if running else "Decide" if asking else ""
    if st.button(
        label,
        icon=":material/add_notes:",
        key="draft",
        help=plain(job.words) if job and (running or asking) else "Draft again in another way; this document's trees",
    ):
        want(sha256)
    if_wanted(sha256)


def if_wanted(sha256: str | None = None) -> bool:
    """Open the dialog, if it is wanted (for this document). Whether it is open: a script must not wait then."""
    wanted = st.session_state.get(WANTED)
    if not wanted or (sha256 is not None and wanted != sha256):
        return False
    _dialog(wanted)
    return True


def _left() -> None:
    wanted = st.session_state.pop(WANTED, None)
    st.session_state.pop(DELETING, None)
    here = session.desk()
    if wanted and (job := here.job(wanted)) and job.stage in (Stage.DONE, Stage.STOPPED, Stage.FAILED) and here.built(wanted):
        here.jobs.forget(wanted)


@st.dialog("Trees of this document", width="medium", on_dismiss=_left)
def _dialog(sha256: str) -> None:
    """Draw the dialog: the work that is under way, a question it ends in, or the trees with a choice of another way."""
    here = session.desk()
    if sha256 not in {document.sha256 for document in here.store.documents()}:
        st.html(markup.message("warning", "This document was deleted."))
        return
    job = here.job(sha256)
    if job is not None and job.running:
        _follow(sha256)
    elif job is not None and job.stage is Stage.ASKING:
        estimate(sha256, key="dialog")
    else:
        if job is not None:
            _ended(sha256, job)
        _trees(sha256)
        _again(sha256)


@st.fragment(run_every=POLL_SECONDS)
def _follow(sha256: str) -> None:
    """Show how far the work is until it ends, with a button that stops it.

    It is drawn again and again: a script that waits here would keep every click in the dialog waiting, the one on Stop too.
    """
    here = session.desk()
    job = here.job(sha256)
    if job is None or not job.running:
        st.rerun()
    st.progress(job.share, text=plain(job.words))
    st.html(markup.quiet("You can close this: it goes on in the background. The trees that are there stay as they are."))
    st.button(
        "Stop",
        icon=":material/stop_circle:",
        key="stop_drafting",
        disabled=job.stopping,
        on_click=here.jobs.cancel,
        args=(sha256,),
    )


def estimate(sha256: str, *, key: str) -> None:
    """Say what asking the model will take, and ask whether to go on."""
    building = session.desk().building
    asked = building.asked(sha256)
    if asked is None:  # another tab has decided
        return
    st.html(markup.message("info", f"{asked.words}."))
    st.html(markup.quiet(asked.where))
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Ask the model",
            type="primary",
            icon=":material/play_arrow:",
            key=f"go_on_{key}",
            on_click=lambda: _go_on(sha256),
        )
        st.button("Leave it", key=f"leave_{key}", on_click=building.leave_it, args=(sha256,))


def _go_on(sha256: str) -> None:
    session.desk().building.go_on(sha256)


def _ended(sha256: str, job: Job) -> None:
    if job.stage is Stage.DONE:
        if not job.tree:
            return
        name = session.desk().store.stored_tree(job.tree).name
        st.html(markup.message("fine", f"“{name}” is there. {job.message}".strip()))
        if st.button("Look at it", type="primary", icon=":material/visibility:", key="look_at_draft"):
            _left()
            session.stand_at(sha256, job.tree)
            go(REVIEW, doc=sha256[: session.PREFIX_LENGTH], tree=str(job.tree))
    elif job.stage in (Stage.FAILED, Stage.STOPPED):
        st.html(markup.message("error" if job.stage is Stage.FAILED else "info", job.message))


def _trees(sha256: str) -> None:
    """The document's trees. One beside others can be deleted, after a question."""
    here = session.desk()
    trees = here.store.trees(sha256)
    for tree in trees:
        words, delete = st.columns([11, 1], vertical_alignment="center")
        with words:
            by = f" · by {tree.created_by}" if tree.created_by else ""
            edits = f" · {tree.version} changes" if tree.version else ""
            facts = f"{tree.nodes} sections · {when(tree.created)}{by}{edits}"
            st.html(markup.row(tree.name + (" (worked on)" if tree.active else ""), facts))
        with delete:
            st.button(
                "",
                icon=":material/delete:",
                key=f"delete_tree_{tree.id}",
                help=plain(f"Delete the tree {short(tree.name)}"),
                type="tertiary",
                disabled=len(trees) == 1,
                on_click=lambda tree_id=tree.id: st.session_state.update({DELETING: tree_id}),
            )
        if st.session_state.get(DELETING) == tree.id:
            _confirm(tree)


def _confirm(tree: StoredTree) -> None:
    def delete() -> None:
        st.session_state.pop(DELETING, None)
        session.desk().store.delete_tree(tree.id)

    with st.container(horizontal=True, vertical_alignment="center"):
        words = f"Delete “{short(tree.name)}” with its {tree.version} changes? This cannot be undone."
        st.html(markup.message("warning", words))
        st.button("Delete it", type="primary", on_click=delete, key="delete_tree_yes")
        st.button("Keep it", on_click=lambda: st.session_state.pop(DELETING, None), key="delete_tree_no")


def _again(sha256: str) -> None:
    """The choice of another way, and whether models may see this document at all."""
    here = session.desk()
    document = here.store.document(sha256)
    st.html(markup.label("Draft again: another tree beside these"))
    way = choosing.choice(key="dialog", private=document.private)
    if st.button(
        "Estimate what it takes" if way.mode is Mode.MODEL else "Draft",
        type="primary",
        icon=":material/add_notes:",
        key="draft_now",
        disabled=way.mode is Mode.MODEL and not way.given.get("model"),
    ):
        here.jobs.forget(sha256)
        here.build(sha256, who=session.who(), way=way)
        st.rerun(scope="fragment")
    if (why := choosing.why_no_model(private=document.private)) and not document.private:
        st.html(markup.quiet(why))
    st.checkbox(
        "Never send this document to a model",
        value=document.private,
        key=f"private_{sha256}",
        on_change=lambda: here.store.set_private(sha256, bool(st.session_state[f"private_{sha256}"])),
        help="Holds for everybody, until it is taken off here",
    )


def _tell(bench: Workbench, job: Job | None) -> None:
    """Once a job on the document shown is over, say so, unless the dialog does."""
    if job is None or job.running or job.stage is Stage.ASKING or st.session_state.get(WANTED):
        return
    if st.session_state.get(SEEN) == job:
        return
    st.session_state[SEEN] = job
    if job.stage is Stage.DONE and job.tree and job.tree != bench.place.tree_id:
        name = bench.desk.store.stored_tree(job.tree).name
        st.toast(
            plain(f"“{name}” is drafted: choose it beside the document's name. {job.message}"), icon=":material/check_circle:"
        )
    elif job.stage is Stage.FAILED:
        st.toast(plain(job.message), icon=":material/error:", duration="long")
