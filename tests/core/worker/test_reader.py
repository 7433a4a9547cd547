"""The engine at arm's length does what it does at hand."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core import errors
from core.build import build, evidence_of, export, verify
from core.settings import MEBIBYTE, Limits
from core.worker import Reader
from tests.bench.made import made
from tests.core.pdf import hostile


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    with Reader(Limits(seconds_per_document=30, memory_bytes=1_024 * MEBIBYTE)) as reader:
        yield reader


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reader") / "made.pdf"
    path.write_bytes(made(25))
    return path


def test_trees_evidence_and_reports_are_those_made_at_hand(reader: Reader, pdf: Path) -> None:
    seen: list[tuple[int, int]] = []
    built = reader.build(pdf, name="harbours.pdf", progress=lambda done, total: seen.append((done, total)))
    assert built.tree == build(pdf, name="harbours.pdf")
    assert built.evidence == evidence_of(pdf, name="harbours.pdf")
    assert verify(built.evidence, built.tree) == reader.verify(pdf, export(built.tree).encode(), name="harbours.pdf").report
    assert seen[-1] == (25, 25)
    assert not reader.build(pdf, evidence=False).packed


def test_pages_are_rendered_while_another_document_is_built(reader: Reader, pdf: Path, tmp_path: Path) -> None:
    large = tmp_path / "large.pdf"
    large.write_bytes(made(600))
    reader.render(pdf, 1, 800)
    with ThreadPoolExecutor(1) as pool:
        building = pool.submit(reader.build, large)
        time.sleep(0.2)
        assert all(reader.render(pdf, page, 800)[:2] == b"\xff\xd8" for page in range(1, 6))
        assert not building.done()
        assert building.result().tree.pages == 600


BAD: dict[str, tuple[Callable[[], bytes], type[errors.DocumentError]]] = {
    "text": (lambda: b"no PDF", errors.NotAPdf),
    "empty": (lambda: b"", errors.EmptyFile),
    "damaged": (lambda: b"%PDF-1.7\n" + bytes(range(256)) * 9, errors.DamagedPdf),
    "locked": (lambda: hostile.encrypted("sesame"), errors.PasswordNeeded),
}


@pytest.mark.parametrize(("make", "kind"), BAD.values(), ids=BAD)
def test_each_bad_input_is_its_own_error(
    reader: Reader, tmp_path: Path, make: Callable[[], bytes], kind: type[errors.DocumentError]
) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(make())
    for work in (lambda: reader.build(path, name="Bericht.pdf"), lambda: reader.render(path, 1, 100, name="Bericht.pdf")):
        with pytest.raises(errors.DocumentError, match=r"^Bericht\.pdf: ") as told:
            work()
        assert type(told.value) is kind


def test_a_page_or_a_file_that_is_not_there_is_told(reader: Reader, pdf: Path) -> None:
    with pytest.raises(errors.DocumentError, match="no page 26: the document has 25"):
        reader.render(pdf, 26, 100)
    with pytest.raises(errors.DocumentError, match="cannot be read"):
        reader.build(pdf.with_name("gone.pdf"))


def test_a_hostile_document_costs_only_itself(pdf: Path, tmp_path: Path) -> None:
    path = tmp_path / "slow.pdf"
    path.write_bytes(hostile.nested_forms(40))
    with Reader(Limits(seconds_per_document=2)) as reader:
        reader.build(pdf)
        with pytest.raises(errors.ReaderTimedOut):
            reader.build(path)
    with Reader(Limits(memory_bytes=600 * MEBIBYTE)) as reader:
        reader.build(pdf)
        path.write_bytes(hostile.text_bomb(20))
        with pytest.raises(errors.ReaderOutOfMemory):
            reader.build(path)
        assert reader.build(pdf).tree.nodes
