"""A key is never stored, logged, exported or shown: everything that a build leaves behind is searched for it."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from typer.testing import CliRunner

from core.cli import cli
from core.formats import FORMATS, dump, load
from core.store import Origin, Store
from core.text import Texts
from tests.core.model.samples import SAMPLES, evidence, sections
from tests.model_server import Faults, ModelServer, serving

PAPER = "paper-two-column"
SECRET = "sk-Very-Secret-0123456789abcdef"


def holders(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]


@pytest.mark.parametrize("faults", [{}, {"bad json": 1.0}])
def test_a_key_is_sent_and_left_nowhere(
    faults: dict[str, float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TREEPROOF_MODEL", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("TREEPROOF_API_KEY", SECRET)
    caplog.set_level(logging.DEBUG)
    with serving(ModelServer(sections(PAPER), Faults(faults, seed=2))) as server:
        words = ["build", str(SAMPLES / f"{PAPER}.pdf"), "--mode", "model", "--model", "openai/x", "--api-base", server.base]
        done = CliRunner().invoke(cli, [*words, "-o", "tree.json", "--summaries"])
        doctor = CliRunner().invoke(cli, ["doctor", "--model", "openai/x", "--api-base", server.base])
        assert set(server.keys) == {f"Bearer {SECRET}"}
        assert SECRET not in str(server.requests)
    assert done.exit_code == 0, done.output
    tree = load((tmp_path / "tree.json").read_text()).tree
    store = Store(tmp_path / "store")
    document, _ = store.add_document((SAMPLES / f"{PAPER}.pdf").read_bytes(), "paper.pdf", tree.pages)
    store.add_tree(document.sha256, tree, Origin.MODEL, notes=tree.warnings)
    store.close()
    texts = Texts(tree, evidence(PAPER)).all()
    exported = [str(dump(tree, name, texts=texts)) for name, each in FORMATS.items() if each.dump is not None]
    shown = [done.output, done.stderr, doctor.output, caplog.text, *exported]
    assert [text[:60] for text in shown if SECRET in text] == []
    assert holders(tmp_path) == []


def test_a_provider_that_tells_the_key_back_is_not_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TREEPROOF_API_KEY", SECRET)
    server = ModelServer()
    server.refusal = f"Incorrect API key provided: {SECRET}"
    with serving(server):
        done = CliRunner().invoke(cli, ["doctor", "--model", "openai/x", "--api-base", server.base])
    assert done.exit_code == 1
    assert "Incorrect API" in done.output
    assert SECRET not in done.output
