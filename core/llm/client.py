"""Asking a model, in good order: cache, ceilings, retries, circuit breaker, JSON modes."""

from __future__ import annotations

import json
import random
import threading
import time
from typing import Any

from pydantic import Field

from core.errors import Cancelled, CeilingReached, ModelError, ModelRefused, ModelUnavailable, PromptTooLong
from core.llm import loop, provider
from core.llm.cache import AnswerCache
from core.llm.ledger import Ledger
from core.llm.model import Answer, Endpoint, Message, Mode, RequestFailed, Trouble
from core.llm.tokens import counter
from core.tree import Value


class Retries(Value):
    """How failed requests are repeated: after `first_wait` seconds, twice that, and so on, each up to doubled at random."""

    attempts: int = Field(default=5, ge=1)
    first_wait: float = Field(default=1.0, ge=0)
    longest_wait: float = Field(default=60.0, ge=0)
    """Also for what a provider asks by Retry-After: one that wants a longer pause is given up."""
    timeouts: int = Field(default=2, ge=1)
    """Attempts that may time out: each costs a whole `seconds_per_call`."""
    breaker: int = Field(default=8, ge=1)
    """Failed requests in a row, over all questions, after which the provider counts as down ..."""
    rest: float = Field(default=30.0, ge=0)
    """... and for how many seconds it is then not asked at all."""


