"""docs/formats.md and docs/formats/: the examples are what the code writes, the table is what a file brings back.

After a change, `TREEPROOF_REGENERATE=formats.md pytest tests/core/formats/test_docs.py` writes them anew (see `goldens`).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from core.convert import NAMES, convert
from core.formats import format_named, load
from core.formats.bookmarks import from_bookmarks
from core.pdf.document import read
from core.tree import Anchor, Node, Review, Source, Span, Tree
from core.tree import Evidence as NodeEvidence
from tests.core.formats.example import EXAMPLE

DOC = Path(__file__).parents[3] / "docs" / "formats.md"
REGENERATE = os.environ.get("TREEPROOF_REGENERATE") == DOC.name and not os.environ.get("CI")

SMALL = Tree(
    name="report.pdf",
    pages=9,
    sha256="5" * 64,
    title="Annual report",
    nodes=(
        Node(
            id="0000",
            title="1 Results",
            span=Span(start=3, end=9),
            anchor=Anchor(page=3, y=72.5, tops_page=True),
            summary="What was found.",
            evidence=(NodeEvidence(source=Source.BOOKMARKS, page=3),),
            review=Review.CORRECTED,
            children=(Node(id="0001", title="1.1 Sales", span=Span(start=3, end=5)),),
        ),
    ),
)

KINDS: dict[str, Callable[[Node], object]] = {
    "titles": lambda node: node.title,
    "start pages": lambda node: node.span.start,
    "end pages": lambda node: node.span.end,
    "ids": lambda node: node.id,
    "summaries": lambda node: node.summary,
    "places on the page": lambda node: node.anchor and node.anchor.y,
    "reviews": lambda node: node.review,
    "notes": lambda node: node.note,
    "who found it": lambda node: node.evidence,
}


def blank_pdf(pages: int) -> bytes:
    import pymupdf

    with pymupdf.open() as doc:
        for number in range(pages):
            doc.new_page().insert_text((72, 72), f"Text of page {number + 1}.")
        return bytes(doc.tobytes())


def example(name: str) -> str:
    text = convert(SMALL, name, pdf=blank_pdf(9)).decode()
    return re.sub(r'"as_of": "[^"]*"', '"as_of": "2026-01-01T00:00:00Z"', text).replace("\r\n", "\n")


def brought_back(name: str) -> Tree | None:
    """The example as a file of this format gives it back; `None` for one that is only written."""
    content = convert(EXAMPLE, name, pdf=blank_pdf(12))
    if name == "bookmarks":
        return from_bookmarks(read(content, name=EXAMPLE.name)).tree
    each = format_named(name)
    if each.load is None and each.load_text is None and name not in ("pageindex-classic", "tsv"):
        return None
    return load(content, name=EXAMPLE.name, pages=12, sha256=EXAMPLE.sha256).tree


def table() -> str:
    rows = [f"| format | file | {' | '.join(KINDS)} |", f"|---|---|{'---|' * len(KINDS)}"]
    for name in NAMES:
        found = brought_back(name)
        suffix = ".pdf" if name == "bookmarks" else format_named(name).suffix
        cells = ["only written"] + [""] * (len(KINDS) - 1) if found is None else [kept(found, kind) for kind in KINDS]
        rows.append(f"| {name} | `{suffix}` | {' | '.join(cells)} |")
    return "\n".join(rows)


def kept(found: Tree, kind: str) -> str:
    """Whether the example's nodes, in their order, came back with this; those without a page do not count."""
    get = KINDS[kind]
    pairs = zip(found.walk(), EXAMPLE.walk(), strict=True)
    return "yes" if all(get(new.node) == get(old.node) for new, old in pairs if old.node.span.start is not None) else ""


def block(name: str) -> str:
    return f"```{'json' if example(name).lstrip().startswith(('{', '[')) else ''}\n{example(name)}```"


def bookmarks() -> str:
    """The bookmarks of the example's copy, as another library reads them."""
    reader = PdfReader(BytesIO(convert(SMALL, "bookmarks", pdf=blank_pdf(9))))
    rows: list[str] = []

    def visit(entries: list[Any], level: int) -> None:
        for entry in entries:
            if isinstance(entry, list):
                visit(entry, level + 1)
            else:
                page = reader.get_destination_page_number(entry)
                rows.append(f"{level}  {entry.title}  {None if page is None else page + 1}  {entry.top}")

    visit(reader.outline, 1)
    lines = "\n".join(rows)
    return f"```\n{lines}\n```"


def section(marker: str, content: str) -> str:
    return f"<!-- {marker} -->\n{content}\n<!-- end -->"


WANTED: dict[str, Callable[[], str]] = {
    "table": table,
    **{f"example {name}": partial(block, name) for name in NAMES if name != "bookmarks"},
    "example bookmarks": bookmarks,
}
BESIDE = {"pageindex-classic": "pageindex", "tsv": "csv"}
"""Formats that share another's page."""


def page_of(marker: str) -> Path:
    """The page of the docs that holds what a marker names."""
    name = marker.removeprefix("example ")
    return DOC if name == "table" else DOC.parent / "formats" / f"{BESIDE.get(name, name)}.md"


@pytest.mark.parametrize("marker", WANTED)
def test_the_docs_show_what_the_code_does(marker: str) -> None:
    page = page_of(marker)
    text = page.read_text(encoding="utf-8")
    found = re.search(rf"<!-- {marker} -->\n(.*?)<!-- end -->", text, re.DOTALL)
    assert found is not None, f"{page.name} has no place for: {marker}"
    wanted = WANTED[marker]()
    if REGENERATE:
        page.write_text(text[: found.start()] + section(marker, wanted) + text[found.end() :], encoding="utf-8")
        pytest.fail(f"{page.name} was rewritten: look at the difference, then run the tests without TREEPROOF_REGENERATE.")
    assert found[1] == wanted + "\n"


def test_every_format_is_named_in_the_docs() -> None:
    text = DOC.read_text(encoding="utf-8")
    assert [name for name in NAMES if f"`{name}`" not in text] == []


def test_the_schema_is_the_one_in_the_docs() -> None:
    from core.formats.native import schema

    path = DOC.parent / "native.schema.json"
    if REGENERATE:
        path.write_text(json.dumps(schema(), indent=2) + "\n", encoding="utf-8")
        pytest.fail("docs/native.schema.json was rewritten: look at the difference.")
    assert json.loads(path.read_text(encoding="utf-8")) == schema()
