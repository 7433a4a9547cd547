"""Windows asked one after the other, and what of each answer is taken: never what would make its pages verify worse."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.errors import CeilingReached, ModelError
from core.model.accept import Change, Checked, check
from core.model.answers import WINDOW_SCHEMA, Do, Quality
from core.model.ask import HALVINGS, Heard, ask_window
from core.model.confirm import STAGE as CONFIRM
from core.model.confirm import Erratic, second_look
from core.model.context import window_messages
from core.model.levels import settled
from core.model.merge import Verdict, merged, to_tree
from core.model.outline import Item
from core.model.windows import Window, pack
from core.model.work import Outcome, Work
from core.report import Report, Status
from core.tree import Tree
from core.verify import verify

FAILED, SUSPECT = 2, 1
"""What a node with this status weighs when a window's sections are compared with the engine's for the same pages."""
STAGE = "windows"
UNBELIEVED = "the answer contradicts what is certain in too many places"
ERRATIC = "Asked again, the model did not stand by its answers: what it adds, rejects and moves in depth is left out."


def read_windows(work: Work, windows: Sequence[Window] | None = None, items: list[Item] | None = None) -> list[Verdict]:
    """Each window's changes, asked one after the other, so that each sees what the ones before it did.

    Without `windows`, those of the plan, made on the engine's draft.
    """
    planned = windows is None
    windows = work.planned.windows if windows is None else windows
    outline = work.items if items is None else items
    verdicts: list[Verdict] = []
    for nth, window in enumerate(windows):
        work.step(STAGE, nth, len(windows))
        whole = planned and work.planned.partial and nth == 0
        try:
            heard = _ask(work, window, outline, whole=whole)
        except ModelError as error:
            _stop(work, windows[nth:], error)
            break
        for each in heard:
            verdict = _judge(work, each, outline, len(verdicts) + 1, _settled(verdicts), whole=whole)
            if verdict is not None:
                verdicts.append(verdict)
                outline = merged(outline, [verdict], work.index)
    work.step(STAGE, len(windows), len(windows))
    return verdicts


def windows_over(work: Work, pages: Collection[int]) -> list[Window]:
    """Windows over some of the document's pages."""
    chosen = [page for page in work.planned.pages if page.number in pages and page.text.strip()]
    return pack(chosen, work.limit, work.settings.overlap_pages)


def _ask(work: Work, window: Window, items: Sequence[Item], *, whole: bool) -> list[Heard]:
    room = work.limit if whole else 0
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
    if not checked.believed:
        work.outcomes.append(Outcome(heard.own, Quality.LOW.value, False, 0, UNBELIEVED))
        return None
    work.open += checked.open
    where = {item.ref: item.page for item in items}

    def new(changes: Sequence[Change]) -> tuple[Change, ...]:
        return tuple(each for each in changes if each.do is Do.ADD or where[each.ref] not in settled)

    changes = new(checked.changes)
    work.outcomes.append(Outcome(heard.own, _rating(heard, checked), True, len(changes), read=heard.pages))
    return Verdict(nth, heard.own, changes, _rating(heard, checked), whole, new(checked.doubted))


def _settled(verdicts: Sequence[Verdict]) -> set[int]:
    """Pages that an earlier window has spoken of: a later one that shares them may only add."""
    return {page for verdict in verdicts if not verdict.whole for page in verdict.pages}


def _rating(heard: Heard, checked: Checked) -> str:
    """The model's rating; one lower if more of what it said was not borne out than was."""
    borne_out = len(checked.changes) + len(checked.doubted)
    doubted = len(checked.nowhere) + checked.refused > borne_out
    return Quality.MEDIUM.value if doubted and heard.quality is Quality.HIGH else heard.quality.value


def _stop(work: Work, rest: Sequence[Window], error: ModelError) -> None:
    """Leave the remaining windows to the engine."""
    work.outcomes.extend(Outcome(window.own, Quality.LOW.value, False, 0, error.message) for window in rest)
    work.stopped = True
    if isinstance(error, CeilingReached):
        work.warnings.append(f"The model was stopped early: {error.message}")


def with_second_thoughts(work: Work, verdicts: list[Verdict]) -> list[Verdict]:
    """The verdicts, with one more for what the model adds and rejects and, asked again, stands by."""
    doubted = [change for verdict in verdicts for change in verdict.doubted]
    if not doubted:
        return verdicts
    if work.stopped:
        return _borne_out_alone(verdicts)
    items = merged(work.items, verdicts, work.index)
    pages = sorted({page for outcome in work.outcomes if outcome.kept for page in outcome.read})
    work.step(CONFIRM, 0, 1)
    try:
        changes = second_look(work.client, doubted, items, pages, work.index, work.limit)
    except Erratic:
        work.warnings.append(ERRATIC)
        work.open.clear()
        return _borne_out_alone(verdicts)
    except ModelError as error:
        work.warnings.append(
            f"What the model adds, rejects and moves in depth is left out, since it could not be asked again: {error.message}"
        )
        return _borne_out_alone(verdicts)
    work.step(CONFIRM, 1, 1)
    return [*verdicts, Verdict(len(verdicts) + 1, (), changes, Quality.HIGH.value, True)] if changes else verdicts


def _borne_out_alone(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts without depths: those hang together with sections that are neither added nor rejected now."""
    return [
        verdict._replace(changes=tuple(change._replace(level=None) for change in verdict.changes if change.title))
        for verdict in verdicts
    ]


def better_than_engine(work: Work, verdicts: list[Verdict]) -> list[Verdict]:
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
