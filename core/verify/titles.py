"""What is said to people of a section's title and start, with the repair."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.edit import Delete, Retitle, SetStart
from core.evidence.model import Heading
from core.report import Finding, Repair, Status, Suggestion
from core.tree import Node
from core.verify.case import Case, finding, pages_named, quoted, repair, trust
from core.verify.match import folded, take_apart
from core.verify.places import Place, places
from core.verify.starts import Judged, Why
from core.verify.worth import How

LIKE_PRINT = 97.0
"""Ratio below which a title is said to differ from what is printed."""
WORD = re.compile(r"\w+")
WORDS_SHARED = 0.15
"""Share of a title's words that a heading on its page must hold to be what the title was meant to say."""


def on_title(case: Case, node: Node) -> Iterator[Finding]:
    """Findings on a node's title and start page."""
    judged = case.judged[node.id]
    if judged.why is Why.SYNTHETIC:
        return
    start = node.span.start
    if start is None:
        yield _unknown(case, node, judged)
    elif not 1 <= start <= case.tree.pages:
        yield _out_of_range(case, node, judged)
    elif judged.why is Why.ELSEWHERE and judged.place:
        yield _elsewhere(case, node, judged.place)
    elif judged.why is Why.NOWHERE:
        yield _not_found(case, node, start)
    elif judged.place and judged.place.score < LIKE_PRINT and judged.status is Status.OK:
        yield _differs(case, node, judged.place)


def suggestion(case: Case, node: Node) -> Suggestion | None:
    """Another start page, where the heading was found on one."""
    judged = case.judged[node.id]
    if judged.status is Status.OK or judged.place is None or judged.place.page == node.span.start:
        return None
    return Suggestion(start_index=judged.place.page, box=judged.place.box(case.index), confidence=trust(judged.place.worth))


def _elsewhere(case: Case, node: Node, place: Place) -> Finding:
    stated = node.span.start or 0
    found = f"Its heading stands on page {place.page}"
    standing = _standing_on(case, node, stated)
    return finding(
        "title-elsewhere",
        f"{quoted(node.title)} does not start on page {stated}{standing}. {found}: move its start there.",
        node.id,
        confidence=trust(place.worth),
        seen=[case.seen(place)],
        repairs=[_start_at(case, node, place)],
    )


def _standing_on(case: Case, node: Node, page: int) -> str:
    here = [place for place in places(case.index, node.title) if place.page == page]
    if any(place.how is How.ENTRY for place in here):
        return ", which only lists it in the contents"
    if any(place.how is How.RUNNING for place in here):
        return ", which only carries it as a running header"
    if here or page in case.index.mentions(take_apart(node.title).bare):
        return ", which only mentions it"
    return ""


def _start_at(case: Case, node: Node, place: Place) -> Repair:
    edit = SetStart(node=node.id, page=place.page, anchor=case.anchor(place))
    return repair(f"Start on page {place.page}", edit, confidence=trust(place.worth))


def _out_of_range(case: Case, node: Node, judged: Judged) -> Finding:
    wrong = f"{quoted(node.title)} is said to start on page {node.span.start}, but the document has {case.tree.pages} pages."
    if judged.place is None:
        return finding("page-out-of-range", f"{wrong} Its heading was not found: set the start by hand.", node.id)
    return finding(
        "page-out-of-range",
        f"{wrong} Its heading stands on page {judged.place.page}: move its start there.",
        node.id,
        seen=[case.seen(judged.place)],
        repairs=[_start_at(case, node, judged.place)],
    )


def _unknown(case: Case, node: Node, judged: Judged) -> Finding:
    if judged.place is None:
        message = f"The start of {quoted(node.title)} is not known, and its heading was not found: set the start by hand."
        return finding("page-unknown", message, node.id)
    return finding(
        "page-unknown",
        f"The start of {quoted(node.title)} is not known. Its heading stands on page {judged.place.page}: set it.",
        node.id,
        seen=[case.seen(judged.place)],
        repairs=[_start_at(case, node, judged.place)],
    )


