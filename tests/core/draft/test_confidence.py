from __future__ import annotations

import pytest

from core.draft import draft
from core.draft.choose import NAMES as FUSED
from core.draft.choose import load as fusion
from core.draft.confidence import NAMES, doubt_of, load
from core.evidence.model import DocumentEvidence
from tests.core.evidence.made import heading_of, line, page, prose, reading

NUMBERED = ["1 Rivers", "2 Lakes", "3 Seas", "4 Ice"]


def sure_of(*titles: str, confidence: float = 0.95, landscape: bool = False) -> dict[str, float]:
    """The confidence of each section of a document with a heading a page."""
    pages = [page(nth + 1, [line(title, size=14.0, bold=True), *prose()]) for nth, title in enumerate(titles)]
    if landscape:
        pages = [each._replace(width=each.height, height=each.width) for each in pages]
    headings = tuple(heading_of(each, 0, confidence, style=28) for each in pages)
    return {place.node.title: place.node.confidence or 0.0 for place in draft(DocumentEvidence(reading(*pages), headings)).walk()}


def test_all_weights_are_there_by_name() -> None:
    assert set(load()) == set(NAMES)
    assert set(fusion()) == set(FUSED)


@pytest.mark.parametrize("odd", ["Objectives:", "Objectives"])
def test_a_section_unlike_its_siblings_is_less_sure(odd: str) -> None:
    sure = sure_of(*NUMBERED, odd)
    assert sure[odd] < min(sure[title] for title in NUMBERED)


def test_what_ends_like_a_label_is_less_sure() -> None:
    assert sure_of(*NUMBERED, "Objectives:")["Objectives:"] < sure_of(*NUMBERED, "Objectives")["Objectives"]


def test_doubt_about_the_document_makes_each_section_less_sure() -> None:
    assert doubt_of([0.9, 0.5, 0.4], 2) > doubt_of([0.99, 0.98, 0.01], 2)
    clear, doubtful = sure_of(*NUMBERED, confidence=0.99), sure_of(*NUMBERED, confidence=0.6)
    assert all(doubtful[title] < clear[title] for title in NUMBERED)


def test_slides_are_less_sure_than_pages_of_text() -> None:
    assert sure_of(*NUMBERED, landscape=True)["2 Lakes"] < sure_of(*NUMBERED)["2 Lakes"]


def test_headings_with_nothing_between_them_are_less_sure() -> None:
    """What stands right below another heading may be one of a list of names."""

    def sure(gap: int) -> float:
        rows = [
            line("Reward", size=14.0, bold=True),
            *prose(120, gap),
            line("Evaluation", y=400, size=14.0, bold=True),
            *prose(430),
        ]
        made = page(1, rows)
        headings = tuple(heading_of(made, nth, style=28) for nth in (0, gap + 1))
        found = draft(DocumentEvidence(reading(made), headings))
        return next(place.node.confidence or 0.0 for place in found.walk() if place.node.title == "Evaluation")

    assert sure(1) < sure(10)
