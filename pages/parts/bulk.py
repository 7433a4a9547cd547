"""Work on many sections at once: tick them, then accept, delete, export or change them."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit_tree_select import tree_select

from core.edit import DeleteAll, Edit, SetReview
from core.tree import Node, Review
from pages.parts import exchange, markup
from pages.parts.mending.widget import mend
from pages.parts.text import short
from pages.parts.wholesale import wholesale
from pages.parts.workbench import Workbench

MOST = 3_000
"""Sections that are offered for ticking; the widget draws them all, and more would stall the browser."""
UNFOLDED = 120
"""Sections of a tree that is shown with all of them open."""
LONGEST = 70


def bulk(bench: Workbench) -> None:
    """Draw the tree with boxes, and what can be done with the ticked ones."""
    if len(bench.state.tree.placed) > MOST:
        st.html(
            markup.quiet(f"This tree has {len(bench.state.tree.placed)} sections; {MOST} are the most that can be ticked here.")
        )
        ticked: tuple[str, ...] = ()
    else:
        ticked = _ticks(bench)
        _simple(bench, ticked)
    st.html(markup.label("Change"))
    wholesale(bench, ticked)


def _ticks(bench: Workbench) -> tuple[str, ...]:
    """The tree with boxes; the sections ticked, in document order."""
    tree = bench.state.tree
    nth = st.session_state.setdefault("bulk_nth", 0)
    with st.container(height=300, border=True, key="bulk_tree"):
        answer = tree_select(
            [_option(node) for node in tree.nodes],
            check_model="all",
            no_cascade=not st.session_state.get("bulk_cascade", True),
            expanded=[node_id for node_id, placed in tree.placed.items() if placed.node.children]
            if len(tree.placed) <= UNFOLDED
            else [],
            show_expand_all=True,
            key=f"bulk_{bench.place.tree_id}_{bench.state.version}_{nth}",
        )
    mend("bulk_tree")
    wanted = set(answer.get("checked", []))
    st.checkbox("Tick what is below as well", value=True, key="bulk_cascade")
    ticked = tuple(node_id for node_id in tree.placed if node_id in wanted)
    st.html(markup.label(f"{len(ticked)} of {len(tree.placed)} ticked"))
    return ticked


def _simple(bench: Workbench, ticked: tuple[str, ...]) -> None:
    """What needs no more than the ticks."""
    ways = (
        ("Accept", "check", SetReview(nodes=ticked, review=Review.ACCEPTED), "bulk_accept"),
        ("Delete", "delete", DeleteAll(nodes=ticked), "bulk_delete"),
    )
    with st.container(horizontal=True, gap="small"):
        for words, icon, edit, key in ways:
            st.button(words, icon=f":material/{icon}:", disabled=not ticked, on_click=_do, args=(bench, edit), key=key)
        if st.button("Export", icon=":material/download:", disabled=not ticked, key="bulk_export"):
            exchange.export_dialog(bench, only=frozenset(ticked))


def _do(bench: Workbench, edit: Edit) -> None:
    if bench.edit(edit):
        st.session_state["bulk_nth"] += 1


def _option(node: Node) -> dict[str, Any]:
    option: dict[str, Any] = {"label": f"{short(node.title, LONGEST)}  ·  {node.span}", "value": node.id}
    if node.children:
        option["children"] = [_option(child) for child in node.children]
    return option
