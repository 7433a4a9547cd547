"""The chosen section: what is wrong with it, every way to change it, and what is known of it."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import streamlit as st

from core.edit import indent, merge, move_down, move_up, outdent
from core.text import node_text
from core.tree import Node, Placed, Review
from pages.parts import markup
from pages.parts.problems import Standing, repairs, standing, worst
from pages.parts.text import plain, short
from pages.parts.viewer.edges import descendants
from pages.parts.workbench import Workbench

REVIEWED = {Review.UNREVIEWED: "Not reviewed", Review.ACCEPTED: "Accepted", Review.CORRECTED: "Corrected by hand"}


def section(bench: Workbench, chosen: Placed) -> None:
    """Draw all about the chosen section, what matters most first."""
    # A container of its own keeps what stands below in place, and its focus, when the number of findings changes.
    with st.container():
        _findings(bench, chosen.node)
    _accept(bench, chosen.node)
    _fields(bench, chosen.node)
    _shape(bench, chosen)
    with st.container():
        _known(bench, chosen.node)


def picked_heading(bench: Workbench) -> None:
    """A heading of the page that the tree leaves out was clicked on: what to do with it."""
    picked, chosen = bench.picked, bench.chosen
    if picked is None:
        return
    st.html(markup.message("info", f"On page {picked.page}, not in the tree: “{short(picked.title, 160)}”"))
    st.button(
        "Add it as a section", type="primary", icon=":material/add:", on_click=bench.add_picked, key="picked_add", width="stretch"
    )
    if chosen is not None:
        label = plain(f"Let “{short(chosen.node.title, 40)}” start here")
        st.button(label, icon=":material/place:", on_click=bench.start_at_picked, key="picked_start", width="stretch")
    st.button("Leave it", on_click=bench.pick, args=(None,), key="picked_leave", width="stretch")


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
            shortcut="S" if first else None,
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
            shortcut="A",
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


def _fields(bench: Workbench, node: Node) -> None:
    key = _key(bench, node, "title", node.title)
    st.text_area("Title", node.title, key=key, on_change=_send(node, key, bench.retitle), height=68, max_chars=2_000)
    start, end = st.columns(2, gap="small")
    with start:
        _page_field(bench, node, "Start page", node.span.start, bench.start_at)
    with end:
        _page_field(bench, node, "End page", node.span.end, bench.end_at)


def _page_field(bench: Workbench, node: Node, label: str, value: int | None, change: Callable[[str, int | None], None]) -> None:
    """A page to type or step, and a button that takes the page shown. A page outside the document is shown as it is."""
    pages, at, name = max(bench.state.tree.pages, 1), bench.place.page, label.split()[0]
    key = _key(bench, node, name, value)
    st.number_input(
        label,
        min_value=1 if value is None else min(1, value),
        max_value=pages if value is None else max(pages, value),
        value=value,
        step=1,
        key=key,
        on_change=_send(node, key, change),
        placeholder="unknown",
    )
    st.button(
        f"{name} here: {at}",
        key=f"{name.lower()}_here",
        on_click=change,
        args=(node.id, at),
        disabled=value == at,
        width="stretch",
        help="Take the page shown",
    )


def _shape(bench: Workbench, chosen: Placed) -> None:
    siblings = len(bench.state.tree.siblings(chosen.parent))
    st.html(markup.label(f"Place in the tree: level {chosen.level}, {chosen.index + 1} of {siblings}"))
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
        with st.popover("", icon=":material/add:", help="Add a section after this one"):
            add_section(bench)
        with st.popover("", icon=":material/delete:", help="Delete"):
            _delete(bench, len(descendants(chosen.node)))


def _delete(bench: Workbench, below: int) -> None:
    words = "Its children stay, one level up" if below else None
    st.button("Delete this section", on_click=bench.delete, key="delete", icon=":material/delete:", help=words, width="stretch")
    if below:
        label = f"Delete it with the {below} below"
        st.button(label, on_click=bench.delete, kwargs={"whole": True}, key="delete_whole", width="stretch")


def _known(bench: Workbench, node: Node) -> None:
    facts = [("Review", REVIEWED[node.review])]
    if node.confidence is not None:
        facts.append(("Draft", f"{round(100 * node.confidence)}% sure"))
    for evidence in node.evidence:
        where = f", page {evidence.page}" if evidence.page else ""
        note = f": {evidence.note}" if evidence.note else ""
        facts.append(("Evidence", f"{evidence.source.value}{where}{note}"))
    if (found := bench.found) and (seen := found.heading):
        alike = "" if seen.score is None else f", {seen.score:.0f}% alike"
        facts.append(("Seen", f"“{short(seen.text, 80)}” on page {seen.page}{alike}"))
    st.html(markup.facts(facts))
    if st.toggle(
        "Show its text", key="show_text", help="As it is exported: cut where the section starts and where the next one does"
    ):
        text = node_text(bench.state.tree, node.id, bench.evidence) if bench.evidence else ""
        with st.container(height=260, border=True, key="section_text"):
            st.text(text or "There is no text between its start and its end.")
    key = _key(bench, node, "note", node.note)
    st.text_input(
        "Note", node.note, key=key, on_change=_send(node, key, bench.note), placeholder="A remark for others", max_chars=2_000
    )


def _key(bench: Workbench, node: Node, name: str, value: object) -> str:
    """A field's key, another for each section and value, so that nothing held of another field is taken for this one's.

    Streamlit's browser side sends all fields with each click. Under one key, a field that had not been redrawn yet would count
    as changed by hand, on a section chosen meanwhile.
    """
    return f"field_{name}_{node.id}_{zlib.crc32(repr(value).encode()):08x}_{bench.place.refused}"


def _send(node: Node, key: str, change: Callable[..., None]) -> Callable[[], None]:
    """What passes a field's new value on, for the section that it was typed for, whichever is chosen by then."""
    return lambda: change(node.id, st.session_state[key])
