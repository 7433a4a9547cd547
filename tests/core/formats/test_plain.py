"""Formats for people: indented text, Markdown, tables, HTML; and the vectorless engine's list."""

from __future__ import annotations

import csv
import io
import json
import time

import pytest
from hypothesis import given, settings

from core.errors import FormatError
from core.formats import Imported, dump, load, losses
from core.tree import Node, Review, Span, Tree
from tests.core.trees import outline, tree, trees

BOOK = tree("a 1-4", "  b 2-3", "    c 3", "d 4-20", "e ?")
HOSTILE = "[x](javascript:alert(1)) <script>alert('1')</script> `=1+1` *b* _i_ \\ | # ~ & \" 数据 .... 3"


def titled(title: str) -> Tree:
    return Tree(name="a b.pdf", pages=9, nodes=(Node(id="a", title=title, span=Span(start=3, end=9)),))


def read(text: str) -> Imported:
    return load(text, name="a.pdf", pages=20, sha256="0" * 64)


def shape(some: Tree) -> list[tuple[int, str, int | None]]:
    """What every one of these formats holds."""
    return [(place.level, " ".join(place.node.title.split()) or "?", place.node.span.start) for place in some.walk()]


@pytest.mark.parametrize("name", ["outline", "markdown"])
@settings(max_examples=30)
@given(some=trees(at_least=1))
def test_titles_levels_and_starts_come_back(name: str, some: Tree) -> None:
    if name == "markdown" and all(place.node.span.start is None for place in some.walk()):
        return
    found = read(dump(some, name))
    assert found.format == name
    assert shape(found.tree) == shape(some)


@pytest.mark.parametrize("name", ["csv", "tsv"])
@settings(max_examples=30)
@given(some=trees())
def test_tables_keep_ids_spans_and_reviews_too(name: str, some: Tree) -> None:
    found = read(dump(some, name))
    assert (found.format, found.notes) == ("csv", ())
    kept = [(place.node.id, place.level, place.node.title, place.node.span, place.node.review) for place in found.tree.walk()]
    assert kept == [(place.node.id, place.level, place.node.title, place.node.span, place.node.review) for place in some.walk()]


@settings(max_examples=30)
@given(some=trees(plain=True, at_least=1))
def test_vectorless_keeps_ids_titles_pages_and_summaries(some: Tree) -> None:
    found = read(dump(some, "vectorless"))
    assert found.format == "vectorless"
    for place, old in zip(found.tree.walk(), some.walk(), strict=True):
        end = place.node.span.end if old.node.span.end is not None else None
        assert place.node.with_(children=(), span=Span(start=place.node.span.start, end=end)) == old.node.with_(children=())
    assert read(dump(found.tree, "vectorless")).tree == found.tree


@pytest.mark.parametrize("name", ["outline", "markdown", "csv", "tsv", "vectorless"])
def test_hostile_titles_come_back_as_they_were(name: str) -> None:
    assert read(dump(titled(HOSTILE), name)).tree.nodes[0].title == HOSTILE


class TestOutline:
    def test_as_printed(self) -> None:
        assert dump(BOOK, "outline") == "A ..... 1\n  B ..... 2\n    C ..... 3\nD ..... 4\nE ..... ?\n"

    def test_other_leaders_and_indents(self) -> None:
        found = read(
            "1 Introduction .......... 3\n\t1.1 Aims  4\n\t1.2 Scope\t5\r\n\n"
            "2 Methods ... 9\n   2.1 Data. ..... 9\n  2.2 Odd indent   10\n"
        )
        assert shape(found.tree) == [
            (1, "1 Introduction", 3),
            (2, "1.1 Aims", 4),
            (2, "1.2 Scope", 5),
            (1, "2 Methods", 9),
            (2, "2.1 Data.", 9),
            (2, "2.2 Odd indent", 10),
        ]
        assert found.notes == ("The file has no end pages: they were derived from the starts that follow.",)

    @pytest.mark.parametrize(
        "text", ["Introduction\nMethods\n", "Introduction 3\n", "Just a letter to you,\nwritten in 2024\n", "....... 3\n"]
    )
    def test_what_is_no_outline(self, text: str) -> None:
        with pytest.raises(FormatError, match="no outline with a page at the end"):
            read(text)

    @pytest.mark.parametrize(
        "line", ["." * 100_000 + "x", " " * 100_000 + "x", "a" + " ." * 50_000 + "x", "- [" + "\\" * 100_001 + "](#pag"]
    )
    def test_long_lines_take_no_time(self, line: str) -> None:
        began = time.process_time()
        with pytest.raises(FormatError):
            read(line)
        assert time.process_time() - began < 2


