"""Bookmarks written into a copy: read back by another library, page content untouched."""

from __future__ import annotations

import io
from pathlib import Path

import pymupdf
import pypdf
import pytest
from pypdf.generic import Destination

from core.errors import DamagedPdf, FormatError, NotAPdf
from core.formats.bookmarks import from_bookmarks, losses, to_bookmarks
from core.pdf.document import read
from core.pdf.outline import with_outline
from core.pdf.reading import Bookmark
from core.tree import Anchor, Node, Span, Tree

ENTRIES = [
    Bookmark(1, "1 Übersicht 数据 (draft) \\", 1, 100.0),
    Bookmark(2, "1.1 Aims", 2, 40.5),
    Bookmark(3, "1.1.1 Deep", 2, 300.0),
    Bookmark(2, "1.2 Lost", None),
    Bookmark(1, "2 End", 3),
]


def pdf(
    *, rotate: int = 0, crop: tuple[float, float, float, float] | None = None, toc: list[list[object]] | None = None
) -> bytes:
    doc = pymupdf.open()
    for number in range(3):
        page = doc.new_page(width=400, height=600)
        page.insert_text((72, 100), f"Page {number + 1}")
        if crop:
            page.set_cropbox(pymupdf.Rect(crop))
        page.set_rotation(rotate)
    if toc:
        doc.set_toc(toc)
    data = doc.tobytes(deflate=True)
    doc.close()
    return bytes(data)


def flat(outline: list[object], level: int = 1) -> list[tuple[int, Destination]]:
    found: list[tuple[int, Destination]] = []
    for each in outline:
        if isinstance(each, list):
            found += flat(each, level + 1)
        else:
            assert isinstance(each, Destination)
            found.append((level, each))
    return found


def test_another_library_reads_titles_levels_pages_and_heights() -> None:
    reader = pypdf.PdfReader(io.BytesIO(with_outline(pdf(), ENTRIES)), strict=True)
    found = flat(list(reader.outline))
    assert [(level, str(each.title)) for level, each in found] == [(entry.level, entry.title) for entry in ENTRIES]
    pages = [reader.get_destination_page_number(each) for _, each in found if each.title != "1.2 Lost"]
    assert pages == [0, 1, 1, 2]
    assert [each.top for _, each in found[:3]] == [500.0, 559.5, 300.0]


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [None, (50, 80, 350, 500)])
def test_heights_are_those_of_the_page_as_shown(rotate: int, crop: tuple[float, float, float, float] | None) -> None:
    reading = read(with_outline(pdf(rotate=rotate, crop=crop), ENTRIES), name="a.pdf")
    assert [(entry.level, entry.title, entry.page) for entry in reading.outline] == [entry[:3] for entry in ENTRIES]
    for entry, expected in zip(reading.outline, ENTRIES, strict=True):
        if expected.y:
            assert entry.y == pytest.approx(expected.y, abs=0.1)


@pytest.mark.parametrize("toc", [None, [[1, "Old", 1], [2, "Older", 2]]])
def test_page_content_is_untouched_byte_for_byte(toc: list[list[object]] | None) -> None:
    before = pdf(toc=toc)
    after = with_outline(before, ENTRIES)
    assert after.startswith(before)
    with pymupdf.open(stream=before) as old, pymupdf.open(stream=after) as new:
        for one, other in zip(old, new, strict=True):
            assert [old.xref_stream_raw(xref) for xref in one.get_contents()] == [
                new.xref_stream_raw(xref) for xref in other.get_contents()
            ]


def test_looks_of_bookmarks_that_stay_are_kept() -> None:
    looks = {"kind": pymupdf.LINK_GOTO, "color": (1, 0, 0), "bold": True, "italic": True}
    before = pdf(toc=[[1, "Kept", 1, looks], [2, "Below", 2], [1, "Gone", 3]])
    after = with_outline(before, [Bookmark(1, "Kept", 1), Bookmark(2, "New", 2), Bookmark(1, "Gone", 2)])
    with pymupdf.open(stream=after) as doc:
        kept, new, gone = [entry[3] for entry in doc.get_toc(simple=False)]
    assert (kept["color"], kept.get("bold"), kept.get("italic")) == ((1.0, 0.0, 0.0), True, True)
    assert not new.get("bold")
    assert not gone.get("bold")


