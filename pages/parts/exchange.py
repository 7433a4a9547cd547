"""Trees out and in: exports whole or in part, the record of corrections, and trees made elsewhere set onto the open document."""

from __future__ import annotations

import json
from pathlib import PurePath

import streamlit as st

from core.errors import TreeproofError
from core.formats import FORMATS, dump
from core.store import Store, TreeState
from core.tree import Node
from pages.parts import session
from pages.parts.corrections import corrections
from pages.parts.text import plain, short, tag
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
        st.html(f'<div class="tp-quiet">{tag(sentence)}</div>')
    ids = {"ticked": only, "part": _whole(chosen.node) if chosen else None}.get(part)
    st.download_button(
        "Download the tree",
        data=lambda: dump(state.tree, form.name, only=ids),
        file_name=f"{stem}{form.suffix}",
        mime=form.media_type,
        type="primary",
        icon=":material/download:",
        on_click="ignore",
        key="download_tree",
        width="stretch",
    )
    st.download_button(
        "Download the record of corrections",
        data=lambda: _record(bench.desk.store, state),
        file_name=f"{stem}.corrections.json",
        mime="application/json",
        icon=":material/history:",
        on_click="ignore",
        key="download_corrections",
        help="Each change with who made it, when, and the sections before and after",
        width="stretch",
    )


@st.dialog("Import a tree onto this PDF", width="medium")
def import_dialog(bench: Workbench) -> None:
    """Take a tree made elsewhere; it is set beside the document's others, none of which it touches."""
    st.html(
        '<div class="tp-quiet">Treeproof JSON or PageIndex JSON. The tree is set beside the others of this document, and checked at once.</div>'
    )
    file = st.file_uploader("Tree (JSON)", type=["json"], key="import_file", label_visibility="collapsed")
    if file is None:
        return
    try:
        tree_id = bench.desk.import_tree(bench.place.sha256, file.getvalue(), file.name, who=bench.who)
    except TreeproofError as error:
        st.error(plain(f"{file.name}: {error}"))
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


def _record(store: Store, state: TreeState) -> str:
    return json.dumps(corrections(state, store.report(state.tree_id, 0)), ensure_ascii=False, indent=1) + "\n"


def _whole(node: Node) -> frozenset[str]:
    return frozenset([node.id]).union(*(_whole(child) for child in node.children))
