"""Running commands in this process, with their reading processes shared: starting one takes longer than what is tested."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from typer.testing import CliRunner, Result

from core.cli import cli
from core.settings import Limits
from core.worker import Reader


def treeproof(*words: object, **environment: str) -> Result:
    """What the command line makes of these words."""
    return CliRunner().invoke(cli, [str(word) for word in words], env=environment)


class Kept(Reader):
    """A reader that outlives the command which made it."""

    kept: dict[Limits, Kept] = {}  # noqa: RUF012  # shared on purpose

    def close(self) -> None:
        """Not yet."""

    @classmethod
    def of(cls, limits: Limits) -> Kept:
        return cls.kept.setdefault(limits, cls(limits))


@contextmanager
def few_processes() -> Iterator[None]:
    """Within, commands on single documents share reading processes; `core.batch` keeps to readers of its own."""
    importlib.import_module("core.batch")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("core.worker.Reader", Kept.of)
        yield
    for reader in Kept.kept.values():
        Reader.close(reader)
