"""The README's example runs as it stands, and its figures name commands that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def test_the_example_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    example = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert example is not None
    monkeypatch.chdir(ROOT)
    exec(compile(example[1], "README.md", "exec"), {})  # noqa: S102  # our own text
    printed = capsys.readouterr().out
    assert "Foreword 7 ok" in printed
    assert '"start_index"' in printed


def test_every_linked_file_is_there() -> None:
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} links to {target}, which is not there"
