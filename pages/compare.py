"""Compare: two trees of one document side by side, what differs in figures and one by one, and one side's version taken over."""

from __future__ import annotations

import streamlit as st

from core.store import StoredTree
from pages.parts import helping, markup, session
from pages.parts.compared import choice, compared, name, name_in_address, standpoint, title
from pages.parts.comparing import Comparing
from pages.parts.differences import actions, differences
from pages.parts.elsewhere import widget as elsewhere
from pages.parts.keys import hint, shortcut
from pages.parts.panes import widget as panes
from pages.parts.screens import DOCUMENTS, REVIEW, go, tell_once, told
from pages.parts.versus import widget as versus
from pages.parts.viewer import widget as viewer_widget
from pages.parts.viewer.around import sizes

LEFT, RIGHT = panes.Side("the list of differences", 24, 230), panes.Side("the page", 33, 300)
MIDDLE_LEAST = 400


def show() -> None:
    """Draw the screen."""
    at = standpoint()
    if isinstance(at, str):
        st.html(markup.message("info", at))
        if st.button("Go to the documents", icon=":material/folder_open:", key="compare_nowhere"):
            go(DOCUMENTS)
        return
    _workspace()


@st.fragment
def _workspace() -> None:
    with told():
        at = standpoint()
        if isinstance(at, str):
            st.rerun(scope="app")
            return
        _draw(compared(at))


def _draw(comparing: Comparing) -> None:
    at = comparing.at
    tell_once(at)
    trees = comparing.desk.store.trees(at.sha256)
    _toolbar(comparing, trees)
    actions(comparing)
    left, middle, right = panes.three(LEFT, RIGHT, middle_least=MIDDLE_LEAST, key="compare")
    with left, st.container(key="inspector"):
        differences(comparing)
    with middle:
        versus.show(
            comparing.comparison,
            of=f"{at.left}|{at.right}",
            names=(name(at.left, trees), name(at.right, trees)),
            selected=at.chosen,
            on_choose=comparing.choose,
            key="versus",
        )
    with right:
        _page(comparing)
    for tree_id in sorted({at.left.tree_id, at.right.tree_id}):
        state = comparing.left_state if tree_id == at.left.tree_id else comparing.right_state
        elsewhere.listen(session.news_of(tree_id), state.version, on_change=lambda: None, key=f"elsewhere_{tree_id}")
    name_in_address(at)


def _toolbar(comparing: Comparing, trees: list[StoredTree]) -> None:
    """Which document and which two trees, how far they agree, and the way to other screens."""
    at = comparing.at
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="toolbar"):
        st.html(title(comparing), width="stretch")
        choice(comparing, trees)
        if st.button("Review", icon=":material/fact_check:", key="compare_review", help="Go on correcting the tree on the right"):
            go(REVIEW, doc=at.sha256[: session.PREFIX_LENGTH], tree=str(at.right.tree_id))
        command = "compare help"
        if st.button(
            "", icon=":material/help:", key="help", shortcut=shortcut(command), help=hint(command, "Keys and how it works")
        ):
            helping.compare_help()


def _page(comparing: Comparing) -> None:
    at, evidence = comparing.at, comparing.evidence
    if evidence is None:
        return
    starts = [place.node.span.start for place in comparing.places if place is not None and place.node.span.start]
    pages = {page for page in (*starts, at.page) if 1 <= page <= len(evidence.reading.pages)}

    def turn(page: int) -> None:
        at.page = page

    viewer_widget.show(
        document=f"{at.sha256}:{at.left}:{at.right}",
        root=session.root(),
        ticket=session.ticket(at.sha256),
        sizes=sizes(evidence),
        page=at.page,
        place=at.moves,
        version=f"{comparing.stamp}:{at.chosen}",
        selected=at.chosen,
        echo=0,
        overlays={page: comparing.overlay(page, ("Left", "Right")) for page in sorted(pages)},
        channel="versus",
        on_hit=lambda node: None,
        on_page=turn,
        key="compare_viewer",
        near=starts,
    )
