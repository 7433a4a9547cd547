"""The page viewer as a widget of our own: images and lines from our own routes, swapped by the browser, with marks over them.

Its script is written in modules, `viewer.js` the first of them; `pages.parts.scripts` says how they come together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict

import streamlit as st

from core.report import NodeReport
from core.tree import Node
from pages.parts import images, words
from pages.parts.problems import Standing, standing
from pages.parts.scripts import bundle
from pages.parts.viewer.overlay import Overlay

HERE = Path(__file__).parent
_mount = st.components.v2.component(
    "treeproof_viewer",
    css=(HERE / "viewer.css").read_text(encoding="utf-8"),
    js=bundle(HERE / "viewer.js"),
)


class Section(TypedDict):
    """The section that gestures are about. It `stands` where no check speaks against it."""

    id: str
    title: str
    start: int | None
    end: int | None
    stands: bool


def section_of(node: Node, found: NodeReport | None) -> Section:
    """A section, as the viewer is told of it."""
    stands = standing(found, node.review) in (Standing.OK, Standing.REMARK)
    title = " ".join(node.title.split())
    return {"id": node.id, "title": title, "start": node.span.start, "end": node.span.end, "stands": stands}


def show(
    *,
    document: str,
    root: str,
    ticket: str,
    sizes: Sequence[tuple[int, float, float]],
    page: int | None,
    place: int,
    version: str,
    selected: str | None,
    echo: int,
    overlays: Mapping[int, Overlay],
    channel: str,
    on_hit: Callable[[str], None],
    on_page: Callable[[int], None],
    key: str,
    section: Section | None = None,
    flags: Sequence[tuple[int, str, int]] = (),
    near: Sequence[int] = (),
    on_gesture: Callable[[str, str, int, int, int], None] | None = None,
) -> None:
    """Draw the viewer. `ticket` is a token for the document's pages, on routes below `root`; `sizes` are those of `around.sizes`.

    The browser turns pages by itself. It goes to `page` when `place` (a counter) differs from the one before; overlays that it
    has are kept until `version` changes. `flags` mark pages in the strip (`around.flags`), `near` are pages to have ready.

    A click on a heading calls `on_hit(node id)`, turning pages `on_page(page)`, and what is chosen for lines
    `on_gesture(name, node id, page, first line, last line)`, as a `pages.parts.pointing.Gesture`: each reruns. It is offered for
    `section`. Without `on_gesture` lines cannot be pointed at.
    """
    pages = sum(count for count, _, _ in sizes)

    def value(name: str) -> Any:
        state = st.session_state.get(key)
        return state.get(name) if state is not None else None

    def hit() -> None:
        pressed = value("hit")
        if isinstance(pressed, dict):
            on_hit(str(pressed.get("id", "")))

    def turned() -> None:
        number = value("page")
        if isinstance(number, int | float) and 1 <= number <= pages:
            on_page(int(number))

    def gestured() -> None:
        made = value("gesture")
        if on_gesture is None or not isinstance(made, dict):
            return
        numbers = [made.get(name) for name in ("page", "first", "last")]
        page, first, last = (number if isinstance(number, int) else -1 for number in numbers)
        on_gesture(str(made.get("name", "")), str(made.get("node", "")), page, first, last)

    _mount(
        key=key,
        data={
            "document": document,
            "images": f"{root}{images.PATH}/{ticket}",
            "lines": f"{root}{words.LINES}/{ticket}",
            "search": f"{root}{words.SEARCH}/{ticket}",
            "pages": pages,
            "sizes": list(sizes),
            "page": page,
            "place": place,
            "version": version,
            "selected": selected,
            "chosen": section,
            "echo": echo,
            "overlays": {str(number): overlay for number, overlay in overlays.items()},
            "flags": list(flags),
            "near": list(near),
            "gestures": on_gesture is not None,
            "channel": channel,
        },
        on_hit_change=hit,
        on_page_change=turned,
        on_gesture_change=gestured,
    )
