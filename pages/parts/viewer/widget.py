"""The page viewer as a widget of our own: the page's image from our own route, swapped by the browser, with marks over it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from pages.parts.viewer.overlay import Overlay

HERE = Path(__file__).parent
_mount = st.components.v2.component(
    "treeproof_viewer",
    css=(HERE / "viewer.css").read_text(encoding="utf-8"),
    js=(HERE / "viewer.js").read_text(encoding="utf-8"),
)


def show(
    *,
    document: str,
    base: str,
    pages: int,
    page: int | None,
    place: int,
    version: str,
    selected: str | None,
    echo: int,
    overlays: Mapping[int, Overlay],
    channel: str,
    on_hit: Callable[[str], None],
    on_page: Callable[[int], None],
    on_pick: Callable[[int], None],
    key: str,
) -> None:
    """Draw the viewer. `base` is the address below which images stand as `<page>.jpg?w=<pixels>`.

    The browser turns pages by itself. It goes to `page` when `place` (a counter) differs from the one before; overlays that it
    has are kept until `version` changes. A click on a heading calls `on_hit(node id)`, one on a heading that the tree leaves out
    `on_pick(index of the candidate)`, turning pages `on_page(page)`: each reruns.
    """

    def value(name: str) -> Any:
        state = st.session_state.get(key)
        return state.get(name) if state is not None else None

    def hit() -> None:
        chosen = value("hit")
        if isinstance(chosen, dict):
            on_hit(str(chosen.get("id", "")))

    def picked() -> None:
        chosen = value("picked")
        if isinstance(chosen, dict) and isinstance(chosen.get("nth"), int):
            on_pick(chosen["nth"])

    def turned() -> None:
        number = value("page")
        if isinstance(number, int | float) and 1 <= number <= pages:
            on_page(int(number))

    _mount(
        key=key,
        data={
            "document": document,
            "base": base,
            "pages": pages,
            "page": page,
            "place": place,
            "version": version,
            "selected": selected,
            "echo": echo,
            "overlays": {str(number): overlay for number, overlay in overlays.items()},
            "channel": channel,
        },
        on_hit_change=hit,
        on_picked_change=picked,
        on_page_change=turned,
    )
