"""Compare: two trees of one document side by side, what differs in figures and one by one, and one side's version taken over."""

from __future__ import annotations

import streamlit as st

from core.compare import Difference, Kind
from core.store import StoredTree
from pages.parts import markup, session
from pages.parts.comparing import WORDS, Comparing, Standpoint, Version, swapped, usual, version, versions
from pages.parts.elsewhere import widget as elsewhere
from pages.parts.listing import widget as listing
from pages.parts.naming import tree_names
from pages.parts.panes import widget as panes
from pages.parts.screens import DOCUMENTS, REVIEW, go, told
from pages.parts.text import plain
from pages.parts.versus import widget as versus
from pages.parts.viewer import widget as viewer_widget
from pages.parts.viewer.around import sizes

AT = "standpoint"
"""Key of the session state: what is compared, and where one stands in it."""
NAMED = "compare_named"
"""Key of the session state: the sides last written into the address. Others there mean that somebody came by a link."""
KINDS = "compare_kinds"
MADE = "comparison_made"
"""Key of the session state: the last comparison with what it was made of, so that a click does not compare anew."""
LEFT, RIGHT = panes.Side("the list of differences", 24, 230), panes.Side("the page", 33, 300)
MIDDLE_LEAST = 400
SHOWN_NAME = 40
"""Characters of a tree's name that the selectors show."""
ICONS = {
    "error": ":material/error:",
    "warning": ":material/warning:",
    "success": ":material/check_circle:",
    "info": ":material/info:",
}


def show() -> None:
    """Draw the screen."""
    at = _standpoint()
    if at is None:
        st.html(markup.quiet("No document is open to compare trees of. Choose one first."))
        if st.button("Go to the documents", icon=":material/folder_open:", key="compare_nowhere"):
            go(DOCUMENTS)
        return
    _workspace()


@st.fragment
def _workspace() -> None:
    with told():
        at = _standpoint()
        if at is None:
            st.rerun(scope="app")
            return
        _draw(_comparing(at))


def _draw(comparing: Comparing) -> None:
    at = comparing.at
    if at.notice is not None:
        (kind, words), at.notice = at.notice, None
        st.toast(plain(words), icon=ICONS[kind], duration="long" if kind in ("error", "warning") else "short")
    trees = comparing.desk.store.trees(at.sha256)
    by_id = {tree.id: tree for tree in trees}
    names = (name(at.left, by_id), name(at.right, by_id))
    chosen: list[Kind] = list(st.session_state.get(KINDS) or [])
    _choice(comparing, trees, by_id)
    _actions(comparing, chosen)
    left, middle, right = panes.three(LEFT, RIGHT, middle_least=MIDDLE_LEAST, key="compare")
    with left, st.container(key="inspector"):
        _differences(comparing)
    with middle:
        versus.show(
            comparing.comparison,
            of=f"{at.left}|{at.right}",
            names=names,
            selected=at.chosen,
            on_choose=comparing.choose,
            key="versus",
        )
    with right:
        _page(comparing, ("Left", "Right"))
    for tree_id in sorted({at.left.tree_id, at.right.tree_id}):
        state = comparing.left_state if tree_id == at.left.tree_id else comparing.right_state
        elsewhere.listen(session.news_of(tree_id), state.version, on_change=lambda: None, key=f"elsewhere_{tree_id}")
    _name(at)


def name(which: Version, by_id: dict[int, StoredTree]) -> str:
    """A version as people know it."""
    called = tree_names(by_id.values(), SHOWN_NAME)[which.tree_id]
    return f"{called}, as drafted" if which.drafted else called


# What is compared


def _standpoint() -> Standpoint | None:
    """What the address or the session names; `None` where there is no such document, or it has no tree yet."""
    query, at = st.query_params, st.session_state.get(AT)
    store = session.desk().store
    place = st.session_state.get("place")
    prefix = query.get("doc", "") or (place.sha256 if place is not None else at.sha256 if at is not None else "")
    found = [document.sha256 for document in store.documents() if prefix and document.sha256.startswith(prefix)]
    if len(found) != 1 or (active := store.active_tree(found[0])) is None or session.desk().evidence(found[0]) is None:
        return None
    trees = store.trees(found[0])
    there = versions(trees)
    asked = (query.get("left", ""), query.get("right", ""))
    known = isinstance(at, Standpoint) and at.sha256 == found[0] and {at.left, at.right} <= set(there)
    if known and (not any(asked) or asked == st.session_state.get(NAMED)):
        return at
    left, right = (version(side) for side in asked)
    if left not in there or right not in there or left is None or right is None:
        left, right = usual(trees, active)
    made = Standpoint(found[0], left, right, chosen=query.get("at", ""))
    st.session_state[AT], st.session_state[NAMED] = made, asked
    comparing = _comparing(made)
    if comparing.places == (None, None):
        made.chosen = ""
    if made.chosen:
        comparing.choose(made.chosen)
    else:
        comparing.step(1, [])
        made.notice = None
    return made


def _comparing(at: Standpoint) -> Comparing:
    """The comparison as the trees stand now: the one made before, where they have not changed since."""
    fresh = Comparing(session.desk(), at, session.who())
    held = st.session_state.get(MADE)
    if isinstance(held, Comparing) and held.at is at and held.stamp == fresh.stamp:
        return held
    st.session_state[MADE] = fresh
    return fresh


def _name(at: Standpoint) -> None:
    """Write what is shown into the address, so that a link or a reload comes back to it."""
    wanted = {"doc": at.sha256[: session.PREFIX_LENGTH], "left": str(at.left), "right": str(at.right)}
    wanted |= {"at": at.chosen} if at.chosen else {}
    st.session_state[NAMED] = (wanted["left"], wanted["right"])
    if dict(st.query_params) != wanted:
        st.query_params.from_dict(wanted)


