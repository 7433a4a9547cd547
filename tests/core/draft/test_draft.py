from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from core.draft import draft
from core.evidence import gather
from core.evidence.model import ContentsEntry, DocumentEvidence, Heading, Pointer
from core.pdf.reading import Page, Reading
from core.tree import Node, Tree
from core.verify import verify
from tests.core.evidence.made import heading_of, line, page, prose, reading, titled

Outline = list[tuple[int, str, int | None]]
BOX = (72.0, 100.0, 300.0, 114.0)


def shape(tree: Tree) -> Outline:
    return [(place.level, place.node.title, place.node.span.start) for place in tree.walk()]


def evidence_of(pages: Sequence[Page], confidence: float = 0.95, **fields: object) -> DocumentEvidence:
    """Evidence in which each bold line is a heading; its style goes by size, slant and weight."""
    headings = []
    for each in pages:
        for nth, own in enumerate(each.lines):
            if own.bold or own.italic:
                headings.append(heading_of(each, nth, confidence, style=round(own.size) * 2 + own.italic))
    return DocumentEvidence(reading(*pages), tuple(headings), **fields)  # type: ignore[arg-type]


def stacked(*titles: tuple[str, float, bool]) -> list[Page]:
    """A page a title: its text, its size, and whether it is italic rather than bold."""
    return [
        page(nth + 1, [line(text, size=size, bold=not italic, italic=italic), *prose()])
        for nth, (text, size, italic) in enumerate(titles)
    ]


def levels(*titles: tuple[str, float, bool]) -> list[int]:
    return [place.level for place in draft(evidence_of(stacked(*titles))).walk()]


def test_depth_of_numbers_gives_levels() -> None:
    titles = [("1 Rivers", 14, False), ("1.1 Springs", 12, False), ("1.1.1 Hot ones", 12, False), ("2 Lakes", 14, False)]
    assert levels(*titles) == [1, 2, 3, 1]


def test_sections_without_numbers_stand_with_those_set_like_them() -> None:
    titles = [("Abstract", 14, False), ("1 Rivers", 14, False), ("1.1 Springs", 12, False), ("References", 14, False)]
    assert levels(*titles) == [1, 1, 2, 1]


def test_capitals_of_names_make_no_level() -> None:
    """What is called SEQUENCE in its own heading is called so in others' as well."""
    names = ["SET", "Extensibility of SET", "SEQUENCE", "Order in a SEQUENCE", "CHOICE"]
    assert levels(*((title, 14, False) for title in names)) == [1] * 5


def test_capitals_that_no_other_title_holds_are_a_way_of_setting_headings() -> None:
    titles = ["RIVERS", "Their springs", "Their mouths", "LAKES", "Depths of lakes", "Shores", "SEAS", "Tides"]
    assert levels(*((title, 14, False) for title in titles)) == [1, 2, 2, 1, 2, 2, 1, 2]


def test_roman_letter_and_digit_nest_at_one_size() -> None:
    titles = [
        "I. Rivers",
        "A. Springs",
        "1) Hot",
        "2) Cold",
        "B. Mouths",
        "II. Lakes",
        "A. Salt",
        "B. Sweet",
        "C. Dry",
        "III. Seas",
    ]
    looks = [(title, 10.0, title[0] not in "I") for title in titles]
    assert levels(*looks) == [1, 2, 3, 3, 2, 1, 2, 2, 2, 1]


def test_numbers_that_start_over_in_every_section_nest_below_it() -> None:
    titles = "I. One, 1. Two, a) Three, (1) Four, (2) Five, b) Six, (1) Seven, (2) Eight, 2. Nine, a) Ten, b) Eleven"
    more = "II. One, 1. Two, a) Three, b) Four, 2. Five, III. Six, 1. Seven, 2. Eight"
    looks = [(title, 12.0, False) for title in f"{titles}, {more}".split(", ")]
    assert levels(*looks) == [1, 2, 3, 4, 4, 3, 4, 4, 2, 3, 3, 1, 2, 3, 3, 2, 1, 2, 2]


def test_size_gives_levels_where_nothing_is_numbered() -> None:
    titles = [("Rivers", 18, False), ("Springs", 14, False), ("Hot", 11, False), ("Mouths", 14, False), ("Lakes", 18, False)]
    assert levels(*titles) == [1, 2, 3, 2, 1]


