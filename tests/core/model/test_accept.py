"""What of a model's words is borne out by the pages."""

from __future__ import annotations

import pytest

from core.draft import draft
from core.evidence.model import DocumentEvidence
from core.model.accept import Checked, check, locate
from core.model.answers import Do, Entry
from core.model.merge import Verdict, merged, to_tree
from core.model.outline import Item, flatten, insert, numbers, smooth
from core.model.support import certain
from core.pdf.reading import Line, Page, Reading
from core.verify import Index, prepare
from tests.core.model.samples import evidence, sections, with_holes

PAPER = "paper-two-column"


@pytest.fixture(scope="module")
def index() -> Index:
    return prepare(with_holes(PAPER))


@pytest.fixture(scope="module")
def items(index: Index) -> list[Item]:
    return [item for item in flatten(draft(with_holes(PAPER)), index) if item.node is not None and not item.node.synthetic]


def said(items: list[Item], index: Index, *entries: Entry) -> Checked:
    return check(entries, items, items, range(1, len(index.evidence.reading.pages) + 1), index)


def missing(items: list[Item]) -> tuple[str, int]:
    """A right section that the draft does not hold."""
    known = {(item.title, item.page) for item in items}
    return next((each.title, each.page) for each in sections(PAPER) if (each.title, each.page) not in known)


def test_an_addition_where_it_stands_waits_for_a_second_look(items: list[Item], index: Index) -> None:
    title, page = missing(items)
    checked = said(items, index, Entry(title=title, page=page, structure="1"))
    (change,) = checked.doubted
    assert not checked.changes
    assert (change.do, change.title, change.page, change.level) == (Do.ADD, title, page, 1)


def test_a_wrong_page_is_put_right(items: list[Item], index: Index) -> None:
    title, page = missing(items)
    other = page - 1 if page > 1 else page + 1
    (change,) = said(items, index, Entry(title=title, page=other, structure="1")).doubted
    assert change.page == page


def test_an_invented_title_is_left_out(items: list[Item], index: Index) -> None:
    checked = said(items, index, Entry(title="A Taxonomy of Invisible Teapots", page=1))
    assert not checked.changes
    assert not checked.doubted
    assert [entry.title for entry in checked.nowhere] == ["A Taxonomy of Invisible Teapots"]


def test_a_line_of_running_text_is_no_section(items: list[Item], index: Index) -> None:
    text = next(line.text for line in index.lines if line.text.strip()[:1].islower() and len(line.text) > 30)
    assert not said(items, index, Entry(title=text, page=1)).doubted


def test_a_heading_in_capitals_between_lines_set_like_it_is_no_running_text() -> None:
    words = ("THE FERRY COMPANY", "BALANCE SHEETS", "(in thousands, except per share)")
    lines = [
        Line(text, 60, 50.0 + 14 * nth, 260, 60.0 + 14 * nth, 11, 11, "B", True, False, 0, len(text), True, False, 0, True)
        for nth, text in enumerate(words)
    ]
    stack = prepare(DocumentEvidence(reading=Reading("stack", "3" * 64, (Page(1, 600, 800, tuple(lines)),))))
    (change,) = check([Entry(title="Balance Sheets", page=1)], [], [], [1], stack).doubted
    assert change.title == "BALANCE SHEETS"


def test_a_reworded_correction_changes_no_title(items: list[Item], index: Index) -> None:
    item = items[1]
    entry = Entry(do=Do.CORRECT, ref=item.ref, title="What the authors did next", page=item.page, structure="1")
    assert all(not change.title for change in said(items, index, entry).changes)


def test_a_window_that_rejects_what_is_certain_is_not_believed(items: list[Item], index: Index) -> None:
    sure = [item for item in items if certain(item)]
    one = said(items, index, Entry(do=Do.REJECT, ref=sure[0].ref))
    assert not one.changes
    assert [change.ref for change in one.doubted] == [sure[0].ref]
    assert one.believed
    assert not said(items, index, *(Entry(do=Do.REJECT, ref=item.ref) for item in sure)).believed


def test_a_section_rejected_and_named_anew_gets_another_title(items: list[Item], index: Index) -> None:
    item = items[1]
    title, page = item.title, item.page or 0
    short = item._replace(title=title.split()[0])
    entries = (Entry(do=Do.REJECT, ref=item.ref), Entry(title=title, page=page, structure="1"))
    checked = check(entries, [short], [short], [page], index)
    assert [(change.do, change.ref, change.title) for change in checked.changes] == [(Do.CORRECT, item.ref, title)]
    assert not checked.doubted


def test_references_to_nothing_are_passed_over(items: list[Item], index: Index) -> None:
    checked = said(items, index, Entry(do=Do.REJECT, ref="e999"), Entry(do=Do.CORRECT, ref="", title="", page=1))
    assert not checked.changes


def test_a_title_in_the_contents_only_is_nowhere_to_be_placed() -> None:
    report = prepare(evidence("report-roman"))
    entry = next(entry for entry in report.evidence.contents if entry.target and entry.target != entry.page)
    place = locate(entry.title, entry.page, (entry.page,), report)
    assert place is None or place.page != entry.page


def test_the_same_place_is_added_once(items: list[Item], index: Index) -> None:
    title, page = missing(items)
    twice = said(items, index, Entry(title=title, page=page), Entry(title=title.upper(), page=page))
    verdicts = [Verdict(1, (page,), twice.doubted, "high"), Verdict(2, (page,), twice.doubted, "high")]
    found = merged(items, verdicts, index)
    assert len(found) == len(items) + 1
    assert len(to_tree(found, draft(with_holes(PAPER)), index).placed) >= len(found)


def test_numbers_and_levels() -> None:
    items = [Item(str(nth), "t", 1, -1, level) for nth, level in enumerate((2, 3, 3, 2, 4, 1))]
    assert numbers(items) == ["1", "1.1", "1.2", "2", "2.1", "3"]
    assert [item.level for item in smooth(items)] == [1, 2, 2, 1, 2, 1]


def test_insert_keeps_an_order_that_is_not_by_pages(index: Index) -> None:
    items = [Item("a", "A", 5, -1, 1), Item("plates", "Plates", 2, -1, 1), Item("b", "B", 6, -1, 1)]
    insert(items, Item("new", "N", 7, -1, 1), index)
    assert [item.ref for item in items] == ["a", "plates", "b", "new"]
