"""Trees out and in: exports whole or in part, the record of corrections, and trees made elsewhere set onto the open document."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import PurePath

import streamlit as st

from core.diff import Correction, as_csv, as_json, corrections
from core.errors import TreeproofError
from core.formats import FORMATS, dump
from core.store import Store, TreeState
from core.tree import Node
from pages.parts import markup, session
from pages.parts.text import plain, short
from pages.parts.workbench import Place, Workbench


@st.dialog("Export the tree", width="medium")
def export_dialog(bench: Workbench, only: frozenset[str] | None = None) -> None:
    """Offer the tree, or the sections in `only`, and the record of corrections as downloads."""
    state = bench.state
    stem = PurePath(bench.desk.store.document(bench.place.sha256).name).stem
    chosen = bench.chosen
    options = {"whole": f"The whole tree ({len(state.tree.placed)} sections)"}
    if only is not None:
        options = {"ticked": f"The {len(only)} ticked sections", **options}
    if chosen is not None and chosen.node.children:
        options["part"] = f"“{short(chosen.node.title, 50)}” and what is below it"
    part = st.radio("What", list(options), format_func=lambda name: plain(options[name]), key="export_part")
    form = FORMATS[st.radio("Format", list(FORMATS), format_func=lambda name: plain(FORMATS[name].label), key="export_format")]
    for sentence in form.losses(state.tree):
        st.html(markup.quiet(sentence))
    ids = {"ticked": only, "part": _whole(chosen.node) if chosen else None}.get(part)
    st.download_button(
        "Download the tree",
        data=lambda: dump(state.tree, form.name, only=ids),
        file_name=f"{stem}{form.suffix}",
        mime=form.media_type,
        type="primary",
        icon=":material/download:",
        on_click="ignore",
        key=f"download_{form.name}",
        width="stretch",
    )
    st.html(markup.label("Corrections: each field that was changed, with what the checks had found"))
    with st.container(horizontal=True, gap="small"):
        for suffix, write, mime in (("csv", as_csv, "text/csv"), ("json", as_json, "application/json")):
            st.download_button(
                f"Corrections as {suffix.upper()}",
                data=partial(_corrections, bench.desk.store, state, write),
                file_name=f"{stem}.corrections.{suffix}",
                mime=mime,
                icon=":material/history:",
                on_click="ignore",
                key=f"download_corrections_{suffix}",
                width="stretch",
            )


@st.dialog("Import a tree onto this PDF", width="medium")
def import_dialog(bench: Workbench) -> None:
    """Take a tree made elsewhere; it is set beside the document's others, none of which it touches."""
    st.html(markup.quiet("Treeproof JSON or PageIndex JSON. It is set beside this document's other trees, and checked at once."))
    file = st.file_uploader("Tree (JSON)", type=["json"], key="import_file", label_visibility="collapsed")
    if file is None:
        return
    try:
        tree_id = bench.desk.import_tree(bench.place.sha256, file.getvalue(), file.name, who=bench.who)
    except TreeproofError as error:
        st.html(markup.message("error", f"{file.name}: {error}"))
        return
    at = Place(bench.place.sha256, tree_id, moves=bench.place.moves + 1)
    st.session_state["place"] = at
    opened = session.bench(at)
    at.version = opened.state.version
    opened.first_problem()
    notes = bench.desk.store.stored_tree(tree_id).notes
    at.notice = ("info" if notes else "success", " ".join(notes) or f"{file.name} was imported as a tree of its own.")
    session.name_place(at)
    st.rerun(scope="app")


def _corrections(store: Store, state: TreeState, write: Callable[[Iterable[Correction]], str]) -> str:
    return write(corrections(state.drafted, state.tree, store.report(state.tree_id, 0)))


def _whole(node: Node) -> frozenset[str]:
    return frozenset([node.id]).union(*(_whole(child) for child in node.children))
