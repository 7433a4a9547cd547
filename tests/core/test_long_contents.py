"""A printed contents over dozens of pages gives its sections, whatever their titles have in common."""

from __future__ import annotations

import pymupdf
import pytest

from core.build import build

ENTRIES, ON_A_PAGE, BODY = 1_200, 20, 120
PROSE = "and so the text of the body goes on from one margin to the other without a break"


def titles(form: str) -> list[str]:
    """A title for each entry: counted through, or by chapters of thirty."""
    return [form.format(all=nth + 1, chapter=nth // 30 + 1, nth=nth % 30 + 1) for nth in range(ENTRIES)]


def document(named: list[str], *, leaders: bool, header: bool) -> bytes:
    """60 pages of contents, under a title or a running header, and 120 pages with ten sections each."""
    result = pymupdf.open()
    for start in range(0, ENTRIES, ON_A_PAGE):
        page = result.new_page()
        if header or not start:
            page.insert_text((72, 60), "Contents", fontsize=10)
        for nth in range(start, start + ON_A_PAGE):
            y, text, printed = 80 + 14 * (nth - start), named[nth], str(1 + nth * BODY // ENTRIES)
            page.insert_text((72, y), text + " " + ". " * 60 * leaders, fontsize=10)
            page.insert_text((530 - pymupdf.get_text_length(printed, fontsize=10), y), printed, fontsize=10)
    each, words = ENTRIES // BODY, PROSE.split()
    for start in range(0, ENTRIES, each):
        page = result.new_page()
        for nth in range(start, start + each):
            y = 90 + 70 * (nth - start)
            page.insert_text((72, y), named[nth], fontsize=10)
            for below in (20, 32):
                page.insert_text((72, y + below), f"{words[nth % 7]} {words[nth % 5]} {PROSE}", fontsize=10)
    return bytes(result.tobytes())


@pytest.mark.parametrize(
    ("form", "leaders", "header"),
    [("Section {all}", False, True), ("Section {all}", True, False), ("{chapter}.{nth} Of river {all}", False, True)],
)
def test_every_entry_is_a_section(form: str, leaders: bool, header: bool) -> None:
    tree = build(document(titles(form), leaders=leaders, header=header), name="long")
    drafted = [node for node in tree.nodes if not node.synthetic]
    assert [(node.title, node.span.start) for node in drafted] == [
        (title, ENTRIES // ON_A_PAGE + 1 + nth * BODY // ENTRIES) for nth, title in enumerate(titles(form))
    ]
