"""The line above the workspace: which document and tree, how far the review is, and what acts on the whole."""

from __future__ import annotations

import streamlit as st

from core.store import StoredTree
from core.tree import Review
from pages.parts import drafting, exchange, helping, markup, session, signing
from pages.parts.place import Place
from pages.parts.problems import Standing, standings
from pages.parts.text import plain, short
from pages.parts.workbench import Workbench


def toolbar(bench: Workbench) -> None:
    """Draw the toolbar. Its buttons carry the keys that work all over the screen."""
    state = bench.state
    with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False, key="toolbar"):
        st.html(_title(bench), width="stretch")
        trees = bench.desk.store.trees(bench.place.sha256)
        if len(trees) > 1:
            _trees(bench, trees)
        drafting.button(bench)
        signing.controls(bench)
        st.button(
            "Previous",
            icon=":material/keyboard_arrow_up:",
            shortcut="P",
            on_click=bench.go,
            args=(-1,),
            help="The failure before",
            key="previous",
        )
        st.button(
            "Next failure",
            icon=":material/keyboard_arrow_down:",
            shortcut="N",
            on_click=bench.go,
            args=(1,),
            key="next",
            help="The next failure; when none is left, the next uncertain section",
        )
        st.button(
            "",
            icon=":material/undo:",
            shortcut="Ctrl+Z",
            on_click=bench.undo,
            disabled=state.undo_label is None,
            key="undo",
            help=plain(f"Undo: {state.undo_label}") if state.undo_label else "Nothing to undo",
        )
        st.button(
            "",
            icon=":material/redo:",
            shortcut="Ctrl+Y",
            on_click=bench.redo,
            disabled=state.redo_label is None,
            key="redo",
            help=plain(f"Do again: {state.redo_label}") if state.redo_label else "Nothing to redo",
        )
        if st.button("Export", icon=":material/download:", key="export", shortcut="E"):
            exchange.export_dialog(bench)
        if session.may_upload() and st.button(
            "", icon=":material/upload:", key="import", help="Import a tree made elsewhere onto this PDF"
        ):
            exchange.import_dialog(bench)
        if st.button("", icon=":material/help:", key="help", shortcut="H", help="Keys, signs and how it works"):
            helping.help_dialog()


def _title(bench: Workbench) -> str:
    tree = bench.state.tree
    stand = list(standings(tree, bench.report).values())
    reviewed = sum(placed.node.review is not Review.UNREVIEWED for placed in tree.walk())
    chips = markup.state(stand.count(Standing.FAILED), stand.count(Standing.SUSPECT), reviewed, len(stand))
    return markup.headed(bench.desk.store.document(bench.place.sha256).name, chips)


def _trees(bench: Workbench, trees: list[StoredTree]) -> None:
    by_id = {tree.id: tree for tree in trees}

    def switch() -> None:
        chosen = st.session_state[key]
        if chosen in by_id and chosen != bench.place.tree_id:
            bench.desk.store.activate(chosen)
            at = Place(bench.place.sha256, chosen, moves=bench.place.moves + 1)
            st.session_state["place"] = at
            opened = session.bench(at)
            at.version = opened.state.version
            opened.first_problem()

    ids = list(by_id)
    # A key for each tree: what the browser still holds of the tree before is no choice of this one.
    key = f"tree_shown_{bench.place.tree_id}"
    st.selectbox(
        "Tree",
        ids,
        index=ids.index(bench.place.tree_id) if bench.place.tree_id in by_id else None,
        key=key,
        format_func=lambda tree_id: short(by_id[tree_id].name or f"{by_id[tree_id].origin.value} {tree_id}", 28),
        on_change=switch,
        label_visibility="collapsed",
        width=160,
    )
