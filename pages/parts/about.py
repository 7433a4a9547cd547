"""What is known of the chosen section: its evidence in words, its text as it is exported, and what was done to it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.store import LoggedEdit
from core.text import Cut, Texts
from core.tree import Evidence, Node, Review, Source, Value
from pages.parts import markup
from pages.parts.history import said
from pages.parts.text import short, when
from pages.parts.workbench import Workbench

REVIEWED = {Review.UNREVIEWED: "Not reviewed", Review.ACCEPTED: "Accepted", Review.CORRECTED: "Corrected by hand"}
WORDS = {
    Source.BOOKMARKS: "a bookmark of the PDF",
    Source.LINKS: "a link to the place",
    Source.DESTINATIONS: "a named place in the PDF",
    Source.TAGS: "a heading tag of the PDF",
    Source.CONTENTS: "the printed contents",
    Source.LAYOUT: "how the line is set",
    Source.NETWORK: "the layout network",
    Source.NUMBERING: "its number",
    Source.MODEL: "the language model",
    Source.IMPORT: "the tree that was imported",
    Source.PERSON: "a person",
    Source.PAGES: "the pages alone",
}
SHOWN_EVENTS = 12
HEAD, TAIL = 4_000, 1_500
"""Characters shown of a long text's beginning and end."""


def about(bench: Workbench, node: Node) -> None:
    """Draw it: the evidence at once, text and history on demand."""
    st.html(markup.facts(_facts(bench, node)))
    help_ = "As it is exported: cut where the section starts and where the next one does"
    if st.toggle("Show its text", key="show_text", help=help_):
        cut = Texts(bench.state.tree, bench.evidence).cut(node.id) if bench.evidence else None
        st.html(markup.quiet("Its start page is not known, so it has no text yet.") if cut is None else _shown(cut))
    events = events_of(bench.state.history, node.id)
    if events and st.toggle(f"Show its history ({len(events)})", key="show_history"):
        rows = [(said(event), event.who, when(event.at)) for event in events[:SHOWN_EVENTS]]
        st.html(markup.history(rows))
        if len(events) > SHOWN_EVENTS:
            st.html(markup.quiet(f"and {len(events) - SHOWN_EVENTS} before: see History"))


def _facts(bench: Workbench, node: Node) -> list[tuple[str, str]]:
    facts = [("Review", REVIEWED[node.review])]
    if node.confidence is not None:
        facts.append(("Draft", f"{round(100 * node.confidence)}% sure"))
    facts += [("Says so" if nth else "Evidence", in_words(each)) for nth, each in enumerate(node.evidence)]
    if (found := bench.found) and (seen := found.heading):
        alike = "" if seen.score is None else f", {seen.score:.0f}% alike"
        facts.append(("Seen", f"“{short(seen.text, 80)}” on page {seen.page}{alike}"))
    return facts


def in_words(evidence: Evidence) -> str:
    """A piece of evidence as a phrase: who says so, for which page, and how it looked."""
    where = f", page {evidence.page}" if evidence.page else ""
    note = f" ({evidence.note})" if evidence.note else ""
    return f"{WORDS[evidence.source]}{where}{note}".capitalize()


def _shown(cut: Cut) -> str:
    text = cut.text or "There is no text between its start and its end."
    if len(text) > HEAD + TAIL:
        text = f"{text[:HEAD]}\n\n… {len(text) - HEAD - TAIL:,} characters more …\n\n{text[-TAIL:]}"
    starts = f"Starts here, page {cut.start.page}"
    ends = (
        f"Ends here, page {cut.stop.page}: “{short(cut.next_title, 60)}” starts"
        if cut.next_title
        else "Ends here, at its last page's foot"
    )
    return markup.cut("\n".join(cut.before), starts, text, ends, "\n".join(cut.after))


def events_of(history: Sequence[LoggedEdit], node_id: str) -> list[LoggedEdit]:
    """The entries of a history that are about a section, the latest first: edits that name it, and their undoing."""
    by_seq = {event.seq: event.edit for event in history}
    found = [event for event in history if _names((event.edit or by_seq.get(event.parent)), node_id)]
    return found[::-1]


def _names(edit: object, node_id: str) -> bool:
    if isinstance(edit, Value):
        # An edit's `shape` lists every section that stays, whether something happens to it or not.
        return any(_names(value, node_id) for name, value in edit if name not in ("shape", "title", "note", "summary"))
    if isinstance(edit, list | tuple):
        return any(_names(value, node_id) for value in edit)
    return edit == node_id