def test_what_interrupts_a_count_lies_below_it() -> None:
    titles = [("1 Rivers", 14, False), ("1.1 Springs", 12, False), ("Hot ones", 12, True), ("1.2 Mouths", 12, False)]
    assert levels(*titles) == [1, 2, 3, 2]


def test_levels_never_jump() -> None:
    titles = [("1 Rivers", 14, False), ("1.1.1 Springs", 12, False), ("2 Lakes", 14, False), ("2.1 Salt", 12, False)]
    found = levels(*titles)
    assert all(after <= before + 1 for before, after in pairwise(found))


def test_a_label_and_its_title_are_one_section() -> None:
    lines = [line("Chapter 1", y=100, size=20, bold=True), line("Rivers", y=130, size=20, bold=True), *prose()]
    document = page(1, lines)
    headings = (heading_of(document, 0, 0.9), heading_of(document, 1, 0.9))
    assert shape(draft(DocumentEvidence(reading(document), headings))) == [(1, "Chapter 1 Rivers", 1)]


@pytest.mark.parametrize("scale", [0.25, 1.0, 4.0])
def test_a_label_beside_its_title_is_one_with_it_at_any_size(scale: float) -> None:
    title = line("Rivers", x=200 * scale, y=103 * scale, size=20 * scale, bold=True)
    label = line("Chapter 1", x=20 * scale, y=100 * scale, size=20 * scale, bold=True)
    document = page(1, [title, label, *prose()])
    headings = (heading_of(document, 0, 0.9), heading_of(document, 1, 0.9))
    assert shape(draft(DocumentEvidence(reading(document), headings))) == [(1, "Chapter 1 Rivers", 1)]


@pytest.mark.parametrize("scale", [0.25, 1.0, 4.0])
def test_what_stands_closely_above_a_heading_keeps_it_from_the_top_at_any_size(scale: float) -> None:
    heading = line("Rivers", y=100 * scale, size=20 * scale, bold=True)
    above = line("the end of a paragraph", y=85 * scale, size=10 * scale)
    document = page(1, [heading, above, *prose()])
    tree = draft(DocumentEvidence(reading(document), (heading_of(document, 0, 0.9),)))
    assert [node.anchor is not None and node.anchor.tops_page for node in tree.nodes] == [False]


def test_bookmarks_give_levels_and_do_not_hide_what_the_pages_show() -> None:
    pages = stacked(("Rivers", 16, False), ("Springs", 12, False), ("Lakes", 16, False), ("Salt", 12, False))
    marks = (Pointer("Rivers", 1, 100.0, 1, "entry 1", 0), Pointer("Lakes", 3, 100.0, 1, "entry 2", 2))
    tree = draft(evidence_of(pages, 0.97, bookmarks=marks))
    assert shape(tree) == [(1, "Rivers", 1), (2, "Springs", 2), (1, "Lakes", 3), (2, "Salt", 4)]


def test_a_bookmark_does_not_set_a_number_beside_the_one_that_it_belongs_to() -> None:
    titles = [("1 Rivers", 16, False), ("1.1 Springs", 12, False), ("2 Lakes", 16, False), ("2.1 Salt", 12, False)]
    pages = stacked(*titles, ("2.2 Sweet", 12, False))
    named = ((0, "Rivers", 1), (1, "Springs", 2), (3, "Salt", 1))
    marks = tuple(Pointer(title, nth + 1, 100.0, level, f"entry {nth}", nth) for nth, title, level in named)
    assert [level for level, *_ in shape(draft(evidence_of(pages, 0.97, bookmarks=marks)))] == [1, 2, 1, 2, 2]