def _not_found(case: Case, node: Node, start: int) -> Finding:
    known = places(case.index, node.title)
    here = [place for place in known if place.page == start]
    if not case.has_text(start):
        message = f"Page {start} holds no text, so that {quoted(node.title)} cannot be checked there: look at the page."
        return finding("page-without-text", message, node.id, confidence=0.5)
    if (reworded := _reworded(case, node, start)) is not None:
        return reworded
    what = quoted(node.title)
    for how, code, words in (
        (How.ENTRY, "title-in-contents", "only lists it in the printed contents"),
        (How.RUNNING, "title-in-header", "only carries it as a running header"),
    ):
        if any(place.how is how for place in here):
            message = (
                f"{what} does not start on page {start}, which {words}. Its heading was not found: set the start, or delete it."
            )
            return finding(
                code, message, node.id, confidence=0.9, seen=[case.seen(place) for place in here if place.how is how][:3]
            )
    alone = [place for place in here if place.how is not How.TEXT]
    if alone:
        message = f"Page {start} holds something like {what}, but it hardly looks like a heading: look at it."
        return finding("title-uncertain", message, node.id, confidence=0.5, seen=[case.seen(place) for place in alone[:3]])
    mentions = case.index.mentions(take_apart(node.title).bare)
    if mentions:
        where = (
            "which only mentions it"
            if start in mentions
            else f"nor anywhere else as a heading; {pages_named(mentions)} {'mentions' if len(mentions) == 1 else 'mention'} it"
        )
        message = f"{what} does not start on page {start}, {where}. Set the start by hand, or delete it."
        return finding("title-mentioned", message, node.id, confidence=0.8, seen=[case.seen(place) for place in here[:3]])
    return finding(
        "title-nowhere",
        f"{what} stands nowhere in the document. Delete it, or give it the title that is printed.",
        node.id,
        confidence=0.9,
        repairs=[repair("Delete the section", Delete(node=node.id), confidence=0.5 if case.unclaimed(node) else 0.9)],
    )


def meant(case: Case, node: Node) -> tuple[Heading, float] | None:
    """The heading that a title found nowhere was meant to name, and the share of words that they have in common.

    It stands on the stated page, between the neighbours' headings, and no other node claims it.
    """
    if case.judged[node.id].why is not Why.NOWHERE:
        return None
    wanted = _words(node.title)
    best, shared = None, WORDS_SHARED
    for heading in case.unclaimed(node):
        words = _words(heading.title)
        common = len(wanted & words) / max(len(wanted), len(words), 1)
        if common > shared or (best and common == shared and heading.confidence > best.confidence):
            best, shared = heading, common
    return (best, shared) if best else None


def _reworded(case: Case, node: Node, start: int) -> Finding | None:
    found = meant(case, node)
    if found is None:
        return None
    heading, shared = found
    certain = round(min(0.95, 0.5 + 0.3 * shared + 0.3 * heading.confidence), 3)
    printed = quoted(heading.title)
    return finding(
        "title-reworded",
        f"{quoted(node.title)} is not what page {start} says: the heading there reads {printed}. Take it over.",
        node.id,
        confidence=certain,
        seen=[case.seen_heading(heading)],
        repairs=[repair(f"Call it {printed}", Retitle(node=node.id, title=heading.title), confidence=certain)],
    )


def _words(title: str) -> set[str]:
    return {word for word in WORD.findall(folded(title)) if len(word) > 2}


def _differs(case: Case, node: Node, place: Place) -> Finding:
    printed = place.text(case.index)
    return finding(
        "title-differs",
        f"{quoted(node.title)} is printed as {quoted(printed)}.",
        node.id,
        confidence=0.5,
        seen=[case.seen(place)],
        repairs=[repair(f"Call it {quoted(printed)}", Retitle(node=node.id, title=printed), confidence=0.4)],
    )
