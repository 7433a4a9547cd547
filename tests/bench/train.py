"""Train the ranker of headings, and say what it reaches on families of documents that it was not trained on.

    python -m tests.bench.train --bench ../shared/bench --pdf STRIPPED [--more FOLDER ...] [--folds OUT] [--write]

`--pdf` holds the stripped PDFs. `--more` names further folders with `pdf/`, `gold/` and `manifest.jsonl` to train on, which are
never scored. `--folds` writes the weights of each fold and a JSON that says by which of them each document may be scored.
`--write` puts the weights trained on everything into the product.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray

from core.evidence.contents import listings
from core.evidence.features import NAMES, Setting, features
from core.evidence.forest import Forest
from core.evidence.groups import candidates
from core.evidence.layout import setting_of
from core.evidence.ranker import CONTEXT, HOPELESS, IN_CONTENTS, WEIGHTS, Weights, context, rank
from core.evidence.running import find_running
from core.evidence.sieve import HOPELESS as SIEVE
from core.evidence.sieve import NAMES as LINE_NAMES
from core.evidence.sieve import line_features, passes
from core.evidence.table import tabulate
from core.pdf.document import read
from core.pdf.reading import Reading
from tests.bench.gold import Scorer
from tests.bench.restyle import restyled

SEED = 7
FOLDS = 6
LINES = {"num_leaves": 12, "max_depth": 5, "learning_rate": 0.2, "rounds": 30, "min_child_samples": 20}
FIRST = {"num_leaves": 12, "max_depth": 5, "learning_rate": 0.12, "rounds": 70, "min_child_samples": 15}
SECOND = {"num_leaves": 12, "max_depth": 5, "learning_rate": 0.06, "rounds": 160, "min_child_samples": 15}
COMMON = {
    "objective": "binary", "verbosity": -1, "seed": SEED, "deterministic": True, "force_row_wise": True, "num_threads": 1,
    "feature_fraction": 0.4, "bagging_fraction": 0.7, "bagging_freq": 1, "lambda_l2": 4.0,
}  # fmt: skip
MORE_WEIGHT = 1.0
"""Of a further document against one of the bench. Many more of the same kind at 0.6 did worse on kinds they do not cover."""
ANEW_WEIGHT = 0.8
"""Likewise of a document set anew (tests/bench/restyle.py), which stands beside itself."""
UNSURE, UNSURE_WEIGHT = (2.0, 5.0), 0.5
"""The second model learns from each document once more, at this weight, with all first scores lowered by one amount between these
(in log-odds): what sets headings apart within a document must count where the first model finds none of them likely."""
THRESHOLD = 0.45
"""Confidence from which a candidate counts as a heading in the figures printed here."""


@dataclass(frozen=True, slots=True)
class Example:
    """A document to learn from: its lines with what the rules let pass, and which of those belong to headings of the gold.

    `gold` is its id in `folder`, `name` the same or, where it was set anew, its own.
    """

    folder: Path
    gold: str
    name: str
    kind: str
    family: str
    scored: bool
    bare: Setting
    lines: NDArray[np.int64]
    line_rows: NDArray[np.float64]
    line_labels: NDArray[np.int64]
    line_weights: NDArray[np.float64]
    share: float


@dataclass(frozen=True, slots=True)
class Sifted:
    """An example after the sieve: its candidates' features, which are headings, and how much each counts (0: not known)."""

    name: str
    setting: Setting
    rows: NDArray[np.float64]
    labels: NDArray[np.int64]
    weights: NDArray[np.float64]


def learnt_from(task: tuple[Path, dict[str, Any], Path, bool]) -> list[Example]:
    """One document, and for one of the bench the same set anew where that can be done."""
    folder, about, pdf, scored = task
    reading = read(pdf)
    one = example(reading, folder, about, about["id"], scored=scored)
    if not scored:
        return [one]
    heading = np.zeros(len(one.bare.table), np.bool_)
    heading[one.lines[(one.line_labels > 0) & (one.line_weights > 0)]] = True
    anew = restyled(reading, one.bare.table, heading, SEED + len(heading))
    return [one] if anew is None else [one, example(anew, folder, about, f"{about['id']} anew", scored=False)]