def test_destinations_do_not_bring_in_what_the_contents_leave_out_as_too_deep() -> None:
    titles = [("1 Rivers", 16, False), ("1.1 Springs", 14, False), ("1.1.1 Salt", 12, False), ("2 Lakes", 16, False)]
    pages = stacked(*titles)
    names = ("section.1", "subsection.1.1", "subsubsection.1.1.1", "section.2")
    led = tuple(Pointer(titles[nth][0], nth + 1, 90.0, (3, 4, 5, 3)[nth], name, nth) for nth, name in enumerate(names))
    entries = tuple(
        ContentsEntry(1, BOX, titles[nth][0].split()[0], titles[nth][0], "", nth + 1, level, 1, nth)
        for nth, level in ((0, 1), (1, 2), (3, 1))
    )
    found = shape(draft(evidence_of(pages, 0.97, contents=entries, destinations=led)))
    assert found == [(1, "1 Rivers", 1), (2, "1.1 Springs", 2), (1, "2 Lakes", 4)]
    assert len(shape(draft(evidence_of(pages, 0.97, destinations=led)))) == 4


def test_contents_of_one_level_say_nothing_of_what_stands_below_it() -> None:
    pages = stacked(
        *[(f"{nth} River {nth}" if nth % 3 else f"Banks {nth}", 16 if nth % 3 else 12, False) for nth in range(1, 13)]
    )
    chapters = [nth for nth in range(12) if (nth + 1) % 3]
    entries = tuple(
        ContentsEntry(1, BOX, str(nth + 1), f"{nth + 1} River {nth + 1}", str(nth + 1), nth + 1, 1, 1, nth) for nth in chapters
    )
    assert len(shape(draft(evidence_of(pages, 0.9, contents=entries)))) == 12


def test_headings_without_a_number_need_no_destination_where_none_has_one() -> None:
    pages = stacked(("1 Rivers", 14, False), ("2 Lakes", 14, False), ("Thanks", 14, False), ("3 Seas", 14, False))
    led = tuple(Pointer("", nth + 1, 90.0, 3, f"section.{nth}", nth) for nth in (0, 1, 3))
    tree = draft(evidence_of(pages, 0.55, destinations=led))
    assert "Thanks" in [place.node.title for place in tree.walk()]


def test_the_heading_of_the_contents_is_no_section_unless_bookmarks_name_it() -> None:
    pages = stacked(("Contents", 14, False), ("1 Rivers", 14, False), ("2 Lakes", 14, False))
    listed = evidence_of(pages, contents_pages=(1,))
    assert [title for _, title, _ in shape(draft(listed))] == ["Front matter", "1 Rivers", "2 Lakes"]
    mark = Pointer("Contents", 1, 100.0, 1, "entry 1", 0)
    assert shape(draft(replace(listed, bookmarks=(mark,))))[0] == (1, "Contents", 1)
    assert shape(draft(replace(listed, contents_pages=())))[0] == (1, "Contents", 1)


def test_a_bookmark_that_is_printed_nowhere_is_drafted_as_such_and_passes_verification() -> None:
    pages = stacked(("1 Rivers", 14, False), ("2 Lakes", 14, False))
    marks = tuple(Pointer(title, nth + 1, None, 1, "entry", at) for title, nth, at in (("Cover", 0, -1), ("1 Rivers", 0, 0)))
    evidence = evidence_of(pages, 0.97, bookmarks=marks)
    tree = draft(evidence)
    assert [(place.node.title, place.node.synthetic) for place in tree.walk()] == [
        ("Cover", True),
        ("1 Rivers", False),
        ("2 Lakes", False),
    ]
    assert verify(tree, evidence).passed
    blank = pages[0]._replace(lines=(), scan=True)
    scanned = DocumentEvidence(reading(blank), bookmarks=(marks[0],))
    assert [place.node.synthetic for place in draft(scanned).walk()] == [False]


def test_a_bookmark_without_a_title_is_no_section() -> None:
    pages = stacked(("Rivers", 16, False), ("Springs", 12, False), ("Lakes", 16, False), ("Salt", 12, False))
    named = (Pointer("Rivers", 1, 100.0, 1, "entry 1", 0), Pointer("Lakes", 3, 100.0, 1, "entry 4", 2))
    for blank in ("", " \u00ad "):
        marks = (named[0], Pointer(blank, 2, 300.0, 1, "entry 2", -1), Pointer(blank, 4, 300.0, 2, "entry 3", -1), named[1])
        tree = draft(evidence_of(pages, 0.97, bookmarks=marks))
        assert all(place.node.title.strip() for place in tree.walk())
        assert [title for _, title, _ in shape(tree)] == ["Rivers", "Springs", "Lakes", "Salt"]


