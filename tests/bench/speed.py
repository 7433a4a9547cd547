"""Speed and memory, measured:  python -m tests.bench.speed [--pdf FOLDER] [--only ratio|length|workers]

ratio    CPU time to draft and verify over that of a bare PyMuPDF pass, per document, in one process; files warm, imports
         excluded, the better of two runs each.
length   Time a page at 1,000 pages over that at 100, and peak memory of the process that builds 1,000 pages; made documents.
workers  Wall-clock time of a batch with one worker over that with two, processes warm.

The exit status is 1 when a floor is missed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from core.batch import Job, build_one, pdfs_in, run, workers
from core.build import evidence_of
from core.draft import draft
from core.pdf.mupdf import pymupdf
from core.settings import Limits
from core.verify import verify
from tests.bench.made import made

FLAGS = pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES
MEDIAN, WORST = 1.8, 3.0
LENGTH, MEMORY_MB, WORKERS = 1.3, 600.0, 1.6
RUNS = 2
STAGES = ("evidence", "draft", "verify")
PEAK = """
import resource, sys
from core.build import build
build(sys.argv[1])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
BENCH = Path(os.environ.get("TREEPROOF_BENCH", Path(__file__).resolve().parents[3] / "shared" / "bench"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pdf", type=Path, default=BENCH / "dev" / "pdf", help="a folder of PDFs")
    parser.add_argument("--only", choices=MEASURES, help="measure this alone")
    given = parser.parse_args()
    if not given.pdf.is_dir():
        print(
            f"No documents to measure with: {given.pdf} is not there. Give a folder of PDFs with --pdf, or set TREEPROOF_BENCH."
        )
        return 0
    chosen = [given.only] if given.only else list(MEASURES)
    held = [MEASURES[name](given.pdf) for name in chosen]
    return 0 if all(held) else 1


def ratio(folder: Path) -> bool:
    """Draft and verify against a bare pass, document by document."""
    rows = [_compared(path) for path in pdfs_in(folder)]
    rows.sort(key=lambda row: -row.ratio)
    print(f"{'ratio':>6} {'pages':>6} {'bare':>7} {'ours':>7}  document (ms of CPU time a page)")
    for row in rows:
        print(f"{row.ratio:6.2f} {row.pages:6d} {row.a_page(row.bare):7.2f} {row.a_page(row.ours):7.2f}  {row.name}")
    pages = sum(row.pages for row in rows)
    means = {stage: 1000 * sum(row.stages[stage] for row in rows) / pages for stage in rows[0].stages}
    bare = 1000 * sum(row.bare for row in rows) / pages
    shares = ", ".join(f"{stage} {mean:.2f}" for stage, mean in means.items())
    print(f"{len(rows)} documents, {pages} pages; ms a page: bare {bare:.2f}, ours {sum(means.values()):.2f} ({shares})")
    ratios = [row.ratio for row in rows]
    return _floor("ratio, median", statistics.median(ratios), MEDIAN) & _floor("ratio, worst", max(ratios), WORST)


def length(_: Path) -> bool:
    """Linear in pages, and within memory."""
    short, long = (min(sum(_ours(data).values()) for _ in range(RUNS)) for data in (made(100), made(1_000)))
    print(f"{1000 * short / 100:.2f} ms a page at 100 pages, {1000 * long / 1_000:.2f} ms at 1,000")
    return _floor("time a page, 1,000 over 100 pages", long / short / 10, LENGTH) & _floor("peak memory, MB", _peak(), MEMORY_MB)


def two_workers(folder: Path) -> bool:
    """A batch with one worker and with two."""
    limits = Limits()
    jobs = [Job(str(path), limits) for path in pdfs_in(folder)]
    seconds = []
    for count in (1, 2):
        with workers(count) as pool:
            list(run(build_one, jobs[:1] * 2 * count, pool))
            began = time.perf_counter()
            list(run(build_one, jobs, pool))
            seconds.append(time.perf_counter() - began)
    print(f"{len(jobs)} documents: {seconds[0]:.1f} s with one worker, {seconds[1]:.1f} s with two")
    return _floor("speed of two workers over one", seconds[0] / seconds[1], WORKERS, at_least=True)


MEASURES: dict[str, Callable[[Path], bool]] = {"ratio": ratio, "length": length, "workers": two_workers}


class Row(NamedTuple):
    """A document's CPU seconds."""

    name: str
    pages: int
    bare: float
    stages: dict[str, float]

    @property
    def ours(self) -> float:
        return sum(self.stages.values())

    @property
    def ratio(self) -> float:
        return self.ours / self.bare

    def a_page(self, seconds: float) -> float:
        return 1000 * seconds / self.pages


def _compared(path: Path) -> Row:
    data = path.read_bytes()
    bare = min(_bare(data) for _ in range(RUNS))
    stages = min((_ours(data) for _ in range(RUNS)), key=lambda stages: sum(stages.values()))
    with pymupdf.open(stream=data, filetype="pdf") as doc:
        return Row(path.stem, doc.page_count, bare, stages)


def _bare(data: bytes) -> float:
    began = time.process_time()
    with pymupdf.open(stream=data, filetype="pdf") as doc:
        for page in doc:
            page.get_text("dict", flags=FLAGS)
    return time.process_time() - began


def _ours(data: bytes) -> dict[str, float]:
    times = [time.process_time()]
    evidence = evidence_of(data)
    times.append(time.process_time())
    tree = draft(evidence)
    times.append(time.process_time())
    verify(tree, evidence)
    times.append(time.process_time())
    return {stage: after - before for stage, before, after in zip(STAGES, times, times[1:], strict=False)}


def _peak() -> float:
    """Peak memory, in MB, of a fresh process that builds 1,000 pages."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.pdf"
        path.write_bytes(made(1_000))
        done = subprocess.run([sys.executable, "-c", PEAK, str(path)], capture_output=True, text=True, check=True)
    return int(done.stdout) / (1024 * 1024 if sys.platform == "darwin" else 1024)


def _floor(what: str, value: float, bound: float, *, at_least: bool = False) -> bool:
    holds = value >= bound if at_least else value <= bound
    print(f"{'ok    ' if holds else 'MISSED'} {what}: {value:.2f} ({'at least' if at_least else 'at most'} {bound:g})")
    return holds


if __name__ == "__main__":
    raise SystemExit(main())