def example(reading: Reading, folder: Path, about: dict[str, Any], name: str, *, scored: bool) -> Example:
    """Label the lines that the rules let pass by the document's gold."""
    table = tabulate(reading)
    running = find_running(reading, table)
    pages = tuple(page for listing in listings(reading, running) for page in listing.pages)
    setting = setting_of(reading, None, pages, running, table)
    scorer = Scorer(folder, about["id"])
    weight = 1.0 if scored else ANEW_WEIGHT if name != about["id"] else MORE_WEIGHT
    share = weight / np.sqrt(max(8, len(scorer.gold)))
    labels, known = scorer.label(titles(setting))
    line_labels, line_weights = np.zeros(len(setting.table), np.int64), np.full(len(setting.table), share)
    for candidate, label, sure in zip(setting.candidates, labels, known, strict=True):
        line_labels[candidate.first : candidate.last + 1] = label
        line_weights[candidate.first : candidate.last + 1] = sure * share
    lines = np.flatnonzero(passes(setting.table, setting.column, setting.running, None))
    rows = line_features(setting.table, setting.column)[lines] if len(lines) else np.zeros((0, len(LINE_NAMES)))
    return Example(
        folder,
        about["id"],
        name,
        about["kind"],
        about["family"],
        scored,
        setting,
        lines,
        rows,
        line_labels[lines],
        line_weights[lines],
        share,
    )


def titles(setting: Setting) -> list[tuple[str, int]]:
    return [(candidate.title, int(setting.table.page[candidate.first]) + 1) for candidate in setting.candidates]


def sift(one: Example, sieve: Forest) -> Sifted:
    """Let the document's lines through the sieve, and label the candidates that they make."""
    table, column = one.bare.table, one.bare.column
    keep = np.zeros(len(table), np.bool_)
    if len(one.lines):
        keep[one.lines] = sieve.probability(one.line_rows) >= SIEVE
    setting = replace(one.bare, candidates=candidates(table, column, keep) if len(table) else [])
    labels, known = Scorer(one.folder, one.gold).label(titles(setting))
    return Sifted(one.name, setting, features(setting), np.asarray(labels, np.int64), np.asarray(known, np.float64) * one.share)


def fit(rows: NDArray[np.float64], labels: NDArray[np.int64], weights: NDArray[np.float64], options: dict[str, Any]) -> Forest:
    """Train one model and turn it into arrays."""
    data = lightgbm.Dataset(np.asarray(rows, np.float32), labels, weight=weights / weights.mean())
    settings = {**COMMON, **{name: value for name, value in options.items() if name != "rounds"}}
    return forest(lightgbm.train(settings, data, num_boost_round=options["rounds"]))


def forest(booster: lightgbm.Booster) -> Forest:
    """LightGBM's trees as padded arrays."""
    trees = [_nodes(tree["tree_structure"]) for tree in booster.dump_model()["tree_info"]]
    width = max(len(nodes) for nodes, _ in trees)
    shape = (len(trees), width)
    feature, left, right = (np.zeros(shape, np.int16) for _ in range(3))
    threshold, value = np.full(shape, np.inf, np.float32), np.zeros(shape, np.float32)
    for at, (nodes, _) in enumerate(trees):
        for place, (one, limit, low, high, leaf) in enumerate(nodes):
            feature[at, place], threshold[at, place], left[at, place], right[at, place], value[at, place] = (
                one,
                limit,
                low,
                high,
                leaf,
            )
    return Forest(feature, threshold, left, right, value, max(depth for _, depth in trees))


def _nodes(root: dict[str, Any]) -> tuple[list[tuple[int, float, int, int, float]], int]:
    nodes: list[tuple[int, float, int, int, float]] = []

    def visit(node: dict[str, Any], depth: int) -> tuple[int, int]:
        place = len(nodes)
        nodes.append((0, np.inf, place, place, node.get("leaf_value", 0.0)))
        if "split_feature" not in node:
            return place, depth
        low, below = visit(node["left_child"], depth + 1)
        high, beneath = visit(node["right_child"], depth + 1)
        nodes[place] = (node["split_feature"], node["threshold"], low, high, 0.0)
        return place, max(below, beneath)

    return nodes, visit(root, 0)[1]


def train(examples: list[Example]) -> Weights:
    """The sieve and both models. The second learns from first scores of documents whose families the first had not seen."""
    chosen = [one for one in examples if len(one.lines)]
    sieve = fit(
        *_known([one.line_rows for one in chosen], [one.line_labels for one in chosen], [one.line_weights for one in chosen]),
        LINES,
    )
    sifted = {one.name: sift(one, sieve) for one in chosen}
    scores: dict[str, NDArray[np.float64]] = {}
    for test in folds(chosen, 4, SEED + 1):
        names = {one.name for one in test}
        model = first_model([one for name, one in sifted.items() if name not in names])
        scores |= {name: model.probability(sifted[name].rows) for name in names}
    rows, labels, weights = [], [], []
    chance = np.random.default_rng(SEED)
    for name, one in sifted.items():
        for first, share in ((scores[name], 1.0), (lowered(scores[name], chance.uniform(*UNSURE)), UNSURE_WEIGHT)):
            kept = np.flatnonzero(first >= HOPELESS)
            if len(kept):
                rows.append(with_context(one, kept, first))
                labels.append(one.labels[kept])
                weights.append(share * one.weights[kept])
    return Weights(sieve, first_model(sifted.values()), fit(*_known(rows, labels, weights), SECOND))


