"""Several processes look at pages at once; the tree is the one that a single process gives."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from core.build import build
from core.errors import Cancelled, ReaderCrashed
from core.evidence.network import doubtful_pages
from core.pdf.network import Region
from core.tree import Source
from core.worker import Reader
from core.worker.lookers import read_seen, told

SAMPLE = Path(__file__).resolve().parents[3] / "sample_pdfs" / "handbook-plain.pdf"


def test_the_thorough_mode_at_arms_length_is_that_at_hand() -> None:
    seen: list[tuple[int, int]] = []
    with Reader(lookers=2) as reader:
        plain = reader.build(SAMPLE).evidence
        built = reader.build(SAMPLE, mode="layout", progress=lambda done, total: seen.append((done, total)))
    doubtful = len(doubtful_pages(plain))
    assert doubtful
    assert seen[-1] == (doubtful, doubtful)
    assert built.tree == build(SAMPLE, mode="layout")
    assert any(said.source is Source.NETWORK for placed in built.tree.walk() for said in placed.node.evidence)


def test_the_thorough_mode_can_be_stopped_and_begun_again() -> None:
    cancel = threading.Event()
    seen: list[int] = []

    def progress(done: int, total: int) -> None:
        seen.append(done)
        cancel.set()

    with Reader(lookers=1) as reader:
        plain = reader.build(SAMPLE).evidence
        with pytest.raises(Cancelled):
            reader.look_again(plain, SAMPLE, progress=progress, cancel=cancel)
        assert len(seen) == 1
        again = reader.look_again(plain, SAMPLE)
    assert again == build(SAMPLE, mode="layout")


def test_regions_survive_the_pipe() -> None:
    seen = {3: (Region("text", (1.0, 2.0, 3.0, 4.5)),), 7: ()}
    assert read_seen([[page, [list(region) for region in regions]] for page, regions in told(seen)], "a.pdf") == seen


@pytest.mark.parametrize("answer", [None, 5, [[1]], [["x", []]], [[1, [["text", [1, 2, 3]]]]], [[1, [["text", [1, 2, 3, "y"]]]]]])
def test_an_answer_that_is_none_is_refused(answer: object) -> None:
    with pytest.raises(ReaderCrashed):
        read_seen(answer, "a.pdf")
