"""Trees that a language model drafted, in and out:  python -m tests.bench.interchange [--only TEXT]

The trees published with PageIndex's documents (`pageindex/trees` of the benchmark) are imported onto their PDFs, mended by the
suggestions of verification, exported in every format and imported again. Compared are start pages, before and after mending, with
the truth about each node; and levels, titles, pages and ids that came back with those that went out. The exit status is 1 when a
start is wrong after mending, or a format lost what it can hold.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from core.build import evidence_of, fix
from core.convert import NAMES, convert, load_onto
from core.evidence.model import DocumentEvidence
from core.formats import FORMATS, load
from core.formats.kept import kept
from core.tree import Tree
from tests.bench.tracks import find_bench

ONLY_WRITTEN = {"html"}
NO_ENDS = {"markdown", "outline", "bookmarks"}
"""Ends are derived from the starts when these are read."""
NO_IDS = {*NO_ENDS, "quantmind"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="documents whose name holds this")
    given = parser.parse_args()
    bench = find_bench()
    if bench is None:
        print("The benchmark is not here. Set TREEPROOF_BENCH to its folder.")
        return 0
    well = True
    for path in sorted((bench.folder / "pageindex" / "trees").glob("*.json")):
        if given.only in path.stem:
            truth = bench.folder / "pageindex" / "truth" / path.name
            well &= one(bench.dev / "pdf" / f"{path.stem}.pdf", path, truth)
    return 0 if well else 1


def one(pdf: Path, path: Path, truth: Path) -> bool:
    """A document's tree, in and out."""
    evidence = evidence_of(pdf)
    imported = load_onto(evidence.reading, path.read_bytes())
    mended, edits = fix(evidence, imported.tree)
    right = {node["node_id"]: node for node in json.loads(truth.read_text())["nodes"]}
    print(f"{path.stem}: {imported.format}, {len(imported.tree.placed)} sections, {len(edits)} edits")
    for note in (*imported.notes, *kept(imported.tree)):
        print(f"  {note}")
    before, after = (wrong_starts(tree, right) for tree in (imported.tree, mended))
    print(f"  wrong starts: {len(before)} before, {len(after)} after mending {sorted(after)}")
    lost = [name for name in NAMES if name not in ONLY_WRITTEN and not comes_back(mended, name, pdf, evidence)]
    print(f"  formats that lost something they can hold: {', '.join(lost) or 'none'}")
    return not after and not lost


def wrong_starts(tree: Tree, right: dict[str, dict[str, object]]) -> set[str]:
    """Ids of the nodes whose start page is not the true one; a node that mending took away is none."""
    return {
        node_id for node_id, place in tree.placed.items() if node_id in right and place.node.span.start != right[node_id]["page"]
    }


def comes_back(tree: Tree, name: str, pdf: Path, evidence: DocumentEvidence) -> bool:
    """Whether what is written in this format is read as the same tree, as far as the format can hold it."""
    data = convert(tree, name, pdf=pdf, source=evidence)
    reading = evidence.reading
    found = (
        load(data, name=reading.name, pages=len(reading.pages), sha256=reading.sha256)
        if name in FORMATS
        else load_onto(reading, data)
    ).tree
    return rows(found, name) == rows(tree, name)


def rows(tree: Tree, name: str) -> list[tuple[object, ...]]:
    """The sections, with what the format holds of each."""
    return [
        (
            place.level,
            " ".join(place.node.title.split()),
            place.node.span.start,
            None if name in NO_ENDS else place.node.span.end,
            None if name in NO_IDS else place.node.id,
        )
        for place in tree.walk()
    ]


if __name__ == "__main__":
    sys.exit(main())
