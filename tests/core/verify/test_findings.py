"""Every code: where it fires, where it must not, and, where it offers a repair, that the repaired tree is right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from core.edit import replay
from core.evidence.model import DocumentEvidence
from core.report import Finding, Report, Severity, Status
from core.tree import Anchor, Node, Span, Tree
from core.verify import prepare, verify
from core.verify.codes import CODES, table
from tests.core.verify.documents import PAPER, document, paper_tree, tree

DOCS = Path(__file__).parents[3] / "docs" / "findings.md"

Change = Callable[[Tree], Tree]


def node(changed: str, **fields: object) -> Change:
    """The change of one node's fields."""
    return lambda old: old.map(lambda each: each.with_(**fields) if each.id == changed else each)


def span(changed: str, start: int | None, end: int | None) -> Change:
    return node(changed, span=Span(start=start, end=end))


def as_is(old: Tree) -> Tree:
    return old


def shown(of: Tree) -> list[str]:
    return [f"{'  ' * (place.level - 1)}{place.node.title} | {place.node.span}" for place in of.walk()]


@dataclass(frozen=True)
class Firing:
    """`code` is found on `at` when `change` is made to the tree, not before it; its repair leads back to the tree as it was."""

    code: str
    change: Change
    at: str | None
    mended: bool = True
    pages: tuple[str, ...] = PAPER
    right: Callable[[], Tree] = field(default=paper_tree)

    @property
    def evidence(self) -> DocumentEvidence:
        return document(*self.pages)


def without(gone: str) -> Change:
    def change(old: Tree) -> Tree:
        def visit(nodes: tuple[Node, ...]) -> tuple[Node, ...]:
            return tuple(each.with_(children=visit(each.children)) for each in nodes if each.id != gone)

        return old.with_nodes(visit(old.nodes))

    return change


def with_more(*more: Node) -> Change:
    return lambda old: old.with_nodes((*old.nodes, *more))


def new(title: str, start: int, end: int) -> Node:
    return Node(id="new", title=title, span=Span(start=start, end=end))


LONG = (
    "# 1 One \n Text.",
    "# 2 Two \n Text.",
    "# 3 Three \n Text.",
    "# 4 Four \n ## 4.1 First \n Text.",
    "Text.",
    "## 4.2 Second \n Text.",
    "Text.",
    "Text.",
)


def long_tree() -> Tree:
    return tree("1 One | 1^", "2 Two | 2^", "3 Three | 3^", "4 Four | 4^-8", "  4.1 First | 4-5", "  4.2 Second | 6^-8", pages=8)


def coarse(old: Tree) -> Tree:
    return without("n5")(without("n6")(old))


SHIFTED = tuple(f"# {nth} Part of {word} \n Text." for nth, word in enumerate(("sea", "land", "air", "fire", "ice"), start=1))


SCANNED = ("# 1 One \n Text.", "# 2 Two \n Text.", "")


def scanned_tree() -> Tree:
    return tree("1 One | 1^", "2 Two | 2^", "3 Plan | 3", pages=3)


ROWS = ("# 1 Quality \n Text.", "| 7 Quality | 12 \n Text.")


def rows_tree() -> Tree:
    return tree("1 Quality | 1", "2 Quality | 2", pages=2)


def longer_tree() -> Tree:
    rows = shown(paper_tree())[:-1]
    return tree(*rows, "4 Discussion | 5-6", pages=6)


def shifted_tree() -> Tree:
    return tree(
        *(f"{nth} Part of {word} | {nth}^" for nth, word in enumerate(("sea", "land", "air", "fire", "ice"), start=1)), pages=5
    )


def shift(old: Tree) -> Tree:
    return old.map(lambda each: each.with_(span=Span(start=(each.span.start or 0) - 1 or None, end=each.span.end)))


def early(old: Tree) -> Tree:
    """Parts 2 to 5, each a page early."""
    return old.map(
        lambda each: (
            each if each.id == "n1" else each.with_(span=Span(start=(each.span.start or 0) - 1, end=(each.span.end or 0) - 1))
        )
    )


FRONT = ("Somebody's book. \n All rights reserved.", *(PAPER))


def front_tree() -> Tree:
    def later(each: Node) -> Node:
        anchor = each.anchor and each.anchor.model_copy(update={"page": each.anchor.page + 1})
        return each.with_(span=Span(start=(each.span.start or 0) + 1, end=(each.span.end or 0) + 1), anchor=anchor)

    moved = paper_tree().map(later)
    front = Node(id="front", title="Front matter", span=Span(start=1, end=2), synthetic=True)
    return Tree(name="a.pdf", pages=6, sha256="0" * 64, nodes=(front, *moved.nodes))


