"""What was spent, stage by stage, and the ceilings that end the spending."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import Field

from core.errors import CeilingReached
from core.llm.model import Answer, Facts
from core.tree import Value


class Ceilings(Value):
    """Bounds for one document. A call is begun only if it cannot exceed them, counting all it may answer at most."""

    calls: int = Field(default=2_000, gt=0)
    tokens: int = Field(default=10_000_000, gt=0)
    money: float | None = Field(default=None, ge=0)
    """US dollars. It binds only models with a known price (`Facts.priced`)."""
    seconds_per_call: float = Field(default=120.0, gt=0)
    seconds: float = Field(default=3_600.0, gt=0)


class Spent(Value):
    """Totals of a stage. `calls` are requests that were answered, `retries` those that failed and were repeated."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    retries: int = 0
    cache_hits: int = 0

    def __add__(self, other: Spent) -> Spent:
        return Spent(**{name: getattr(self, name) + getattr(other, name) for name in type(self).model_fields})

    def __sub__(self, other: Spent) -> Spent:
        return Spent(**{name: getattr(self, name) - getattr(other, name) for name in type(self).model_fields})

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out


class Costs(Value):
    """A ledger's state at one moment. `priced` is false when the model's price is not known, and `cost` then says nothing."""

    stages: dict[str, Spent] = Field(default_factory=dict)
    priced: bool = True

    @property
    def total(self) -> Spent:
        return sum(self.stages.values(), Spent())


class Ledger:
    """Counts for one document, and refuses what would exceed its ceilings. Safe to use from several threads."""

    def __init__(self, model: str, facts: Facts, ceilings: Ceilings) -> None:
        self.model = model
        self.facts = facts
        self.ceilings = ceilings
        self._began = time.monotonic()
        self._lock = threading.Lock()
        self._stages: dict[str, Spent] = {}
        self._reserved = Spent()

    @property
    def costs(self) -> Costs:
        with self._lock:
            return Costs(stages=dict(self._stages), priced=self.facts.priced)

    @property
    def seconds_left(self) -> float:
        return self.ceilings.seconds - (time.monotonic() - self._began)

    @contextmanager
    def reserve(self, tokens_in: int, tokens_out: int) -> Iterator[None]:
        """Hold room for one request that may use so many tokens. Raises `CeilingReached` when there is none."""
        want = Spent(calls=1, tokens_in=tokens_in, tokens_out=tokens_out, cost=self.facts.cost(tokens_in, tokens_out))
        with self._lock:
            self._check(sum(self._stages.values(), self._reserved) + want)
            self._reserved += want
        try:
            yield
        finally:
            with self._lock:
                self._reserved = self._reserved - want

    def add(self, stage: str, answer: Answer, seconds: float) -> None:
        """Enter an answer, fresh or from the cache."""
        if answer.cached:
            self._enter(stage, Spent(cache_hits=1))
            return
        cost = self.facts.cost(answer.tokens_in, answer.tokens_out)
        self._enter(stage, Spent(calls=1, tokens_in=answer.tokens_in, tokens_out=answer.tokens_out, cost=cost, seconds=seconds))

    def add_retry(self, stage: str, seconds: float) -> None:
        """Enter a request that failed."""
        self._enter(stage, Spent(retries=1, seconds=seconds))

    def _enter(self, stage: str, spent: Spent) -> None:
        with self._lock:
            self._stages[stage] = self._stages.get(stage, Spent()) + spent

    def _check(self, then: Spent) -> None:
        limit = self.ceilings
        if then.calls + then.retries > limit.calls:
            raise self._reached(f"{limit.calls} calls for one document are allowed")
        if then.tokens > limit.tokens:
            raise self._reached(f"{limit.tokens:,} tokens for one document are allowed")
        if limit.money is not None and self.facts.priced and then.cost > limit.money:
            raise self._reached(f"${limit.money:.2f} for one document are allowed")
        if self.seconds_left <= 0:
            raise self._reached(f"{limit.seconds:.0f} seconds for one document are allowed")

    def _reached(self, what: str) -> CeilingReached:
        return CeilingReached(self.model, f"{what}, and the next call could exceed that. Raise the limit to let it go on.")
