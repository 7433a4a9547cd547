"""Opening and reading: every bad input its own error, nothing printed, nothing else raised."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core import errors
from core.errors import DamagedPdf, DocumentError
from core.pdf.document import read
from core.pdf.mupdf import FAULTS, ours, pymupdf, told_in_ours
from core.settings import Limits
from tests.bench.made import made
from tests.core.pdf import hostile

FEW = Limits(max_bytes=100_000, max_pages=2)


def test_a_sound_document_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "sound.pdf"
    path.write_bytes(hostile.small("1 First", "2 Second"))
    seen: list[tuple[int, int]] = []
    reading = read(path, progress=lambda done, total: seen.append((done, total)))
    assert [line.text for page in reading.pages for line in page.lines] == ["1 First", "2 Second"]
    assert (reading.name, len(reading.sha256), seen) == ("sound.pdf", 64, [(1, 2), (2, 2)])


BAD: list[tuple[str, bytes, type[DocumentError]]] = [
    ("empty", b"", errors.EmptyFile),
    ("text", b"Dear reader", errors.NotAPdf),
    ("another format", b"PK\x03\x04" + b"\0" * 100, errors.NotAPdf),
    ("garbage after the mark", b"%PDF-1.7\n" + bytes(range(256)) * 9, errors.DamagedPdf),
    ("truncated", hostile.small("1 First")[:300], errors.DamagedPdf),
    ("no pages", hostile.no_pages(), errors.NoPages),
    ("cycle of pages", hostile.page_tree_cycle(), errors.DamagedPdf),
    ("encrypted", hostile.encrypted("sesame"), errors.PasswordNeeded),
    ("too large", hostile.small("x") + b"\n" * 100_000, errors.FileTooLarge),
    ("too many pages", hostile.small("1", "2", "3"), errors.TooManyPages),
]


@pytest.mark.parametrize(("data", "kind"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_every_bad_input_has_its_own_error(data: bytes, kind: type[DocumentError], capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(DocumentError) as told:
        read(data, name="its name.pdf", limits=FEW)
    assert type(told.value) is kind
    assert str(told.value).startswith("its name.pdf: ")
    assert told.value.message.count(". ") >= 1, "says what is wrong, and then what to do"
    assert capfd.readouterr() == ("", "")


def test_a_password_opens_what_it_opens() -> None:
    data = hostile.encrypted("sesame")
    assert read(data, password="sesame").pages[0].lines[0].text == "1 Secret"
    with pytest.raises(errors.PasswordNeeded, match="does not open"):
        read(data, password="wrong")


ODD: dict[str, Callable[[], bytes]] = {
    "deep page tree": lambda: hostile.deep_page_tree(5_000),
    "outline that runs in a circle": hostile.outline_cycle,
    "page of no size": lambda: hostile.media_box(b"[0 0 0 0]"),
    "page of boundless size": lambda: hostile.media_box(b"[0 0 1e30 1e30]"),
    "page turned inside out": lambda: hostile.media_box(b"[-1e9 -5 3 9]"),
    "100,000 annotations": hostile.many_annotations,
    "content that unpacks a thousandfold": lambda: hostile.bomb(64),
    "text of half a character": hostile.lone_surrogate,
}


@pytest.mark.parametrize("make", ODD.values(), ids=ODD)
def test_odd_but_readable_documents_are_read(make: Callable[[], bytes], capfd: pytest.CaptureFixture[str]) -> None:
    reading = read(make())
    assert len(reading.pages) == 1
    "".join(line.text for line in reading.pages[0].lines).encode()
    assert capfd.readouterr() == ("", "")


def test_a_count_of_pages_that_lies_is_no_reason_to_hang() -> None:
    with pytest.raises(DocumentError):
        read(hostile.lying_count())


def test_a_page_that_cannot_be_read_costs_only_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    load, data = pymupdf.Document.load_page, hostile.small("1", "2", "3")

    def fails_on_the_second(doc: pymupdf.Document, index: int) -> pymupdf.Page:
        if index == 1:
            raise pymupdf.mupdf.FzErrorSyntax("broken page")
        page: pymupdf.Page = load(doc, index)  # type: ignore[no-untyped-call]
        return page

    monkeypatch.setattr(pymupdf.Document, "load_page", fails_on_the_second)
    reading = read(data)
    assert (reading.unreadable, [len(page.lines) for page in reading.pages]) == ((2,), [1, 0, 1])
    monkeypatch.setattr(pymupdf.Document, "load_page", lambda doc, index: fails_on_the_second(doc, 1))
    with pytest.raises(errors.DamagedPdf):
        read(data)


def _exceptions_of(module: object) -> list[type[Exception]]:
    """Those a document can cause: files are opened from bytes, never by name, and deprecations are for programmers."""
    found = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Exception)]
    own = [kind for kind in found if kind.__module__.startswith("pymupdf") and not issubclass(kind, Warning)]
    return [kind for kind in own if kind is not pymupdf.FileNotFoundError]


@pytest.mark.parametrize("kind", [*_exceptions_of(pymupdf), *_exceptions_of(pymupdf.mupdf)], ids=lambda kind: str(kind.__name__))
def test_every_exception_of_the_library_is_told_in_ours(kind: type[Exception]) -> None:
    error = kind(7, "broken") if kind is pymupdf.mupdf.FzErrorBase else kind("broken")
    with pytest.raises(DocumentError), told_in_ours("x.pdf"):
        raise error
    assert issubclass(kind, FAULTS)


def test_memory_that_runs_out_is_told_apart() -> None:
    assert isinstance(ours("x.pdf", pymupdf.mupdf.FzErrorSystem("malloc (5 bytes) failed")), errors.ReaderOutOfMemory)
    assert isinstance(ours("x.pdf", MemoryError()), errors.ReaderOutOfMemory)


def test_pages_that_a_cut_off_file_only_speaks_of_are_no_pages() -> None:
    """Their objects lie beyond the cut; MuPDF makes blank pages of them."""
    with pytest.raises(DamagedPdf):
        read(made(2)[:2_000], name="cut.pdf")
