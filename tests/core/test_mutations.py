"""Changes that leave what a reader sees of the sections the same leave the drafted tree the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pymupdf
import pytest

from core.build import build
from core.tree import Node, Tree
from tests.core import mutations

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "sample_pdfs"
STEMS = sorted(path.stem for path in SAMPLES.glob("*.pdf"))
TITLES = {Path(entry["file"]).stem: entry["title"] for entry in json.loads((SAMPLES / "catalog.json").read_text("utf-8"))}

Row = tuple[int, str, int | None]


class Case(NamedTuple):
    """A mutation, the page on which a page of the original then stands, and the samples whose tree it still changes."""

    change: mutations.Mutation
    page: Callable[[int], int] = lambda page: page
    unsteady: frozenset[str] = frozenset()


CASES = {
    "smaller": Case(mutations.scaled(0.7)),
    "larger": Case(mutations.scaled(1.5)),
    "turned": Case(mutations.turned),
    "cropped": Case(mutations.cropped),
    "shifted": Case(mutations.shifted),
    "stamped": Case(mutations.stamped),
    "overprinted": Case(mutations.overprinted),
    "prepended": Case(mutations.prepended, lambda page: page + mutations.PREPENDED),
    "spread": Case(
        mutations.spread,
        lambda page: (page + 1) // 2,
        frozenset({"german-handbuch"}),  # the first section of its first chapter
    ),
}


def rows(tree: Tree) -> list[Row]:
    """Level, title and page of every section that stands in the document.

    The document's own title is passed over, as in the samples' trees: it is a section only where it heads the first page.
    """
    found: list[Row] = []

    def visit(nodes: tuple[Node, ...], level: int) -> None:
        for node in nodes:
            if node.title == TITLES[tree.name]:
                visit(node.children, level)
                continue
            if not node.synthetic:
                found.append((level, node.title, node.span.start))
            visit(node.children, level + 1)

    visit(tree.nodes, 1)
    return found


@pytest.fixture(scope="module")
def drafted() -> Callable[[str], list[Row]]:
    """The rows of a sample's draft without bookmarks, links and the like, drafted once."""
    known: dict[str, list[Row]] = {}

    def of(stem: str) -> list[Row]:
        if stem not in known:
            with pymupdf.open(SAMPLES / f"{stem}.pdf") as document:
                known[stem] = rows(build(mutations.stripped(document).tobytes(), name=stem))
        return known[stem]

    return of


@pytest.mark.parametrize(("name", "stem"), [(name, stem) for name in CASES for stem in STEMS if stem not in CASES[name].unsteady])
def test_the_tree_stays(name: str, stem: str, drafted: Callable[[str], list[Row]]) -> None:
    case = CASES[name]
    with pymupdf.open(SAMPLES / f"{stem}.pdf") as document:
        tree = build(case.change(mutations.stripped(document)).tobytes(), name=stem)
    assert rows(tree) == [(level, title, page and case.page(page)) for level, title, page in drafted(stem)]


@pytest.mark.parametrize("stem", ["report-roman", "arabic"])
def test_the_same_bytes_give_the_same_bytes_in_any_process(stem: str) -> None:
    """Sets and hashes differ from process to process; trees do not."""
    program = "import sys; from core.build import build, export; sys.stdout.write(export(build(sys.argv[1])))"
    texts = [
        subprocess.run(
            [sys.executable, "-c", program, str(SAMPLES / f"{stem}.pdf")],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert texts[0] == texts[1]
    assert len(texts[0]) > 1000