def test_contents_carry_a_heading_that_does_not_look_like_one() -> None:
    pages = stacked(("1 Rivers", 10, False), ("2 Lakes", 10, False), ("3 Seas", 10, False))
    entries = tuple(ContentsEntry(1, BOX, each[0], each, str(nth + 1), nth + 1, 1, nth + 1, nth) for nth, each in
                    enumerate(("1 Rivers", "2 Lakes", "3 Seas")))  # fmt: skip
    assert len(draft(evidence_of(pages, 0.1, contents=entries)).nodes) == 3
    assert draft(evidence_of(pages, 0.1)).flat


def test_a_node_says_who_says_so() -> None:
    pages = stacked(("1 Rivers", 14, False))
    entry = ContentsEntry(7, BOX, "1", "1 Rivers", "1", 1, 1, 12, 0)
    (node,) = draft(evidence_of(pages, contents=(entry,))).nodes
    assert [each.note for each in node.evidence] == [
        "printed contents p. 7, entry 12",
        "heading p. 1, bold 14 pt",
        "numbering 1 begins a count",
    ]
    assert node.anchor is not None
    assert (node.anchor.page, node.anchor.tops_page) == (1, True)


def test_a_node_says_what_its_number_follows() -> None:
    titles = [("1 Rivers", 14, False), ("1.1 Springs", 12, False), ("1.2 Falls", 12, False), ("4 Ice", 14, False)]
    tree = draft(evidence_of(stacked(*titles)))
    assert [place.node.evidence[-1].note for place in tree.walk()] == [
        "numbering 1 begins a count",
        "numbering 1.1 is the first under 1",
        "numbering 1.2 follows 1.1",
        "numbering 4, with nothing before it in the count",
    ]


def test_a_section_ends_where_the_next_starts_low_and_before_it_where_that_tops_its_page() -> None:
    low = page(2, [*prose(60, 5), line("2 Lakes", y=400, size=14, bold=True), *prose(440, 5)])
    tree = draft(evidence_of([titled(1, "1 Rivers"), low, titled(3, "3 Seas")]))
    assert [(node.span.start, node.span.end) for node in tree.nodes] == [(1, 2), (2, 2), (3, 3)]


def test_text_before_the_first_section_is_front_matter() -> None:
    tree = draft(evidence_of([page(1, prose()), titled(2, "1 Rivers"), titled(3, "2 Lakes")]))
    assert tree.nodes[0].synthetic
    assert tree.nodes[0].span.end == 1


@pytest.mark.parametrize(("count", "groups"), [(3, 3), (25, 25), (26, 13), (400, 20)])
def test_nothing_found_gives_the_pages(count: int, groups: int) -> None:
    tree = draft(DocumentEvidence(reading(*[page(nth + 1, prose()) for nth in range(count)])))
    assert tree.flat
    assert tree.warnings
    assert len(tree.nodes) == groups
    assert all(node.synthetic for node in tree.nodes)
    assert tree.nodes[-1].span.end == count


def test_scans_are_named() -> None:
    pages = [titled(1, "1 Rivers"), *(page(nth, [])._replace(scan=True) for nth in (2, 3, 4)), titled(5, "2 Lakes")]
    (warning,) = draft(evidence_of(pages)).warnings
    assert "pages 2-4" in warning


def test_ids_tell_equal_titles_apart_and_are_the_same_in_every_build() -> None:
    pages = [page(1, [line("Notes", y=100, size=14, bold=True), line("Notes", y=300, size=14, bold=True)])]
    first, second = draft(evidence_of(pages)), draft(evidence_of(pages))
    assert [node.id for node in first.nodes] == [node.id for node in second.nodes]
    assert len({node.id for node in first.nodes}) == 2


def _faults(nodes: Sequence[Node], start: int, end: int) -> list[str]:
    found = []
    for node in nodes:
        if node.span.start is None or node.span.end is None or not start <= node.span.start <= node.span.end <= end:
            found.append(node.title)
        else:
            found += _faults(node.children, node.span.start, node.span.end)
    starts = [node.span.start or 0 for node in nodes]
    return found + ([] if starts == sorted(starts) else ["order"])


