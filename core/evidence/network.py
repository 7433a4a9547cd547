"""The layout network as one more source, asked where layout alone leaves doubt.

What the network takes the place of a heading candidate for (a section header, plain text, a list item ...) raises or lowers the
candidate's confidence. What contents, bookmarks, links, destinations or tags name stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import replace
from itertools import chain
from math import exp, log
from pathlib import Path

from core.evidence.model import DocumentEvidence, Heading
from core.pdf.document import Progress
from core.pdf.network import LISTED, SECTION, TEXT, Look, Region, Seen, look
from core.settings import Limits
from core.tree import Box

DOUBT = (0.1, 0.9)
"""Confidence of a candidate that leaves doubt. A quarter of the pages hold one, and with them three quarters of what is missed
and four fifths of what is wrong (the benchmark's documents of up to 160 pages, out of fold)."""
LIKELY = 0.5
"""A page without a heading of this confidence, between two that have one, is looked at as well."""
PAGES_A_TASK = 4
OVERLAP = 0.3
"""Share of a candidate's area that a region covers if it speaks of it."""

HEADER, LIST, OTHER = 0.8, -1.5, -1.0
"""Log-odds that a candidate gains in a region of each kind. Chosen on 28 documents of the benchmark that leave much doubt, out of
fold: heading F1 0.909 became 0.920, tree F1 0.854 became 0.872 (tests/bench/thorough.py measures it). The network's word weighs
little: of the candidates that layout gives one chance in three and the network calls section headers, a third are headings."""
SILENT = frozenset({"picture", "title"})
"""Kinds of regions that say nothing of the candidates in them."""
BOUND = 0.02
"""Confidence is taken to be no surer than this before it is weighed."""

WORDS = "the layout network sees a {}"


def with_network(
    evidence: DocumentEvidence,
    source: Path | bytes,
    executor: Executor | None = None,
    progress: Progress | None = None,
    *,
    password: str | None = None,
    limits: Limits | None = None,
    looked: Callable[[Look], Seen] = look,
) -> DocumentEvidence:
    """The evidence after the network was asked about the doubtful pages of the PDF at `source`.

    The work goes to `executor` a few pages at a time (without one it is done here); `progress` is called with the doubtful pages
    done and those there are. `looked` replaces the function that is sent. Raises a `DocumentError` as `look` does.
    """
    pages = doubtful_pages(evidence)
    parts = [pages[at : at + PAGES_A_TASK] for at in range(0, len(pages), PAGES_A_TASK)]
    seen: Seen = {}
    done = 0
    for count, found in _answers(
        [Look(source, part, evidence.reading.name, password, limits) for part in parts], executor, looked
    ):
        seen |= found
        done += count
        if progress:
            progress(done, len(pages))
    return with_regions(evidence, seen)


def doubtful_pages(evidence: DocumentEvidence) -> tuple[int, ...]:
    """Pages with candidates that might as well be headings as not, and pages without headings between pages that have some."""
    named = _named(evidence)
    found = {
        heading.page
        for nth, heading in enumerate(evidence.headings)
        if nth not in named and DOUBT[0] <= heading.confidence <= DOUBT[1]
    }
    headed = {heading.page for heading in evidence.headings if heading.confidence >= LIKELY}
    if not headed:
        return tuple(sorted({heading.page for heading in evidence.headings}))
    for page in evidence.reading.pages:
        if page.lines and page.number not in headed and {page.number - 1, page.number + 1} <= headed:
            found.add(page.number)
    return tuple(sorted(found))


def with_regions(evidence: DocumentEvidence, seen: Seen) -> DocumentEvidence:
    """The evidence, its doubtful candidates on the pages that were seen weighed against what was seen there."""
    named = _named(evidence)
    return replace(
        evidence,
        headings=tuple(
            heading if nth in named or heading.page not in seen else weighed(heading, seen[heading.page])
            for nth, heading in enumerate(evidence.headings)
        ),
    )


def asked(evidence: DocumentEvidence) -> bool:
    """Whether the network has had a say in what these headings are worth."""
    return any(heading.why.startswith(WORDS.format("")) for heading in evidence.headings)


def weighed(heading: Heading, regions: Sequence[Region]) -> Heading:
    """A candidate after a look at the regions of its page.

    A heading that runs into its paragraph is no region of its own. Of what stands in a picture, or in no region, nothing is said.
    """
    share, kind = max(((_share(heading.box, region.box), region.kind) for region in regions), default=(0.0, ""))
    if share < OVERLAP or kind in SILENT or (heading.run_in and kind == TEXT):
        return heading
    bounded = min(max(heading.confidence, BOUND), 1 - BOUND)
    odds = log(bounded / (1 - bounded)) + (HEADER if kind == SECTION else LIST if kind == LISTED else OTHER)
    return heading._replace(confidence=1 / (1 + exp(-odds)), why=WORDS.format(kind.replace("-", " ")))


def _share(inner: Box, outer: Box) -> float:
    """The share of `inner`'s area that lies in `outer`."""
    across = min(inner[2], outer[2]) - max(inner[0], outer[0])
    down = min(inner[3], outer[3]) - max(inner[1], outer[1])
    area = (inner[2] - inner[0]) * (inner[3] - inner[1])
    return across * down / area if across > 0 and down > 0 and area > 0 else 0.0


def _named(evidence: DocumentEvidence) -> set[int]:
    """Indices of the headings that a source other than layout names."""
    pointers = chain(evidence.bookmarks, evidence.links, evidence.destinations, evidence.tags)
    return {pointer.heading for pointer in pointers} | {entry.heading for entry in evidence.contents}


def _answers(tasks: Sequence[Look], executor: Executor | None, looked: Callable[[Look], Seen]) -> Iterator[tuple[int, Seen]]:
    """The number of pages of each task and what was seen there, in the order in which tasks end."""
    if executor is None:
        for task in tasks:
            yield len(task.pages), looked(task)
        return
    futures = {executor.submit(looked, task): len(task.pages) for task in tasks}
    try:
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        for future in futures:
            future.cancel()
