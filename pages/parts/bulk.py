"""Work on many sections at once: tick them, then accept, delete, export or change them. Each action says how many it is about."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit_tree_select import tree_select

from core.edit import DeleteAll, Edit, SetReview
from core.tree import Node, Review, Span, Tree
from pages.parts import exchange, markup
from pages.parts.mending.widget import mend
from pages.parts.text import counted, short
from pages.parts.ticks import Group, Ticks, held, with_below
from pages.parts.wholesale import wholesale
from pages.parts.workbench import Workbench

MOST = 3_000
"""Sections that are offered for ticking; the widget draws them all, and more would stall the browser."""
UNFOLDED = 120
"""Sections of a tree that is shown with all of them open."""
LONGEST = 70
CASCADE = "bulk_cascade"


def bulk(bench: Workbench) -> None:
    """Draw the tree with boxes, and what can be done with the ticked ones."""
    group = _ticked(bench) if len(bench.state.tree.placed) <= MOST else _chosen(bench)
    _simple(bench, group)
    st.html(markup.label("Change"))
    wholesale(bench, group)


def _chosen(bench: Workbench) -> Group:
    """What is chosen in the tree, where that is more than is offered for ticking."""
    total = counted(len(bench.state.tree.placed))
    words = f"This tree has {total}, too many for boxes. Choose several in the tree on the left, with Shift or Ctrl and a click."
    st.html(markup.message("info", words))
    group = Group(bench.all_chosen if bench.place.others else (), "chosen in the tree")
    st.html(markup.label(f"{len(group.nodes):,} of {total} chosen in the tree"))
    return group


def _ticked(bench: Workbench) -> Group:
    """The tree with boxes; the sections ticked."""
    tree, ticks = bench.state.tree, held(bench.place.tree_id)
    if ticks.follow(tree, bench.all_chosen):
        _uncoupled(tree, ticks)
    cascade = bool(st.session_state.setdefault(CASCADE, True))
    if ticks.opened is None:
        parents = [node_id for node_id, place in tree.placed.items() if place.node.children]
        ticks.opened = frozenset(parents if len(tree.placed) <= UNFOLDED else ())
        ticks.put(tree, ticks.ids)
    with st.container(height=300, border=True, key="bulk_tree"):
        answer = tree_select(
            [option(node) for node in tree.nodes],
            check_model="all",
            checked=[node_id for node_id in tree.placed if node_id in ticks.ids],
            no_cascade=not cascade,
            expanded=[node_id for node_id in tree.placed if node_id in ticks.opened],
            show_expand_all=True,
            key=f"bulk_{bench.place.tree_id}_{bench.state.version}_{ticks.nth}",
        )
    mend("bulk_tree")
    ticks.ids, ticks.opened = frozenset(answer.get("checked", ())), frozenset(answer.get("expanded", ()))
    ticked = tuple(node_id for node_id in tree.placed if node_id in ticks.ids)
    st.checkbox("Tick what is below as well", key=CASCADE, on_change=_coupled, args=(tree, ticks))
    _ways(bench, ticks, ticked)
    return Group(ticked)


def _ways(bench: Workbench, ticks: Ticks, ticked: tuple[str, ...]) -> None:
    """How many are ticked; and two ways to tick others: none, and what is chosen in the tree."""
    tree, chosen = bench.state.tree, bench.all_chosen

    def take() -> None:
        ticks.put(tree, chosen)
        _uncoupled(tree, ticks)

    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="bulk_ways"):
        st.html(markup.label(f"{len(ticked):,} of {len(tree.placed):,} ticked"), width="stretch")
        if chosen and chosen != ticked:
            st.button(f"Tick the {len(chosen):,} chosen in the tree", key="bulk_take", type="tertiary", on_click=take)
        if ticked:
            st.button("Untick all", key="bulk_none", type="tertiary", on_click=ticks.put, args=(tree, ()))


def _uncoupled(tree: Tree, ticks: Ticks) -> None:
    """Tick each section for itself where the ticks are not what ticking with all below would give."""
    if with_below(tree, ticks.ids) != ticks.ids:
        st.session_state[CASCADE] = False


def _coupled(tree: Tree, ticks: Ticks) -> None:
    """Bring the ticks in line when sections are ticked with all below from now on."""
    if st.session_state[CASCADE]:
        ticks.put(tree, with_below(tree, ticks.ids))


def _simple(bench: Workbench, group: Group) -> None:
    """What needs no more than the sections."""

    def do(edit: Edit) -> None:
        bench.edit(edit)

    nodes = group.nodes
    count = f" {len(nodes):,}" if nodes else ""
    ways = (
        ("Accept", "check", SetReview(nodes=nodes, review=Review.ACCEPTED), "bulk_accept", f"Accept {group}"),
        (
            "Delete",
            "delete",
            DeleteAll(nodes=nodes),
            "bulk_delete",
            f"Delete {group}; others below them stay",
        ),
    )
    none = f"Nothing is {group.how} yet"
    with st.container(horizontal=True, gap="small"):
        for words, icon, edit, key, says in ways:
            st.button(
                f"{words}{count}",
                icon=f":material/{icon}:",
                disabled=not nodes,
                on_click=do,
                args=(edit,),
                key=key,
                help=says if nodes else none,
            )
        if st.button(
            f"Export{count}",
            icon=":material/download:",
            disabled=not nodes,
            key="bulk_export",
            help=f"Export {group}" if nodes else none,
        ):
            exchange.export_dialog(bench, only=group)


def option(node: Node) -> dict[str, Any]:
    """A section as the widget takes it: its title, set apart from the pages whichever way it is written, and what is below it."""
    made: dict[str, Any] = {"label": f"\u2068{short(node.title, LONGEST) or '?'}\u2069  ·  {_pages(node.span)}", "value": node.id}
    if node.children:
        made["children"] = [option(child) for child in node.children]
    return made


def _pages(span: Span) -> str:
    """A span that no line break takes apart."""
    return str(span).replace("-", "\u2060–\u2060")
