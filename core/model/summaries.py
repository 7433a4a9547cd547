"""Summaries of all sections and a description of the document, written by a model from full text, from the leaves up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from core.errors import AnswerUnusable, Cancelled, CeilingReached, ModelError, ModelRefused
from core.evidence.model import DocumentEvidence
from core.llm import Client, Message
from core.llm.tokens import Counter
from core.model.answers import TEXT_SCHEMA, Unreadable, read_text
from core.model.context import one_line
from core.model.prompts import filled, prompt
from core.model.settings import ModelSettings
from core.model.windows import MARK as DELIMITER
from core.summarise import extracts
from core.text import Texts
from core.tree import Node, Tree

STAGE = "summaries"
SHARE = 0.8
"""Of a window's tokens that one call's text may take."""
LONGEST = 2_000
"""Characters of a summary that are kept."""


class Summarised(NamedTuple):
    """A tree with summaries; how many sections have an extract instead, and why the first of them has."""

    tree: Tree
    extracted: int
    reason: str


def summarised(
    tree: Tree, evidence: DocumentEvidence, client: Client, settings: ModelSettings, step: Callable[[int, int], None]
) -> Summarised:
    """The tree with a summary for each section and a description of the document.

    Sections that the model gave nothing usable for get an extract, marked as one. A text shorter than a summary is its own
    summary. Raises `Cancelled`.
    """
    texts = Texts(tree, evidence)
    own = texts.all(children=False)
    found: dict[str, str] = {}
    reasons: list[str] = []
    stopped: list[ModelError] = []
    placed = list(tree.walk())

    def ask(node: Node) -> str | None:
        if stopped:
            return None
        try:
            return _summary(node, own[node.id], found, client, settings)
        except (CeilingReached, ModelRefused) as error:
            stopped.append(error)
            reasons.append(error.message)
        except ModelError as error:
            reasons.append(error.message)
        return None

    with ThreadPoolExecutor(settings.parallel) as pool:
        for level in sorted({place.level for place in placed}, reverse=True):
            nodes = [place.node for place in placed if place.level == level]
            for node, summary in zip(nodes, pool.map(ask, nodes), strict=True):
                if summary is not None:
                    found[node.id] = summary
                step(len(found), len(placed))
    missing = {node_id: text for node_id, text in texts.all().items() if node_id not in found}
    instead = extracts(missing, settings.summary_words)
    made = tree.map(lambda node: node.with_(summary=found.get(node.id, instead.get(node.id, ""))[:LONGEST]))
    description = "" if stopped else _description(made, client, settings)
    return Summarised(made.model_copy(update={"description": description}), len(missing), reasons[0] if reasons else "")


def _summary(node: Node, text: str, below: dict[str, str], client: Client, settings: ModelSettings) -> str:
    parts = [f"{one_line(child.title)}: {below[child.id]}" for child in node.children if child.id in below]
    whole = "\n".join([text, *parts]).strip()
    if not whole or (
        not parts and len(whole.split()) <= settings.summary_words and client.count(whole) <= 2 * settings.summary_words
    ):
        return " ".join(whole.split())
    pieces = split_text(whole, int(settings.window_tokens * SHARE), client.count)
    if len(pieces) == 1:
        return _ask(node.title, pieces[0], "summary", client, settings.summary_words)
    told = [
        _ask(f"{node.title} ({nth} of {len(pieces)})", piece, "summary", client, settings.summary_words)
        for nth, piece in enumerate(pieces, 1)
    ]
    return _ask(node.title, "\n".join(told), "summary", client, settings.summary_words)


def _description(tree: Tree, client: Client, settings: ModelSettings) -> str:
    text = "\n".join(f"{one_line(node.title)}: {node.summary}" for node in tree.nodes)
    pieces = split_text(text, int(settings.window_tokens * SHARE), client.count)
    if not text.strip():
        return ""
    try:
        return _ask(tree.title or tree.name, pieces[0], "description", client, settings.summary_words)
    except Cancelled:
        raise
    except ModelError:
        return ""  # a document without a description is whole


def _ask(title: str, text: str, task: str, client: Client, words: int) -> str:
    """One summary; asked a second time when the answer cannot be read. Raises `AnswerUnusable` when that fails too."""
    asked = f"Title: {one_line(title)}\nAt most {words} words.\n<section_text>\n{_harmless(text)}\n</section_text>"
    messages = [Message(role="system", content=prompt(task).text), Message(role="user", content=asked)]
    problem = ""
    for again in (False, True):
        turns = [*messages, Message(role="user", content=filled("retry", problem=problem))] if again else messages
        answer = client.ask(turns, stage=STAGE, schema=TEXT_SCHEMA, name="summary")
        try:
            return read_text(answer.text)
        except Unreadable as error:
            problem = str(error)
            client.forget(answer)
    raise AnswerUnusable(client.endpoint.model, f"the summary of {one_line(title)!r} could not be read ({problem})")


def _harmless(text: str) -> str:
    return DELIMITER.sub("‹", text).replace("<section_text>", "‹section_text>").replace("</section_text>", "‹/section_text>")


def split_text(text: str, limit: int, count: Counter) -> Sequence[str]:
    """The text in pieces of at most about `limit` tokens, cut between lines where there are any."""
    total = count(text)
    if total <= limit:
        return [text]
    size = max(1, len(text) * limit // total)
    pieces: list[str] = []
    rest = text
    while rest:
        cut = rest.rfind("\n", size // 2, size) + 1 if len(rest) > size else len(rest)
        cut = cut or min(size, len(rest))
        pieces.append(rest[:cut])
        rest = rest[cut:]
    return pieces
