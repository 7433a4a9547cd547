"""A test of the connection to a model, in plain words."""

from __future__ import annotations

from typing import NamedTuple

from core.errors import ModelError
from core.llm import Ceilings, Client, Facts, Ledger, Message, Mode, Retries, facts
from core.model.answers import TEXT_SCHEMA, Unreadable, read_text
from core.model.plan import window_limit
from core.model.settings import ModelSettings

QUESTION = 'Answer with one JSON object: {"text": "ready"}'


class Diagnosis(NamedTuple):
    """Whether the model can be used, and what was found, a sentence each."""

    usable: bool
    words: tuple[str, ...]


def examine(settings: ModelSettings) -> Diagnosis:
    """Ask the model one short question, and say what is known of it. Costs one small call; nothing comes from the cache."""
    known = facts(settings.endpoint.model)
    words = [_where(settings), *_known(settings, known)]
    limits = Ceilings(seconds_per_call=settings.ceilings.seconds_per_call)
    client = Client(settings.endpoint, Ledger(settings.endpoint.model, known, limits), retries=Retries(attempts=2, timeouts=1))
    try:
        answer = client.ask([Message(role="user", content=QUESTION)], stage="doctor", schema=TEXT_SCHEMA, name="answer")
    except ModelError as error:
        return Diagnosis(False, (*words, f"Not usable: {error.message}"))
    seconds = client.ledger.costs.total.seconds
    words.append(f"Reachable: it answered in {seconds:.1f} seconds.")
    words.append(
        {
            Mode.SCHEMA: "JSON-schema mode: accepted.",
            Mode.OBJECT: "JSON-schema mode: not there; JSON-object mode is used, with the schema in the prompt.",
            Mode.PLAIN: "JSON modes: none; the schema is in the prompt, and answers are repaired.",
        }[client.mode]
    )
    try:
        read_text(answer.text)
    except Unreadable as problem:
        return Diagnosis(False, (*words, f"Not usable: its answer to a simple question could not be read ({problem})."))
    return Diagnosis(True, (*words, "Usable."))


def _where(settings: ModelSettings) -> str:
    endpoint = settings.endpoint
    if endpoint.local:
        return f"Model {endpoint.model} on this machine, at {endpoint.api_base}: page text does not leave it."
    return f"Model {endpoint.model} at {endpoint.api_base or 'its provider'}: the text of pages is sent there."


def _known(settings: ModelSettings, known: Facts) -> list[str]:
    if not known.known:
        return ["Context size and price are not known: tokens are counted roughly, and a limit on money cannot be kept."]
    context = f"{known.context_tokens:,} tokens" if known.context_tokens else "not known"
    price = (
        f"${known.input_price * 1e6:.2f} in and ${known.output_price * 1e6:.2f} out for a million tokens"
        if known.input_price is not None and known.output_price is not None
        else "not known"
    )
    return [f"Context: {context}; windows hold {window_limit(settings, known):,} tokens of page text.", f"Price: {price}."]
