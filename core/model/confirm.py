"""A second look at what a model adds and rejects: one call for a document, with control questions among the others.

A model that knows what it says repeats it. One that errs at random takes back what it said, rejects headings that are certain,
or takes lines of running text for headings. It is not told what it said before, nor which questions are controls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from core.llm import Client, Message
from core.llm.tokens import Counter
from core.model.accept import Change
from core.model.answers import WINDOW_SCHEMA, Do, Unreadable, read_window
from core.model.context import one_line
from core.model.outline import Item, count_lines
from core.model.prompts import prompt
from core.model.support import borne_out, certain, flowing
from core.verify.index import Index

STAGE = "confirm"
AROUND = 2
"""Lines before and after a heading that are shown with it."""
CONTROLS = 12
"""Headings and lines of running text, so many of each, whose answer is known. Of models that err in one case of ten the 24 let
one in twelve pass, of such that err in three of ten one in five thousand."""
REPEATED = 0.8
"""Share of what was said the first time that must be said again for any of it to count."""
MOST_REJECTED = 0.75
"""Share of the whole draft that may be rejected."""
MOST_ADDED, MOST_ADDED_SHARE = 12, 2.0
"""Additions that layout does not take for likely headings: more than so many, and than this multiple of the draft, are none."""
FEW = 2
"""Certain sections that are not rejected at all when there are no more of them: a chance may have drawn them."""
LONGEST_CONTROL, SHORTEST_CONTROL = 120, 25
"""Characters of a line of running text that serves as a control."""


T = TypeVar("T")


class Question(NamedTuple):
    """A line put to the model. `change` is what it said of it before, `None` for a control; `heading` is a control's answer."""

    first: int
    page: int
    title: str
    change: Change | None = None
    heading: bool = True


class Erratic(ValueError):
    """The model gets a control wrong, or does not stand by what it said: nothing that it adds or rejects is to be believed."""


def second_look(
    client: Client, doubted: Sequence[Change], items: Sequence[Item], pages: Sequence[int], index: Index, tokens: int
) -> tuple[Change, ...]:
    """The doubted changes that the model stands by.

    `items` is the draft with all other changes, `pages` what the model has read. Raises `Erratic`, and a `ModelError` if the
    model cannot be asked.
    """
    asked = _asked(_worth_asking(doubted, items, index), items, index)
    if not asked:
        return ()
    controls = (*_headings(asked, items, index), *_running_text(asked, items, pages, index))
    questions = sorted((*asked, *controls), key=lambda each: (each.first, each.page))
    messages, told = _messages(questions, index, client.count, tokens)
    answer = client.ask(messages, stage=STAGE, schema=WINDOW_SCHEMA, name="changes")
    try:
        said = {entry.ref for entry in read_window(answer.text).entries if entry.do is Do.REJECT}
    except Unreadable:
        client.forget(answer)
        raise Erratic from None
    called_heading = {ref: ref not in said for ref in told}
    if answer.cut or any(called_heading[ref] != each.heading for ref, each in told.items() if each.change is None):
        raise Erratic
    again = [
        each.change for ref, each in told.items() if each.change is not None and called_heading[ref] == (each.change.do is Do.ADD)
    ]
    if len(again) < REPEATED * sum(each.change is not None for each in told.values()):
        raise Erratic
    return _without_few(again, items)


def _worth_asking(doubted: Sequence[Change], items: Sequence[Item], index: Index) -> list[Change]:
    """The doubted changes, each once, without those of a sort that there are too many of to be right."""
    once = {(change.ref, change.first): change for change in doubted}.values()
    rejected = [change for change in once if change.do is Do.REJECT]
    added = [change for change in once if change.do is Do.ADD]
    likely = [change for change in added if borne_out(change.first, index)]
    too_many = bool(items) and len(added) - len(likely) > max(MOST_ADDED, MOST_ADDED_SHARE * len(items))
    return [*(rejected if len(rejected) <= MOST_REJECTED * len(items) else []), *(likely if too_many else added)]


def _asked(doubted: Sequence[Change], items: Sequence[Item], index: Index) -> list[Question]:
    known = {item.ref: item for item in items}
    lines = {item.first for item in items if item.first >= 0}
    found = []
    for change in doubted:
        if change.do is Do.ADD and change.first not in lines:
            found.append(Question(change.first, index.page_of[change.first], change.title, change))
        elif (item := known.get(change.ref)) is not None and item.page is not None:
            found.append(Question(item.first, item.page, item.title, change))
    return found


def _headings(asked: Sequence[Question], items: Sequence[Item], index: Index) -> list[Question]:
    """Sections of the draft that nobody doubts, the certain ones first."""
    doubted = {each.change.ref for each in asked if each.change is not None}
    left = [item for item in items if item.ref not in doubted and item.node is not None and item.first >= 0]
    left.sort(key=lambda item: (not certain(item), -(item.node.confidence or 0.0) if item.node else 0.0))
    sure = [item for item in left if certain(item)]
    chosen = _spread(sure if len(sure) >= CONTROLS else left[:CONTROLS], CONTROLS)
    return [Question(item.first, index.page_of[item.first], item.title) for item in chosen]


def _running_text(asked: Sequence[Question], items: Sequence[Item], pages: Sequence[int], index: Index) -> list[Question]:
    """Lines within sentences, on pages that the model has read."""
    taken = {each.first for each in asked} | {item.first for item in items}
    found = [
        Question(line, index.page_of[line], text, heading=False)
        for page in pages
        for line in _lines(page, index)
        if line not in taken
        and line not in index.running
        and line not in index.heading_at
        and SHORTEST_CONTROL <= len(text := index.lines[line].text.strip()) <= LONGEST_CONTROL
        and text[:1].islower()
        and flowing(line, line, index)
    ]
    return list(_spread(found, CONTROLS))


def _lines(page: int, index: Index) -> range:
    start = index.first_of[page]
    return range(start, start + len(index.evidence.reading.pages[page - 1].lines))


def _spread(values: Sequence[T], count: int) -> Iterator[T]:
    """`count` of the values, evenly from first to last."""
    step = max(1.0, len(values) / count)
    return (values[int(nth * step)] for nth in range(min(count, len(values))))


def _without_few(again: Sequence[Change | None], items: Sequence[Item]) -> tuple[Change, ...]:
    sure = {item.ref for item in items if certain(item)}
    few = sum(change is not None and change.ref in sure for change in again) <= FEW
    return tuple(change for change in again if change is not None and not (few and change.ref in sure))


def _messages(
    questions: Sequence[Question], index: Index, count: Counter, tokens: int
) -> tuple[list[Message], dict[str, Question]]:
    """The conversation, and the questions that had room in it by their references."""
    lines = [_with_surroundings(f"q{nth}", each, index) for nth, each in enumerate(questions, start=1)]
    shown = count_lines(lines, count, tokens)
    messages = [
        Message(role="system", content=prompt("confirm").text),
        Message(role="user", content="DOUBTED\n" + "\n".join(shown)),
    ]
    return messages, {f"q{nth}": each for nth, each in enumerate(questions[: len(shown)], start=1)}


def _with_surroundings(ref: str, question: Question, index: Index) -> str:
    head = f"{ref} | {question.page} | {one_line(question.title)}"
    if question.first < 0:
        return head
    page = index.page_of[question.first]
    lines = range(max(0, question.first - AROUND), min(len(index.lines), question.first + AROUND + 2))
    return "\n".join([head, *(f"    {one_line(index.lines[line].text)}" for line in lines if index.page_of[line] == page)])
