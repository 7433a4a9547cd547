from __future__ import annotations

import gzip

import pytest

from core.errors import FormatError
from core.evidence import codec
from core.evidence.codec import pack, unpack
from core.evidence.model import ContentsEntry, DocumentEvidence, Heading, Pointer
from core.pdf.document import read
from core.pdf.reading import Bookmark, Destination, Link, Reading, Tag
from tests.core.pdf import hostile

BOX = (1.5, 2.25, 0.1 + 0.2, 4e-7)


def full() -> DocumentEvidence:
    """Evidence with something in every field."""
    pages = read(hostile.small("1 Introduction", "Größe, 第三章, \u202eabc")).pages
    reading = Reading(
        "a\nb.pdf",
        "ab" * 32,
        pages,
        (Bookmark(1, "One", None), Bookmark(2, "Two", 1, 3.5)),
        (Link(1, BOX, 2, None),),
        (Destination("section.1", 2, 7.0),),
        (Tag(0, "Title", None),),
        ("i", "ii"),
        (2,),
    )
    heading = Heading(1, 0, 0, "1 Introduction", "1", BOX, 0.987654321, 3, True, False, "bold 14 pt")
    entry = ContentsEntry(1, BOX, "1", "Introduction", "ix", None, 1, 1, 0)
    pointer = Pointer("Introduction", 1, None, 1, "entry 1")
    running = frozenset({(1, 3), (2, 0)})
    return DocumentEvidence(reading, (heading,), (entry,), (1,), running, (pointer,), (pointer,), (pointer,), (pointer,))


def test_what_is_packed_and_unpacked_is_equal() -> None:
    evidence = full()
    again = unpack(pack(evidence))
    assert again == evidence
    assert isinstance(again.reading.pages[0].lines[0].box, tuple)
    assert unpack(pack(DocumentEvidence(evidence.reading))) == DocumentEvidence(evidence.reading)


def test_packing_is_deterministic() -> None:
    assert pack(full()) == pack(full())


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: b"",
        lambda data: b"not packed",
        lambda data: data[:-20],
        lambda data: data[:30] + b"\0\0\0" + data[33:],
        lambda data: gzip.compress(codec._shape() + b'\n{"reading": 3}'),
        lambda data: gzip.compress(gzip.decompress(data).replace(b'"One"', b"1")),
    ],
    ids=["empty", "something else", "cut off", "garbled", "another value", "a number for a title"],
)
def test_damaged_evidence_is_refused_in_words(spoil) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(FormatError, match="Build the document again"):
        unpack(spoil(pack(full())))


def test_evidence_of_another_version_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    data = pack(full())
    monkeypatch.setattr(codec, "_shape", lambda: b"0123456789abcdef")
    with pytest.raises(FormatError, match="another version"):
        unpack(data)


def test_what_unpacks_beyond_bounds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "MAX_UNPACKED", 1_000)
    with pytest.raises(FormatError):
        unpack(pack(full()))
