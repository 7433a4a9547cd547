"""Converting a tree, with and without its PDF at hand."""

from __future__ import annotations

import json

import pymupdf
import pytest

from core.convert import NAMES, convert, losses
from core.errors import FormatError
from core.formats import load
from core.pdf.document import read
from core.tree import Node, Span, Tree

TREE = Tree(
    name="a.pdf",
    pages=2,
    nodes=(
        Node(id="a", title="Introduction", span=Span(start=1, end=1)),
        Node(id="b", title="Methods", span=Span(start=1, end=2)),
    ),
)


def pdf() -> bytes:
    with pymupdf.open() as doc:
        for lines in (["Introduction", "First words.", "Methods", "Second words."], ["Last words."]):
            page = doc.new_page()
            for nth, line in enumerate(lines):
                page.insert_text((72, 100 + 60 * nth), line)
        return bytes(doc.tobytes())


@pytest.mark.parametrize("to", NAMES)
def test_every_format_can_be_written_with_the_pdf_at_hand(to: str) -> None:
    assert convert(TREE, to, pdf=pdf())


@pytest.mark.parametrize(("to", "with_text"), [("bookmarks", False), ("quantmind", False), ("pageindex", True)])
def test_what_needs_the_pdf_says_so(to: str, with_text: bool) -> None:
    with pytest.raises(FormatError, match="name the PDF as well"):
        convert(TREE, to, with_text=with_text)


def test_text_is_cut_at_headings_or_whole_pages_as_the_format_wants() -> None:
    cut = json.loads(convert(TREE, "pageindex", pdf=pdf(), with_text=True))["structure"]
    assert [node["text"].split("\n\n") for node in cut] == [
        ["Introduction", "First words."],
        ["Methods", "Second words.", "Last words."],
    ]
    whole = json.loads(convert(TREE, "quantmind", source=read(pdf(), name="a.pdf")))["nodes"].values()
    assert sorted("First words." in (node["content"] or "") for node in whole) == [False, True, True]


def test_a_part_of_the_tree() -> None:
    assert [node.id for node in load(convert(TREE, "native", only={"b"})).tree.nodes] == ["b"]
    assert [entry.title for entry in read(convert(TREE, "bookmarks", pdf=pdf(), only={"b"}), name="a.pdf").outline] == ["Methods"]


def test_an_unknown_name() -> None:
    for call in (convert, losses):
        with pytest.raises(FormatError, match="no format 'xml'"):
            call(TREE, "xml")


def test_losses_for_every_format() -> None:
    assert {to: len(losses(TREE, to)) for to in NAMES}["native"] == 0
    assert losses(TREE, "bookmarks") == ["This format has no end pages: 2 will be lost."]
