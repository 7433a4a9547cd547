"""Drafting with a model: the engine's outline, held against every page by a model, held against the pages again by us.

Reads like its stages: plan, windows, acceptance, search for what is open, splits, tree, summaries. Whatever the model does, a
valid tree comes out: pages it said nothing usable of have the engine's draft.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from core.errors import ModelError
from core.evidence.model import DocumentEvidence
from core.llm import Costs
from core.model.answers import Entry, Quality
from core.model.context import unplaced
from core.model.judge import better_than_engine, read_windows, windows_over, with_second_thoughts
from core.model.levels import settled
from core.model.locate import look_again
from core.model.merge import merged, to_tree
from core.model.outline import Item, insert
from core.model.plan import Estimate, estimate
from core.model.producer import producer
from core.model.settings import ModelSettings
from core.model.split import by_headings, too_large
from core.model.summaries import STAGE as SUMMARIES
from core.model.summaries import summarised
from core.model.work import Outcome, Progress, Work, prepare_work
from core.summarise import extracts
from core.text import Texts
from core.tree import Tree
from core.verify.match import take_apart

ORDER = (Quality.LOW.value, Quality.MEDIUM.value, Quality.HIGH.value)


class ModelDraft(NamedTuple):
    """A tree, what became of each window, and what was spent. `rating` is the worst of the windows kept, empty if none was."""

    tree: Tree
    outcomes: tuple[Outcome, ...]
    costs: Costs
    rating: str


def estimate_build(evidence: DocumentEvidence, settings: ModelSettings) -> Estimate:
    """What `draft_with_model` will take for this document. Sends nothing."""
    work = prepare_work(evidence, settings)
    return estimate(work.planned, settings, work.client.ledger.facts, max(1, len(work.items)))


def draft_with_model(
    evidence: DocumentEvidence,
    settings: ModelSettings,
    progress: Progress | None = None,
    cancel: threading.Event | None = None,
    *,
    engine: Tree | None = None,
) -> ModelDraft:
    """The section tree of a document, drafted by the engine and a model together.

    `engine` is the engine's own draft, made here when it is not given. A model that fails never fails the document: its pages
    keep the engine's draft, and the tree's warnings say so. Raises `Cancelled` once `cancel` is set, and no other error on the
    model's account.
    """
    work = prepare_work(evidence, settings, progress, cancel, engine)
    verdicts = better_than_engine(work, with_second_thoughts(work, read_windows(work)))
    items = settled(merged(work.items, verdicts, work.index), work.index)
    items = _split(work, _found_after_all(work, items))
    tree = to_tree(items, work.engine, work.index) if items else work.engine
    tree = _with_summaries(work, tree)
    kept = [outcome.rating for outcome in work.outcomes if outcome.kept]
    rating = min(kept, key=ORDER.index) if kept else ""
    warnings = (*tree.warnings, *_words(work.outcomes, rating), *work.warnings)
    made = tree.model_copy(update={"warnings": warnings, "producer": producer(settings)})
    return ModelDraft(made, tuple(work.outcomes), work.client.ledger.costs, rating)


def _found_after_all(work: Work, items: list[Item]) -> list[Item]:
    """The outline with sections that were found on a second look; those the contents list and nobody finds have no page."""
    known = {take_apart(item.title).bare for item in items}
    wanted = {take_apart(entry.title).bare: entry for entry in work.open}
    open_entries = [entry for bare, entry in wanted.items() if bare and bare not in known]
    if not open_entries:
        return items
    texts = {page.number: page for page in work.planned.pages}
    try:
        found, left = look_again(work.client, open_entries, texts, work.index, work.settings.repair_rounds, work.limit)
    except ModelError as error:
        work.warnings.append(f"Sections that were not found are left out: {error.message}")
        return items
    taken = {item.first for item in items}
    outline = list(items)
    for nth, each in enumerate(found, start=1):
        if each.first not in taken:
            level = each.entry.level or 1
            new = Item(f"l{nth}", each.title, each.page, each.first, level, None, Quality.MEDIUM.value, "found on a second look")
            insert(outline, new, work.index)
    listed = {take_apart(each.entry.title).bare for each in unplaced(work.evidence)}
    for nth, entry in enumerate(left, start=1):
        if take_apart(entry.title).bare in listed:
            new = Item(f"o{nth}", entry.title, None, -1, entry.level or 1, None, Quality.LOW.value, "page unknown")
            outline.insert(_before(outline, entry), new)
    return outline


def _before(items: Sequence[Item], entry: Entry) -> int:
    """The position after the last section that starts at or before the page named for this one."""
    starts = [at for at, item in enumerate(items, start=1) if item.page is not None and item.page <= (entry.page or 0)]
    return max(starts, default=0)


def _split(work: Work, items: list[Item]) -> list[Item]:
    """The outline with sections that are too long split, as often as the settings allow, where no model has read them yet."""
    read = {page for outcome in work.outcomes if outcome.kept for page in outcome.read}
    for _ in range(work.settings.split_depth):
        if not items:
            return items
        tree = to_tree(items, work.engine, work.index)
        large = too_large(items, tree, work.planned.pages, work.settings, read)
        unread: set[int] = set()
        for each in reversed(large):  # from the last on, so that positions before it stay
            outline = by_headings(items, each, work.index)
            if outline is None:
                unread.update(page for page in each.pages if page not in read)
            items = outline or items
        before = len(items)
        if unread and not work.stopped:
            verdicts = read_windows(work, windows_over(work, unread), items)
            items = settled(merged(items, verdicts, work.index), work.index)
            read |= unread
        if len(items) == before and not unread:
            return items
    return items


def _with_summaries(work: Work, tree: Tree) -> Tree:
    """The tree with summaries, if they are wanted: the model's, and extracts where it gave none."""
    if not work.settings.summaries:
        return tree
    if work.stopped:
        found = extracts(Texts(tree, work.evidence).all(), work.settings.summary_words)
        return tree.map(lambda node: node.with_(summary=found[node.id]))
    made = summarised(tree, work.evidence, work.client, work.settings, lambda done, total: work.step(SUMMARIES, done, total))
    if made.extracted:
        work.warnings.append(f"{made.extracted} sections have an extract instead of a summary: {made.reason}")
    return made.tree


def _words(outcomes: Sequence[Outcome], rating: str) -> list[str]:
    """What became of the windows, for people."""
    kept = sum(outcome.kept for outcome in outcomes)
    lost: dict[str, list[int]] = {}
    for outcome in outcomes:
        if not outcome.kept:
            lost.setdefault(outcome.reason, []).extend(outcome.pages)
    found = []
    if outcomes and not kept:
        found.append("The model gave nothing usable; this is the engine's own draft.")
    elif rating and rating != Quality.HIGH.value:
        found.append(f"The model is not sure of this tree: its answers are rated {rating} at worst.")
    for reason, pages in lost.items():
        found.append(f"Pages {_ranges(pages)} keep the engine's draft: {reason}")
    return found


def _ranges(pages: Sequence[int]) -> str:
    """ "3, 5-9"."""
    runs: list[list[int]] = []
    for page in sorted(Counter(pages)):
        if runs and runs[-1][-1] == page - 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
