"""The section tree as a widget of our own (Streamlit's components, version 2): one selection, keys, signs, rename in place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from core.report import Report
from core.tree import Tree
from pages.parts.tree.rows import rows

HERE = Path(__file__).parent
_mount = st.components.v2.component(
    "treeproof_tree",
    css=(HERE / "tree.css").read_text(encoding="utf-8"),
    js=(HERE / "tree.js").read_text(encoding="utf-8"),
)


@dataclass(frozen=True, slots=True)
class Command:
    """What a key in the tree asks for: "up", "down", "indent", "outdent", "delete" or "rename" (with the new title)."""

    name: str
    node: str
    value: str = ""


def show(
    tree: Tree,
    report: Report,
    *,
    document: str,
    selected: str | None,
    echo: int,
    on_select: Callable[[str, int], None],
    on_command: Callable[[Command], None],
    key: str,
) -> None:
    """Draw the tree. `echo` is the number of the last choice received, so that answers to older ones move nothing.

    A choice (a click, an arrow key) calls `on_select(node id, its number)` and reruns; so does a command. `document` names what
    is shown: when it changes, the widget forgets what was folded and filtered.
    """

    def selection() -> None:
        value = _value(key, "selected")
        if isinstance(value, dict) and isinstance(value.get("id"), str) and isinstance(value.get("sequence"), int):
            on_select(value["id"], value["sequence"])

    def command() -> None:
        value = _value(key, "command")
        if isinstance(value, dict):
            on_command(Command(str(value.get("name", "")), str(value.get("id", "")), str(value.get("value", ""))))

    _mount(
        key=key,
        data={"document": document, "channel": key, "selected": selected, "echo": echo, "rows": rows(tree, report)},
        on_selected_change=selection,
        on_command_change=command,
    )


def _value(key: str, name: str) -> Any:
    state = st.session_state.get(key)
    return state.get(name) if state is not None else None