CONTENTS = (
    "# Contents \n @ 1 Introduction 2 \n @ 2 Methods 3 \n @ 3 Lost Chapter 3",
    "# 1 Introduction \n Text.",
    "# 2 Methods \n Text.",
)


def contents_tree() -> Tree:
    return tree("Contents | 1^", "1 Introduction | 2^", "2 Methods | 3^", pages=3)


CAPTIONED = ("# 1 Introduction \n Text.", "# 2 Methods \n Text. \n Figure 3: A river \n Text.")


def captioned_tree() -> Tree:
    return tree("1 Introduction | 1^", "2 Methods | 2^", pages=2)


FIRING = [
    Firing("title-elsewhere", span("n5", 3, 4), "n5"),
    Firing("title-elsewhere", span("n5", 2, 4), "n5"),
    Firing("title-mentioned", node("n5", title="How much"), "n5", mended=False),
    Firing("title-in-contents", with_more(new("3 Lost Chapter", 1, 3)), "new", False, CONTENTS, contents_tree),
    Firing("title-in-header", node("n5", title="A Study of Rivers", span=Span(start=5, end=5)), "n5", mended=False),
    Firing("title-nowhere", with_more(new("Quantum Chromodynamics", 5, 5)), "new"),
    Firing("title-reworded", node("n4", title="2.2 Statistics and giraffes"), "n4"),
    Firing("page-out-of-range", span("n6", 9, 9), "n6"),
    Firing("page-unknown", span("n6", None, 5), "n6"),
    Firing("title-uncertain", as_is, "n2", False, ROWS, rows_tree),
    Firing("page-without-text", as_is, "n3", False, SCANNED, scanned_tree),
    Firing("title-differs", node("n4", title="2.2 Statistics & Sofware"), "n4"),
    Firing("pages-shifted", early, None, True, SHIFTED, shifted_tree),
    Firing("end-before-start", span("n6", 5, 4), "n6"),
    Firing("end-out-of-range", span("n6", 5, 12), "n6"),
    Firing("end-unknown", span("n6", 5, None), "n6"),
    Firing("ends-after-parent", span("n2", 2, 2), "n2"),
    Firing("ends-after-parent", span("n4", 3, 5), "n4"),
    Firing("overlap", span("n1", 1, 4), "n1"),
    Firing("gap", span("n6", 5, 5), "n6", True, (*PAPER, "More words."), longer_tree),
    Firing("uncovered-front", without("front"), None, True, FRONT, front_tree),
    Firing("duplicate", with_more(new("4 Discussion", 5, 5)), "new"),
    Firing("not-a-section", with_more(new("Figure 3: A river", 2, 2)), "new", True, CAPTIONED, captioned_tree),
    Firing("not-a-section", with_more(new("Total", 4, 5)), "new"),
    Firing("section-missing", without("n5"), "n4"),
    Firing("section-missing", without("n3"), "n2"),
    Firing("too-coarse", coarse, "n4", True, LONG, long_tree),
]  # fmt: skip


def found(report: Report, code: str) -> list[Finding]:
    return [each for each in report.findings if each.code == code]


@pytest.mark.parametrize("case", FIRING, ids=lambda case: f"{case.code} at {case.at}")
def test_it_fires_and_is_mended(case: Firing) -> None:
    right = case.right()
    faulty = case.change(right)
    report = verify(faulty, case.evidence)
    (finding, *_) = found(report, case.code)
    assert finding.node_id == case.at
    assert finding.severity is CODES[case.code].severity
    assert bool(finding.repairs) is case.mended
    if case.at is not None and CODES[case.code].status:
        wanted = Status.FAILED if finding.severity is Severity.ERROR else Status.SUSPECT
        assert report.by_node[case.at].status is wanted
    if case.mended:
        mended = replay(faulty, finding.repairs[0].edits)
        assert shown(mended) == shown(right)
        assert not found(verify(mended, case.evidence), case.code)


@pytest.mark.parametrize("case", FIRING, ids=lambda case: f"{case.code} at {case.at}")
def test_it_is_silent_on_the_right_tree(case: Firing) -> None:
    if case.change is not as_is:
        assert verify(case.right(), case.evidence).findings == ()


def test_levels_against_the_numbering() -> None:
    wrong = tree(
        "1 Introduction | 1-2", "2 Methods | 2-3", "  2.1 Sampling | 3", "3 Results | 4", "  2.2 Statistics and Software | 3",
        "4 Discussion | 5", pages=5,
    )  # fmt: skip
    (finding,) = found(verify(wrong, document(*PAPER)), "level-contradicts-number")
    assert finding.node_id == "n5"
    assert shown(replay(wrong, finding.repairs[0].edits)) == shown(paper_tree())


