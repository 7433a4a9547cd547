"""Draft the benchmark's documents with weights that have not seen their family, and score the trees.

    python -m tests.bench.accuracy [--track stripped|nobookmarks|asis|damaged-chapters|damaged-titles|damaged-shifted ...]
                                   [--folds FOLDER] [--only ID ...] [--worst N]

For each track: the benchmark's own table (score.py), then how far the confidence of a node can be trusted: the share of right
nodes by confidence, the AUROC of right against wrong, and the share of the wrong nodes among the least sure fifth. A damaged
track is set against the same documents stripped.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from core.draft import draft
from core.evidence import gather
from core.pdf.document import read
from core.tree import Node, Source
from tests.bench.gold import Scorer
from tests.bench.outoffold import Folds, folds
from tests.bench.tracks import TRACKS, Bench, find_bench

LEAST_SURE = 0.2
"""Share of all nodes, those of least confidence, that are asked how many of the wrong ones they hold."""
STEPS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)
"""Bounds of the bins of the reliability table."""

Judged = tuple[float, float, float]
"""A node's confidence, whether it is right, and how far that is known."""


def rows(nodes: Iterable[Node], level: int = 1) -> Iterator[dict[str, Any]]:
    """Nodes as score.py reads them; those made of pages alone are left out, their children with them (they have none)."""
    for node in nodes:
        if not (node.synthetic and all(said.source is Source.PAGES for said in node.evidence)):
            yield {"level": level, "title": node.title, "page": node.span.start or 0, "confidence": node.confidence or 0.0}
            yield from rows(node.children, level + 1)


def run(bench: Bench, known: Folds, track: str, out: Path, only: Sequence[str]) -> tuple[list[str], list[Judged]]:
    """Draft every document of a track into `out`; returns the ids drafted and the judged nodes."""
    judged: list[Judged] = []
    ids: list[str] = []
    started, pages = time.process_time(), 0
    for path in bench.pdfs(track):
        if only and not any(path.stem.startswith(each) for each in only):
            continue
        reading = read(path)
        tree = draft(gather(reading, known.ranker(path.stem)), known.fusion(path.stem), known.confidence(path.stem))
        nodes = list(rows(tree.nodes))
        (out / f"{path.stem}.json").write_text(json.dumps({"id": path.stem, "pages": tree.pages, "nodes": nodes}))
        labels, certain = Scorer(bench.dev, path.stem).label([(node["title"], node["page"]) for node in nodes])
        judged += [(node["confidence"], right, sure) for node, right, sure in zip(nodes, labels, certain, strict=True)]
        ids.append(path.stem)
        pages += tree.pages
    print(
        f"{track}: {len(ids)} documents, {pages} pages, "
        f"{1000 * (time.process_time() - started) / max(1, pages):.1f} ms a page in all"
    )
    return ids, judged


def table(bench: Bench, out: Path, ids: Sequence[str], worst: int) -> None:
    """Print the benchmark's own scores."""
    lines = [json.dumps(row) for row in bench.manifest() if row["id"] in set(ids)]
    manifest = out / "manifest.jsonl"
    manifest.write_text("\n".join(lines) + "\n")
    command = [sys.executable, str(bench.folder / "score.py"), "--gold", str(bench.dev / "gold"), "--pred", str(out)]
    print(
        subprocess.run(
            [*command, "--manifest", str(manifest), "--worst", str(worst)], check=True, capture_output=True, text=True
        ).stdout
    )


def reliability(judged: Sequence[Judged]) -> None:
    """Print how often nodes of each confidence are right, and how well confidence tells right from wrong."""
    bins: dict[int, list[Judged]] = defaultdict(list)
    for each in judged:
        bins[sum(each[0] >= bound for bound in STEPS) - 1].append(each)
    print("confidence     nodes  mean   right")
    for nth in sorted(bins):
        known = sum(sure for _, _, sure in bins[nth])
        right = sum(good * sure for _, good, sure in bins[nth])
        mean = sum(confidence for confidence, *_ in bins[nth]) / len(bins[nth])
        print(
            f"{STEPS[nth]:.2f} - {min(STEPS[nth + 1], 1.0):.2f}  {len(bins[nth]):6}  {mean:.2f}   "
            f"{right / known if known else 0:.3f}"
        )
    print(f"AUROC {auroc(judged):.3f}; the least sure fifth holds {least_sure(judged):.0%} of the wrong nodes")


def auroc(judged: Sequence[Judged]) -> float:
    """The probability that a right node has more confidence than a wrong one; ties count half, nodes weigh as they are known."""
    right_below = wrong_total = area = 0.0
    groups: dict[float, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for confidence, right, sure in judged:
        groups[confidence][int(right)] += sure
    for confidence in sorted(groups, reverse=True):
        wrong, good = groups[confidence]
        area += wrong * (right_below + good / 2)
        right_below += good
        wrong_total += wrong
    return area / (right_below * wrong_total) if right_below and wrong_total else 1.0


def least_sure(judged: Sequence[Judged]) -> float:
    """The share of all wrong nodes that stand in the least sure fifth."""
    order = sorted(judged)
    wrong = [(1 - right) * sure for _, right, sure in order]
    return sum(wrong[: round(LEAST_SURE * len(order))]) / sum(wrong) if sum(wrong) else 1.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--track", nargs="+", choices=TRACKS, default=["stripped"])
    parser.add_argument("--folds", type=Path, help="folder of out-of-fold weights; by default tests/bench/folds")
    parser.add_argument("--only", nargs="+", default=[], help="starts of the ids of the documents wanted")
    parser.add_argument("--worst", type=int, default=12)
    args = parser.parse_args()
    bench = find_bench()
    if bench is None:
        print("The benchmark's documents are not here, so nothing was measured. Set TREEPROOF_BENCH to their folder.")
        return
    known = folds(bench, args.folds)
    for track in args.track:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder)
            ids, judged = run(bench, known, track, out, args.only)
            table(bench, out, ids, args.worst)
            reliability(judged)
            if track.startswith("damaged"):
                print("\nthe same documents, stripped:")
                table(bench, out, run(bench, known, "stripped", out, ids)[0], 0)


if __name__ == "__main__":
    main()
