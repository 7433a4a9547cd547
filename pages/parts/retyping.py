"""The tree as text: a line a section, edited freely, checked line by line, applied as one edit after a look at what changes."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from core.edit import Retype
from core.errors import EditError
from core.retype import LineError, as_text, edit_for, read
from core.tree import Tree
from pages.parts import exchange, markup
from pages.parts.previewing import preview
from pages.parts.text import counted
from pages.parts.workbench import Workbench

DRAFT = "retyping"
MOST_LINES, MOST_CHARACTERS = 3_000, 250_000
"""What the field takes: with 50,000 lines in it a browser stalls."""
TOO_LONG = (
    "{what}; this field takes {lines:,} lines of {characters:,} characters in all. Export the tree as “Indented text”, edit that "
    "file, and import it: it becomes a tree of its own beside this one."
)
HOW = (
    "A line a section: two spaces a level, the title, then dots or two spaces and the page. "
    "Sections keep their notes and reviews where title or page stays. Nothing changes before you apply it."
)


@dataclass
class Draft:
    """A text being edited: of which tree, as it was at which version, the text then and now. `nth` counts fresh starts."""

    tree_id: int
    version: int
    was: str
    text: str
    nth: int

    @property
    def touched(self) -> bool:
        return self.text != self.was


def retyping(bench: Workbench) -> None:
    """Draw the text and what it would change; of a tree that is too long for it, how else to edit it as text."""
    draft = _draft(bench)
    if draft is None:
        st.html(markup.message("info", too_long(f"This tree has {counted(len(bench.state.tree.placed))}")))
        if st.button("Export as indented text", icon=":material/download:", key="retype_export", width="stretch"):
            st.session_state["export_format"] = "outline"
            exchange.export_dialog(bench)
        return
    key = f"retype_{draft.tree_id}_{draft.nth}"

    def typed() -> None:
        draft.text = st.session_state[key]

    st.html(markup.quiet(HOW))
    with st.container(key="retype"):
        st.text_area(
            "The tree as text",
            draft.text,
            height=340,
            max_chars=MOST_CHARACTERS,
            key=key,
            on_change=typed,
            label_visibility="collapsed",
        )
    if not draft.touched:
        st.html(markup.quiet("Press Ctrl+Enter, or leave the field, to see what changes."))
        return
    if draft.version != bench.state.version:
        st.html(markup.message("warning", "The tree was changed since you began this text. Applying the text takes that back."))
    _outcome(bench, draft)
    st.button("Begin again from the tree", icon=":material/restart_alt:", on_click=_forget, key="retype_again", width="stretch")


def _outcome(bench: Workbench, draft: Draft) -> None:
    """What is wrong with the text, or what it would change and the button that changes it."""
    outcome = understood(draft.text, bench.state.tree)
    if isinstance(outcome, str):
        st.html(markup.message("info", outcome))
    elif isinstance(outcome, Retype):
        preview(bench.state.tree, outcome.on(bench.state.tree), key="retype_changes")
        st.button(
            "Apply the text",
            icon=":material/check:",
            type="primary",
            on_click=_apply,
            args=(bench, outcome),
            key="retype_apply",
            width="stretch",
        )
    else:
        st.html(
            markup.message("error", f"{len(outcome)} lines cannot be read." if len(outcome) > 1 else "One line cannot be read.")
        )
        st.html(markup.facts((f"Line {error.line}", error.words) for error in outcome))


def understood(text: str, tree: Tree) -> Retype | tuple[LineError, ...] | str:
    """The edit that a text means; or what is wrong with its lines; or why it means none."""
    if (count := text.count("\n")) > MOST_LINES:
        return too_long(f"The text has {counted(count, 'line')}")
    typed = read(text, tree)
    if typed.errors:
        return typed.errors
    try:
        edit = edit_for(tree, typed.lines)
        edit.on(tree)
    except EditError as error:
        return str(error)
    return edit


def too_long(what: str) -> str:
    """That something is more than the field takes, and what to do."""
    return TOO_LONG.format(what=what, lines=MOST_LINES, characters=MOST_CHARACTERS)


def _draft(bench: Workbench) -> Draft | None:
    """The text of this tree: as it was left, or written anew where nobody has touched it since the tree changed.

    `None` where it is more than the field takes.
    """
    held: Draft | None = st.session_state.get(DRAFT)
    place, version = bench.place, bench.state.version
    if held is not None and held.tree_id == place.tree_id and (held.touched or held.version == version):
        return held
    if len(bench.state.tree.placed) > MOST_LINES or len(text := as_text(bench.state.tree)) > MOST_CHARACTERS:
        return None
    fresh = Draft(place.tree_id, version, text, text, held.nth + 1 if held else 0)
    st.session_state[DRAFT] = fresh
    return fresh


def _apply(bench: Workbench, edit: Retype) -> None:
    if bench.edit(edit):
        _forget()


def _forget() -> None:
    held: Draft | None = st.session_state.get(DRAFT)
    if held is not None:
        held.text, held.version = held.was, -1
