"""Asking once more about sections that a model rejects and the engine is certain of: one call for a document."""

from __future__ import annotations

from collections.abc import Sequence

from core.llm import Client, Message
from core.llm.tokens import Counter
from core.model.answers import WINDOW_SCHEMA, Do, Unreadable, read_window
from core.model.context import one_line
from core.model.outline import Item, count_lines
from core.model.prompts import prompt
from core.verify.index import Index

AROUND = 2
"""Lines before and after a heading that are shown with it."""
STAGE = "confirm"


def confirmed(client: Client, doubted: Sequence[Item], index: Index, tokens: int) -> set[str]:
    """References of the doubted items that the model rejects again. Raises a `ModelError` if it cannot be asked."""
    if not doubted:
        return set()
    answer = client.ask(_messages(doubted, index, client.count, tokens), stage=STAGE, schema=WINDOW_SCHEMA, name="changes")
    try:
        said = read_window(answer.text)
    except Unreadable:
        client.forget(answer)
        return set()
    return {entry.ref for entry in said.entries if entry.do is Do.REJECT} & {item.ref for item in doubted}


def _messages(doubted: Sequence[Item], index: Index, count: Counter, tokens: int) -> list[Message]:
    shown = count_lines((_with_surroundings(item, index) for item in doubted), count, tokens)
    return [
        Message(role="system", content=prompt("confirm").text),
        Message(role="user", content="DOUBTED\n" + "\n".join(shown)),
    ]


def _with_surroundings(item: Item, index: Index) -> str:
    head = f"{item.ref} | {item.page} | {one_line(item.title)}"
    if item.first < 0:
        return head
    page = index.page_of[item.first]
    lines = range(max(0, item.first - AROUND), min(len(index.lines), item.first + AROUND + 2))
    return "\n".join([head, *(f"    {one_line(index.lines[line].text)}" for line in lines if index.page_of[line] == page)])
