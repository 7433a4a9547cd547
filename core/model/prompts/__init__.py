"""What the model is told: one readable file a task, each with a version in its first line."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from string import Template
from typing import NamedTuple

NAMES = ("window", "confirm", "locate", "summary", "description", "retry", "continue")


class Prompt(NamedTuple):
    """A file's version and text."""

    version: int
    text: str


@cache
def prompt(name: str) -> Prompt:
    """The prompt of this name, one of `NAMES`."""
    head, _, text = (files(__package__) / f"{name}.md").read_text("utf-8").partition("\n")
    return Prompt(int(head.removeprefix("version:")), text.strip())


def filled(name: str, **words: str) -> str:
    """A prompt with its $words put in."""
    return Template(prompt(name).text).substitute(words)


def versions() -> str:
    """All versions, in the order of `NAMES`: "1.1.1.1.1.1"."""
    return ".".join(str(prompt(name).version) for name in NAMES)


@cache
def fingerprint() -> str:
    """Hash of all instructions: a change of a single word is another producer."""
    return hashlib.blake2s("\x1f".join(prompt(name).text for name in NAMES).encode(), digest_size=5).hexdigest()
