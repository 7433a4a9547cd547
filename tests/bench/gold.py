"""The bench's own scorer and gold trees, loaded from its folder."""

from __future__ import annotations

import importlib.util
import json
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

PASSED_OVER = 0.15
"""Weight of a candidate that the scorer would pass over: wrong for the gold at hand, and hardly wrong for a reader."""


@cache
def score_module(bench: Path) -> ModuleType:
    """score.py of the bench folder, as a module."""
    spec = importlib.util.spec_from_file_location("bench_score", bench / "score.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(bench / "score.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Scorer:
    """The gold of one document of a set (`folder` has gold/ and manifest.jsonl) and what is right by it."""

    def __init__(self, folder: Path, name: str) -> None:
        home = next(path for path in (folder, *folder.parents) if (path / "score.py").exists())
        self.module: Any = score_module(home)
        self.gold: list[dict[str, Any]] = self.module.load(folder / "gold" / f"{name}.json")
        rows = [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]
        self.complete = next(row for row in rows if row["id"] == name).get("quality") != "medium"

    def label(self, titles: list[tuple[str, int]]) -> tuple[list[int], list[float]]:
        """For each (title, page): whether it is a heading of the gold, and how far that is known, from 0 to 1."""
        nodes: list[dict[str, Any]] = [{"level": 1, "title": title, "page": page} for title, page in titles]
        pairs = self.module.align(self.gold, nodes, use_page=True)
        right = {at: self.gold[of] for of, at in pairs}
        texts = {(self.module.normalise(node["title"]), node["page"]) for node in self.gold}
        first = min(right, default=0)
        labels, known = [], []
        for at, node in enumerate(nodes):
            text = self.module.normalise(node["title"])
            labels.append(int(at in right))
            if at in right:
                doubtful = right[at].get("optional") or right[at].get("self_title")
                known.append(0.5 if doubtful else 1.0)
            elif not self.complete or (text, node["page"]) in texts:
                known.append(0.0)
            elif text in self.module.MATTER or (at < first and node["page"] <= 2):
                known.append(PASSED_OVER)
            else:
                known.append(1.0)
        return labels, known

    def f1(self, titles: list[tuple[str, int]]) -> float:
        """Heading F1 as the bench counts it."""
        nodes = [{"level": 1, "title": title, "page": page} for title, page in titles]
        return float(self.module.score(self.gold, nodes, complete=self.complete)["heading_f1"])