def test_a_numbered_list_does_not_take_the_place_of_the_section() -> None:
    pages = ("# 1 One \n Text.", "# 2 Two \n Text. \n 2. The client pushes data \n Text. \n ## 2.1 Below \n Text.")
    right = ("1 One | 1", "2 Two | 2", "  2. The client pushes data | 2", "  2.1 Below | 2")
    assert not found(verify(tree(*right, pages=2), document(*pages)), "level-contradicts-number")
    flat = tree(*(row.strip() for row in right), pages=2)
    (finding,) = found(verify(flat, document(*pages)), "level-contradicts-number")
    assert "2 Two" in finding.message


def test_a_number_left_out_is_told() -> None:
    pages = ("# 1 One \n Text.", "# 3 Three \n Text.")
    (finding,) = found(verify(tree("1 One | 1", "3 Three | 2", pages=2), document(*pages)), "number-skipped")
    assert finding.node_id == "n2"


def test_order_is_told_and_the_numbering_says_how_sure_the_move_is() -> None:
    numbered = tree("1 Introduction | 1-2", "2 Methods | 2-3", "  2.1 Sampling | 3^", "  2.2 Statistics and Software | 3", "4 Discussion | 5^", "3 Results | 4^", pages=5)  # fmt: skip  # noqa: E501
    (finding,) = found(verify(numbered, document(*PAPER)), "out-of-order")
    assert finding.node_id == "n6"
    assert [row.strip() for row in shown(replay(numbered, finding.repairs[0].edits))][-2:] == [
        "3 Results | 4",
        "4 Discussion | 5",
    ]
    plates = ("# Plates \n Text.", "# Maps \n Text.")
    (doubtful,) = found(verify(tree("Maps | 2", "Plates | 1", pages=2), document(*plates)), "out-of-order")
    assert doubtful.repairs[0].confidence < 0.5 < finding.repairs[0].confidence


def test_a_child_before_its_parent_goes_to_the_section_before() -> None:
    pages = ("# One \n Text. \n ## Alpha \n Text.", "Text. \n ## Beta \n Text.", "# Two \n Text. \n ## Gamma \n Text.")
    right = tree("One | 1-3", "  Alpha | 1-2", "  Beta | 2-3", "Two | 3", "  Gamma | 3", pages=3)
    wrong = tree("One | 1-3", "  Alpha | 1-2", "Two | 3", "  Beta | 2-3", "  Gamma | 3", pages=3)
    (finding,) = found(verify(wrong, document(*pages)), "starts-before-parent")
    assert shown(replay(wrong, finding.repairs[0].edits)) == shown(right)
    assert not found(verify(right, document(*pages)), "starts-before-parent")


def test_a_weak_place_that_has_rivals_is_uncertain() -> None:
    pages = ("Text. \n Quality. Text of it.", "> Quality \n Text.", "> Quality \n Text.", "# 1 Results \n Text.")
    report = verify(tree("1 Results | 4", "Quality | 1", pages=4), document(*pages))
    assert report.by_node["n2"].status is not Status.FAILED


def test_every_code_is_tested() -> None:
    named = Path(__file__).read_text(encoding="utf-8")
    assert [code for code in CODES if f'"{code}"' not in named] == []


def test_the_docs_hold_the_table() -> None:
    assert DOCS.read_text(encoding="utf-8") == table(), "write it anew; its head says how"


def test_findings_say_what_to_do_and_where() -> None:
    report = verify(span("n5", 3, 4)(paper_tree()), document(*PAPER))
    (finding,) = found(report, "title-elsewhere")
    assert "page 3" in finding.message
    assert "page 4" in finding.message
    assert finding.seen[0].box is not None
    suggestion = report.by_node["n5"].suggestion
    assert suggestion is not None
    assert (suggestion.start_index, suggestion.box) == (4, finding.seen[0].box)


def test_a_repaired_start_knows_its_place_on_the_page() -> None:
    report = verify(span("n5", 3, 4)(paper_tree()), document(*PAPER))
    mended = replay(span("n5", 3, 4)(paper_tree()), found(report, "title-elsewhere")[0].repairs[0].edits)
    anchor = mended.find("n5").node.anchor
    assert isinstance(anchor, Anchor)
    assert (anchor.page, anchor.y, anchor.tops_page) == (4, 80.0, True)


@pytest.mark.parametrize(
    "title",
    ["METHODS", "Methods", "2  Methods", "2. Methods", "Section 2 Methods", "2 Meth\u00adods"],
    ids=lambda title: repr(title),
)
def test_harmless_differences_are_not_flagged(title: str) -> None:
    assert verify(node("n2", title=title)(paper_tree()), document(*PAPER)).by_node["n2"].status is Status.OK


