"""How the list of documents is arranged: what is shown of it, in which order, and how much at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

import streamlit as st

from core.store import Overview
from pages.parts import markup, signing

AT_A_TIME = 25
"""Documents shown before more are asked for: each is a line of buttons that the browser has to draw."""
LENGTH = "shelf_length"


class Order(StrEnum):
    """In which order documents are listed."""

    NEWEST = "Newest first"
    NAME = "By name"
    LEFT = "Most left to do first"


class Show(StrEnum):
    """Which documents are listed."""

    ALL = "All"
    OPEN = "To review"
    SIGNED = "Signed off"


ORDERS: dict[Order, Callable[[Overview], object] | None] = {
    Order.NEWEST: None,
    Order.NAME: lambda line: line.document.name.casefold(),
    Order.LEFT: lambda line: -signing.left(line),
}


def arranged(lines: Sequence[Overview]) -> list[Overview]:
    """The documents that fit what is chosen, in the order chosen. Draws the choice where there is more than one document."""
    if len(lines) < 2:
        return list(lines)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        words = st.text_input(
            "Filter",
            key="shelf_words",
            placeholder="Filter by name",
            label_visibility="collapsed",
            width=240,
            persist_state="session",
        )
        which = st.segmented_control(
            "Show",
            list(Show),
            default=Show.ALL,
            required=True,
            label_visibility="collapsed",
            key="shelf_show",
            persist_state="session",
        )
        order = st.selectbox(
            "Order", list(Order), label_visibility="collapsed", width=200, key="shelf_order", persist_state="session"
        )
    return fitting(lines, words, which or Show.ALL, order or Order.NEWEST)


def fitting(lines: Sequence[Overview], words: str, which: Show, order: Order) -> list[Overview]:
    """Those of the documents whose name holds the words, and that are signed off or not, in an order. Given newest first."""
    folded = words.casefold().split()
    found = [
        line
        for line in lines
        if all(word in line.document.name.casefold() for word in folded)
        and (which is Show.ALL or line.signed_off is (which is Show.SIGNED))
    ]
    key = ORDERS[order]
    return found if key is None else sorted(found, key=key)  # type: ignore[arg-type]  # each key gives values of one kind


def first(lines: Sequence[Overview]) -> Sequence[Overview]:
    """So many of them as are shown."""
    return lines[: st.session_state.get(LENGTH, AT_A_TIME)]


def more(lines: Sequence[Overview]) -> None:
    """Offer the rest."""
    length: int = st.session_state.get(LENGTH, AT_A_TIME)
    if length < len(lines):
        st.button(
            f"Show more ({len(lines) - length})",
            key="shelf_more",
            on_click=lambda: st.session_state.update({LENGTH: length + AT_A_TIME}),
        )


def signed(line: Overview) -> str:
    """That a document is signed off, or was until it was changed."""
    if line.signed is None:
        return ""
    if line.signed_off:
        return markup.signed(f"Signed off by {signing.said(line.signed)}")
    return markup.quiet(f"Changed since {line.signed.who} signed it off")
