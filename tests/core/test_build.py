"""The pipeline as a library: what the README shows."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.build import build, evidence_of, export, fix, fix_file, verify, verify_file
from core.edit import SetStart, apply
from core.errors import FormatError, NotAPdf, SettingsError
from core.evidence.model import DocumentEvidence
from core.report import Status
from core.tree import Tree
from tests.bench.made import made


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("made") / "harbours.pdf"
    path.write_bytes(made(30))
    return path


@pytest.fixture(scope="module")
def tree(pdf: Path) -> Tree:
    return build(pdf)


def test_a_drafted_tree_passes_its_own_verification(pdf: Path, tree: Tree) -> None:
    assert (tree.name, tree.pages, len(tree.nodes)) == ("harbours.pdf", 30, 2)
    assert [len(node.children) for node in tree.nodes] == [5, 3]
    assert verify(pdf, tree).passed


def test_the_same_bytes_give_the_same_tree(pdf: Path, tree: Tree) -> None:
    assert export(build(pdf.read_bytes(), name=pdf.name)) == export(tree)


def test_progress_counts_every_page(pdf: Path) -> None:
    seen: list[tuple[int, int]] = []
    evidence_of(pdf, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(page, 30) for page in range(1, 31)]


def test_a_wrong_start_is_found_and_mended(pdf: Path, tree: Tree) -> None:
    section = tree.nodes[1].children[1]
    wrong = apply(tree, SetStart(node=section.id, page=23))
    evidence = evidence_of(pdf)
    report = verify(evidence, wrong)
    assert [node.node_id for node in report.nodes if node.status is Status.FAILED] == [section.id]
    mended, edits = fix(evidence, wrong)
    assert mended.find(section.id).node.span == section.span
    assert len(edits) == 1
    text, changes = fix_file(evidence, export(wrong, "pageindex").encode())
    assert len(changes) >= 1
    assert verify_file(evidence, text.encode())[0].passed


def test_layout_mode_shows_doubtful_pages_to_the_network(pdf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[DocumentEvidence, Path, str | None]] = []

    def asked(evidence: DocumentEvidence, source: Path, *, password: str | None, **_: object) -> DocumentEvidence:
        shown.append((evidence, source, password))
        return replace(evidence, headings=())

    monkeypatch.setattr("core.build.with_network", asked)
    assert evidence_of(pdf, mode="layout", password="x").headings == ()
    assert shown == [(evidence_of(pdf), pdf, "x")]


def test_errors_are_ours(pdf: Path, tree: Tree) -> None:
    with pytest.raises(SettingsError, match="engine"):
        build(pdf, mode="guess")
    with pytest.raises(NotAPdf):
        build(b"no PDF")
    with pytest.raises(FormatError):
        export(tree, "rtf")
    with pytest.raises(FormatError):
        verify_file(evidence_of(pdf), b"[1, 2")


def test_importing_the_package_is_light() -> None:
    script = "import sys, core, core.cli; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"pymupdf", "numpy", "pydantic", "streamlit", "litellm"} & set(done.stdout.split())
