"""Asking for one window, until there is an answer that can be read, or a reason why there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from core.errors import ModelUnavailable, PromptTooLong
from core.llm import Answer, Client, Message
from core.model.answers import Entry, Quality, Unreadable, WindowAnswer, looks_cut, read_window
from core.model.prompts import filled
from core.model.windows import Window

HALVINGS = 2
"""How often a window whose answer is cut off, or whose prompt is too long, is cut in two: at most 7 calls for one window."""
SHOWN_BACK = 2_000
"""Characters of an unreadable answer that are shown to the model again."""

Compose = Callable[[Window], list[Message]]


class Heard(NamedTuple):
    """What was heard of some pages. `reason` says why nothing was, and is empty where something was."""

    pages: tuple[int, ...]
    own: tuple[int, ...]
    entries: tuple[Entry, ...]
    quality: Quality
    reason: str = ""


def ask_window(
    client: Client,
    window: Window,
    compose: Compose,
    schema: dict[str, Any],
    *,
    stage: str,
    attempts: int,
    halvings: int = HALVINGS,
) -> list[Heard]:
    """The answers for a window, or for its halves when the whole does not fit.

    Raises what ends the stage: `ModelRefused`, `CeilingReached`, `Cancelled`.
    """
    try:
        heard = _ask_whole(client, window, compose, schema, stage, attempts, can_halve=halvings > 0 and len(window.pages) > 1)
    except ModelUnavailable as error:
        return [_silent(window, error.message)]
    except PromptTooLong as error:
        heard = None if halvings > 0 and len(window.pages) > 1 else _silent(window, error.message)
    if heard is not None:
        return [heard]
    return [
        each
        for half in halves(window)
        for each in ask_window(client, half, compose, schema, stage=stage, attempts=attempts, halvings=halvings - 1)
    ]


def halves(window: Window) -> list[Window]:
    """Two windows over the pages of one, about equal in tokens; the second begins with no shared page."""
    total, used, at = window.tokens, 0, 0
    while at < len(window.pages) - 1 and (at == 0 or used + window.pages[at].tokens <= total / 2):
        used += window.pages[at].tokens
        at += 1
    return [Window(window.pages[:at], min(window.shared, at)), Window(window.pages[at:], max(0, window.shared - at))]


def _ask_whole(
    client: Client, window: Window, compose: Compose, schema: dict[str, Any], stage: str, attempts: int, *, can_halve: bool
) -> Heard | None:
    """What was heard of a whole window; `None` when it should be halved."""
    messages = compose(window)
    problem = ""
    for _ in range(attempts):
        answer = client.ask(messages, stage=stage, schema=schema, name="changes")
        cut = answer.cut or looks_cut(answer.text)
        if cut and can_halve:
            return None
        try:
            said = read_window(answer.text)
        except Unreadable as error:
            problem = str(error)
            client.forget(answer)
            messages = [*compose(window), *_again(answer, problem)]
            continue
        if cut:
            said = _continued(client, messages, answer, said, schema, stage)
        quality = Quality.MEDIUM if cut and said.quality is Quality.HIGH else said.quality
        if said.spoiled > len(said.entries):
            quality = Quality.LOW
        return Heard(window.numbers, window.own, said.entries, quality)
    return _silent(window, f"the answer could not be read ({problem})")


def _again(answer: Answer, problem: str) -> list[Message]:
    turns = [Message(role="user", content=filled("retry", problem=problem))]
    shown = answer.text.strip()[:SHOWN_BACK]
    return [Message(role="assistant", content=shown), *turns] if shown else turns


def _continued(
    client: Client, messages: list[Message], answer: Answer, said: WindowAnswer, schema: dict[str, Any], stage: str
) -> WindowAnswer:
    """The answer with what follows its cut, asked for once. Its last entry is not whole and is left out."""
    whole = said.entries[:-1]
    if not whole:
        return said._replace(entries=())
    asked = [
        *messages,
        Message(role="assistant", content=answer.text[-SHOWN_BACK:]),
        Message(role="user", content=filled("continue", last=whole[-1].title or whole[-1].ref)),
    ]
    more = client.ask(asked, stage=stage, schema=schema, name="changes")
    try:
        after = read_window(more.text)
    except Unreadable:
        client.forget(more)
        return said._replace(entries=whole)
    rest = after.entries[:-1] if more.cut or looks_cut(more.text) else after.entries
    return said._replace(entries=(*whole, *rest), spoiled=said.spoiled + after.spoiled)


def _silent(window: Window, reason: str) -> Heard:
    return Heard(window.numbers, window.own, (), Quality.LOW, reason)
