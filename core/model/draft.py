"""Drafting with a model: the engine's outline, held against every page by a model, held against the pages again by us.

Reads like its stages: plan, windows, acceptance, repair, splits, tree, summaries. Whatever the model does, a valid tree comes
out: pages it said nothing usable of have the engine's draft.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from core.draft import draft
from core.errors import CeilingReached, ModelError
from core.evidence.model import DocumentEvidence
from core.llm import AnswerCache, Client, Costs, Ledger, facts
from core.model.accept import Change, Checked, check
from core.model.answers import WINDOW_SCHEMA, Do, Quality
from core.model.ask import HALVINGS, Heard, ask_window
from core.model.confirm import confirmed
from core.model.context import window_messages
from core.model.levels import settled
from core.model.merge import Verdict, merged, to_tree
from core.model.outline import Item, flatten
from core.model.plan import Estimate, Plan, estimate, plan, window_limit
from core.model.settings import ModelSettings
from core.model.windows import Window
from core.report import Report, Status
from core.tree import Tree
from core.verify import verify
from core.verify.index import Index, prepare

FAILED, SUSPECT = 2, 1
"""What a node with this status weighs when a window's sections are compared with the engine's for the same pages."""

STAGE = "windows"


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


class ModelDraft(NamedTuple):
    """A tree, what became of each window, and what was spent."""

    tree: Tree
    outcomes: tuple[Outcome, ...]
    costs: Costs


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
    warnings: list[str] = field(default_factory=list)

    def step(self, stage: str, done: int, total: int) -> None:
        self.progress(Step(stage, done, total, self.client.ledger.costs))


def prepare_work(
    evidence: DocumentEvidence, settings: ModelSettings, progress: Progress | None = None, cancel: threading.Event | None = None
) -> Work:
    """The engine's draft, checked, and the plan of what to ask. Nothing is sent yet."""
    known = facts(settings.endpoint.model)
    ledger = Ledger(settings.endpoint.model, known, settings.ceilings)
    cache = AnswerCache(settings.cache_folder) if settings.cache_folder else None
    client = Client(settings.endpoint, ledger, cache=cache, retries=settings.retries, cancel=cancel)
    engine = draft(evidence)
    index = prepare(evidence)
    report = verify(engine, index)
    items = [] if engine.flat else [item for item in flatten(engine, index) if item.node is None or not item.node.synthetic]
    planned = plan(evidence, items, report, index, settings, client.count, known)
    return Work(evidence, settings, client, index, engine, report, items, planned, progress or (lambda step: None))


def estimate_build(evidence: DocumentEvidence, settings: ModelSettings) -> Estimate:
    """What `draft_with_model` will take for this document. Sends nothing."""
    work = prepare_work(evidence, settings)
    return estimate(work.planned, settings, work.client.ledger.facts, max(1, len(work.items)))


def draft_with_model(
    evidence: DocumentEvidence,
    settings: ModelSettings,
    progress: Progress | None = None,
    cancel: threading.Event | None = None,
) -> ModelDraft:
    """The section tree of a document, drafted by the engine and a model together.

    A model that fails never fails the document: its pages keep the engine's draft, and the tree's warnings say so. Raises
    `Cancelled` once `cancel` is set, and no other error on the model's account.
    """
    work = prepare_work(evidence, settings, progress, cancel)
    verdicts = _better_than_engine(work, _with_second_thoughts(work, _read_windows(work)))
    items = settled(merged(work.items, verdicts, work.index), work.index)
    tree = to_tree(items, work.engine, work.index) if items else work.engine
    return ModelDraft(
        tree.model_copy(update={"warnings": (*tree.warnings, *work.warnings)}), tuple(work.outcomes), work.client.ledger.costs
    )


def _read_windows(work: Work) -> list[Verdict]:
    """Each window's changes, asked one after the other, so that each sees what the ones before it did."""
    verdicts: list[Verdict] = []
    items = work.items
    windows = work.planned.windows
    for nth, window in enumerate(windows):
        work.step(STAGE, nth, len(windows))
        whole = work.planned.partial and nth == 0
        try:
            heard = _ask(work, window, items, whole=whole)
        except ModelError as error:
            _stop(work, windows[nth:], error)
            break
        for each in heard:
            verdict = _judge(work, each, items, len(verdicts) + 1, _settled(verdicts), whole=whole)
            if verdict is not None:
                verdicts.append(verdict)
                items = merged(items, [verdict], work.index)
    work.step(STAGE, len(windows), len(windows))
    return verdicts


