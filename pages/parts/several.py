"""Several sections chosen at once: what can be done to all of them, each as one edit."""

from __future__ import annotations

import streamlit as st

from core.edit import indent_all, move_all_down, move_all_up, outdent_all
from core.tree import Review
from pages.parts import hand, markup
from pages.parts.keys import hint, shortcut
from pages.parts.problems import Standing, standings
from pages.parts.workbench import Workbench


def several(bench: Workbench) -> None:
    """Draw what can be done to all that is chosen."""
    chosen = bench.all_chosen
    stand = standings(bench.state.tree, bench.report)
    states = [stand[node_id] for node_id in chosen]
    failed, unsure = states.count(Standing.FAILED), states.count(Standing.SUSPECT)
    accepted = sum(bench.state.tree.find(node_id).node.review is Review.ACCEPTED for node_id in chosen)
    facts = [
        ("Chosen", f"{len(chosen)} sections"),
        ("Failed", str(failed)),
        ("Unsure", str(unsure)),
        ("Accepted", str(accepted)),
    ]
    st.html(markup.facts(facts))
    st.button(
        f"Accept all {len(chosen)} and go on",
        icon=":material/check:",
        shortcut=shortcut("accept"),
        type="primary",
        on_click=bench.accept_and_go,
        key="accept",
        width="stretch",
    )
    st.button(
        "Take the acceptance back",
        icon=":material/remove_done:",
        on_click=hand.accept,
        args=(bench, Review.UNREVIEWED),
        key="several_reopen",
        disabled=not accepted,
        help=None if accepted else "None of them is accepted",
        width="stretch",
    )
    st.html(markup.label("Place in the tree"))
    _places(bench)
    st.html(markup.label("Pages"))
    _pages(bench)
    st.html(markup.label("Delete"))
    st.button("Delete them", icon=":material/delete:", on_click=hand.delete, args=(bench,), key="several_delete", width="stretch")
    st.button(
        "Delete them with all below",
        icon=":material/delete_sweep:",
        on_click=hand.delete,
        args=(bench,),
        kwargs={"whole": True},
        key="several_delete_whole",
        width="stretch",
    )
    st.html(markup.quiet("A click on one section in the tree chooses it alone again."))


def _places(bench: Workbench) -> None:
    ways = (
        ("outdent", "format_indent_decrease", outdent_all, "Outdent: beside their parents"),
        ("indent", "format_indent_increase", indent_all, "Indent: below the section before"),
        ("up", "arrow_upward", move_all_up, "Move up"),
        ("down", "arrow_downward", move_all_down, "Move down"),
    )
    with st.container(horizontal=True, gap="small", key="shape"):
        for name, icon, gesture, words in ways:
            st.button(
                "",
                icon=f":material/{icon}:",
                on_click=hand.move,
                args=(bench, gesture),
                key=f"several_{name}",
                help=hint(name, words),
            )


def _pages(bench: Workbench) -> None:
    pages = bench.state.tree.pages

    def shift() -> None:
        hand.shift(bench, int(st.session_state["several_by"]))
        st.session_state["several_by"] = 0

    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        by = st.number_input("Shift pages by", min_value=-pages, max_value=pages, value=0, step=1, key="several_by")
        st.button("Shift", icon=":material/swap_vert:", on_click=shift, disabled=not by, key="several_shift")
