"""Learn how the sources' words are weighed (core/draft/weights.json), and the same without each fold's documents.

    python -m tests.bench.fuse [--folds FOLDER] [--write]

The ranker's confidences that it learns from are out of fold: the fusion must know how far they can be trusted on documents
the ranker has not seen. Logistic regression with an L2 penalty by iteratively reweighted least squares.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.draft.choose import NAMES, WEIGHTS, features
from core.draft.sections import sections_of
from core.evidence import gather
from core.evidence.model import DocumentEvidence
from core.pdf.document import read
from tests.bench.gold import Scorer
from tests.bench.outoffold import Folds, folds
from tests.bench.tracks import Bench, find_bench

LEARNT_FROM = {"stripped": 1.0, "nobookmarks": 0.5, "asis": 0.5, "damaged-chapters": 0.3, "damaged-shifted": 0.2}
"""Tracks and the weight of their examples."""
PRIOR = {
    "unlisted_deeper": -5.0,
    "unlisted_dense": -2.0,
    "layout": 0.8,
    "layout_named": 0.5,
    "listed": 3.0,
    "marked": 4.0,
    "led": 3.0,
    "linked": 2.0,
    "starred": 1.0,
    "tagged": 2.0,
}
"""What each weight is drawn towards (0 where not given): authors list down to the depth that they mean to be found, and
documents of other makers carry structure that these few cannot teach."""
PENALTY = 1.5
"""L2 penalty on each weight's distance from there, against a total example weight of a few hundred."""
STEPS = 30

Examples = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""Features, labels, and how much each example counts."""


def examples(bench: Bench, known: Folds, path: Path, importance: float) -> Examples:
    """The places of one document, each with whether the gold has a section there."""
    return examples_of(Scorer(bench.dev, path.stem), gather(read(path), known.ranker(path.stem)), importance)


def examples_of(scorer: Scorer, evidence: DocumentEvidence, importance: float) -> Examples:
    """The same from a document's evidence and its gold."""
    sections = [section for section in sections_of(evidence) if section.nth >= 0]
    labels, certain = scorer.label([(section.title, section.page) for section in sections])
    rows = features(evidence, sections) if sections else np.zeros((0, len(NAMES)))
    share = importance / np.sqrt(max(8, len(scorer.gold)))
    return rows, np.asarray(labels, np.float64), np.asarray(certain, np.float64) * share


def fit(
    parts: list[Examples], names: Sequence[str] = NAMES, towards: Mapping[str, float] = PRIOR, penalty: float = PENALTY
) -> dict[str, float]:
    """The weights, by name."""
    rows, labels, importance = (np.concatenate([part[nth] for part in parts]) for nth in range(3))
    prior = np.array([towards.get(name, 0.0) for name in names])
    weights = prior.copy()

    def loss(at: NDArray[np.float64]) -> float:
        signed = (1 - 2 * labels) * (rows @ at)
        away = at - prior
        return float(importance @ np.logaddexp(0, signed) + penalty / 2 * away @ away)

    for _ in range(STEPS):
        probability = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (importance * (labels - probability)) - penalty * (weights - prior)
        curve = (rows * (importance * probability * (1 - probability))[:, None]).T @ rows + penalty * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        while loss(weights + step) > loss(weights) and np.abs(step).max() > 1e-6:
            step /= 2
        weights = weights + step
    return {name: round(float(value), 4) for name, value in zip(names, weights, strict=True)}


def learn(
    kind: str, known: Folds, parts: Mapping[str, list[Examples]], fit_to: Callable[[list[Examples]], dict[str, float]]
) -> str:
    """Write the weights of a kind ("fusion", "confidence") learnt without each fold's documents; those from all, as JSON."""
    for fold in sorted(parts):
        without = fit_to([part for other, each in parts.items() if other != fold for part in each])
        (known.folder / f"{kind}-{Path(fold).stem}.json").write_text(json.dumps(without, indent=1) + "\n")
    return json.dumps(fit_to([part for each in parts.values() for part in each]), indent=1)


def by_fold(
    bench: Bench, known: Folds, tracks: Mapping[str, float], examples_in: Callable[[Bench, Folds, Path, float], Examples]
) -> dict[str, list[Examples]]:
    """The examples of every document of the tracks (with the weight of each track), by the document's fold."""
    parts: dict[str, list[Examples]] = {}
    for track, importance in tracks.items():
        for path in bench.pdfs(track):
            parts.setdefault(known.of[path.stem], []).append(examples_in(bench, known, path, importance))
    return parts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folds", type=Path, help="folder of the ranker's folds; the fusion's are written beside them")
    parser.add_argument("--write", action="store_true", help="put the weights learnt from everything into the product")
    args = parser.parse_args()
    bench = find_bench()
    if bench is None:
        print("The benchmark's documents are not here: set TREEPROOF_BENCH to their folder.")
        return
    known = folds(bench, args.folds, fusion=False)
    weights = learn("fusion", known, by_fold(bench, known, LEARNT_FROM, examples), fit)
    print(weights)
    if args.write:
        WEIGHTS.write_text(weights + "\n")


if __name__ == "__main__":
    main()
