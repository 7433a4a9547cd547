"""Sections that a model named and that do not start where it said: a few more calls to find them, then page unknown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.errors import ModelUnavailable, PromptTooLong
from core.llm import Client, Message
from core.model.accept import locate
from core.model.answers import WINDOW_SCHEMA, Entry, Unreadable, read_window
from core.model.context import one_line
from core.model.outline import snapped
from core.model.prompts import prompt
from core.model.windows import PageText, marked, pack
from core.verify.index import Index

STAGE = "locate"
AROUND = 2
"""Pages before and after the one the model named that are looked through."""
MOST = 40
"""Titles asked for in all: a model with more of them is not to be believed."""


class Found(NamedTuple):
    """A section that was found after all."""

    entry: Entry
    title: str
    page: int
    first: int


def look_again(
    client: Client, open_entries: Sequence[Entry], texts: Mapping[int, PageText], index: Index, rounds: int, limit: int
) -> tuple[list[Found], list[Entry]]:
    """What was found in at most `rounds` rounds, and what stays open. A round that brings nothing new is the last.

    Raises what ends a stage: `ModelRefused`, `CeilingReached`, `Cancelled`.
    """
    open_now = {f"u{nth}": entry for nth, entry in enumerate(open_entries[:MOST], start=1)}
    found: list[Found] = []
    said: set[tuple[str, int | None]] = {(ref, entry.page) for ref, entry in open_now.items()}
    for _ in range(rounds):
        answers = _ask(client, open_now, texts, limit) if open_now else []
        new = [each for each in answers if each.ref in open_now and (each.ref, each.page) not in said]
        if not new:
            break
        for each in new:
            said.add((each.ref, each.page))
            entry = open_now.get(each.ref)
            place = locate(each.title or (entry.title if entry else ""), each.page, (), index)
            if entry is not None and place is not None and place.page == each.page:
                printed = snapped(place, index, each.title or entry.title)
                found.append(Found(entry, printed.title, place.page, printed.first))
                del open_now[each.ref]
    return found, list(open_now.values())


def _ask(client: Client, wanted: Mapping[str, Entry], texts: Mapping[int, PageText], limit: int) -> list[Entry]:
    near = {page + by for entry in wanted.values() if (page := entry.page) for by in range(-AROUND, AROUND + 1)}
    pages = [texts[number] for number in sorted(near) if number in texts and texts[number].text.strip()]
    titles = "\n".join(f"{ref} | {one_line(entry.title)}" for ref, entry in wanted.items())
    answers: list[Entry] = []
    for window in pack(pages, limit, 0):
        asked = f"TITLES\n{titles}\n\nPAGES\n" + "\n".join(marked(page) for page in window.pages)
        messages = [Message(role="system", content=prompt("locate").text), Message(role="user", content=asked)]
        try:
            answer = client.ask(messages, stage=STAGE, schema=WINDOW_SCHEMA, name="changes")
        except (ModelUnavailable, PromptTooLong):
            continue  # these titles stay open
        try:
            answers += read_window(answer.text).entries
        except Unreadable:
            client.forget(answer)
    return answers