@pytest.mark.parametrize("count", [1, 2, 5, 40])
def test_what_is_drafted_has_no_structural_fault(count: int) -> None:
    titles = ["2.4.1 Deep", "Chapter 9", "A. Letter", "1 One", "(a) Small", "Plain words", "7.7 Seven", "IV. Four"]
    pages = [
        page(nth + 1, [line(titles[(nth * 3 + at) % 8], y=100 + 90 * at, size=10 + (nth * at) % 4, bold=True) for at in range(4)])
        for nth in range(count)
    ]
    tree = draft(evidence_of(pages))
    assert _faults(tree.nodes, 1, count) == []


def test_an_empty_reading_has_an_empty_tree() -> None:
    assert draft(gather(Reading("empty.pdf", "0" * 64, ()))).nodes == ()


def test_headings_keep_their_confidence_in_order() -> None:
    pages = stacked(("1 Rivers", 14, False), ("2 Lakes", 14, False), ("3 Seas", 14, False))
    evidence = evidence_of(pages)
    doubtful: Heading = evidence.headings[1]._replace(confidence=0.6)
    tree = draft(DocumentEvidence(evidence.reading, (evidence.headings[0], doubtful, evidence.headings[2])))
    first, second, _ = (node.confidence or 0.0 for node in tree.nodes)
    assert first > second


def test_a_doubtful_number_between_two_sure_ones_is_a_section() -> None:
    pages = stacked(("I. Rivers", 14, False), ("II. Lakes", 14, False), ("III. Seas", 14, False), ("VII. Ice", 14, False))
    evidence = evidence_of(pages)
    headings = [each._replace(confidence=0.3 if nth in (1, 3) else 0.95) for nth, each in enumerate(evidence.headings)]
    tree = draft(DocumentEvidence(evidence.reading, tuple(headings)))
    assert [node.title for node in tree.nodes] == ["I. Rivers", "II. Lakes", "III. Seas"]


def test_a_running_header_does_not_repeat_a_numbered_section() -> None:
    pages = stacked(("1.1 Rivers", 14, False), ("1.1 Rivers", 9, False), ("1.2 Lakes", 14, False), ("1.2 Lakes", 9, False))
    evidence = evidence_of(pages)
    headings = [each._replace(confidence=0.6 if nth % 2 else 0.95) for nth, each in enumerate(evidence.headings)]
    tree = draft(DocumentEvidence(evidence.reading, tuple(headings)))
    assert [(node.title, node.span.start) for node in tree.nodes] == [("1.1 Rivers", 1), ("1.2 Lakes", 3)]


def test_pages_that_could_not_be_read_are_told_apart_from_scans() -> None:
    pages = [*stacked(("1 First", 14.0, False), ("2 Second", 14.0, False)), page(3, ())._replace(scan=True)]
    pages += [page(4, ())._replace(scan=True), page(5, ())._replace(scan=True)]
    for evidence in (evidence_of(pages), evidence_of(pages, confidence=0.0)):
        read = replace(evidence.reading, unreadable=(4, 5))
        tree = draft(replace(evidence, reading=read))
        unreadable, scans = tree.warnings[-2:]
        assert ("pages 4-5 could not be read" in unreadable, scans.startswith("No text on page 3:")) == (True, True)


def test_a_heading_that_nearly_is_one_follows_most_of_those_set_like_it() -> None:
    titles = [(title, 12.0, True) for title in ("Springs", "Mouths", "Falls", "Deltas", "Floods", "Ice")]
    evidence = evidence_of(stacked(*titles))

    def drafted(*confidences: float) -> int:
        headings = [each._replace(confidence=sure) for each, sure in zip(evidence.headings, confidences, strict=True)]
        return len([node for node in draft(DocumentEvidence(evidence.reading, tuple(headings))).nodes if not node.synthetic])

    assert drafted(0.9, 0.9, 0.9, 0.9, 0.9, 0.4) == 6
    assert drafted(0.9, 0.9, 0.9, 0.9, 0.9, 0.1) == 5
    assert drafted(0.9, 0.9, 0.4, 0.4, 0.4, 0.4) == 2
