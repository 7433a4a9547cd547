"""The chosen section: what is wrong with it, every way to change it, and what is known of it."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.edit import indent, merge, move_down, move_up, outdent
from core.tree import Node, Placed, Review
from pages.parts import markup
from pages.parts.about import about
from pages.parts.fields import place_fields, word_fields
from pages.parts.keys import shortcut
from pages.parts.problems import Standing, repairs, standing, worst
from pages.parts.text import plain, short
from pages.parts.viewer.edges import descendants
from pages.parts.workbench import Workbench


def section(bench: Workbench, chosen: Placed) -> None:
    """Draw all about the chosen section, what matters most first."""
    # A container of its own keeps what stands below in place, and its focus, when the number of findings changes.
    with st.container():
        _findings(bench, chosen.node)
    _accept(bench, chosen.node)
    place_fields(bench, chosen)
    _shape(bench, chosen)
    word_fields(bench, chosen.node)
    with st.container():
        about(bench, chosen.node)


def add_section(bench: Workbench) -> None:
    """A title to type for a new section on the page shown."""

    def add() -> None:
        title = str(st.session_state.get("new_title", "")).strip()
        if title:
            st.session_state["new_title"] = ""
            bench.add(title)
        else:
            bench.place.notice = ("info", "A section needs a title. Type one first.")

    st.text_input(f"Title of a new section on page {bench.place.page}", key="new_title", max_chars=2_000)
    st.button("Add section", on_click=add, key="add", type="primary", icon=":material/add:", width="stretch")


def _findings(bench: Workbench, node: Node) -> None:
    found = bench.found
    how = standing(found, node.review)
    findings = worst(found.findings) if found else []
    for finding in findings:
        st.html(markup.message(finding.severity.value, finding.message))
    if not findings:
        st.html(markup.message(*_summary(how, node)))
    for nth, (_, repair) in enumerate(repairs(found)):
        first = nth == 0
        act: Callable[..., None] = bench.apply_and_go if first else bench.repair
        args = () if first else (repair,)
        st.button(
            plain(short(repair.label, 90)),
            key=f"repair_{nth}",
            type="primary" if first and how in (Standing.FAILED, Standing.SUSPECT) else "secondary",
            icon=":material/auto_fix_high:",
            shortcut=shortcut("apply") if first else None,
            on_click=act,
            args=args,
            help="Apply it and go to the next problem" if first else "Apply it and stay here",
            width="stretch",
        )


def _summary(how: Standing, node: Node) -> tuple[str, str]:
    if how is Standing.OK and node.synthetic:
        return "fine", "A title of our own: it stands nowhere in the document."
    if how is Standing.OK:
        return "fine", "The title stands where the tree says."
    return "warning" if how is Standing.SUSPECT else "error", "This section needs a look: compare it with its page."


def _accept(bench: Workbench, node: Node) -> None:
    accepted = node.review is Review.ACCEPTED
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Accept and go on",
            type="secondary" if accepted or repairs(bench.found) else "primary",
            icon=":material/check:",
            shortcut=shortcut("accept"),
            on_click=bench.accept_and_go,
            key="accept",
            width="stretch",
        )
        st.button(
            "",
            icon=":material/remove_done:" if accepted else ":material/done_all:",
            on_click=bench.set_accepted,
            args=(not accepted,),
            key="accept_here",
            help="Take the acceptance back" if accepted else "Accept and stay here",
        )


def _shape(bench: Workbench, chosen: Placed) -> None:
    siblings = len(bench.state.tree.siblings(chosen.parent))
    st.html(markup.label(f"Place in the tree: {chosen.index + 1} of {siblings} at its level"))
    first, last = chosen.index == 0, chosen.index == siblings - 1
    ways = (
        ("outdent", "format_indent_decrease", outdent, "Outdent: beside its parent (Alt+←)", chosen.level == 1),
        ("indent", "format_indent_increase", indent, "Indent: below the section before (Alt+→)", first),
        ("up", "arrow_upward", move_up, "Move up (Alt+↑)", first),
        ("down", "arrow_downward", move_down, "Move down (Alt+↓)", last),
        ("merge", "merge", merge, "Merge with the section before, which takes its pages", first and chosen.parent is None),
    )
    with st.container(horizontal=True, gap="small", key="shape"):
        for key, icon, gesture, words, off in ways:
            st.button("", icon=f":material/{icon}:", on_click=bench.shape, args=(gesture,), key=key, help=words, disabled=off)
        # A key for each section: a menu that stayed open would offer to delete the one chosen next.
        with st.popover("", icon=":material/add:", help="Add a section after this one", key=f"add_to_{chosen.node.id}"):
            add_section(bench)
        with st.popover("", icon=":material/delete:", help="Delete", key=f"delete_of_{chosen.node.id}"):
            _delete(bench, len(descendants(chosen.node)))


def _delete(bench: Workbench, below: int) -> None:
    words = "Its children stay, one level up" if below else None
    st.button("Delete this section", on_click=bench.delete, key="delete", icon=":material/delete:", help=words, width="stretch")
    if below:
        label = f"Delete it and the {below} below" if below > 1 else "Delete it and the one below"
        st.button(label, on_click=bench.delete, kwargs={"whole": True}, key="delete_whole", width="stretch")
