"""Which pages a model is asked about, in which windows, and what that will cost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from core.evidence.model import DocumentEvidence
from core.llm import Facts
from core.llm.tokens import Counter
from core.model.context import passed_over, unplaced
from core.model.outline import Item
from core.model.prompts import prompt
from core.model.settings import ModelSettings
from core.model.support import STRUCTURAL
from core.model.windows import PageText, Window, pack, page_texts
from core.report import Report, Status
from core.verify.index import Index

GOOD_CONTENTS = 0.9
"""Share of contents entries that must have been found at their page for the contents to count as well read."""
FEWEST_ENTRIES = 8
"""A shorter list leaves too much open to be relied on."""
LISTED_SECTIONS = 0.8
"""Share of the drafted sections that a good contents names: below, it lists chapters alone, and is no answer."""
MISSED = 0.1
"""Chance of a heading that the draft passed over from which its page is worth asking about. With good contents that is 3 to 20%
of a document's text; from 0.3 on, pages with several unlikely headings were not read, and these were right together."""
SURE = 0.9
"""Confidence from which a section that the contents do not name is not asked about."""
CONTEXT_SHARE = 0.6
"""Of a model's context at most that page text takes; instructions, draft and answer need the rest."""
DRAFT_TOKENS = 0.12
"""The draft told beside the pages, as a share of their tokens (mean of the benchmark's documents)."""
ANSWER_TOKENS = 350
"""Of one window's changes (mean)."""
SECOND_LOOK_TOKENS = 3_000
"""What a document's changes take to be asked about once more, with the control questions (mean)."""


class Plan(NamedTuple):
    """The windows to ask about, in order.

    `partial`: the contents were read well, and only uncertain pages are asked about. The first window then holds the contents
    pages, and goes with the whole draft instead of these pages' part of it.
    """

    windows: tuple[Window, ...]
    pages: tuple[PageText, ...]
    partial: bool


class Estimate(NamedTuple):
    """What a build will take, before anything is sent. `cost` is `None` for a model whose price nobody knows."""

    calls: int
    tokens_in: int
    tokens_out: int
    cost: float | None

    def words(self) -> str:
        """For people to decide on."""
        money = "price not known" if self.cost is None else f"about ${self.cost:.2f}"
        return f"about {self.calls} calls, {self.tokens_in:,} tokens in and {self.tokens_out:,} out, {money}"


def window_limit(settings: ModelSettings, facts: Facts) -> int:
    """Tokens of page text in one window, within the model's context where that is known."""
    if facts.context_tokens is None:
        return settings.window_tokens
    return max(500, min(settings.window_tokens, int(facts.context_tokens * CONTEXT_SHARE)))


def plan(
    evidence: DocumentEvidence,
    items: Sequence[Item],
    report: Report,
    index: Index,
    settings: ModelSettings,
    count: Counter,
    facts: Facts,
) -> Plan:
    """All pages in windows; where these are several and the printed contents were read well, the uncertain pages alone."""
    texts = page_texts(evidence.reading.pages, count, settings.page_text_chars)
    limit = window_limit(settings, facts)
    contents = tuple(page for page in texts if page.number in evidence.contents_pages)
    long = sum(page.tokens for page in texts) > limit
    partial = long and well_read(evidence, items) and sum(page.tokens for page in contents) <= limit
    wanted = uncertain_pages(evidence, items, report, index) if partial else {page.number for page in texts}
    asked = [page for page in texts if page.number in wanted and page.text.strip()]
    windows = pack(asked, limit, settings.overlap_pages)
    if partial:
        windows.insert(0, Window(contents, 0))
    return Plan(tuple(windows), texts, partial)


def well_read(evidence: DocumentEvidence, items: Sequence[Item]) -> bool:
    """Whether the engine has read a good printed contents."""
    entries = evidence.contents
    if len(entries) < FEWEST_ENTRIES:
        return False
    found = sum(entry.heading >= 0 and entry.target is not None for entry in entries)
    real = [item for item in items if item.node is not None and not item.node.synthetic]
    listed = sum(any(each.source in STRUCTURAL for each in item.node.evidence) for item in real if item.node is not None)
    return found >= GOOD_CONTENTS * len(entries) and listed >= LISTED_SECTIONS * len(real)


def uncertain_pages(evidence: DocumentEvidence, items: Sequence[Item], report: Report, index: Index) -> set[int]:
    """Pages that hold something the engine is not sure of."""
    wanted: set[int] = set()
    for item in items:
        node = item.node
        if node is None or node.synthetic or item.page is None:
            continue
        judged = report.by_node.get(node.id)
        doubtful = judged is not None and judged.status is not Status.OK
        unlisted = not any(each.source in STRUCTURAL for each in node.evidence)
        if doubtful or (unlisted and (node.confidence or 0.0) < SURE):
            wanted.add(item.page)
    none_missed: defaultdict[int, float] = defaultdict(lambda: 1.0)
    for heading in passed_over(evidence, items, index):
        none_missed[heading.page] *= 1.0 - heading.confidence
    wanted |= {page for page, chance in none_missed.items() if 1.0 - chance >= MISSED}
    for each in unplaced(evidence):
        wanted.update(range(each.first, each.last + 1))
    return wanted


def estimate(planned: Plan, settings: ModelSettings, facts: Facts, sections: int) -> Estimate:
    """The cost of a plan, with a summary for each of `sections` sections if summaries are wanted."""
    text = sum(window.tokens for window in planned.windows)
    calls = len(planned.windows)
    tokens_in = int(text * (1 + DRAFT_TOKENS)) + calls * len(prompt("window").text) // 4 + SECOND_LOOK_TOKENS
    calls += 1
    tokens_out = calls * ANSWER_TOKENS
    if settings.summaries:
        calls += sections + 1
        tokens_in += sum(page.tokens for page in planned.pages) + (sections + 1) * len(prompt("summary").text) // 4
        tokens_out += (sections + 1) * 2 * settings.summary_words
    return Estimate(calls, tokens_in, tokens_out, facts.cost(tokens_in, tokens_out) if facts.priced else None)