class Client:
    """Asks one model on behalf of one document. Safe to use from several threads; `cancel` stops it at any moment."""

    def __init__(
        self,
        endpoint: Endpoint,
        ledger: Ledger,
        *,
        cache: AnswerCache | None = None,
        retries: Retries | None = None,
        cancel: threading.Event | None = None,
    ) -> None:
        self.endpoint = endpoint
        self.ledger = ledger
        self.count = counter(endpoint.model)
        self._cache = cache
        self._retries = retries or Retries()
        self._cancel = cancel or threading.Event()
        self._modes = _modes(ledger.facts.schema_mode)
        self._failures = 0
        self._down_until = 0.0
        self._random = random.Random()  # noqa: S311 (spreads retries; no secret)

    @property
    def mode(self) -> Mode:
        """The JSON mode in use; it falls from schema to object to plain as the provider rejects them."""
        return self._modes[0]

    def ask(self, messages: list[Message], *, stage: str, schema: dict[str, Any] | None = None, name: str = "answer") -> Answer:
        """The model's answer to a conversation; `schema` (JSON Schema of an object) asks for JSON.

        Raises `ModelRefused`, `ModelUnavailable`, `PromptTooLong`, `CeilingReached` or `Cancelled`.
        """
        while True:
            mode = self.mode if schema is not None else Mode.PLAIN
            try:
                return self._ask_once(messages, mode, schema, stage, name)
            except RequestFailed as failed:
                if schema is not None and failed.trouble is Trouble.REQUEST and mode is not Mode.PLAIN:
                    self._give_up(mode)
                    continue
                raise self._error(failed) from None

    def forget(self, answer: Answer) -> None:
        """Take an answer that could not be used out of the cache."""
        if self._cache is not None:
            self._cache.forget(answer.key)

    def _ask_once(self, messages: list[Message], mode: Mode, schema: dict[str, Any] | None, stage: str, name: str) -> Answer:
        sent = messages if schema is None or mode is Mode.SCHEMA else _with_schema(messages, schema)
        form = _response_format(mode, schema, name)
        limit = min(self.endpoint.max_output_tokens, self.ledger.facts.max_output_tokens or self.endpoint.max_output_tokens)
        request = {"model": self.endpoint.model, "base": self.endpoint.api_base, "messages": sent, "format": form, "limit": limit}
        key = AnswerCache.key(request)
        kept = self._cache.get(key) if self._cache is not None else None
        if kept is not None:
            self.ledger.add(stage, kept, 0.0)
            return kept
        answer = self._with_retries(sent, form, limit, stage, key)
        if self._cache is not None:
            self._cache.put(answer)
        return answer

    def _with_retries(self, messages: list[Message], form: dict[str, Any] | None, limit: int, stage: str, key: str) -> Answer:
        tokens = sum(self.count(message["content"]) for message in messages)
        timeouts = 0
        for attempt in range(1, self._retries.attempts + 1):
            self._check_breaker()
            seconds = max(0.1, min(self.ledger.ceilings.seconds_per_call, self.ledger.seconds_left))
            began = time.monotonic()
            try:
                with self.ledger.reserve(tokens, limit):
                    work = provider.send(self.endpoint, messages, form, limit, seconds)
                    reply = loop.run(work, seconds, self._cancel)
            except RequestFailed as failed:
                self.ledger.add_retry(stage, time.monotonic() - began)
                timeouts += failed.trouble is Trouble.TIME
                self._note_failure(failed)
                out_of_tries = attempt == self._retries.attempts or timeouts >= self._retries.timeouts
                if not failed.trouble.passing or out_of_tries:
                    raise
                self._pause(attempt, failed)
                continue
            self._failures = 0
            counted = reply.tokens_in if reply.tokens_in is not None else tokens
            out = reply.tokens_out if reply.tokens_out is not None else self.count(reply.text)
            answer = Answer(reply.text, reply.cut, counted, out, False, key)
            self.ledger.add(stage, answer, time.monotonic() - began)
            return answer
        raise AssertionError("unreachable: the last attempt returns or raises")

    def _pause(self, attempt: int, failed: RequestFailed) -> None:
        wait = min(self._retries.longest_wait, self._retries.first_wait * 2 ** (attempt - 1)) * (1 + self._random.random())
        if failed.retry_after is not None:
            if failed.retry_after > self._retries.longest_wait:
                raise RequestFailed(failed.trouble, f"the provider asks to wait {failed.retry_after:.0f} seconds") from failed
            wait = max(wait, failed.retry_after)
        if wait > self.ledger.seconds_left:
            raise CeilingReached(self.endpoint.model, "the time for this document ends before the provider may be asked again.")
        if self._cancel.wait(wait):
            raise Cancelled()

    def _note_failure(self, failed: RequestFailed) -> None:
        if not failed.trouble.passing:
            return
        self._failures += 1
        if self._failures >= self._retries.breaker:
            self._down_until = time.monotonic() + self._retries.rest

    def _check_breaker(self) -> None:
        if self._cancel.is_set():
            raise Cancelled()
        if time.monotonic() < self._down_until:
            raise ModelUnavailable(
                self.endpoint.model,
                f"the last {self._failures} requests failed, so it is left alone for a while. Try again later.",
            )

    def _give_up(self, mode: Mode) -> None:
        if self._modes[0] is mode:
            self._modes = self._modes[1:]

    def _error(self, failed: RequestFailed) -> ModelError:
        model, said = self.endpoint.model, failed.message
        match failed.trouble:
            case Trouble.LENGTH:
                return PromptTooLong(model, f"the prompt is too long for this model ({said}). Choose smaller windows.")
            case Trouble.NAME:
                return ModelRefused(
                    model, "nobody knows a provider of this name. Write provider/model; openai/NAME for a server with an address."
                )
            case Trouble.KEY:
                return ModelRefused(model, f"its provider wants a key, and there is none. Set {said}.")
            case Trouble.REFUSED:
                return ModelRefused(
                    model, f"the provider refuses: {said}. Check the model's name and the provider's key variable."
                )
            case Trouble.REQUEST:
                return ModelRefused(model, f"the provider rejects the request: {said}.")
            case Trouble.TIME:
                return ModelUnavailable(model, f"no answer in time: {said}. Try again, or allow more seconds per call.")
            case _:
                return ModelUnavailable(
                    model, f"cannot be reached: {said}. Check the address and the network, or try again later."
                )


def _modes(schema_mode: bool | None) -> tuple[Mode, ...]:
    """Models known to have no schema mode are not asked for it; unknown ones are, once."""
    return (Mode.OBJECT, Mode.PLAIN) if schema_mode is False else (Mode.SCHEMA, Mode.OBJECT, Mode.PLAIN)


def _response_format(mode: Mode, schema: dict[str, Any] | None, name: str) -> dict[str, Any] | None:
    if schema is None or mode is Mode.PLAIN:
        return None
    if mode is Mode.OBJECT:
        return {"type": "json_object"}
    return {"type": "json_schema", "json_schema": {"name": name, "schema": schema, "strict": True}}


def _with_schema(messages: list[Message], schema: dict[str, Any]) -> list[Message]:
    """The conversation with the schema spelled out in the first message, for providers that cannot be given it apart."""
    first, *rest = messages
    told = f"{first['content']}\n\nAnswer with one JSON object of this JSON Schema:\n{json.dumps(schema, separators=(',', ':'))}"
    return [Message(role=first["role"], content=told), *rest]
