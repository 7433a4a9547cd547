"""The screens by name, so that one can lead to another without importing it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import streamlit as st

from core.errors import TreeproofError
from pages.parts import markup

DOCUMENTS, REVIEW, COMPARE = "documents", "review", "compare"


def register(screens: dict[str, Any]) -> dict[str, Any]:
    """Keep this rerun's screens (`st.Page` values), by name, for `go`."""
    st.session_state["screens"] = screens
    return screens


def go(name: str, **query: str) -> NoReturn:
    """Leave for another screen, with these query parameters. Not from a callback: only while the script runs."""
    st.switch_page(st.session_state["screens"][name], query_params=query)


@contextmanager
def told() -> Iterator[None]:
    """Show an error that is for people, in its own words, in place of what cannot be drawn: a damaged database, a full disk."""
    try:
        yield
    except TreeproofError as error:
        st.html(markup.message("error", str(error)))
