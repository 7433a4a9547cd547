from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import PasswordNeeded
from core.pdf import opened as module
from core.pdf.document import open_pdf
from core.pdf.opened import OpenDocuments
from core.settings import Limits
from tests.core.pdf import hostile


@pytest.fixture
def opened() -> Iterator[OpenDocuments]:
    opened = OpenDocuments()
    yield opened
    opened.close()


def drawn(opened: OpenDocuments, path: Path, password: str | None = None) -> bytes:
    return opened.render(path, 1, 200, name=path.name, password=password, limits=Limits())


def test_a_document_is_opened_once_and_again_when_it_changed(
    opened: OpenDocuments, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 0

    def counted(*args, **kwargs):  # type: ignore[no-untyped-def]
        nonlocal count
        count += 1
        return open_pdf(*args, **kwargs)

    monkeypatch.setattr(module, "open_pdf", counted)
    path = tmp_path / "a.pdf"
    path.write_bytes(hostile.small("1"))
    first = drawn(opened, path)
    assert (drawn(opened, path), count) == (first, 1)
    path.write_bytes(hostile.small("another text"))
    assert drawn(opened, path) != first
    assert count == 2


def test_few_are_kept_and_few_bytes(opened: OpenDocuments, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [tmp_path / f"{number}.pdf" for number in range(12)]
    for path in paths:
        path.write_bytes(hostile.small(path.name))
        drawn(opened, path)
    assert len(opened) == module.MAX_OPEN
    monkeypatch.setattr(module, "MAX_OPEN_BYTES", 10)
    drawn(opened, paths[0])
    assert len(opened) == 1


def test_one_persons_password_opens_nothing_for_another(opened: OpenDocuments, tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    path.write_bytes(hostile.encrypted("sesame"))
    assert drawn(opened, path, "sesame")
    with pytest.raises(PasswordNeeded):
        drawn(opened, path)
