"""What differs between two trees: the way from difference to difference, one side taken over, and the list with its filter."""

from __future__ import annotations

import streamlit as st

from core.compare import Difference, Kind
from pages.parts import markup
from pages.parts.comparing import WORDS, Comparing
from pages.parts.keys import hint, shortcut
from pages.parts.listing import widget as listing
from pages.parts.text import counted, plain

KINDS = "compare_kinds"
"""Key of the session state: the kinds of difference that are shown; none means all."""


def kinds_shown() -> list[Kind]:
    """The kinds that the list is narrowed to."""
    return list(st.session_state.get(KINDS) or [])


def actions(comparing: Comparing) -> None:
    """Draw the buttons that go about and take over, each with its key."""
    kinds = kinds_shown()
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="compare_actions"):
        _steps(comparing, kinds)
        for side in ("left", "right"):
            _take(comparing, kinds, side)
        _take_all(comparing)
        _undo(comparing)


def _steps(comparing: Comparing, kinds: list[Kind]) -> None:
    ways = (
        ("Previous", -1, "difference before", "previous", "keyboard_arrow_up"),
        ("Next difference", 1, "difference", "next", "keyboard_arrow_down"),
    )
    for label, by, command, key, icon in ways:
        st.button(
            label,
            icon=f":material/{icon}:",
            shortcut=shortcut(command),
            key=f"compare_{key}",
            on_click=comparing.step,
            args=(by, kinds),
            disabled=not comparing.comparison.differences,
        )


def _take(comparing: Comparing, kinds: list[Kind], side: str) -> None:
    from_left = side == "left"
    other = "right" if from_left else "left"
    able = comparing.can_take(from_left=from_left)
    st.button(
        f"Take {side}",
        icon=f":material/{'arrow_forward' if from_left else 'arrow_back'}:",
        shortcut=shortcut(f"take {side}"),
        key=f"take_{side}",
        on_click=comparing.take,
        args=(kinds,),
        kwargs={"from_left": from_left},
        disabled=not able or comparing.difference is None,
        help=f"The tree on the {other} takes over what the {side} one says here" if able else _fixed(other),
    )


def _take_all(comparing: Comparing) -> None:
    with st.popover("Take all", icon=":material/done_all:", help="Make one tree like the other"):
        for side in ("left", "right"):
            able = comparing.can_take(from_left=side == "left")
            st.button(
                f"Take the whole {side} tree",
                key=f"take_all_{side}",
                on_click=comparing.take_all,
                kwargs={"from_left": side == "left"},
                disabled=not able or not comparing.comparison.differences,
                help=None if able else _fixed("right" if side == "left" else "left"),
                width="stretch",
            )


def _undo(comparing: Comparing) -> None:
    state = comparing.worked_on
    words = state.undo_label if state is not None else None
    st.button(
        "Undo",
        icon=":material/undo:",
        shortcut=shortcut("take back"),
        key="compare_undo",
        on_click=comparing.undo,
        disabled=words is None,
        help=plain(hint("take back", f"Undo: {words}")) if words else "Nothing was taken over here yet",
    )


def _fixed(side: str) -> str:
    return f"The tree on the {side} is shown as it was drafted, and stays so. Choose it as it stands to change it."


def differences(comparing: Comparing) -> None:
    """Draw the list, with a filter by kind above it; where nothing differs, what to do."""
    every = comparing.comparison.differences
    counts = {kind: sum(kind in each.kinds for each in every) for kind in Kind}
    kinds = [kind for kind in WORDS if counts[kind]]
    held = [kind for kind in kinds_shown() if kind in kinds]
    if held != kinds_shown():
        st.session_state[KINDS] = held
    if not every:
        st.html(markup.message("fine", "These two trees say the same."))
        st.html(markup.quiet(_nothing(comparing)))
        return
    chosen = st.pills(
        "Differences",
        kinds,
        selection_mode="multi",
        format_func=lambda kind: f"{WORDS[kind]} {counts[kind]}",
        key=KINDS,
        label_visibility="collapsed",
    )
    lines = [_line(each) for each in comparing.shown(list(chosen or []))]
    total = counted(len(every), "difference")
    st.html(markup.label(f"{len(lines):,} of {total}" if chosen else total))
    listing.show(lines, selected=comparing.at.chosen, on_choose=comparing.choose, key="difference_list")


def _nothing(comparing: Comparing) -> str:
    at = comparing.at
    if at.left.tree_id != at.right.tree_id:
        return "Choose another tree above, or go on in Review."
    if at.left == at.right or not comparing.right_state.version:
        return (
            "It is one tree, as it was drafted. Correct it in Review, draft the document in another way or import a tree: "
            "then there are two to compare."
        )
    return "The tree stands as it was drafted. Choose another tree above, or go on in Review."


def _line(difference: Difference) -> listing.Line:
    pages = [place.node.span.start for place in (difference.left, difference.right) if place is not None]
    said = " → ".join(dict.fromkeys(str(page or "?") for page in pages))
    kinds = ", ".join(WORDS[kind] for kind in difference.kinds)
    words = difference.words if difference.left and difference.right else ""
    title = " ".join(difference.title.split())
    return difference.key, difference.kinds[0].value, title, f"p. {said}", f"{kinds}. {words}".strip()
