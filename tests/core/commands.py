"""What `treeproof --help` and its commands' help say, as docs/commands.md shows it:  python -m tests.core.commands

Rewrites the part of docs/commands.md that is generated; a test fails while it differs.
"""

from __future__ import annotations

import re
from pathlib import Path

import typer
from typer.testing import CliRunner

from core.cli import cli

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "commands.md"
MARK = "<!-- generated from the commands' own help: python -m tests.core.commands -->\n"


def commands() -> list[str]:
    """The names of the commands, in the order of the help text."""
    return list(typer.main.get_group(cli).commands)


def generated() -> str:
    """The help of every command, as Markdown."""
    parts = [_help("treeproof", "--help")]
    parts += [_help(f"treeproof {name}", name, "--help") for name in commands()]
    return MARK + "\n" + "\n".join(parts)


def _help(title: str, *words: str) -> str:
    done = CliRunner().invoke(cli, words, prog_name="treeproof", env={"COLUMNS": "100", "TERM": "dumb"})
    text = re.sub(r"[ \t]+\n", "\n", done.stdout).strip()
    return f"## `{title}`\n\n```text\n{text}\n```\n"


if __name__ == "__main__":
    before, _, _ = PAGE.read_text(encoding="utf-8").partition(MARK)
    PAGE.write_text(before + generated(), encoding="utf-8")
