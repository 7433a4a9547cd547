"""The section tree as a widget of our own (Streamlit's components, version 2): choosing, keys, drags, signs, rename in place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from core.report import Report
from core.tree import Tree
from pages.parts import keys
from pages.parts.scripts import bundle
from pages.parts.tree.rows import Row, change, rows

HERE = Path(__file__).parent
_mount = st.components.v2.component(
    "treeproof_tree",
    css=(HERE / "tree.css").read_text(encoding="utf-8"),
    js=bundle(HERE / "tree.js"),
)


SENT = "{}_sent"
"""Key of the session's state, by the widget's: what the browser was sent last, as `_Sent`."""


@dataclass(frozen=True, slots=True)
class _Sent:
    document: str
    version: str
    rows: list[Row]


@dataclass(frozen=True, slots=True)
class Choice:
    """A section chosen, `others` chosen besides, and the number of the choice."""

    node: str
    others: tuple[str, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Command:
    """What a key or a drag in the tree asks for, about `node` and `others`.

    `name` is "up", "down", "indent", "outdent", "merge", "delete", "delete whole", "rename" or "add" (`value`: the title), or
    "drop" (`where`: "before", "into" or "after" the section `target`).
    """

    name: str
    node: str
    others: tuple[str, ...] = ()
    value: str = ""
    target: str = ""
    where: str = ""


def show(
    tree: Tree,
    report: Report,
    *,
    document: str,
    version: str,
    selected: str | None,
    others: tuple[str, ...],
    echo: int,
    on_select: Callable[[Choice], None],
    on_command: Callable[[Command], None],
    key: str,
) -> None:
    """Draw the tree. `echo` is the number of the last choice received, so that answers to older ones move nothing.

    A choice (a click, an arrow key) calls `on_select` and reruns; so does a command. `document` names what is shown: when it
    changes, the widget forgets what was folded and filtered. `version` names the tree with its report: rows that the browser was
    sent are not sent again, and of another version what differs. A browser that does not hold them says so and gets all.
    """

    def selection() -> None:
        value = _value(key, "selected")
        if isinstance(value, dict) and isinstance(value.get("id"), str) and isinstance(value.get("sequence"), int):
            if not value.get("held"):
                afresh(key)
            on_select(Choice(value["id"], _ids(value.get("others")), value["sequence"]))

    def command() -> None:
        value = _value(key, "command")
        if isinstance(value, dict):
            said = {name: str(value.get(name, "")) for name in ("name", "value", "target", "where")}
            on_command(Command(node=str(value.get("id", "")), others=_ids(value.get("others")), **said))

    made = rows(tree, report)
    sent: _Sent | None = st.session_state.get(SENT.format(key))
    whole = sent is None or sent.document != document
    _mount(
        key=key,
        data={
            "document": document,
            "channel": key,
            "version": version,
            "selected": selected,
            "others": list(others),
            "echo": echo,
            "rows": made if sent is None or whole else None,
            "change": None if sent is None or whole or sent.version == version else change(sent.version, sent.rows, made),
            "keys": {"screen": keys.for_tree(), "tree": keys.in_tree()},
        },
        on_selected_change=selection,
        on_command_change=command,
    )
    st.session_state[SENT.format(key)] = _Sent(document, version, made)


def afresh(key: str) -> None:
    """Have all rows sent the next time: to be called where the widget is drawn on a new screen."""
    st.session_state.pop(SENT.format(key), None)


def _ids(value: object) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def _value(key: str, name: str) -> Any:
    state = st.session_state.get(key)
    return state.get(name) if state is not None else None
