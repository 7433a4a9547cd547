"""Changes to many sections at once. Each is one edit, and told in words before it is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from core.edit import Add, Delete, Edit, Many, Move, RederiveEnds, Retitle, SetEnd, SetLevel, SetStart, Shift
from core.errors import EditError
from core.tree import MAX_DEPTH, Tree
from core.verify.fix import Fixed, failing, fix
from pages.parts import markup
from pages.parts.previewing import preview
from pages.parts.text import counted
from pages.parts.ticks import Group
from pages.parts.workbench import Workbench

MENDED = "mended"
SURE = (50, 100, 90)
"""Percent of sureness from which mends are applied: the least, the most, and as offered."""
KINDS: dict[type, str] = {
    SetStart: "starts",
    Retitle: "titles",
    Shift: "shifts",
    Delete: "deletions",
    Move: "moves",
    Add: "additions",
    SetEnd: "ends",
}


@dataclass(frozen=True, slots=True)
class Mended:
    """The mends worked out for a tree at a version, from a sureness on."""

    tree_id: int
    version: int
    above: int
    fixed: Fixed


def wholesale(bench: Workbench, group: Group) -> None:
    """Draw the kinds of change, the one chosen with what it needs to know, what it would change, and its button."""
    ways: dict[str, Callable[[Workbench, Group], Edit | None]] = {
        "Shift": _shift,
        "Printed": _printed,
        "Level": _level,
        "Ends": _ends,
        "Repairs": _repairs,
    }
    way = st.segmented_control(
        "Change many sections",
        list(ways),
        default="Shift",
        required=True,
        label_visibility="collapsed",
        key="bulk_way",
        width="stretch",
    )
    edit = ways[way or "Shift"](bench, group)
    if edit is None:
        return
    try:
        after = edit.on(bench.state.tree)
    except EditError as error:
        st.html(markup.message("info", str(error)))
        return
    if after == bench.state.tree:
        st.html(markup.quiet("That changes nothing: it is so already."))
        return
    count = preview(bench.state.tree, after, key="bulk_changes", ends=isinstance(edit, RederiveEnds))
    st.button(
        f"Apply to {counted(count)}" if count else "Apply",
        icon=":material/check:",
        type="primary",
        on_click=_do,
        args=(bench, edit),
        key="bulk_apply",
        width="stretch",
    )


def printed(tree: Tree, first: int, last: int, physical: int, among: tuple[str, ...] = ()) -> Shift | None:
    """The edit that takes starts from page `first` to `last` for printed numbers, the first of which stands on page `physical`.

    It speaks of the sections `among` (of all, where none are named) that start there; `None` where none does, or nothing moves.
    """
    wanted = set(among)
    nodes = tuple(
        node_id
        for node_id, place in tree.placed.items()
        if place.node.span.start is not None and first <= place.node.span.start <= last and (not wanted or node_id in wanted)
    )
    return Shift(nodes=nodes, by=physical - first) if nodes and physical != first else None


def _shift(bench: Workbench, group: Group) -> Edit | None:
    pages = bench.state.tree.pages
    by = st.number_input("Shift pages by", -pages, pages, 0, step=1, key="bulk_by")
    some = _some(group, "Moves starts and ends of {}.")
    return Shift(nodes=group.nodes, by=int(by)) if by and some else None


def _printed(bench: Workbench, group: Group) -> Edit | None:
    pages = max(bench.state.tree.pages, 1)
    first, last, physical = st.columns(3, gap="small", vertical_alignment="bottom")
    begin = first.number_input("Printed page", 1, None, 1, step=1, key="bulk_printed")
    end = last.number_input("to", 1, None, max(pages, 1), step=1, key="bulk_printed_to")
    at = physical.number_input("is page", 1, pages, min(max(bench.place.page, 1), pages), step=1, key="bulk_physical")
    who = f"Of {group}, those that start in the range move." if group.nodes else "All sections that start in the range move."
    st.html(
        markup.quiet(
            "For trees that count as the printed numbers do. Show the page that says 1: its place in the document is given here. "
            f"{who}"
        )
    )
    edit = printed(bench.state.tree, int(begin), int(end), int(at), group.nodes)
    if edit is None:
        st.html(markup.quiet("No section starts in that range, or the pages are the same."))
    return edit


def _level(bench: Workbench, group: Group) -> Edit | None:
    level = st.number_input("Put them on level", 1, MAX_DEPTH, 1, step=1, key="bulk_level", help="1 is the top")
    some = _some(group, "Puts {} on this level.")
    return SetLevel(nodes=group.nodes, level=int(level)) if some else None


def _ends(bench: Workbench, group: Group) -> Edit | None:
    of = group if group.nodes else f"all {counted(len(bench.state.tree.placed))}"
    st.html(markup.quiet(f"Lets the ends of {of} follow from the starts, also those that were set by hand."))
    return RederiveEnds(nodes=group.nodes)


def _repairs(bench: Workbench, group: Group) -> Edit | None:
    least, most, offered = SURE
    above = st.slider("Apply every repair at least this sure", least, most, offered, format="%d%%", key="bulk_above")
    mended: Mended | None = st.session_state.get(MENDED)
    current = mended is not None and (mended.tree_id, mended.version, mended.above) == (
        bench.place.tree_id,
        bench.state.version,
        above,
    )
    if not current or mended is None:
        st.html(
            markup.quiet(
                "Works out what all repairs of the whole tree would do, whatever is ticked or chosen. Nothing changes yet."
            )
        )
        if not st.button("Show what changes", icon=":material/preview:", key="bulk_preview", width="stretch"):
            return None
        mended = _mend(bench, int(above))
    if not mended.fixed.applied:
        st.html(markup.message("info", f"No repair is {above}% sure or more. Lower the limit, or mend section by section."))
        return None
    before, after = len(failing(bench.report)), len(failing(mended.fixed.report))
    st.html(markup.quiet(f"{_counted(mended.fixed.applied)}. Sections that are not right: {before} → {after}."))
    count = len(mended.fixed.applied)
    return Many(label=f"Apply {count} repairs ({above}% sure or more)" if count > 1 else "", edits=mended.fixed.applied)


def _mend(bench: Workbench, above: int) -> Mended:
    evidence = bench.evidence
    if evidence is None:
        return Mended(bench.place.tree_id, bench.state.version, above, Fixed(bench.state.tree, (), bench.report))
    with st.spinner("Working out the repairs…"):
        mended = Mended(bench.place.tree_id, bench.state.version, above, fix(bench.state.tree, evidence, above / 100))
    st.session_state[MENDED] = mended
    return mended


def _counted(edits: tuple[Edit, ...]) -> str:
    counts = Counter(KINDS.get(type(edit), "others") for edit in edits)
    kinds = ", ".join(f"{count} {kind}" for kind, count in counts.most_common())
    return f"{len(edits)} changes: {kinds}" if len(edits) > 1 else "1 change"


def _some(group: Group, words: str) -> bool:
    """Whether there are sections to change. Says in `words` which they are, or how to come by some."""
    how = "Tick the sections above first, or choose" if group.how == "ticked" else "Choose"
    st.html(markup.quiet(words.format(group) if group.nodes else f"{how} several in the tree on the left."))
    return bool(group.nodes)


def _do(bench: Workbench, edit: Edit) -> None:
    if bench.edit(edit):
        st.session_state.pop(MENDED, None)
        st.session_state["bulk_by"] = 0
