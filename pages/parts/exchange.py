"""Trees out and in: exports whole or in part, the record of corrections, and trees made elsewhere set onto the open document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath

import streamlit as st

from core.convert import losses
from core.diff import Correction, as_csv, as_json, corrections
from core.errors import TreeproofError
from core.formats import FORMATS, WITH_PAGES, part
from core.formats.bookmarks import NAME as BOOKMARKS
from core.formats.kept import kept
from core.store import Store, TreeState
from core.tree import Node
from pages.parts import markup, session
from pages.parts.place import Place
from pages.parts.text import counted, plain, short
from pages.parts.ticks import Group
from pages.parts.workbench import Workbench

MADE = "export_made"
"""Key of the session state: the last file that was made with the PDF, and of what."""

READ = ["json", "csv", "tsv", "md", "txt", "pdf"]
SHOWN = 8
"""So many remarks on a file are shown; the rest is counted."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """A way out that the export dialog offers. With `needs_pdf`, the file is made first and then offered."""

    label: str
    suffix: str
    media_type: str
    needs_pdf: bool = False


CHOICES = {
    **{name: _Choice(form.label, form.suffix, form.media_type) for name, form in FORMATS.items()},
    BOOKMARKS: _Choice("The PDF with the tree as its bookmarks", ".bookmarks.pdf", "application/pdf", needs_pdf=True),
    **{name: _Choice(form.label, form.suffix, form.media_type, needs_pdf=True) for name, form in WITH_PAGES.items()},
}


@st.dialog("Export the tree", width="medium")
def export_dialog(bench: Workbench, only: Group | None = None) -> None:
    """Offer the tree, the sections in `only`, the chosen ones, and the record of corrections as downloads.

    Reruns with each choice, and when a file is made.
    """
    state = bench.state
    stem = PurePath(bench.desk.store.document(bench.place.sha256).name).stem
    chosen = bench.chosen
    options = {"whole": f"The whole tree ({counted(len(state.tree.placed))})"}
    if only is None and bench.place.others:
        only = Group(bench.all_chosen, "chosen in the tree")
    if only is not None:
        options = {"group": str(only).capitalize(), **options}
    if chosen is not None and chosen.node.children:
        options["part"] = f"“{short(chosen.node.title, 50)}” and what is below it"
    what = st.radio("What", list(options), format_func=lambda name: plain(options[name]), key="export_part")
    to = st.radio("Format", list(CHOICES), format_func=lambda name: plain(CHOICES[name].label), key="export_format")
    ids = {"group": frozenset(only.nodes) if only else None, "part": _whole(chosen.node) if chosen else None}.get(what)
    for sentence in losses(part(state.tree, ids), to):
        st.html(markup.quiet(sentence))
    choice = CHOICES[to]
    if not choice.needs_pdf or _made(bench, to, ids):
        st.download_button(
            "Download the tree",
            data=st.session_state[MADE][1]
            if choice.needs_pdf
            else lambda: bench.desk.export(bench.place.sha256, state.tree, to, only=ids),
            file_name=f"{stem}{choice.suffix}",
            mime=choice.media_type,
            type="primary",
            icon=":material/download:",
            on_click="ignore",
            key=f"download_{to}",
            width="stretch",
        )
    st.html(markup.label("Corrections: each field that was changed, with what the checks had found"))
    with st.container(horizontal=True, gap="small"):
        for suffix, write, mime in (("csv", as_csv, "text/csv"), ("json", as_json, "application/json")):
            st.download_button(
                f"Corrections as {suffix.upper()}",
                data=partial(_corrections, bench.desk.store, state, write),
                file_name=f"{stem}.corrections.{suffix}",
                mime=mime,
                icon=":material/history:",
                on_click="ignore",
                key=f"download_corrections_{suffix}",
                width="stretch",
            )


@st.dialog("Import a tree onto this PDF", width="medium")
def import_dialog(bench: Workbench) -> None:
    """Show what a file made elsewhere holds; on demand, set it beside the document's other trees, none of which it touches."""
    st.html(
        markup.quiet(
            "JSON of treeproof, PageIndex, QuantMind or the vectorless engine; a table (CSV, TSV); an outline as Markdown or "
            "indented text; or a PDF with bookmarks. It is set beside this document's other trees, and checked at once."
        )
    )
    file = st.file_uploader("Tree", type=READ, key="import_file", label_visibility="collapsed")
    if file is None:
        return
    content = file.getvalue()
    try:
        found = bench.desk.read_tree(bench.place.sha256, content)
    except TreeproofError as error:
        st.html(markup.message("error", f"{file.name}: {error}"))
        return
    label = CHOICES[found.format].label if found.format in CHOICES else found.format
    st.html(markup.row(file.name, f"{label}: {counted(len(found.tree.placed))}"))
    _remarks("Mended or left out on the way in", found.notes)
    _remarks("Odd, and left for the checks to judge", kept(found.tree))
    if st.button("Import this tree", type="primary", icon=":material/upload:", key="import_now", width="stretch"):
        _import(bench, content, file.name)


def _import(bench: Workbench, content: bytes, name: str) -> None:
    try:
        tree_id = bench.desk.import_tree(bench.place.sha256, content, name, who=bench.who)
    except TreeproofError as error:
        st.html(markup.message("error", f"{name}: {error}"))
        return
    at = Place(bench.place.sha256, tree_id, moves=bench.place.moves + 1)
    st.session_state["place"] = at
    opened = session.bench(at)
    at.version = opened.state.version
    opened.first_problem()
    notes = bench.desk.store.stored_tree(tree_id).notes
    at.notice = ("info" if notes else "success", " ".join(notes) or f"{name} was imported as a tree of its own.")
    session.name_place(at)
    st.rerun(scope="app")


def _remarks(title: str, sentences: Sequence[str]) -> None:
    if not sentences:
        return
    st.html(markup.label(title))
    for sentence in sentences[:SHOWN]:
        st.html(markup.message("info", sentence))
    if len(sentences) > SHOWN:
        st.html(markup.quiet(f"and {len(sentences) - SHOWN} more"))


def _made(bench: Workbench, to: str, ids: frozenset[str] | None) -> bool:
    """Whether the file is ready; it is made when the button is pressed, since that takes the PDF and may be refused."""
    key = (bench.place.tree_id, bench.state.version, to, ids)
    if st.session_state.get(MADE, (None,))[0] == key:
        return True
    if not st.button("Make the file", type="primary", icon=":material/build:", key=f"make_{to}", width="stretch"):
        return False
    try:
        with st.spinner("Reading the PDF …"):
            st.session_state[MADE] = (key, bench.desk.export(bench.place.sha256, bench.state.tree, to, only=ids))
    except TreeproofError as error:
        st.html(markup.message("error", str(error)))
        return False
    return True


def _corrections(store: Store, state: TreeState, write: Callable[[Iterable[Correction]], str]) -> str:
    return write(corrections(state.drafted, state.tree, store.report(state.tree_id, 0)))


def _whole(node: Node) -> frozenset[str]:
    return frozenset([node.id]).union(*(_whole(child) for child in node.children))
