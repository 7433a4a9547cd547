"""The fields of the chosen section: title, pages, level, summary and note, each sent for the section that it was typed for."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import streamlit as st

from core.edit import SetLevel, SetSummary
from core.tree import MAX_DEPTH, Node, Placed
from pages.parts.workbench import Workbench

MAX_TEXT, MAX_SUMMARY = 2_000, 20_000


def place_fields(bench: Workbench, chosen: Placed) -> None:
    """Title, first and last page, level."""
    node = chosen.node
    key = _key(bench, node, "title", node.title)
    st.text_area("Title", node.title, key=key, on_change=_send(node, key, bench.retitle), height=68, max_chars=MAX_TEXT)
    start, end, level = st.columns([10, 10, 8], gap="small")
    with start:
        _page(bench, node, "Start page", node.span.start, bench.start_at)
    with end:
        _page(bench, node, "End page", node.span.end, bench.end_at)
    with level:
        _level(bench, chosen)


def word_fields(bench: Workbench, node: Node) -> None:
    """Summary and note."""
    for name, label, value, hint, act, most in (
        ("summary", "Summary", node.summary, "What the section says: exports can carry it", _summarise(bench), MAX_SUMMARY),
        ("note", "Note", node.note, "A remark for others", bench.note, MAX_TEXT),
    ):
        key = _key(bench, node, name, value)
        st.text_area(label, value, key=key, on_change=_send(node, key, act), placeholder=hint, max_chars=most, height=68)


def _summarise(bench: Workbench) -> Callable[[str, str], None]:
    def act(node_id: str, text: str) -> None:
        if (placed := bench.state.tree.placed.get(node_id)) and text.strip() != placed.node.summary:
            bench.edit(SetSummary(node=node_id, summary=text.strip()))

    return act


def _page(bench: Workbench, node: Node, label: str, value: int | None, change: Callable[[str, int | None], None]) -> None:
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


def _level(bench: Workbench, chosen: Placed) -> None:
    node = chosen.node

    def change(node_id: str, level: int | None) -> None:
        placed = bench.state.tree.placed.get(node_id)
        if placed is not None and level is not None and level != placed.level:
            bench.attempt(lambda tree: SetLevel(nodes=(node_id,), level=level))

    key = _key(bench, node, "level", (chosen.level, chosen.parent, chosen.index))
    st.number_input(
        "Level",
        min_value=1,
        max_value=MAX_DEPTH,
        value=chosen.level,
        step=1,
        key=key,
        on_change=_send(node, key, change),
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
