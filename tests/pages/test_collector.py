"""What the collector of cyclic garbage is told."""

from __future__ import annotations

import gc
import tomllib
from collections.abc import Iterator

import pytest

from core.locate import web_root
from pages.parts import collector


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


class Knot:
    """A value that holds itself."""

    def __init__(self) -> None:
        self.self = self


def test_what_is_held_when_much_was_taken_in_is_left_out_of_later_looks() -> None:
    held = [[nth] for nth in range(50_000)]
    collector.settle()
    assert gc.get_freeze_count() > len(held)
    tracked = len(gc.get_objects())
    assert tracked < 10_000


def test_garbage_that_was_left_out_goes_at_the_next_time() -> None:
    gone: list[int] = []

    class Telling(Knot):
        def __del__(self) -> None:
            gone.append(1)

    knot = Telling()
    collector.settle()
    del knot
    gc.collect()
    assert not gone
    collector.settle()
    assert gone


def test_a_server_looks_rarely_and_not_after_every_rerun() -> None:
    collector.start()
    assert gc.get_threshold() == collector.THRESHOLDS
    settings = tomllib.loads((web_root() / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert settings["runner"]["postScriptGC"] is False
