"""A model on the command line; and one of your own, if you name it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from core.cli import cli
from core.formats import load
from core.llm import Endpoint
from core.model import ModelSettings, draft_with_model
from tests.core.model.samples import SAMPLES, evidence, right, sections
from tests.model_server import Faults, ModelServer, serving

PAPER = "paper-two-column"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModelServer]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TREEPROOF_MODEL", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with serving(ModelServer(sections(PAPER))) as running:
        yield running


def test_build_with_a_model(server: ModelServer, tmp_path: Path) -> None:
    words = ["build", str(SAMPLES / f"{PAPER}.pdf"), "--mode", "model", "--model", "openai/x", "--api-base", server.base]
    done = CliRunner().invoke(cli, [*words, "-o", "tree.json", "--summaries"])
    assert done.exit_code == 0, done.output
    tree = load((tmp_path / "tree.json").read_text()).tree
    assert right(tree, PAPER) == len(sections(PAPER))
    assert "openai/x" in tree.producer
    assert all(placed.node.summary for placed in tree.walk())
    assert "calls" in done.stderr
    asked = len(server.requests)
    assert CliRunner().invoke(cli, [*words, "-o", "again.json", "--summaries"]).exit_code == 0
    assert len(server.requests) == asked


def test_a_limit_on_money_that_cannot_be_kept_is_told(server: ModelServer) -> None:
    words = [
        "build",
        str(SAMPLES / f"{PAPER}.pdf"),
        "--mode",
        "model",
        "--model",
        "openai/x",
        "--api-base",
        server.base,
        "-o",
        "t.json",
    ]
    assert "cannot be kept" not in CliRunner().invoke(cli, words).stderr
    assert "--max-cost cannot be kept" in CliRunner().invoke(cli, [*words, "--max-cost", "0.50"]).stderr


def test_mode_model_without_a_model_says_what_to_do(server: ModelServer) -> None:
    done = CliRunner().invoke(cli, ["build", str(SAMPLES / f"{PAPER}.pdf"), "--mode", "model"])
    assert done.exit_code == 2
    assert "--model NAME" in done.stderr
    assert CliRunner().invoke(cli, ["doctor"]).exit_code == 2


def test_doctor_tells_in_plain_words(server: ModelServer) -> None:
    server.script = ['{"text": "ready"}']
    words = ["doctor", "--model", "openai/x", "--api-base", server.base]
    done = CliRunner().invoke(cli, words)
    assert (done.exit_code, "does not leave it" in done.stdout, "accepted" in done.stdout) == (0, True, True)
    server.faults = Faults({"no schema": 1.0})
    server.script = ['{"text": "ready"}']
    assert "JSON-object mode is used" in CliRunner().invoke(cli, words).stdout
    gone = CliRunner().invoke(cli, ["doctor", "--model", "openai/x", "--api-base", "http://127.0.0.1:9/v1"])
    assert (gone.exit_code, "nothing answers at http://127.0.0.1:9/v1. Check the address" in gone.stdout) == (1, True)


def test_doctor_tells_what_is_wrong_with_a_name_or_a_key(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    keyless = CliRunner().invoke(cli, ["doctor", "--model", "gpt-5-mini"])
    assert (keyless.exit_code, "Set OPENAI_API_KEY." in keyless.stdout) == (1, True)
    nameless = CliRunner().invoke(cli, ["doctor", "--model", "no-such-model", "--api-base", server.base])
    assert (nameless.exit_code, "Write provider/model" in nameless.stdout) == (1, True)
    server.refusal = "Incorrect API key provided"
    refused = CliRunner().invoke(cli, ["doctor", "--model", "openai/x", "--api-base", server.base])
    assert (refused.exit_code, "Incorrect API key provided. Check" in refused.stdout) == (1, True)
    assert len(server.requests) == 1


@pytest.mark.live
@pytest.mark.skipif(
    not os.environ.get("TREEPROOF_LIVE_API_BASE") and not os.environ.get("TREEPROOF_LIVE_MODEL"), reason="no model named"
)
def test_a_model_of_your_own() -> None:
    endpoint = Endpoint(
        model=os.environ.get("TREEPROOF_LIVE_MODEL", "openai/local"), api_base=os.environ.get("TREEPROOF_LIVE_API_BASE", "")
    )
    made = draft_with_model(evidence(PAPER), ModelSettings(endpoint=endpoint))
    print(made.costs.total, made.outcomes, *made.tree.warnings, sep="\n")
    assert any(outcome.kept for outcome in made.outcomes)
    assert right(made.tree, PAPER) >= 0.9 * len(sections(PAPER))
