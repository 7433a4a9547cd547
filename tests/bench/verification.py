"""How well verification finds known faults, and mends them:

    python -m tests.bench.verification [--seeds 0-9] [--only TEXT] [--final]

The benchmark's corrupt.py puts faults into the right trees of its documents; each tree is verified against the stripped pages,
and the reports are scored by its score_verify.py, all seeds pooled. Then come the trees that a language model made. Headings are
ranked by weights that have not seen the document's family, unless `--final` asks for those of the product.

fix        The repairs above the usual confidence applied to each faulty tree of the first seed: what is right afterwards.
speed      CPU time of reading, gathering and verifying over that of a bare pass over the pages, median over the documents.

The exit status is 1 when a floor is missed.
"""

from __future__ import annotations

import argparse
import json
import operator
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from core.build import evidence_of, verify_file
from core.evidence import gather
from core.formats import load
from core.pdf.document import read
from core.pdf.mupdf import pymupdf
from core.report import Status
from core.verify import fix, prepare, verify
from tests.bench.outoffold import Folds, folds
from tests.bench.tracks import Bench, find_bench

AT_LEAST = {"recall": 0.985, "least recall of a kind": 0.95, "repair": 0.970}
AT_MOST = {"false alarm": 0.006, "wrong fix": 0.002, "misled": 0.02}
WRONG_NODES = 3
"""In the trees that a language model made."""
TIMES = 1.6
FLAGS = pymupdf.TEXTFLAGS_DICT & ~pymupdf.TEXT_PRESERVE_IMAGES


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="0-9", help="one, or a range (0-9)")
    parser.add_argument("--only", default="", help="documents whose name holds this")
    parser.add_argument("--final", action="store_true", help="the weights of the product, which have seen these documents")
    parser.add_argument("--folds", type=Path, help="a folder of fold weights; by default tests/bench/folds")
    parser.add_argument("--speed", action="store_true", help="measure the speed alone")
    given = parser.parse_args()
    bench = find_bench()
    if bench is None:
        print("The benchmark is not here. Set TREEPROOF_BENCH to its folder.")
        return 0
    documents = [path for path in bench.pdfs("stripped") if given.only in path.stem]
    first, _, last = given.seeds.partition("-")
    seeds = [str(seed) for seed in range(int(first), int(last or first) + 1)]
    if given.speed:
        return 0 if speed(bench, documents, seeds[0]) else 1
    weights = None if given.final else folds(bench, given.folds, fusion=False)
    for seed in seeds:
        corrupt(bench, seed)
    write_reports(bench, documents, seeds, weights)
    held = [faults(bench, seeds, given.only), language_model(bench, given.only)]
    return 0 if all(held) else 1


def corrupt(bench: Bench, seed: str) -> None:
    """Faulty trees and the truth about them, in the cache, by the benchmark's own script."""
    home = bench.cache / "faults" / seed
    if (home / "done").exists():
        return
    command = [
        sys.executable,
        str(bench.folder / "corrupt.py"),
        "--gold",
        str(bench.dev / "gold"),
        "--pdf",
        str(bench.cache / "stripped"),
    ]
    command += ["--out", str(home / "trees"), "--truth", str(home / "truth"), "--seed", seed]
    subprocess.run([*command, "--manifest", str(bench.dev / "manifest.jsonl")], check=True, stdout=sys.stderr)
    (home / "done").touch()


def write_reports(bench: Bench, documents: list[Path], seeds: list[str], weights: Folds | None) -> None:
    """The report on every faulty tree and every tree of a language model; a document's evidence is gathered once."""
    totals = {"right": 0, "wrong": 0, "edits": 0, "edits of a second run": 0}
    for nth, path in enumerate(documents, start=1):
        print(f"{nth}/{len(documents)} {path.stem}", file=sys.stderr)
        prepared = prepare(gather(read(path), weights.ranker(path.stem) if weights else None))
        pages = len(prepared.evidence.reading.pages)
        for home in [*(bench.cache / "faults" / seed for seed in seeds), bench.folder / "pageindex"]:
            source = home / "trees" / f"{path.stem}.json"
            if not source.exists():
                continue
            tree = load(source.read_text(), name=path.name, pages=pages).tree
            out = reports_of(bench, home) / f"{path.stem}.json"
            out.parent.mkdir(parents=True, exist_ok=True)
            out.write_text(verify(tree, prepared).model_dump_json())
            if home.name == seeds[0]:
                fixed = fix(tree, prepared)
                truth = {
                    node["node_id"]: node["page"] for node in json.loads((home / "truth" / source.name).read_text())["nodes"]
                }
                for placed in fixed.tree.walk():
                    if placed.node.id in truth:
                        totals["right" if truth[placed.node.id] == placed.node.span.start else "wrong"] += 1
                totals["edits"] += len(fixed.applied)
                totals["edits of a second run"] += len(fix(fixed.tree, prepared).applied)
    print("fix:", "  ".join(f"{what} {count}" for what, count in totals.items()))