class TestMarkdown:
    def test_links_lead_to_the_page(self) -> None:
        text = dump(Tree(name="a b.pdf", pages=9, title="The *book*", nodes=titled("Data [raw]").nodes), "markdown")
        assert text == "# The \\*book\\*\n\n- [Data \\[raw\\]](a%20b.pdf#page=3)\n"
        assert read(text).tree.title == "The *book*"

    def test_made_by_hand(self) -> None:
        found = read("* [A](#page=1)\n    * [B](x.pdf#page=2&zoom=50)\n    * without link\n* [C](#page=3)\n")
        assert shape(found.tree) == [(1, "A", 1), (2, "B", 2), (2, "without link", None), (1, "C", 3)]

    def test_text_after_the_list_is_none(self) -> None:
        with pytest.raises(FormatError, match="no Markdown list"):
            read("- [A](#page=1)\nSome more words.\n")


class TestTables:
    def test_formulas_are_harmless(self) -> None:
        for title in ("=1+1", "@SUM(A1)", "-2", "'=x", "''+x"):
            cell = list(csv.reader(io.StringIO(dump(titled(title), "csv"), newline="")))[1][1]
            assert cell == f"'{title}"
            assert read(dump(titled(title), "csv")).tree.nodes[0].title == title

    def test_made_by_hand(self) -> None:
        found = read('\ufeffTitle;Level;Start;Remark\nIntroduction;1;3;x\n"Data; raw";3;4;\n\nEnd;1;;y\n')
        assert shape(found.tree) == [(1, "Introduction", 3), (2, "Data; raw", 4), (1, "End", None)]
        assert found.notes == (
            "Columns that a tree has no place for were left out: remark.",
            "Some levels jumped by more than one and were made one deeper than the row before: “Data; raw”.",
        )

    def test_statuses(self) -> None:
        found = read("level,title,start,status\n1,A,1,Accepted\n1,B,2,\n1,C,3,fine\n")
        assert [node.review for node in found.tree.nodes] == [Review.ACCEPTED, Review.UNREVIEWED, Review.UNREVIEWED]
        assert found.notes == ("Some statuses are none of ours and count as unreviewed: 'fine' on line 4.",)

    @pytest.mark.parametrize("row", ["x,A,1", ",A,1", "-1,A,1", "99999,A,1"])
    def test_a_level_that_is_none(self, row: str) -> None:
        with pytest.raises(FormatError, match="line 2: level: expected a number"):
            read(f"level,title,start\n{row}\n")

    def test_ids_twice_are_given_anew(self) -> None:
        found = read("level,title,start,node_id\n1,A,1,x\n1,B,2,x\n")
        assert len({node.id for node in found.tree.nodes}) == 2
        assert "an id that another one has" in found.notes[0]


class TestHtml:
    def test_everything_from_the_document_is_escaped(self) -> None:
        hostile = titled(HOSTILE).model_copy(update={"name": "<img src=x onerror=alert(1)>.pdf", "title": "</title><script>"})
        text = dump(hostile, "html")
        assert "<script>" not in text
        assert "<img" not in text
        assert "default-src 'none'" in text

    def test_cannot_be_imported(self) -> None:
        assert "cannot be imported" in losses(BOOK, "html")[-1]
        with pytest.raises(FormatError):
            read(dump(BOOK, "html"))


class TestVectorless:
    def test_open_and_unknown_pages(self) -> None:
        nodes = [
            {
                "node_id": "a",
                "structure": "1",
                "title": "A",
                "start_page": 1,
                "end_page": 0,
                "nodes": [{"title": "B", "start_page": 0}],
            },
            {"node_id": "c", "structure": "2", "title": "C", "start_page": 5},
        ]
        found = read(json.dumps(nodes))
        assert [str(place.node.span) for place in found.tree.walk()] == ["1-5", "?", "5-20"]
        assert found.notes == (
            "Some nodes had no id and were given one: “B”.",
            "2 open end pages were derived from the starts that follow.",
        )
        assert read(json.dumps({"toc_tree": nodes})).tree == found.tree

    def test_positions_are_numbered(self) -> None:
        assert [node["structure"] for node in json.loads(dump(BOOK, "vectorless"))] == ["1", "2", "3"]
        assert json.loads(dump(BOOK, "vectorless"))[0]["nodes"][0]["nodes"][0]["structure"] == "1.1.1"


def test_losses_count_what_has_no_place() -> None:
    assert losses(BOOK, "outline") == [
        "This format has no end pages: 4 will be lost.",
        "This format has no ids of sections: 5 will be lost.",
    ]
    assert losses(BOOK, "csv") == []


def test_a_table_of_contents_keeps_its_order() -> None:
    assert outline(read(dump(BOOK, "csv")).tree) == outline(BOOK)
