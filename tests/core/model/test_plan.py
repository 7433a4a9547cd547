"""Which pages a model is asked about."""

from __future__ import annotations

import dataclasses

import pytest

from core.evidence.model import DocumentEvidence, Heading
from core.model.plan import Plan
from core.model.work import prepare_work
from tests.core.model.samples import evidence, settings

REPORT = "report-roman"


def planned(found: DocumentEvidence, window_tokens: int) -> Plan:
    return prepare_work(found, settings("http://127.0.0.1:1/v1", window_tokens=window_tokens)).planned


def asked(plan: Plan) -> set[int]:
    return {number for window in plan.windows for number in window.numbers}


@pytest.fixture(scope="module")
def report() -> DocumentEvidence:
    return evidence(REPORT)


def unlikely(found: DocumentEvidence, page: int, *confidences: float) -> DocumentEvidence:
    """The evidence with more candidates on a page, at its last lines."""
    at = len(found.reading.pages[page - 1].lines) - len(confidences)
    lines = found.reading.pages[page - 1].lines[at:]
    more = [
        Heading(page, at + nth, at + nth, line.text, "", line.box, confidence)
        for nth, (line, confidence) in enumerate(zip(lines, confidences, strict=True))
    ]
    return dataclasses.replace(found, headings=(*found.headings, *more))


def test_a_document_that_fits_one_window_is_read_as_a_whole(report: DocumentEvidence) -> None:
    plan = planned(report, 20_000)
    assert not plan.partial
    assert [window.numbers for window in plan.windows] == [tuple(page.number for page in plan.pages if page.text.strip())]


def test_of_a_longer_one_with_good_contents_the_contents_and_doubtful_pages_are_read(report: DocumentEvidence) -> None:
    plan = planned(report, 500)
    assert plan.partial
    assert plan.windows[0].numbers == report.contents_pages
    assert len(asked(plan)) < len(plan.pages) / 2


def test_several_unlikely_headings_make_a_page_doubtful_where_one_does_not(report: DocumentEvidence) -> None:
    page = max(set(range(1, 25)) - asked(planned(report, 500)))
    assert page not in asked(planned(unlikely(report, page, 0.06), 500))
    assert page in asked(planned(unlikely(report, page, 0.06, 0.06), 500))
