"""The line above the workspace: which document and tree, how far the review is, and what acts on the whole."""

from __future__ import annotations

import streamlit as st

from core.store import StoredTree
from core.tree import Review
from pages.parts import drafting, exchange, helping, markup, session, signing
from pages.parts.comparing import usual
from pages.parts.keys import hint, shortcut
from pages.parts.naming import tree_names
from pages.parts.place import Place
from pages.parts.problems import Standing, standings
from pages.parts.screens import COMPARE, go
from pages.parts.text import plain
from pages.parts.workbench import Workbench

SHOWN_NAME = 28
"""Characters of a tree's name that the selector shows."""


def toolbar(bench: Workbench) -> None:
    """Draw the toolbar. Its buttons carry the keys that work all over the screen."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", wrap=False, key="toolbar"):
        st.html(_title(bench), width="stretch")
        trees = bench.desk.store.trees(bench.place.sha256)
        if len(trees) > 1:
            _trees(bench, trees)
        drafting.button(bench)
        signing.controls(bench)
        _steps(bench)
        _whole(bench)


def _steps(bench: Workbench) -> None:
    """From failure to failure, and from change to change."""
    state = bench.state
    ways = (
        ("previous", "", "keyboard_arrow_up", bench.go, (-1,), "The failure before", False),
        ("next", "Next", "keyboard_arrow_down", bench.go, (1,), "The next failure; when none is left, what is uncertain", False),
        ("undo", "", "undo", bench.undo, (), _words("Undo", state.undo_label), state.undo_label is None),
        ("redo", "", "redo", bench.redo, (), _words("Do again", state.redo_label), state.redo_label is None),
    )
    for name, label, icon, act, args, words, off in ways:
        st.button(
            label,
            icon=f":material/{icon}:",
            shortcut=shortcut(name),
            on_click=act,
            args=args,
            disabled=off,
            help=plain(hint(name, words)),
            key=name,
        )


def _whole(bench: Workbench) -> None:
    """What is done with the tree as a whole."""
    if st.button(
        "", icon=":material/compare_arrows:", key="to_compare", help="Compare this tree with its draft or with another one"
    ):
        left, right = usual(bench.desk.store.trees(bench.place.sha256), bench.place.tree_id)
        go(COMPARE, doc=bench.place.sha256[: session.PREFIX_LENGTH], left=str(left), right=str(right))
    if st.button("Export", icon=":material/download:", key="export", shortcut=shortcut("export"), help=hint("save", "Export")):
        exchange.export_dialog(bench)
    if session.may_upload() and st.button(
        "Import", icon=":material/upload:", key="import", help="Import a tree made elsewhere onto this PDF"
    ):
        exchange.import_dialog(bench)
    if st.button(
        "", icon=":material/help:", key="help", shortcut=shortcut("help"), help=hint("help again", "Keys, signs and how it works")
    ):
        helping.help_dialog()


def _words(verb: str, label: str | None) -> str:
    return f"{verb}: {label}" if label else f"{verb}: nothing to do"


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

    ids, names = list(by_id), tree_names(trees, SHOWN_NAME)
    # A key for each tree: what the browser still holds of the tree before is no choice of this one.
    key = f"tree_shown_{bench.place.tree_id}"
    st.selectbox(
        "Tree",
        ids,
        index=ids.index(bench.place.tree_id) if bench.place.tree_id in by_id else None,
        key=key,
        format_func=lambda tree_id: names[tree_id],
        on_change=switch,
        label_visibility="collapsed",
        width=150,
    )
