"""What goes to the model beside the pages: the draft for them, what is open before them, and what could not be placed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.evidence.model import ContentsEntry, DocumentEvidence, Heading
from core.llm import Message
from core.llm.tokens import Counter
from core.model.outline import Item, count_lines, numbers, sort_key
from core.model.prompts import prompt
from core.model.windows import MARK, Window, marked
from core.verify.index import Index

BEFORE = 12
"""Sections of the draft before a window that are told, besides the open ones."""
DRAFT_SHARE = 0.3
"""Of a window's tokens at most: its part of the draft. More than that is no outline."""
CANDIDATE_SHARE = 0.08
"""Of a window's tokens at most: lines that may be headings and are not in the draft."""
UNPLACED_SHARE = 0.08
"""Of a window's tokens at most: entries of the contents that were not placed."""
LEAST_TOKENS = 300
"""What each of the three may take in a small window."""
CANDIDATE = 0.15
"""Confidence from which layout's candidate is put to the model."""
TITLE_CHARS = 160


class Candidate(NamedTuple):
    """A line that may be a heading, with the depth that headings of its style have in the draft (0: none has)."""

    ref: str
    heading: Heading
    level: int


def one_line(title: str) -> str:
    """A title as part of a line of ours."""
    return MARK.sub("‹", " ".join(title.split())).replace("|", "¦")[:TITLE_CHARS]


def draft_line(item: Item, number: str) -> str:
    return f"{item.ref} | {item.page if item.page is not None else '?'} | {number} | {one_line(item.title)}"


def candidates(evidence: DocumentEvidence, items: Sequence[Item], pages: Sequence[int], index: Index) -> list[Candidate]:
    """Layout's candidates on these pages that are no part of the draft, in document order."""
    wanted = set(pages)
    levels: dict[int, int] = {}
    for item in items:
        if (heading := index.heading_at.get(item.first)) is not None:
            levels.setdefault(heading.style, item.level)
    return [
        Candidate(f"c{nth}", heading, levels.get(heading.style, 0))
        for nth, heading in enumerate(passed_over(evidence, items, index), start=1)
        if heading.page in wanted and heading.confidence >= CANDIDATE
    ]


def passed_over(evidence: DocumentEvidence, items: Sequence[Item], index: Index) -> Iterator[Heading]:
    """All of layout's candidates, however unlikely, that are no part of the draft, in document order."""
    drafted = {item.first for item in items}
    for heading in evidence.headings:
        start = index.first_of[heading.page]
        if drafted.isdisjoint(range(start + heading.first, start + heading.last + 1)):
            yield heading


class Unplaced(NamedTuple):
    """A contents entry without a page, and the pages between which its neighbours in the list say that it starts."""

    entry: ContentsEntry
    first: int
    last: int


def unplaced(evidence: DocumentEvidence) -> list[Unplaced]:
    """All contents entries that were resolved to no page."""
    last_page = len(evidence.reading.pages)
    after: list[int] = []
    following = last_page
    for entry in reversed(evidence.contents):
        after.append(following)
        following = entry.target or following
    found = []
    before = 1
    for entry, until in zip(evidence.contents, reversed(after), strict=True):
        if entry.target is None:
            found.append(Unplaced(entry, before, max(before, until)))
        before = entry.target or before
    return found


def window_messages(
    window: Window, items: Sequence[Item], evidence: DocumentEvidence, index: Index, count: Counter, whole_draft: int = 0
) -> list[Message]:
    """The conversation that asks for one window's changes. `whole_draft`: tokens for all the draft, 0 for these pages' part."""
    numbered = numbers(items)
    pages = window.numbers
    share = window.tokens
    inside = [each for each in zip(items, numbered, strict=True) if whole_draft or each[0].page in set(pages)]
    draft = count_lines((draft_line(*each) for each in inside), count, whole_draft or _room(share, DRAFT_SHARE))
    likely = sorted(candidates(evidence, items, pages, index), key=lambda each: -each.heading.confidence)
    told = count_lines((_candidate_line(each) for each in likely), count, _room(share, CANDIDATE_SHARE))
    order = {_candidate_line(each): each.heading for each in likely}
    told.sort(key=lambda line: (order[line].page, order[line].first))
    open_entries = count_lines(_contents_lines(evidence, pages), count, _room(share, UNPLACED_SHARE))
    parts = [
        _part("OUTLINE SO FAR", _so_far(items, numbered, pages[0], index)),
        _part("DRAFT", [*draft, *told]),
        _part("CONTENTS", open_entries) if open_entries else "",
        f"PAGES ({pages[0]} to {pages[-1]} of {len(evidence.reading.pages)}{_printed(evidence, pages[0])})",
        "\n".join(marked(page) for page in window.pages),
    ]
    return [
        Message(role="system", content=prompt("window").text),
        Message(role="user", content="\n\n".join(part for part in parts if part)),
    ]


def _room(tokens: int, share: float) -> int:
    return max(LEAST_TOKENS, int(tokens * share))


def _part(name: str, lines: Sequence[str]) -> str:
    return f"{name}\n" + ("\n".join(lines) if lines else "(none)")


def _so_far(items: Sequence[Item], numbered: Sequence[str], page: int, index: Index) -> list[str]:
    """The last sections that start before a page, and all that are open there."""
    before = [
        (item, number)
        for item, number in zip(items, numbered, strict=True)
        if (key := sort_key(item.page, item.first, index)) is not None and key < (page, -1)
    ]
    path: list[tuple[Item, str]] = []
    for item, number in reversed(before):
        if not path or item.level < path[-1][0].level:
            path.append((item, number))
    recent = before[-BEFORE:]
    shown = [each for each in reversed(path) if each not in recent] + recent
    return [f"{item.page} | {number} | {one_line(item.title)}" for item, number in shown]


def _candidate_line(candidate: Candidate) -> str:
    hint = f"level {candidate.level}" if candidate.level else "-"
    return f"{candidate.ref} | {candidate.heading.page} | {hint} | {one_line(candidate.heading.title)}"


def _contents_lines(evidence: DocumentEvidence, pages: Sequence[int]) -> list[str]:
    return [
        f"level {each.entry.level} | {one_line(each.entry.title)} | printed page {each.entry.printed or '?'}"
        for each in unplaced(evidence)
        if each.first <= pages[-1] and each.last >= pages[0]
    ]


def _printed(evidence: DocumentEvidence, page: int) -> str:
    """How printed numbers map to pages here, by the file's labels or the last contents entry before."""
    labels = evidence.reading.labels
    if len(labels) >= page:
        return f"; page {page} is printed as {one_line(labels[page - 1])}"
    known = [
        entry for entry in evidence.contents if entry.target is not None and entry.printed.isdigit() and entry.target <= page
    ]
    if not known:
        return ""
    last = max(known, key=lambda entry: entry.target or 0)
    return f"; printed page {last.printed} is page {last.target}"
