"""PDFs written by hand: small whole ones, and ones that no honest program writes."""

from __future__ import annotations

import zlib
from collections.abc import Mapping

import pymupdf

AES_256 = 5
"""PyMuPDF's number for it."""
FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"


def pdf(objects: Mapping[int, bytes], *, version: bytes = b"1.7") -> bytes:
    """A PDF of these objects, object 1 its catalog, with a right table of where they are."""
    out = bytearray(b"%PDF-" + version + b"\n")
    places = {}
    for number, content in sorted(objects.items()):
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(out)
    size = max(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % size
    for number in range(1, size):
        out += b"%010d 00000 n \n" % places[number] if number in places else b"0000000000 00000 f \n"
    out += b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, table)
    return bytes(out)


def stream(content: bytes, extra: bytes = b"") -> bytes:
    return b"<</Length %d%s>>stream\n%s\nendstream" % (len(content), extra, content)


def text_page(words: str, number: int = 3, contents: int = 4) -> dict[int, bytes]:
    """A catalog, a page tree and one page that shows `words`."""
    shown = b"BT /F 12 Tf 72 720 Td (%s) Tj ET" % words.encode("latin-1")
    return {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: b"<</Type/Pages/Kids[%d 0 R]/Count 1>>" % number,
        number: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents %d 0 R/Resources<</Font<</F 5 0 R>>>>>>" % contents,
        contents: stream(shown),
        5: FONT,
    }


def small(*texts: str) -> bytes:
    """A whole PDF, a page for each text."""
    with pymupdf.open() as doc:
        for text in texts or ("1 Introduction",):
            doc.new_page().insert_text((72, 72), text, fontsize=14)
        data: bytes = doc.tobytes()
        return data


def encrypted(password: str) -> bytes:
    with pymupdf.open() as doc:
        doc.new_page().insert_text((72, 72), "1 Secret")
        data: bytes = doc.tobytes(encryption=AES_256, user_pw=password, owner_pw=password + "-owner")
        return data


def no_pages() -> bytes:
    return pdf({1: b"<</Type/Catalog/Pages 2 0 R>>", 2: b"<</Type/Pages/Kids[]/Count 0>>"})


def page_tree_cycle() -> bytes:
    return pdf({1: b"<</Type/Catalog/Pages 2 0 R>>", 2: b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>"})


def deep_page_tree(depth: int = 20_000) -> bytes:
    """A page tree of one page below so many nodes."""
    objects = {1: b"<</Type/Catalog/Pages 10 0 R>>", **{k: v for k, v in text_page("Deep").items() if k in (3, 4, 5)}}
    for level in range(depth):
        kid = 11 + level if level < depth - 1 else 3
        objects[10 + level] = b"<</Type/Pages/Kids[%d 0 R]/Count 1%s>>" % (kid, b"/Parent %d 0 R" % (9 + level) if level else b"")
    objects[3] = objects[3].replace(b"/Parent 2 0 R", b"/Parent %d 0 R" % (9 + depth))
    return pdf(objects)


def lying_count(count: int = 2_000_000_000) -> bytes:
    objects = text_page("One page")
    objects[2] = b"<</Type/Pages/Kids[3 0 R]/Count %d>>" % count
    return pdf(objects)


def outline_cycle() -> bytes:
    objects = text_page("Cycle")
    objects[1] = b"<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>"
    objects[6] = b"<</Type/Outlines/First 7 0 R/Last 8 0 R/Count 2>>"
    objects[7] = b"<</Title(A)/Parent 6 0 R/Next 8 0 R/First 7 0 R/Last 7 0 R/Dest[3 0 R/Fit]>>"
    objects[8] = b"<</Title(B)/Parent 6 0 R/Prev 7 0 R/Next 7 0 R/Dest[99 0 R/Fit]>>"
    return pdf(objects)


def media_box(box: bytes) -> bytes:
    objects = text_page("Large")
    objects[3] = objects[3].replace(b"[0 0 612 792]", box)
    return pdf(objects)


def bomb(mebibytes: int) -> bytes:
    """A page whose content unpacks to so much white space."""
    packed = zlib.compressobj(9)
    content = b"".join(packed.compress(b" " * 1024 * 1024) for _ in range(mebibytes)) + packed.flush()
    objects = text_page("Bomb")
    objects[4] = stream(content, b"/Filter/FlateDecode")
    return pdf(objects)


def text_bomb(megabytes: int) -> bytes:
    """A page of so many million letters, which pack well, and of which each must be remembered with its place."""
    packed = zlib.compressobj(9)
    some = b"(" + b"a" * 996 + b")Tj\n"
    content = packed.compress(b"BT /F 1 Tf\n")
    content += b"".join(packed.compress(some * 1_000) for _ in range(megabytes)) + packed.compress(b"ET") + packed.flush()
    objects = text_page("Bomb")
    objects[4] = stream(content, b"/Filter/FlateDecode")
    return pdf(objects)


def nested_forms(depth: int = 60, width: int = 2) -> bytes:
    """A form that draws another twice, that draws another twice ...: 2 to the power of `depth` drawings."""
    objects = text_page("Forms")
    objects[3] = objects[3].replace(b"/Resources<<", b"/Resources<</XObject<</X 10 0 R>>")
    objects[4] = stream(b"/X Do")
    for level in range(depth):
        extra = b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]"
        if level < depth - 1:
            extra += b"/Resources<</XObject<</X %d 0 R>>>>" % (11 + level)
        objects[10 + level] = stream(b"/X Do " * width if level < depth - 1 else b"0 0 1 1 re f", extra)
    return pdf(objects)


def many_annotations(count: int = 100_000) -> bytes:
    objects = text_page("Annotated")
    link = b"<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[3 0 R/Fit]>>"
    objects[3] = objects[3][:-2] + b"/Annots[" + link * count + b"]>>"
    return pdf(objects)


def lone_surrogate() -> bytes:
    """A font whose table maps a letter to half a character."""
    objects = text_page("AB")
    objects[5] = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>"
    cmap = (
        b"/CIDInit/ProcSet findresource begin begincmap 1 begincodespacerange<00><ff>endcodespacerange "
        b"1 beginbfchar<41><D800>endbfchar endcmap end"
    )
    objects[6] = stream(cmap)
    return pdf(objects)
