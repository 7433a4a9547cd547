"""What the stages of one document share: its evidence, the engine's draft of it, the plan, the client, and what became of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from core.draft import draft
from core.evidence.model import DocumentEvidence
from core.llm import AnswerCache, Client, Costs, Ledger, facts
from core.model.answers import Entry
from core.model.outline import Item, flatten
from core.model.plan import Plan, plan, window_limit
from core.model.settings import ModelSettings
from core.report import Report
from core.tree import Tree
from core.verify import verify
from core.verify.index import Index, prepare


class Step(NamedTuple):
    """How far a stage is, and what was spent in all."""

    stage: str
    done: int
    total: int
    costs: Costs


Progress = Callable[[Step], None]


class Outcome(NamedTuple):
    """What became of some pages. `kept` is false where the engine's draft stands; `reason` then says why."""

    pages: tuple[int, ...]
    rating: str
    kept: bool
    changes: int
    reason: str = ""
    read: tuple[int, ...] = ()


@dataclass
class Work:
    """What the stages of one document share."""

    evidence: DocumentEvidence
    settings: ModelSettings
    client: Client
    index: Index
    engine: Tree
    report: Report
    items: list[Item]
    planned: Plan
    progress: Progress
    outcomes: list[Outcome] = field(default_factory=list)
    open: list[Entry] = field(default_factory=list)
    """Sections the model named that the document speaks of, and that were not found where it said."""
    warnings: list[str] = field(default_factory=list)
    stopped: bool = False
    """Whether the model is not to be asked any more for this document."""

    @property
    def limit(self) -> int:
        """Tokens of page text in one call."""
        return window_limit(self.settings, self.client.ledger.facts)

    def step(self, stage: str, done: int, total: int) -> None:
        self.progress(Step(stage, done, total, self.client.ledger.costs))


def prepare_work(
    evidence: DocumentEvidence,
    settings: ModelSettings,
    progress: Progress | None = None,
    cancel: threading.Event | None = None,
    engine: Tree | None = None,
) -> Work:
    """The engine's draft (`engine`, if it is there already), checked, and the plan of what to ask. Nothing is sent yet."""
    known = facts(settings.endpoint.model)
    ledger = Ledger(settings.endpoint.model, known, settings.ceilings)
    cache = AnswerCache(settings.cache_folder) if settings.cache_folder else None
    client = Client(settings.endpoint, ledger, cache=cache, retries=settings.retries, cancel=cancel)
    engine = draft(evidence) if engine is None else engine
    index = prepare(evidence)
    report = verify(engine, index)
    items = [] if engine.flat else [item for item in flatten(engine, index) if item.node is None or not item.node.synthetic]
    planned = plan(evidence, items, report, index, settings, client.count, known)
    return Work(evidence, settings, client, index, engine, report, items, planned, progress or (lambda step: None))
