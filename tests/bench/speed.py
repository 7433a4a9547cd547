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
from functools import partial
from pathlib import Path

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
    rows = []
    for path in pdfs_in(folder):
        data = path.read_bytes()
        bare, pages = min(_timed(partial(_bare, data)) for _ in range(RUNS))
        ours, _ = min(_timed(partial(_ours, data)) for _ in range(RUNS))
        rows.append((ours / bare, path.stem, pages, bare, ours))
    rows.sort(reverse=True)
    print(f"{'ratio':>6} {'pages':>6} {'bare ms/p':>10} {'ours ms/p':>10}  document")
    for times, stem, pages, bare, ours in rows:
        print(f"{times:6.2f} {pages:6d} {1000 * bare / pages:10.2f} {1000 * ours / pages:10.2f}  {stem}")
    ratios = [row[0] for row in rows]
    pages = sum(row[2] for row in rows)
    print(f"{len(rows)} documents, {pages} pages, {1000 * sum(row[4] for row in rows) / pages:.2f} ms of CPU time a page")
    return _floor("ratio, median", statistics.median(ratios), MEDIAN) & _floor("ratio, worst", max(ratios), WORST)


def length(_: Path) -> bool:
    """Linear in pages, and within memory."""
    short, long = (min(_timed(partial(_ours, data))[0] for _ in range(RUNS)) for data in (made(100), made(1_000)))
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


def _bare(data: bytes) -> int:
    with pymupdf.open(stream=data, filetype="pdf") as doc:
        for page in doc:
            page.get_text("dict", flags=FLAGS)
        return int(doc.page_count)


def _ours(data: bytes) -> int:
    evidence = evidence_of(data)
    verify(draft(evidence), evidence)
    return len(evidence.reading.pages)


def _timed(work: Callable[[], int]) -> tuple[float, int]:
    """CPU seconds, and what the work returned."""
    began = time.process_time()
    result = work()
    return time.process_time() - began, result


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
