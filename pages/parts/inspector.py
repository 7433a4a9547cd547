"""The right side: what is known of the chosen section and how to change it, the list of problems, work on many sections, history."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.tree import Node, Placed, Review
from pages.parts.bulk import bulk
from pages.parts.listing import widget as listing
from pages.parts.problems import Standing, problems, repairs, standing, worst
from pages.parts.text import plain, short, tag
from pages.parts.workbench import Workbench

SECTION, PROBLEMS, BULK, HISTORY = "Section", "Problems", "Bulk", "History"
REVIEWED = {Review.UNREVIEWED: "Not reviewed", Review.ACCEPTED: "Accepted", Review.CORRECTED: "Corrected by hand"}
SHOWN_EVENTS = 60
"""Entries of the history that are listed, the latest first."""


def inspector(bench: Workbench) -> None:
    """Draw the right side."""
    left = problems(bench.state.tree, bench.report)
    tab = st.segmented_control(
        "Show",
        [SECTION, PROBLEMS, BULK, HISTORY],
        default=SECTION,
        required=True,
        format_func=lambda name: f"{name} {len(left)}" if name == PROBLEMS and left else name,
        label_visibility="collapsed",
        key="inspector_tab",
        width="stretch",
    )
    if tab == PROBLEMS:
        _problems(bench)
    elif tab == BULK:
        bulk(bench)
    elif tab == HISTORY:
        _history(bench)
    elif bench.picked is not None:
        _picked(bench)
    elif (chosen := bench.chosen) is not None:
        _section(bench, chosen)
    else:
        _add(bench, "Choose a section in the tree or on the page, or add one.")


def _section(bench: Workbench, chosen: Placed) -> None:
    node = chosen.node
    _findings(bench, node)
    with st.container(horizontal=True, gap="small"):
        accepted = node.review is Review.ACCEPTED
        st.button(
            "Accept and go on",
            type="primary" if not accepted and not repairs(bench.found) else "secondary",
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
    _fields(bench, node)
    _shape(bench, chosen)
    _known(bench, node)


def _findings(bench: Workbench, node: Node) -> None:
    found = bench.found
    how = standing(found, node.review)
    findings = worst(found.findings) if found else []
    for finding in findings:
        st.html(_card(finding.severity.value, finding.message))
    if not findings:
        words = (
            "The title stands where the tree says."
            if not node.synthetic
            else "A title of our own: it stands nowhere in the document."
        )
        if how is Standing.OK:
            st.html(_card("fine", words))
        elif found:
            st.html(
                _card(
                    "warning" if how is Standing.SUSPECT else "error",
                    ICONS[Severity.WARNING],
                    f"This section is {how.value}, with no more to say about it.",
                )
            )
    for nth, (_, repair) in enumerate(repairs(found)):
        best = nth == 0 and how in (Standing.FAILED, Standing.SUSPECT)
        st.button(
            plain(short(repair.label, 90)),
            key=f"repair_{nth}",
            type="primary" if best else "secondary",
            icon=":material/auto_fix_high:",
            shortcut="S" if nth == 0 else None,
            on_click=bench.apply_and_go if nth == 0 else bench.repair,
            args=() if nth == 0 else (repair,),
            help="Apply it and go to the next problem" if nth == 0 else "Apply it and stay here",
            width="stretch",
        )


def _fields(bench: Workbench, node: Node) -> None:
    pages = max(bench.state.tree.pages, 1)
    _field("field_title", node.title)
    st.text_area("Title", key="field_title", on_change=_send("field_title", bench.retitle), height=68, max_chars=2_000)
    start, end = st.columns(2, gap="small")
    for column, label, key, value, change, shown in (
        (start, "Start page", "field_start", node.span.start, bench.start_at, "Start here"),
        (end, "End page", "field_end", node.span.end, bench.end_at, "End here"),
    ):
        with column:
            _field(key, value)
            st.number_input(
                label,
                min_value=min(1, value if value is not None else 1),
                max_value=max(pages, value if value is not None else 1),
                value=None,
                step=1,
                key=key,
                on_change=_send(key, change),
                placeholder="unknown",
            )
            at = bench.place.page
            st.button(
                f"{shown}: {at}",
                key=f"{key}_here",
                on_click=change,
                args=(at,),
                disabled=value == at,
                width="stretch",
                help="The page shown",
            )


def _shape(bench: Workbench, chosen: Placed) -> None:
    st.html(
        f'<div class="tp-label">Place in the tree: level {chosen.level}, {chosen.index + 1} of {len(bench.state.tree.siblings(chosen.parent))}</div>'
    )
    with st.container(horizontal=True, gap="small"):
        st.button(
            "",
            icon=":material/format_indent_decrease:",
            on_click=bench.outdent,
            key="outdent",
            help="Outdent: beside its parent (Alt+←)",
            disabled=chosen.level == 1,
        )
        st.button(
            "",
            icon=":material/format_indent_increase:",
            on_click=bench.indent,
            key="indent",
            help="Indent: below the section before (Alt+→)",
            disabled=chosen.index == 0,
        )
        st.button(
            "",
            icon=":material/arrow_upward:",
            on_click=bench.shift,
            args=(-1,),
            key="up",
            help="Move up (Alt+↑)",
            disabled=chosen.index == 0,
        )
        st.button("", icon=":material/arrow_downward:", on_click=bench.shift, args=(1,), key="down", help="Move down (Alt+↓)")
        with st.popover("Add", icon=":material/add:"):
            _add(bench, "A section after this one")
        with st.popover("", icon=":material/delete:", help="Delete"):
            count = sum(1 for _ in _below(chosen.node))
            st.button(
                "Delete this section",
                on_click=bench.delete,
                key="delete",
                icon=":material/delete:",
                help="Its children stay" if count else None,
                width="stretch",
            )
            if count:
                st.button(
                    f"Delete it with the {count} below",
                    on_click=bench.delete,
                    kwargs={"whole": True},
                    key="delete_whole",
                    width="stretch",
                )


def _add(bench: Workbench, words: str) -> None:
    def add() -> None:
        title = str(st.session_state.get("new_title", "")).strip()
        if not title:
            bench.place.notice = ("info", "A section needs a title. Type one first.")
            return
        bench.add_after(title, bench.place.page)
        st.session_state["new_title"] = ""

    st.html(f'<div class="tp-quiet">{tag(words)}. It starts on the page shown, {bench.place.page}.</div>')
    st.text_input("Title of the new section", key="new_title", max_chars=2_000)
    st.button("Add section", on_click=add, key="add", type="primary", icon=":material/add:", width="stretch")


def _known(bench: Workbench, node: Node) -> None:
    facts = [("Review", REVIEWED[node.review])]
    if node.confidence is not None:
        facts.append(("Draft", f"{round(100 * node.confidence)}% sure"))
    for evidence in node.evidence:
        where = f", page {evidence.page}" if evidence.page else ""
        facts.append(("Evidence", f"{evidence.source.value}{where}{': ' + evidence.note if evidence.note else ''}"))
    if (found := bench.found) and found.heading:
        seen = found.heading
        alike = "" if seen.score is None else f", {seen.score:.0f}% alike"
        facts.append(("Seen", f"“{short(seen.text, 80)}” on page {seen.page}{alike}"))
    rows = "".join(f"<span>{tag(name)}</span><span>{tag(value)}</span>" for name, value in facts)
    st.html(f'<div class="tp-facts">{rows}</div>')
    _field("field_note", node.note)
    st.text_input(
        "Note", key="field_note", on_change=_send("field_note", bench.note), placeholder="A remark for others", max_chars=2_000
    )


def _picked(bench: Workbench) -> None:
    """A heading of the page that the tree leaves out was clicked on."""
    picked, chosen = bench.picked, bench.chosen
    if picked is None:
        return
    st.html(_card("info", f"On page {picked.page}, not in the tree: “{short(picked.title, 160)}”"))
    st.button(
        "Add it as a section", type="primary", icon=":material/add:", on_click=bench.add_picked, key="picked_add", width="stretch"
    )
    if chosen is not None:
        st.button(
            plain(f"Let “{short(chosen.node.title, 40)}” start here"),
            icon=":material/place:",
            on_click=bench.start_at_picked,
            key="picked_start",
            width="stretch",
        )

    def leave() -> None:
        bench.place.picked = None

    st.button("Leave it", on_click=leave, key="picked_leave", width="stretch")


def _problems(bench: Workbench) -> None:
    tree = bench.state.tree
    lines: list[listing.Line] = []
    for problem in problems(tree, bench.report):
        words = problem.finding.message if problem.finding else ""
        if problem.node is None:
            lines.append((None, problem.standing.value, "The whole tree", "", words))
        else:
            start = tree.find(problem.node).node.span.start
            lines.append(
                (problem.node, problem.standing.value, " ".join(problem.title.split()), f"p. {start}" if start else "", words)
            )
    if not lines:
        st.html(_card("fine", "Nothing is left to check in this tree."))
        return

    listing.show(lines, selected=bench.place.node, on_choose=bench.visit, key="problem_list")


def _history(bench: Workbench) -> None:
    events = bench.state.history[::-1]
    if not events:
        st.html(
            '<div class="tp-quiet">No changes yet. Each one is listed here with who made it and when, and can be undone.</div>'
        )
        return
    rows = "".join(
        f"<tr><td>{tag('' if event.event.value == 'edit' else event.event.value.capitalize() + ': ')}{tag(event.label)}</td>"
        f"<td>{tag(event.who)}<br>{event.at.astimezone():%d %b %H:%M}</td></tr>"
        for event in events[:SHOWN_EVENTS]
    )
    more = f'<div class="tp-quiet">and {len(events) - SHOWN_EVENTS} before</div>' if len(events) > SHOWN_EVENTS else ""
    st.html(f'<table class="tp-history">{rows}</table>{more}')


def _card(kind: str, words: str) -> str:
    return f'<div class="tp-finding {kind}"><span>{tag(words)}</span></div>'


def _field(key: str, value: object) -> None:
    """Let a field show what the tree says: the tree is the truth, the field only where it is changed."""
    if st.session_state.get(key, "") != value:
        st.session_state[key] = value


def _send(key: str, change: Callable[..., None]) -> Callable[[], None]:
    return lambda: change(st.session_state[key])


def _below(node: Node) -> list[Node]:
    return [each for child in node.children for each in (child, *_below(child))]