def test_no_bookmarks_take_the_old_ones_away() -> None:
    after = with_outline(pdf(toc=[[1, "Old", 1]]), [])
    assert read(after, name="a.pdf").outline == ()


def test_encrypted_signed_and_broken_files_get_a_clear_word(tmp_path: Path) -> None:
    with pymupdf.open(stream=pdf()) as doc:
        locked = bytes(doc.tobytes(encryption=pymupdf.mupdf.PDF_ENCRYPT_AES_256, owner_pw="x", user_pw=""))
        form = doc.get_new_xref()
        doc.update_object(form, "<</Fields[]/SigFlags 3>>")
        doc.xref_set_key(doc.pdf_catalog(), "AcroForm", f"{form} 0 R")
        signed = bytes(doc.tobytes())
    with pytest.raises(FormatError, match=r"a\.pdf: the PDF is encrypted"):
        with_outline(locked, ENTRIES, name="a.pdf")
    with pytest.raises(FormatError, match=r"a\.pdf: the PDF is signed"):
        with_outline(signed, ENTRIES, name="a.pdf")
    with pytest.raises(NotAPdf):
        with_outline(b"a letter", ENTRIES)
    with pytest.raises(DamagedPdf):
        with_outline(b"%PDF-1.7\nnothing", ENTRIES)


def test_a_damaged_file_that_can_be_repaired_is_written_anew() -> None:
    broken = pdf().replace(b"startxref", b"startxxxx")
    assert [entry.title for entry in read(with_outline(broken, ENTRIES), name="a.pdf").outline] == [
        entry.title for entry in ENTRIES
    ]


def test_a_tree_goes_out_and_comes_back() -> None:
    tree = Tree(
        name="a.pdf",
        pages=3,
        nodes=(
            Node(
                id="a",
                title="One",
                span=Span(start=1, end=3),
                anchor=Anchor(page=1, box=(72, 90, 200, 110)),
                children=(Node(id="b", title="Two", span=Span(start=2, end=2), anchor=Anchor(page=2, y=50)),),
            ),
            Node(id="c", title="Nowhere"),
        ),
    )
    found = from_bookmarks(read(with_outline(pdf(), to_bookmarks(tree)), name="a.pdf"))
    assert [(place.node.title, place.level, place.node.span.start) for place in found.tree.walk()] == [
        ("One", 1, 1),
        ("Two", 2, 2),
        ("Nowhere", 1, None),
    ]
    anchors = [place.node.anchor for place in found.tree.walk()]
    assert [anchor and anchor.y for anchor in anchors] == [pytest.approx(90), pytest.approx(50), None]
    assert found.notes == ("Some bookmarks lead to no page: “Nowhere”.",)
    assert losses(tree) == ["This format has no end pages: 2 will be lost."]


def test_levels_that_jump_are_mended_with_a_note() -> None:
    reading = read(pdf(), name="a.pdf")
    jumping = type(reading)(
        reading.name, reading.sha256, reading.pages, outline=(Bookmark(1, "A", 1), Bookmark(3, "B", 2), Bookmark(1, "C", 3))
    )
    found = from_bookmarks(jumping)
    assert [place.level for place in found.tree.walk()] == [1, 2, 1]
    assert "jumped by more than one" in found.notes[0]


def test_an_outline_that_goes_round_in_a_circle_is_replaced() -> None:
    with pymupdf.open(stream=pdf(toc=[[1, "A", 1], [1, "B", 2]])) as doc:
        first = int(doc.xref_get_key(doc.get_outline_xrefs()[0], "Next")[1].split()[0])
        doc.xref_set_key(first, "Next", f"{doc.get_outline_xrefs()[0]} 0 R")
        circle = bytes(doc.tobytes())
    assert [entry.title for entry in read(with_outline(circle, ENTRIES), name="a.pdf").outline] == [
        entry.title for entry in ENTRIES
    ]
