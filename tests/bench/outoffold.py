"""Weights for each document that were learnt without its family: the ranker's (tests/bench/train.py) and the fusion's."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from core.evidence.ranker import Weights, load
from tests.bench.tracks import HOME, Bench

KEPT = Path(__file__).parent / "folds"
"""The folds that were trained together with core/evidence/weights.npz and core/draft/weights.json."""


class Folds:
    """Which fold each document belongs to, by its family, and the weights that may score it."""

    def __init__(self, folder: Path, bench: Bench) -> None:
        self.folder = folder
        by_family: dict[str, str] = json.loads((folder / "folds.json").read_text())
        self.of = {row["id"]: by_family[row["family"]] for row in bench.manifest()}

    def ranker(self, document: str) -> Weights:
        """The ranker that has not seen the document's family."""
        return load(self.folder / self.of[document])

    def fusion(self, document: str) -> Mapping[str, float]:
        """The fusion's weights learnt from documents of other folds."""
        return self._weights("fusion", document)

    def confidence(self, document: str) -> Mapping[str, float]:
        """The confidence's weights learnt from documents of other folds."""
        return self._weights("confidence", document)

    def _weights(self, kind: str, document: str) -> Mapping[str, float]:
        stem = Path(self.of[document]).stem
        weights: Mapping[str, float] = json.loads((self.folder / f"{kind}-{stem}.json").read_text())
        return weights


def folds(bench: Bench, given: Path | None = None, *, fusion: bool = True, confidence: bool = True) -> Folds:
    """The folds in `given`, trained now if they are missing there; by default those kept here, of the weights in the product.

    Without `fusion`, or `confidence`, it does not matter whether there are weights of that kind (and of what builds on it).
    """
    folder = given or KEPT
    if not (folder / "folds.json").exists():
        bench.pdfs("stripped")
        more = bench.cache / "more"
        if not (more / "manifest.jsonl").exists():
            subprocess.run([sys.executable, "-m", "tests.bench.more", str(more)], check=True, cwd=HOME, stdout=sys.stderr)
        command = [
            "-m",
            "tests.bench.train",
            "--bench",
            str(bench.folder),
            "--pdf",
            str(bench.cache / "stripped"),
            "--more",
            str(more),
            "--folds",
            str(folder),
        ]
        subprocess.run([sys.executable, *command], check=True, cwd=HOME, stdout=sys.stderr)
    for kind, module, wanted in (("fusion", "fuse", fusion), ("confidence", "sure", fusion and confidence)):
        if wanted and not any(folder.glob(f"{kind}-*.json")):
            learn = [sys.executable, "-m", f"tests.bench.{module}", "--folds", str(folder)]
            subprocess.run(learn, check=True, cwd=HOME, stdout=sys.stderr)
    return Folds(folder, bench)
