"""Drafts with faults come in, are mended by what verification offers, go out in every format and come back the same."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from core.build import evidence_of, fix
from core.convert import NAMES, load_onto
from core.evidence.model import DocumentEvidence
from core.locate import samples
from core.tree import Tree
from tests.bench.interchange import ONLY_WRITTEN, comes_back, wrong_starts

WRONG_START = ("near page", "contents page", "mention")
FAULTY = sorted(path.name for path in samples().glob("*.faulty.json"))


@cache
def mended(name: str) -> tuple[Path, DocumentEvidence, Tree, Tree]:
    """The PDF of a faulty draft, what was read of it, the draft, and the tree after mending."""
    pdf = samples() / name.replace(".faulty.json", ".pdf")
    evidence = evidence_of(pdf)
    draft = load_onto(evidence.reading, (samples() / name).read_bytes()).tree
    return pdf, evidence, draft, fix(evidence, draft)[0]


@pytest.mark.parametrize("name", FAULTY)
def test_mending_puts_wrong_starts_right(name: str) -> None:
    _, _, draft, tree = mended(name)
    listed = json.loads((samples() / "faults.json").read_text(encoding="utf-8"))[name]
    right = {fault["node_id"]: {"page": fault["right_start"]} for fault in listed if fault["kind"] in WRONG_START}
    assert wrong_starts(draft, right) == set(right) != set()
    assert wrong_starts(tree, right) == set()


@pytest.mark.parametrize("to", [name for name in NAMES if name not in ONLY_WRITTEN])
@pytest.mark.parametrize("name", FAULTY)
def test_what_is_mended_goes_out_and_comes_back(name: str, to: str) -> None:
    pdf, evidence, _, tree = mended(name)
    assert comes_back(tree, to, pdf, evidence)