def reports_of(bench: Bench, home: Path) -> Path:
    """Where the reports on a folder of trees go."""
    return bench.cache / "reports" / home.name


def faults(bench: Bench, seeds: list[str], only: str) -> bool:
    """The score of all seeds, pooled, against the floors."""
    text = scored(bench, [bench.cache / "faults" / seed for seed in seeds], only)
    print(text)
    pooled = next(line for line in text.splitlines() if line.startswith("ALL"))
    kinds = [float(match[1]) for line in text.splitlines() if (match := re.search(r"^\w+ +\d+/\d+ +recall ([\d.]+)", line))]
    values = {name: _value(pooled, name) for name in ("recall", "false alarm", "repair", "wrong fix", "misled")}
    values["least recall of a kind"] = min(kinds, default=0.0)
    held = [_held(name, values[name], floor, operator.ge) for name, floor in AT_LEAST.items()]
    held += [_held(name, values[name], floor, operator.le) for name, floor in AT_MOST.items()]
    return all(held)


def language_model(bench: Bench, only: str) -> bool:
    """Every wrong node of the language model's trees found, and no right one."""
    home = bench.folder / "pageindex"
    found = wrong = alarms = 0
    for path in named(home / "truth", only):
        report = reports_of(bench, home) / path.name
        if not report.exists():
            continue
        status = {node["node_id"]: node["status"] for node in json.loads(report.read_text())["nodes"]}
        for node in json.loads(path.read_text())["nodes"]:
            flagged = status[node["node_id"]] != Status.OK
            wrong += bool(node["fault"])
            found += bool(node["fault"]) and flagged
            alarms += not node["fault"] and flagged
    print(f"trees of a language model: {found} of {wrong} wrong nodes found, {alarms} right ones flagged")
    return found == wrong and not alarms


def named(folder: Path, only: str) -> list[Path]:
    """The JSON files of a folder whose names hold `only`."""
    return [path for path in sorted(folder.glob("*.json")) if only in path.stem]


def scored(bench: Bench, homes: list[Path], only: str) -> str:
    """What the benchmark's score_verify.py prints of these truths and reports."""
    command = [sys.executable, str(bench.folder / "score_verify.py")]
    for home in homes:
        truth = home / "truth"
        if only:
            truth = bench.cache / "chosen" / home.name
            truth.mkdir(parents=True, exist_ok=True)
            for old in truth.glob("*.json"):
                old.unlink()
            for path in named(home / "truth", only):
                (truth / path.name).write_text(path.read_text())
        command += ["--truth", str(truth), "--reports", str(reports_of(bench, home))]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def speed(bench: Bench, documents: list[Path], seed: str) -> bool:
    """CPU time to read, gather and verify over that of a bare pass, the better of two runs each."""
    corrupt(bench, seed)
    rows = []
    for path in documents:
        data, tree = path.read_bytes(), (bench.cache / "faults" / seed / "trees" / f"{path.stem}.json").read_bytes()
        bare = min(_seconds(partial(_bare, data)) for _ in range(2))
        ours = min(_seconds(partial(_ours, data, tree)) for _ in range(2))
        rows.append((ours / bare, path.stem))
    for ratio, stem in sorted(rows, reverse=True)[:5]:
        print(f"{ratio:6.2f} {stem}")
    return _held("CPU time over a bare pass, median", statistics.median(ratio for ratio, _ in rows), TIMES, operator.le)


def _bare(data: bytes) -> None:
    with pymupdf.open(stream=data, filetype="pdf") as doc:
        for page in doc:
            page.get_text("dict", flags=FLAGS)


def _ours(data: bytes, tree: bytes) -> None:
    verify_file(evidence_of(data), tree)


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _value(line: str, name: str) -> float:
    found = re.search(rf"{name} ([\d.]+)", line)
    if found is None:
        raise ValueError(f"score_verify.py printed no {name}")
    return float(found[1])


def _held(name: str, value: float, floor: float, holds: Callable[[float, float], bool]) -> bool:
    good = holds(value, floor)
    print(f"{'ok  ' if good else 'MISS'} {name} {value:.4f} (floor {floor})")
    return good


if __name__ == "__main__":
    raise SystemExit(main())
