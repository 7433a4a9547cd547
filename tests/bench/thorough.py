"""What the thorough mode adds to the engine, and what it costs.

    python -m tests.bench.thorough [--pages N] [--only ID ...] [--workers N] [--folds FOLDER]

Drafts the stripped documents of up to `--pages` pages with weights that have not seen their family, as they are and after the
layout network was asked about their doubtful pages. Prints for each document how many pages were doubtful, the milliseconds of a
clock that a page of the document and a page looked at took, and heading F1 and tree F1 before and after.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from core.draft import draft
from core.evidence import gather
from core.evidence.model import DocumentEvidence
from core.evidence.network import doubtful_pages, with_network
from core.pdf.document import read
from tests.bench.accuracy import rows
from tests.bench.gold import Scorer
from tests.bench.outoffold import Folds, folds
from tests.bench.tracks import find_bench

MOST_PAGES, WORKERS = 120, 2


class Gain(NamedTuple):
    """One document before and after: seconds of the engine's own draft and of the network's look, and F1 of headings and tree."""

    pages: int
    looked: int
    engine: float
    network: float
    before: tuple[float, float]
    after: tuple[float, float]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=MOST_PAGES, help="leave longer documents out")
    parser.add_argument("--only", nargs="+", default=[], metavar="ID", help="documents whose id begins so")
    parser.add_argument("--workers", type=int, default=WORKERS, help="processes that look at pages")
    parser.add_argument("--folds", type=Path, help="a folder that tests.bench.train --folds wrote")
    given = parser.parse_args()
    bench = find_bench()
    if bench is None:
        print("No documents to measure with: set TREEPROOF_BENCH to the benchmark's folder.")
        return 0
    known = folds(bench, given.folds)
    chosen = [path for path in bench.pdfs("stripped") if not given.only or any(path.stem.startswith(each) for each in given.only)]
    earlier = _children()
    print(f"{'pages':>5} {'looked':>6} {'ms/page':>8} {'ms/look':>8} {'heading F1':>14} {'tree F1':>14}  document")
    with ProcessPoolExecutor(given.workers) as pool:
        gains = [gain for path in chosen for gain in _measured(path, bench.dev, known, pool, given.pages)]
    _summary(gains, _children() - earlier)
    return 0


def _children() -> float:
    """CPU time of the processes that this one started and that have ended, in seconds."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _measured(path: Path, dev: Path, known: Folds, pool: ProcessPoolExecutor, most: int) -> Iterator[Gain]:
    """What one document gains, printed; nothing for a document that is too long."""
    began = time.perf_counter()
    reading = read(path)
    if len(reading.pages) > most:
        return
    evidence = gather(reading, known.ranker(path.stem))
    before = _score(evidence, path.stem, dev, known)
    engine = time.perf_counter() - began
    began = time.perf_counter()
    seen = with_network(evidence, path, pool)
    network = time.perf_counter() - began
    gain = Gain(len(reading.pages), len(doubtful_pages(evidence)), engine, network, before, _score(seen, path.stem, dev, known))
    print(_line(gain), path.stem, sep="  ", flush=True)
    yield gain


def _score(evidence: DocumentEvidence, name: str, dev: Path, known: Folds) -> tuple[float, float]:
    scorer = Scorer(dev, name)
    nodes: list[dict[str, Any]] = list(rows(draft(evidence, known.fusion(name)).nodes))
    score = scorer.module.score(scorer.gold, nodes, complete=scorer.complete)
    return float(score["heading_f1"]), float(score["tree_f1"])


def _line(gain: Gain) -> str:
    heading, tree = (f"{one:.3f} > {other:.3f}" for one, other in zip(gain.before, gain.after, strict=True))
    each = 1000 * gain.network / max(1, gain.looked)
    return f"{gain.pages:5d} {gain.looked:6d} {1000 * gain.network / gain.pages:8.0f} {each:8.0f} {heading:>14} {tree:>14}"


def _summary(gains: list[Gain], cpu: float) -> None:
    if not gains:
        print("No document was chosen.")
        return
    total = Gain(
        sum(gain.pages for gain in gains),
        sum(gain.looked for gain in gains),
        sum(gain.engine for gain in gains),
        sum(gain.network for gain in gains),
        (statistics.fmean(gain.before[0] for gain in gains), statistics.fmean(gain.before[1] for gain in gains)),
        (statistics.fmean(gain.after[0] for gain in gains), statistics.fmean(gain.after[1] for gain in gains)),
    )
    print(_line(total), f"all {len(gains)}", sep="  ")
    each, over = 1000 * cpu / max(1, total.looked), 1000 * cpu / total.pages
    print(f"CPU time of the network: {each:.0f} ms a page looked at, {over:.0f} ms a page of the documents")
    print(f"the engine alone: {1000 * total.engine / total.pages:.0f} ms of a clock a page")


if __name__ == "__main__":
    raise SystemExit(main())
