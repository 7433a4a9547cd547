"""The layout network is asked about doubtful pages only, and weighs in without overruling what names a section."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.evidence.model import ContentsEntry, DocumentEvidence, Heading
from core.evidence.network import PAGES_A_TASK, doubtful_pages, weighed, with_network, with_regions
from core.pdf.network import SECTION, TEXT, Look, Region, Seen, look
from core.pdf.reading import Line, Page, Reading
from core.tree import Box

SAMPLES = Path(__file__).resolve().parents[3] / "sample_pdfs"
PLACE: Box = (60.0, 100.0, 200.0, 114.0)
LINE = Line("words", *PLACE, 10.0, 10.0, "Serif", False, False, 0, 5, False, False, 0, True)


def heading(page: int, confidence: float, *, run_in: bool = False) -> Heading:
    return Heading(page, 0, 0, f"Of page {page}", "", PLACE, confidence, run_in=run_in)


def evidence(*headings: Heading, pages: int = 12, contents: tuple[ContentsEntry, ...] = ()) -> DocumentEvidence:
    reading = Reading("made.pdf", "", tuple(Page(number, 400, 600, (LINE,)) for number in range(1, pages + 1)))
    return DocumentEvidence(reading, headings, contents)


def entry(nth: int) -> ContentsEntry:
    return ContentsEntry(1, PLACE, "", "Of page", "", 3, 1, 1, heading=nth)


def test_pages_in_doubt() -> None:
    sure_then_none = evidence(heading(2, 0.97), heading(3, 0.95), heading(5, 0.99), heading(8, 0.4), heading(10, 0.03))
    assert doubtful_pages(sure_then_none) == (4, 8)


def test_what_the_contents_name_is_not_in_doubt() -> None:
    assert doubtful_pages(evidence(heading(1, 0.95), heading(6, 0.4), contents=(entry(1),))) == ()


def test_without_any_likely_heading_every_candidate_is_in_doubt() -> None:
    assert doubtful_pages(evidence(heading(2, 0.05), heading(7, 0.03))) == (2, 7)


@pytest.mark.parametrize(
    ("kind", "run_in", "change"),
    [
        (SECTION, False, 1),
        (TEXT, False, -1),
        ("list-item", False, -1),
        ("caption", False, -1),
        ("picture", False, 0),
        (TEXT, True, 0),
        (SECTION, True, 1),
    ],
)
def test_the_kind_of_the_region_decides(kind: str, run_in: bool, change: int) -> None:
    before = heading(1, 0.5, run_in=run_in)
    after = weighed(before, [Region("text", (0, 300, 400, 400)), Region(kind, (50, 90, 300, 120))])
    assert (after.confidence > 0.5) - (after.confidence < 0.5) == change
    assert bool(after.why) == bool(change)


def test_no_region_no_word() -> None:
    assert weighed(heading(1, 0.5), [Region(TEXT, (0, 113, 400, 400))]) == heading(1, 0.5)


def test_what_is_named_and_what_is_unseen_stay() -> None:
    known = evidence(heading(3, 0.5), heading(4, 0.5), heading(5, 0.5), contents=(entry(0),))
    seen: Seen = {3: (Region(TEXT, PLACE),), 4: (Region(TEXT, PLACE),)}
    after = [each.confidence for each in with_regions(known, seen).headings]
    assert after[0] == after[2] == 0.5
    assert after[1] < 0.5


@pytest.mark.parametrize("workers", [0, 1, 3])
def test_any_number_of_workers_gives_the_same(workers: int) -> None:
    known = evidence(heading(1, 0.99), *(heading(page, 0.5) for page in range(2, 12)))
    told: list[tuple[int, int]] = []

    def looked(at: Look) -> Seen:
        assert len(at.pages) <= PAGES_A_TASK
        return {page: (Region(SECTION if page % 2 else TEXT, PLACE),) for page in at.pages}

    def run(executor: ThreadPoolExecutor | None) -> DocumentEvidence:
        return with_network(known, b"", executor, lambda done, total: told.append((done, total)), looked=looked)

    if workers:
        with ThreadPoolExecutor(workers) as pool:
            after = run(pool)
    else:
        after = run(None)
    assert after == with_regions(known, {page: (Region(SECTION if page % 2 else TEXT, PLACE),) for page in range(2, 12)})
    assert told[-1] == (10, 10)
    assert told == sorted(told)


def test_the_network_itself_sees_a_section_header_where_one_stands() -> None:
    regions = look(Look(SAMPLES / "report-roman.pdf", (12,)))[12]
    assert any(region.kind == SECTION and 65 < region.box[1] < 75 for region in regions)