def _ask(work: Work, window: Window, items: Sequence[Item], *, whole: bool) -> list[Heard]:
    room = window_limit(work.settings, work.client.ledger.facts) if whole else 0
    return ask_window(
        work.client,
        window,
        lambda part: window_messages(part, items, work.evidence, work.index, work.client.count, room),
        WINDOW_SCHEMA,
        stage=STAGE,
        attempts=work.settings.attempts,
        halvings=0 if whole else HALVINGS,
    )


def _judge(work: Work, heard: Heard, items: Sequence[Item], nth: int, settled: set[int], *, whole: bool) -> Verdict | None:
    """What is taken from an answer; `None` where the engine's draft stands."""
    reason = heard.reason or ("the model rated its answer low" if heard.quality is Quality.LOW else "")
    if reason:
        work.outcomes.append(Outcome(heard.own, heard.quality.value, False, 0, reason))
        return None
    shown = [item for item in items if whole or item.page in heard.pages]
    checked = check(heard.entries, items, shown, heard.pages, work.index)
    where = {item.ref: item.page for item in items}
    changes = tuple(each for each in checked.changes if each.do is Do.ADD or where[each.ref] not in settled)
    work.outcomes.append(Outcome(heard.own, _rating(heard, checked), True, len(changes)))
    return Verdict(nth, heard.own, changes, _rating(heard, checked), whole, checked.doubted)


def _settled(verdicts: Sequence[Verdict]) -> set[int]:
    """Pages that an earlier window has spoken of: a later one that shares them may only add."""
    return {page for verdict in verdicts if not verdict.whole for page in verdict.pages}


def _rating(heard: Heard, checked: Checked) -> str:
    """The model's rating; one lower if more of what it said was not borne out than was."""
    doubted = len(checked.nowhere) + checked.refused > len(checked.changes)
    return Quality.MEDIUM.value if doubted and heard.quality is Quality.HIGH else heard.quality.value


def _stop(work: Work, rest: Sequence[Window], error: ModelError) -> None:
    """Leave the remaining windows to the engine."""
    work.outcomes.extend(Outcome(window.own, Quality.LOW.value, False, 0, error.message) for window in rest)
    if isinstance(error, CeilingReached):
        work.warnings.append(f"The model was stopped early: {error.message}")


def _with_second_thoughts(work: Work, verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts, with one more for sections the engine is certain of and the model, asked again, still rejects."""
    refs = {ref for verdict in verdicts for ref in verdict.doubted}
    doubted = [item for item in merged(work.items, verdicts, work.index) if item.ref in refs]
    try:
        rejected = confirmed(work.client, doubted, work.index, window_limit(work.settings, work.client.ledger.facts))
    except ModelError as error:
        work.warnings.append(f"Sections that the model doubts were kept: {error.message}")
        return verdicts
    changes = tuple(Change(Do.REJECT, ref) for ref in sorted(rejected))
    return [*verdicts, Verdict(len(verdicts) + 1, (), changes, Quality.HIGH.value, True)] if changes else verdicts


def _better_than_engine(work: Work, verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts without those whose pages verify worse than with the engine's draft."""
    if not verdicts:
        return []
    items = settled(merged(work.items, verdicts, work.index), work.index)
    if not items:
        return []
    tree = to_tree(items, work.engine, work.index)
    report = verify(tree, work.index)
    kept = []
    for verdict in verdicts:
        pages = set(range(1, tree.pages + 1)) if verdict.whole else set(verdict.pages)
        if _badness(tree, report, pages) <= _badness(work.engine, work.report, pages):
            kept.append(verdict)
            continue
        reason = "its sections verify worse than the engine's own"
        work.outcomes = [
            outcome._replace(kept=False, reason=reason) if outcome.pages == verdict.pages else outcome
            for outcome in work.outcomes
        ]
    return kept


def _badness(tree: Tree, report: Report, pages: set[int]) -> int:
    weights = {Status.FAILED: FAILED, Status.SUSPECT: SUSPECT, Status.OK: 0}
    return sum(
        weights[report.by_node[placed.node.id].status]
        for placed in tree.walk()
        if placed.node.span.start in pages and placed.node.id in report.by_node
    )
