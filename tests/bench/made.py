"""A made document of any length: chapters, numbered sections, paragraphs, running headers, page numbers."""

from __future__ import annotations

import random

LINES, LEADING, TOP = 46, 14, 740
PAGES_A_CHAPTER, PAGES_A_SECTION = 20, 4
TEXT = (
    "the survey of harbours along this coast shows how sand moves with tide and wind while older charts agree in most places on "
    "depth but not on where channels lay before dredging began under new rules that towns had made for ships of greater draught"
)
WORDS = TEXT.split()


def made(pages: int, headings: int = 0) -> bytes:
    """A PDF of so many pages, some 46 lines and so many numbered sub-headings each; the same numbers give the same bytes."""
    chance = random.Random(pages)
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"", _font(b"Helvetica"), _font(b"Helvetica-Bold")]
    kids = []
    for number in range(1, pages + 1):
        content = _page(number, chance, headings)
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents %d 0 R/Resources<</Font<</F 3 0 R/B 4 0 R>>>>>>"
            % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[1] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (pages, b" ".join(kids))
    return _file(objects)


def _page(number: int, chance: random.Random, headings: int) -> bytes:
    chapter, within = divmod(number - 1, PAGES_A_CHAPTER)
    section, rest = divmod(within, PAGES_A_SECTION)
    shown = [_text(b"F", 9, TOP + 24, f"Chapter {chapter + 1}: {_title(chapter)}"), _text(b"F", 9, 40, str(number))]
    y = TOP
    if within == 0:
        shown.append(_text(b"B", 20, y, f"{chapter + 1} {_title(chapter)}"))
        y -= 3 * LEADING
    if rest == 0:
        shown.append(_text(b"B", 14, y, f"{chapter + 1}.{section + 1} {_title(chapter * 7 + section + 3)}"))
        y -= 2 * LEADING
    every = LINES // (headings + 1)
    for line in range(round((TOP - y) / LEADING), LINES):
        y = TOP - line * LEADING
        if headings and line % every == every - 1 and line // every < headings:
            nth = rest * headings + line // every + 1
            words = _title(number * 31 + nth)
            shown.append(_text(b"B", 11, y, f"{chapter + 1}.{section + 1}.{nth} {words}"))
            continue
        shown.append(_text(b"F", 10, y, " ".join(chance.choices(WORDS, k=14))))
    return b"\n".join(shown)


def _title(seed: int) -> str:
    return " ".join(random.Random(seed).sample(WORDS, 3)).capitalize()


def _text(font: bytes, size: int, y: int, words: str) -> bytes:
    return b"BT /%s %d Tf 72 %d Td (%s) Tj ET" % (font, size, y, words.encode("ascii"))


def _font(name: bytes) -> bytes:
    return b"<</Type/Font/Subtype/Type1/BaseFont/%s>>" % name


def _file(objects: list[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)