def test_synthetic_nodes_and_flat_trees_are_exempt() -> None:
    made = node("n5", title="Pages 4 to 5", synthetic=True)(paper_tree())
    assert verify(made, document(*PAPER)).by_node["n5"].findings == ()
    flat = tree("Pages 1-3 | 1-3", "Pages 4-5 | 4-5", pages=5).model_copy(update={"flat": True})
    assert verify(flat, document(*PAPER)).findings == ()


def test_equal_titles_are_told_apart_by_their_order() -> None:
    pages = tuple(f"# Chapter {word} \n Text. \n ## Summary \n Text." for word in ("One", "Two", "Three"))
    rows = [
        row for nth, word in enumerate(("One", "Two", "Three"), 1) for row in (f"Chapter {word} | {nth}", f"  Summary | {nth}")
    ]
    right = tree(*rows, pages=3)
    assert verify(right, document(*pages)).passed
    report = verify(span("n4", 1, 1)(right), document(*pages))
    suggestion = report.by_node["n4"].suggestion
    assert suggestion is not None
    assert suggestion.start_index == 2
    assert [each.status for each in report.nodes if each.node_id != "n4"] == [Status.OK] * 5


def test_an_outline_slide_is_no_place_to_start() -> None:
    words = ("Aims", "Means", "Costs", "Risks", "Plans")
    pages = ("\n".join(f"# {word}" for word in words), *(f"# {word} \n Text." for word in words))
    right = tree(*(f"{word} | {nth}" for nth, word in enumerate(words, start=2)), pages=6)
    assert [each.status for each in verify(right, document(*pages)).nodes] == [Status.OK] * 5
    report = verify(span("n3", 1, 2)(right), document(*pages))
    assert report.by_node["n3"].suggestion is not None


def test_a_right_node_beside_a_faulty_one_is_right() -> None:
    swapped = span("n5", 5, 5)(span("n6", 4, 5)(paper_tree()))
    report = verify(swapped, document(*PAPER))
    assert [each.status for each in report.nodes] == [Status.OK] * 4 + [Status.FAILED] * 2
    assert [each.suggestion and each.suggestion.start_index for each in report.nodes[4:]] == [4, 5]


def test_a_prepared_document_is_asked_again_without_reading_it_again() -> None:
    prepared = prepare(document(*PAPER))
    first = verify(paper_tree(), prepared)
    prepared.filed.clear()
    assert verify(paper_tree(), prepared) == first


def test_a_document_without_text_accuses_nobody_of_invention() -> None:
    report = verify(tree("1 One | 1", pages=1), document(""))
    assert [each.code for each in report.findings if CODES[each.code].status] == ["page-without-text"]


@pytest.mark.parametrize("title", ["* * *", "§", "∞"])
def test_a_title_of_signs_alone_is_found_as_it_stands(title: str) -> None:
    pages = (f"# 1 One \n Text. \n {title} \n More text.", "Text.")
    right = tree("1 One | 1-2", f"{title} | 1-2", pages=2)
    assert [each.status for each in verify(right, document(*pages)).nodes] == [Status.OK] * 2
    assert verify(span("n2", 2, 2)(right), document(*pages)).by_node["n2"].status is Status.FAILED


@pytest.mark.parametrize("title", ["", " ", "\x00", "1", "i.", "x" * 2_000, "\u202eevil", "<b>", "a" * 3, "...", "Chapter"])
def test_no_title_is_too_odd_for_a_report(title: str) -> None:
    odd = node("n2", title=title)(paper_tree())
    report = verify(odd, document(*PAPER))
    assert [each.status for each in report.nodes if each.node_id != "n2"] == [Status.OK] * 5


def test_a_tree_that_counts_more_pages_than_there_are_gets_its_report() -> None:
    longer = Tree(name="a.pdf", pages=12, nodes=span("n6", 11, 12)(paper_tree()).nodes)
    assert verify(longer, document(*PAPER)).by_node["n6"].status is Status.FAILED


def test_an_empty_tree_and_an_empty_document() -> None:
    assert verify(Tree(name="a.pdf", pages=5), document(*PAPER)).nodes == ()
    assert verify(Tree(name="a.pdf", pages=0), document()).findings == ()


def test_front_matter_is_one_section_in_spite_of_blank_pages() -> None:
    pages = ("A book.", "", "Thanks to all.", "# One \n Text.")
    (finding,) = verify(tree("One | 4^", pages=4), document(*pages)).findings
    assert finding.code == "uncovered-front"
    assert shown(replay(tree("One | 4^", pages=4), finding.repairs[0].edits)) == ["Front matter | 1-3", "One | 4"]
