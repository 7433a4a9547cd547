"""Three areas side by side whose widths can be dragged, and are remembered by the browser; on a narrow window they stack."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

HERE = Path(__file__).parent
STACKED = 1000
"""Below this width of the window, in pixels, the areas stand one below the other."""
GRIP = 13
"""Width of a separator, in pixels."""

_mount = st.components.v2.component(
    "treeproof_panes",
    css=(HERE / "panes.css").read_text(encoding="utf-8"),
    js=(HERE / "panes.js").read_text(encoding="utf-8"),
)


class Side(NamedTuple):
    """The left or the right area: its name for people, its share of the width in percent, and its least width in pixels."""

    name: str
    share: float
    least: int


def three(left: Side, right: Side, *, middle_least: int, key: str) -> tuple[DeltaGenerator, DeltaGenerator, DeltaGenerator]:
    """The left, middle and right area, to be drawn into. Dragging reruns nothing.

    The separators can be moved by keys as well, and go back to the shares given here on a double click.
    """
    st.html(f"<style>{_grid(left, right, key)}</style>")
    areas: list[DeltaGenerator] = []
    with st.container(key=key, horizontal=True, gap=None):
        for nth, side in enumerate((left, None, right)):
            if nth:
                _separator("left" if nth == 1 else "right", left if nth == 1 else right, left, right, middle_least, key)
            areas.append(st.container(key=f"{key}_{'left' if side is left else 'right' if side is right else 'middle'}"))
    return areas[0], areas[1], areas[2]


def _separator(which: str, side: Side, left: Side, right: Side, middle_least: int, key: str) -> None:
    _mount(
        key=f"{key}_separator_{which}",
        data={
            "pane": key,
            "side": which,
            "label": f"Width of {side.name}",
            "share": side.share,
            "least": side.least,
            "others": {"side": (right if which == "left" else left).least, "middle": middle_least},
        },
        width=GRIP,
        height="content",
    )


def _grid(left: Side, right: Side, key: str) -> str:
    """Widths are variables of the page's root: they outlive a redraw, so that nothing jumps."""
    first, last = (
        f"max({side.least}px, calc(var(--tp-{key}-{name}, {side.share}) * 1%))"
        for name, side in (("left", left), ("right", right))
    )
    return f"""
    .st-key-{key} {{ display: grid !important; align-items: start;
      grid-template-columns: {first} {GRIP}px minmax(0, 1fr) {GRIP}px {last}; }}
    .st-key-{key} > * {{ min-width: 0; width: 100% !important; flex: none; }}
    @media (max-width: {STACKED - 1}px) {{
      .st-key-{key} {{ grid-template-columns: minmax(0, 1fr); row-gap: 14px; --tp-work-height: min(72vh, 640px); }}
      .st-key-{key} > [class*=_separator_] {{ display: none; }}
      .st-key-{key} .st-key-inspector {{ height: auto; }}
    }}"""
