"""What is compared: which document and which two of its trees, from the address or the session, and the choice of another two."""

from __future__ import annotations

import streamlit as st

from core.store import StoredTree
from pages.parts import markup, session
from pages.parts.comparing import Comparing, Standpoint, Version, swapped, usual, version, versions
from pages.parts.naming import tree_names

AT = "standpoint"
"""Key of the session state: what is compared, and where one stands in it."""
NAMED = "compare_named"
"""Key of the session state: the sides last written into the address. Others there mean that somebody came by a link."""
MADE = "comparison_made"
"""Key of the session state: the last comparison with what it was made of, so that a click does not compare anew."""
SHOWN_NAME = 40
"""Characters of a tree's name that the selectors show."""


def standpoint() -> Standpoint | str:
    """What the address or the session names, or else the document added last; or why nothing can be compared, in words."""
    sha256 = _document()
    store = session.desk().store
    if sha256 is None:
        named = st.query_params.get("doc", "")
        return (
            f"No document {named} is stored here. It may have been deleted. Choose another one."
            if named
            else "No document is open to compare trees of. Choose one first."
        )
    if (active := store.active_tree(sha256)) is None or session.desk().evidence(sha256) is None:
        return f"{store.document(sha256).name} must be read before its trees can be compared: open it in the list of documents."
    trees = store.trees(sha256)
    at, there = st.session_state.get(AT), versions(trees)
    asked = (st.query_params.get("left", ""), st.query_params.get("right", ""))
    as_before = not any(asked) or asked == st.session_state.get(NAMED)
    if isinstance(at, Standpoint) and at.sha256 == sha256 and {at.left, at.right} <= set(there) and as_before:
        return at
    left, right = (version(side) for side in asked)
    if left not in there or right not in there or left is None or right is None:
        left, right = usual(trees, active)
    made = Standpoint(sha256, left, right, chosen=st.query_params.get("at", ""))
    st.session_state[AT], st.session_state[NAMED] = made, asked
    _stand(compared(made))
    return made


def _document() -> str | None:
    """The document's SHA-256, where there is exactly one that is meant."""
    at, place = st.session_state.get(AT), st.session_state.get("place")
    documents = [document.sha256 for document in session.desk().store.documents()]
    prefix = st.query_params.get("doc", "") or (place.sha256 if place is not None else at.sha256 if at is not None else "")
    if not prefix:
        return documents[0] if documents else None
    found = [sha256 for sha256 in documents if sha256.startswith(prefix)]
    return found[0] if len(found) == 1 else None


def _stand(comparing: Comparing) -> None:
    """Stand at the row that the address names, or else at the first difference."""
    at = comparing.at
    if comparing.places == (None, None):
        at.chosen = ""
    if at.chosen:
        comparing.choose(at.chosen)
    else:
        comparing.step(1, [])
        at.notice = None


def compared(at: Standpoint) -> Comparing:
    """The comparison as the trees stand now: the one made before, where they have not changed since."""
    fresh = Comparing(session.desk(), at, session.who())
    held = st.session_state.get(MADE)
    if isinstance(held, Comparing) and held.at is at and held.stamp == fresh.stamp:
        return held
    st.session_state[MADE] = fresh
    return fresh


def name_in_address(at: Standpoint) -> None:
    """Write what is shown into the address, so that a link or a reload comes back to it."""
    wanted = {"doc": at.sha256[: session.PREFIX_LENGTH], "left": str(at.left), "right": str(at.right)}
    wanted |= {"at": at.chosen} if at.chosen else {}
    st.session_state[NAMED] = (wanted["left"], wanted["right"])
    if dict(st.query_params) != wanted:
        st.query_params.from_dict(wanted)


def name(which: Version, trees: list[StoredTree]) -> str:
    """A version as people know it."""
    called = tree_names(trees, SHOWN_NAME)[which.tree_id]
    return f"{called}, as drafted" if which.drafted else called


def choice(comparing: Comparing, trees: list[StoredTree]) -> None:
    """Draw the selectors of the two sides, with a button between them that changes the sides over."""
    at, there = comparing.at, versions(trees)

    def chosen(side: str, key: str) -> None:
        st.session_state[AT] = _with(at, side, st.session_state[key])

    def swap() -> None:
        st.session_state[AT] = swapped(at)

    for side, now in (("left", at.left), ("right", at.right)):
        key = f"compare_{side}_{now}"
        st.selectbox(
            f"Tree on the {side}",
            there,
            index=there.index(now) if now in there else None,
            key=key,
            format_func=lambda which: name(which, trees),
            on_change=chosen,
            args=(side, key),
            label_visibility="collapsed",
            width=200,
        )
        if side == "left":
            st.button("", icon=":material/swap_horiz:", on_click=swap, key="compare_swap", help="Change the sides over")


def _with(at: Standpoint, side: str, which: Version) -> Standpoint:
    left, right = (which, at.right) if side == "left" else (at.left, which)
    return Standpoint(at.sha256, left, right, edited=at.edited)


def title(comparing: Comparing) -> str:
    """The document's name, and in figures how far the two trees agree."""
    found, comparison = comparing.figures, comparing.comparison
    facts = [
        (
            "Headings",
            f"{found.heading.f1:.3f}",
            "F1 of right titles on right pages: the left tree, measured against the right one",
        ),
        ("Tree", f"{found.tree.f1:.3f}", "F1 of those that are below the right parent as well"),
        (
            "Agreement",
            f"{100 * comparison.agreement:.0f}%",
            "Sections of either tree with the same title, start and place in both",
        ),
    ]
    return markup.headed(comparing.desk.store.document(comparing.at.sha256).name, markup.figures(facts))
