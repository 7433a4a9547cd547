"""Work on many sections at once: tick them, then accept, delete, shift their pages, or export them."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit_tree_select import tree_select

from core.edit import DeleteAll, Edit, SetReview, Shift
from core.tree import Node, Review
from pages.parts import exchange, markup
from pages.parts.mending.widget import mend
from pages.parts.text import short
from pages.parts.workbench import Workbench

MOST = 3_000
"""Sections that are offered for ticking; the widget draws them all, and more would stall the browser."""


def bulk(bench: Workbench) -> None:
    """Draw the tree with boxes, and what can be done with the ticked ones."""
    tree = bench.state.tree
    if len(tree.placed) > MOST:
        st.html(markup.quiet(f"This tree has {len(tree.placed)} sections; {MOST} are the most that can be ticked here."))
        return
    nth = st.session_state.setdefault("bulk_nth", 0)
    with st.container(height=360, border=True, key="bulk_tree"):
        answer = tree_select(
            [_option(node) for node in tree.nodes],
            check_model="all",
            no_cascade=not st.session_state.get("bulk_cascade", True),
            expanded=[node_id for node_id, placed in tree.placed.items() if placed.node.children]
            if len(tree.placed) <= 120
            else [],
            show_expand_all=True,
            key=f"bulk_{bench.place.tree_id}_{bench.state.version}_{nth}",
        )
    mend("bulk_tree")
    ticked = [node_id for node_id in tree.placed if node_id in set(answer.get("checked", []))]
    st.checkbox("Tick what is below as well", value=True, key="bulk_cascade")
    st.html(markup.label(f"{len(ticked)} of {len(tree.placed)} ticked"))
    none = not ticked
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Accept",
            icon=":material/check:",
            disabled=none,
            on_click=_do,
            args=(bench, SetReview(nodes=tuple(ticked), review=Review.ACCEPTED)),
            key="bulk_accept",
        )
        st.button(
            "Delete",
            icon=":material/delete:",
            disabled=none,
            on_click=_do,
            args=(bench, DeleteAll(nodes=tuple(ticked))),
            key="bulk_delete",
        )
        if st.button("Export", icon=":material/download:", disabled=none, key="bulk_export"):
            exchange.export_dialog(bench, only=frozenset(ticked))
    by = st.number_input(
        "Shift pages by",
        min_value=-tree.pages,
        max_value=tree.pages,
        value=0,
        step=1,
        key="bulk_by",
        help="Moves starts and ends; 8 turns printed page 1 into page 9",
    )
    st.button(
        "Shift",
        icon=":material/swap_vert:",
        disabled=none or not by,
        on_click=_do,
        args=(bench, Shift(nodes=tuple(ticked), by=int(by))),
        key="bulk_shift",
    )


def _do(bench: Workbench, edit: Edit) -> None:
    if bench.edit(edit):
        st.session_state["bulk_nth"] += 1


def _option(node: Node) -> dict[str, Any]:
    option: dict[str, Any] = {"label": f"{short(node.title, 70)}  ·  {node.span}", "value": node.id}
    if node.children:
        option["children"] = [_option(child) for child in node.children]
    return option