def _choice(comparing: Comparing, trees: list[StoredTree], by_id: dict[int, StoredTree]) -> None:
    """Which two, and how far they agree."""
    at, there = comparing.at, versions(trees)

    def chosen(side: str, key: str) -> None:
        st.session_state[AT] = _with(at, side, st.session_state[key])

    def swap() -> None:
        st.session_state[AT] = swapped(at)

    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="toolbar"):
        st.html(_title(comparing), width="stretch")
        for side, now in (("left", at.left), ("right", at.right)):
            key = f"compare_{side}_{now}"
            st.selectbox(
                f"Tree on the {side}",
                there,
                index=there.index(now) if now in there else None,
                key=key,
                format_func=lambda which: name(which, by_id),
                on_change=chosen,
                args=(side, key),
                label_visibility="collapsed",
                width=200,
            )
            if side == "left":
                st.button("", icon=":material/swap_horiz:", on_click=swap, key="compare_swap", help="Change the sides over")
        if st.button("Review", icon=":material/fact_check:", key="compare_review", help="Go on correcting the tree on the right"):
            go(REVIEW, doc=at.sha256[: session.PREFIX_LENGTH], tree=str(at.right.tree_id))


def _with(at: Standpoint, side: str, which: Version) -> Standpoint:
    left, right = (which, at.right) if side == "left" else (at.left, which)
    return Standpoint(at.sha256, left, right, edited=at.edited)


def _title(comparing: Comparing) -> str:
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


# What differs, and what to do with it


def _actions(comparing: Comparing, kinds: list[Kind]) -> None:
    at, difference = comparing.at, comparing.difference
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="compare_actions"):
        for label, by, key, shortcut in (("Previous", -1, "previous", "P"), ("Next difference", 1, "next", "N")):
            icon = ":material/keyboard_arrow_up:" if by < 0 else ":material/keyboard_arrow_down:"
            st.button(label, icon=icon, shortcut=shortcut, key=f"compare_{key}", on_click=comparing.step, args=(by, kinds))
        for side, shortcut in (("left", "1"), ("right", "2")):
            from_left = side == "left"
            able = comparing.can_take(from_left=from_left)
            other = "right" if from_left else "left"
            st.button(
                f"Take {side}",
                icon=f":material/{'arrow_forward' if from_left else 'arrow_back'}:",
                shortcut=shortcut,
                key=f"take_{side}",
                on_click=comparing.take,
                args=(kinds,),
                kwargs={"from_left": from_left},
                disabled=not able or difference is None,
                help=f"The tree on the {other} takes over what the {side} one says here" if able else _fixed(other),
            )
        with st.popover("Take all", icon=":material/done_all:", help="Make one tree like the other"):
            for side in ("left", "right"):
                able = comparing.can_take(from_left=side == "left")
                st.button(
                    f"Take the whole {side} tree",
                    key=f"take_all_{side}",
                    on_click=comparing.take_all,
                    kwargs={"from_left": side == "left"},
                    disabled=not able or not comparing.comparison.differences,
                    help=None if able else _fixed("right" if side == "left" else "left"),
                    width="stretch",
                )
        state = comparing.worked_on
        words = state.undo_label if state is not None else None
        st.button(
            "Undo",
            icon=":material/undo:",
            shortcut="Ctrl+Z",
            key="compare_undo",
            on_click=comparing.undo,
            disabled=at.edited is None or words is None,
            help=plain(f"Undo: {words}") if words else "Nothing was taken over here yet",
        )


def _fixed(side: str) -> str:
    return f"The tree on the {side} is shown as it was drafted, and stays so. Choose it as it stands to change it."


def _differences(comparing: Comparing) -> None:
    every = comparing.comparison.differences
    counts = {kind: sum(kind in each.kinds for each in every) for kind in Kind}
    kinds = [kind for kind in WORDS if counts[kind]]
    held = [kind for kind in st.session_state.get(KINDS) or [] if kind in kinds]
    if st.session_state.get(KINDS) and held != st.session_state[KINDS]:
        st.session_state[KINDS] = held
    if not every:
        st.html(markup.message("fine", "These two trees say the same."))
        return
    chosen = st.pills(
        "Differences",
        kinds,
        selection_mode="multi",
        format_func=lambda kind: f"{WORDS[kind]} {counts[kind]}",
        key=KINDS,
        label_visibility="collapsed",
    )
    lines = [_line(each) for each in comparing.shown(list(chosen or []))]
    st.html(markup.label(f"{len(lines)} of {len(every)} differences" if chosen else f"{len(every)} differences"))
    listing.show(lines, selected=comparing.at.chosen, on_choose=comparing.choose, key="difference_list")


def _line(difference: Difference) -> listing.Line:
    pages = [place.node.span.start for place in (difference.left, difference.right) if place is not None]
    said = " → ".join(dict.fromkeys(str(page or "?") for page in pages))
    kinds = ", ".join(WORDS[kind] for kind in difference.kinds)
    words = difference.words if difference.left and difference.right else ""
    title = " ".join(difference.title.split())
    return difference.key, difference.kinds[0].value, title, f"p. {said}", f"{kinds}. {words}".strip()


def _page(comparing: Comparing, names: tuple[str, str]) -> None:
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
        overlays={page: comparing.overlay(page, names) for page in sorted(pages)},
        channel="versus",
        on_hit=lambda node: None,
        on_page=turn,
        key="compare_viewer",
        near=starts,
    )
