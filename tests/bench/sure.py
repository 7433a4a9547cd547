"""Learn how sure drafted sections are (core/draft/confidence.json), and the same without each fold's documents.

    python -m tests.bench.sure [--folds FOLDER] [--write]

The drafts that it learns from are made with rankers and fusions that have not seen the document's family; run it after
tests.bench.fuse. Wrong sections are few and come in clusters, so that most weights stay near what they are drawn towards, and
for what tells right from wrong no document counts for more than a few of them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.draft.confidence import NAMES, WEIGHTS, features
from core.draft.draft import chosen
from core.draft.grow import tidy
from core.evidence import gather
from core.evidence.model import DocumentEvidence
from core.pdf.document import read
from tests.bench.fuse import Examples, by_fold, fit, learn
from tests.bench.gold import Scorer
from tests.bench.outoffold import Folds, folds
from tests.bench.tracks import Bench, find_bench

LEARNT_FROM = {"stripped": 1.0, "nobookmarks": 0.3, "asis": 0.3, "damaged-chapters": 0.2, "damaged-shifted": 0.1}
"""Tracks and the weight of their examples."""
MOST_WRONG = 2.0
"""A document with more wrong sections counts as if it had so many: some gold leaves out a run of sections that are there."""
PRIOR = {
    "odds": 0.5,
    "numbered": 0.5,
    "counts_on": 0.5,
    "alone_unnumbered": -0.5,
    "mates": 1.0,
    "odd_look": -0.5,
    "ends_open": -1.5,
    "long": -0.5,
    "opening": -0.5,
    "doubt": -0.5,
    "landscape": -2.0,
    "stacked": -0.5,
}
"""What each weight is drawn towards. Slides, which are drafted badly, lie across, and one set of them teaches little."""
PENALTY = 30.0
"""L2 penalty on each weight's distance from there."""

Floats = NDArray[np.float64]


def examples(bench: Bench, known: Folds, path: Path, importance: float) -> Examples:
    """The sections of one document's draft, each with whether the gold has it."""
    evidence = gather(read(path), known.ranker(path.stem))
    return examples_of(Scorer(bench.dev, path.stem), evidence, known, path.stem, importance)


def examples_of(scorer: Scorer, evidence: DocumentEvidence, known: Folds, document: str, importance: float) -> Examples:
    """The same from a document's evidence and its gold."""
    found = chosen(evidence, known.fusion(document))
    labels, certain = scorer.label([(tidy(section.title), section.page) for section in found.sections])
    return features(evidence, *found), np.asarray(labels, np.float64), np.asarray(certain, np.float64) * importance


def learnt(parts: list[Examples]) -> dict[str, float]:
    """The weights, by name: first what tells right from wrong, then, by all that was wrong, how far to trust it."""
    weights = fit([_capped(*part) for part in parts], NAMES, PRIOR, PENALTY)
    by_order = np.array([weights[name] for name in NAMES])
    told = [(np.column_stack((np.ones(len(rows)), rows @ by_order)), right, sure) for rows, right, sure in parts]
    scale = fit(told, ("shift", "slope"), {"slope": 1.0}, 1.0)
    return {name: round(scale["slope"] * weight + scale["shift"] * (name == "bias"), 4) for name, weight in weights.items()}


def _capped(rows: Floats, right: Floats, sure: Floats) -> Examples:
    wrong = float(((1 - right) * sure).sum())
    return rows, right, sure * min(1.0, MOST_WRONG / max(wrong, MOST_WRONG))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folds", type=Path, help="folder of the ranker's folds; the confidence's are written beside them")
    parser.add_argument("--write", action="store_true", help="put the weights learnt from everything into the product")
    args = parser.parse_args()
    bench = find_bench()
    if bench is None:
        print("The benchmark's documents are not here: set TREEPROOF_BENCH to their folder.")
        return
    known = folds(bench, args.folds, confidence=False)
    weights = learn("confidence", known, by_fold(bench, known, LEARNT_FROM, examples), learnt)
    print(weights)
    if args.write:
        WEIGHTS.write_text(weights + "\n")


if __name__ == "__main__":
    main()
