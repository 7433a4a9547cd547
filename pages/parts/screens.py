"""The screens by name, so that one can lead to another without importing it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, Protocol

import streamlit as st

from core.errors import TreeproofError
from pages.parts import markup
from pages.parts.text import plain

DOCUMENTS, REVIEW, COMPARE = "documents", "review", "compare"
ICONS = {
    "error": ":material/error:",
    "warning": ":material/warning:",
    "success": ":material/check_circle:",
    "info": ":material/info:",
}


class Noticed(Protocol):
    """Where a notice waits to be told, as (kind, sentence)."""

    notice: tuple[str, str] | None


def register(screens: dict[str, Any]) -> dict[str, Any]:
    """Keep this rerun's screens (`st.Page` values), by name, for `go`."""
    st.session_state["screens"] = screens
    return screens


def go(name: str, **query: str) -> NoReturn:
    """Leave for another screen, with these query parameters. Not from a callback: only while the script runs."""
    st.switch_page(st.session_state["screens"][name], query_params=query)


def tell_once(at: Noticed) -> None:
    """Tell what waits to be told, for a moment; what went wrong stays longer."""
    if at.notice is None:
        return
    (kind, words), at.notice = at.notice, None
    st.toast(plain(words), icon=ICONS[kind], duration="long" if kind in ("error", "warning") else "short")


@contextmanager
def told() -> Iterator[None]:
    """Show an error that is for people, in its own words, in place of what cannot be drawn: a damaged database, a full disk."""
    try:
        yield
    except TreeproofError as error:
        st.html(markup.message("error", str(error)))
