"""The right side: the chosen section, the list of problems, work on many sections at once, and the history."""

from __future__ import annotations

import streamlit as st

from pages.parts import markup
from pages.parts.bulk import bulk
from pages.parts.history import history
from pages.parts.listing import widget as listing
from pages.parts.problems import SURE, doubted, nothing_left, problems, standings
from pages.parts.retyping import retyping
from pages.parts.section import add_section, section
from pages.parts.several import several
from pages.parts.text import plain, short
from pages.parts.workbench import Workbench

SECTION, PROBLEMS, BULK, TEXT, HISTORY = "Section", "Problems", "Bulk", "Text", "History"
SHOWN_DOUBTED = 50


def inspector(bench: Workbench) -> None:
    """Draw the right side."""
    left = len(problems(bench.state.tree, bench.report))
    tab = st.segmented_control(
        "Show",
        [SECTION, PROBLEMS, BULK, TEXT, HISTORY],
        default=SECTION,
        required=True,
        format_func=lambda name: f"{name} {left}" if name == PROBLEMS and left else name,
        label_visibility="collapsed",
        key="inspector_tab",
        width="stretch",
    )
    if tab == PROBLEMS:
        _problems(bench)
    elif tab == BULK:
        bulk(bench)
    elif tab == TEXT:
        retyping(bench)
    elif tab == HISTORY:
        history(bench)
    elif bench.place.others:
        several(bench)
    elif (chosen := bench.chosen) is not None:
        section(bench, chosen)
    else:
        st.html(markup.quiet("Choose a section in the tree or on the page, or add one."))
        add_section(bench)


def _problems(bench: Workbench) -> None:
    tree = bench.state.tree
    lines: list[listing.Line] = []
    for problem in problems(tree, bench.report):
        words = problem.finding.message if problem.finding else ""
        if problem.node is None:
            lines.append((None, problem.standing.value, "The whole tree", "", words))
        else:
            start = tree.find(problem.node).node.span.start
            page = "" if start is None else f"p. {start}"
            lines.append((problem.node, problem.standing.value, " ".join(problem.title.split()), page, words))
    if lines:
        listing.show(lines, selected=bench.place.node, on_choose=bench.visit, key="problem_list")
    else:
        st.html(markup.message("fine", nothing_left(tree)))
    _doubted(bench)
    for nth, (finding, repair) in enumerate(bench.tree_repairs):
        st.button(
            plain(short(repair.label, 90)),
            key=f"tree_repair_{nth}",
            icon=":material/auto_fix_high:",
            on_click=bench.repair,
            args=(repair,),
            help=plain(finding.message),
            width="stretch",
        )


def _doubted(bench: Workbench) -> None:
    """What no check speaks against, but the draft was not sure of."""
    tree = bench.state.tree
    found = [tree.find(node_id).node for node_id in doubted(tree, bench.report)]
    if not found:
        return
    st.html(markup.label(f"Not reviewed, and the draft is less than {round(100 * SURE)}% sure: {len(found)}"))
    stand = standings(tree, bench.report)
    lines: list[listing.Line] = [
        (
            node.id,
            stand[node.id].value,
            " ".join(node.title.split()),
            "" if node.span.start is None else f"p. {node.span.start}",
            f"The draft is {round(100 * (node.confidence or 0))}% sure.",
        )
        for node in found[:SHOWN_DOUBTED]
    ]
    listing.show(lines, selected=bench.place.node, on_choose=bench.visit, key="doubted_list")
    if len(found) > SHOWN_DOUBTED:
        st.html(markup.quiet(f"and {len(found) - SHOWN_DOUBTED} more, of which it is surer"))