def lowered(scores: NDArray[np.float64], by: float) -> NDArray[np.float64]:
    """Probabilities whose log-odds are less by `by`."""
    odds: NDArray[np.float64] = scores / (1 - scores) * np.exp(-by)
    return odds / (1 + odds)


def with_context(one: Sifted, kept: NDArray[np.int64], scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """The features of the kept candidates beside what the first scores say of their company."""
    return np.column_stack((one.rows[kept], context(one.setting, kept, scores[kept], one.rows[kept, IN_CONTENTS])))


def first_model(examples: Iterable[Sifted]) -> Forest:
    chosen = [one for one in examples if len(one.rows)]
    return fit(*_known([one.rows for one in chosen], [one.labels for one in chosen], [one.weights for one in chosen]), FIRST)


def _known(rows: list[Any], labels: list[Any], weights: list[Any]) -> tuple[Any, Any, Any]:
    every, label, weight = np.concatenate(rows), np.concatenate(labels), np.concatenate(weights)
    return every[weight > 0], label[weight > 0], weight[weight > 0]


def folds(examples: list[Example], count: int, seed: int) -> list[list[Example]]:
    """The examples in `count` parts, each family whole in one, of about equal numbers of documents."""
    families: defaultdict[str, list[Example]] = defaultdict(list)
    for one in examples:
        families[one.family].append(one)
    order = sorted(families)
    np.random.default_rng(seed).shuffle(order)
    parts: list[list[Example]] = [[] for _ in range(count)]
    for family in sorted(order, key=lambda name: -len(families[name])):
        min(parts, key=len).extend(families[family])
    return parts


def apply(weights: Weights, one: Example) -> list[tuple[str, int]]:
    """Titles and pages of the candidates that are likely enough."""
    sifted = sift(one, weights.sieve)
    kept, confidence = rank(sifted.setting, weights)
    found = titles(sifted.setting)
    return [found[at] for at, sure in zip(kept, confidence, strict=True) if sure >= THRESHOLD]


def save(path: Path, weights: Weights) -> None:
    """Write the models in one file."""
    arrays = {}
    for name, model in (("sieve", weights.sieve), ("first", weights.first), ("second", weights.second)):
        for part in ("feature", "threshold", "left", "right", "value", "depth"):
            arrays[f"{name}_{part}"] = np.asarray(getattr(model, part))
    np.savez_compressed(path, allow_pickle=False, **arrays)


def gather(bench: Path, pdf: Path, scored: bool, pool: ProcessPoolExecutor) -> list[Example]:
    about = [json.loads(line) for line in (bench / "manifest.jsonl").read_text().splitlines()]
    each = pool.map(learnt_from, [(bench, row, pdf / f"{row['id']}.pdf", scored) for row in about])
    return [one for some in each for one in some]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=Path, required=True)
    parser.add_argument("--pdf", type=Path, required=True)
    parser.add_argument("--more", type=Path, action="append", default=[])
    parser.add_argument("--folds", type=Path)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    with ProcessPoolExecutor(2) as pool:
        examples = gather(args.bench / "dev", args.pdf, True, pool)
        for folder in args.more:
            examples += gather(folder, folder / "pdf", False, pool)
    if args.write:
        save(WEIGHTS, train(examples))
    report(args.bench, examples, args.folds)


def report(bench: Path, examples: list[Example], out: Path | None) -> None:
    """Cross-validate over families, print heading F1 by kind, and write the weights of the folds."""
    f1: defaultdict[str, list[float]] = defaultdict(list)
    by_family: dict[str, str] = {}
    for number, test in enumerate(folds(examples, FOLDS, SEED)):
        names = {one.name for one in test}
        weights = train([one for one in examples if one.name not in names])
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
            save(out / f"fold{number}.npz", weights)
        for one in test:
            by_family[one.family] = f"fold{number}.npz"
            if one.scored:
                value = Scorer(bench / "dev", one.name).f1(apply(weights, one))
                f1[one.kind].append(value)
                print(f"{value:.3f} {one.kind:8} {one.name}")
    if out is not None:
        (out / "folds.json").write_text(json.dumps(by_family, indent=1, sort_keys=True) + "\n")
    for kind, values in sorted(f1.items()):
        print(f"{kind:8} {len(values):3} heading F1 {statistics.fmean(values):.3f}")
    every = [value for values in f1.values() for value in values]
    print(
        f"all      {len(every):3} heading F1 {statistics.fmean(every):.3f} (out of fold, {len(NAMES)} + {len(CONTEXT)} features)"
    )


if __name__ == "__main__":
    main()
