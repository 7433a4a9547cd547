"""A second look, with control questions: who errs at random is found out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from core.draft import draft
from core.llm import Client, Endpoint, Ledger, facts
from core.model.accept import Change
from core.model.answers import Do
from core.model.confirm import Erratic, second_look
from core.model.outline import Item, flatten
from core.verify import Index, prepare
from tests.core.model.samples import QUICK, evidence
from tests.core.model.samples import settings as quick
from tests.model_server import ModelServer, serving

REPORT = "report-roman"
ROW = re.compile(r"^(q\d+) \| \d+ \| (.*)$", re.MULTILINE)


@pytest.fixture(scope="module")
def index() -> Index:
    return prepare(evidence(REPORT))


@pytest.fixture(scope="module")
def items(index: Index) -> list[Item]:
    return [item for item in flatten(draft(evidence(REPORT)), index) if item.first >= 0]


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving(ModelServer()) as running:
        yield running


def looked(
    server: ModelServer,
    items: list[Item],
    index: Index,
    doubted: list[Change],
    rejects: Callable[[str], bool],
    monkeypatch: pytest.MonkeyPatch,
) -> tuple[Change, ...]:
    """What comes of a second look at a model that rejects the lines for which `rejects` holds."""

    def answer(body: dict[str, list[dict[str, str]]]) -> tuple[str, str]:
        rows = ROW.findall(body["messages"][-1]["content"])
        said = ", ".join(f'{{"do": "reject", "ref": "{ref}"}}' for ref, title in rows if rejects(title))
        return f'{{"quality": "high", "entries": [{said}]}}', "stop"

    monkeypatch.setattr(server, "_answer", answer)
    endpoint = Endpoint(model="openai/x", api_base=server.base)
    client = Client(endpoint, Ledger("openai/x", facts("openai/x"), quick(server.base).ceilings), retries=QUICK)
    pages = range(1, len(index.evidence.reading.pages) + 1)
    return second_look(client, doubted, items, pages, index, 20_000)


def lines(items: list[Item], index: Index) -> tuple[set[str], list[Change]]:
    """Titles of the draft; and additions: a line that looks like none of them."""
    titles = {item.title for item in items}
    first = next(nth for nth, line in enumerate(index.lines) if line.text[:1].isupper() and line.text not in titles and nth > 40)
    return titles, [Change(Do.ADD, "", index.lines[first].text, index.page_of[first], first, 1)]


def test_what_a_steady_model_stands_by_counts(
    server: ModelServer, items: list[Item], index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles, added = lines(items, index)
    steady = looked(server, items, index, added, lambda title: title not in {*titles, added[0].title}, monkeypatch)
    assert steady == tuple(added)


def test_it_is_not_told_what_it_said_nor_what_is_a_control(
    server: ModelServer, items: list[Item], index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles, added = lines(items, index)
    looked(server, items, index, added, lambda title: title not in {*titles, added[0].title}, monkeypatch)
    rows = ROW.findall(server.requests[0]["messages"][-1]["content"])
    assert [ref for ref, _ in rows] == [f"q{nth}" for nth in range(1, len(rows) + 1)]
    assert sum(title in titles for _, title in rows) >= 5
    assert sum(title not in titles for _, title in rows) >= 5


@pytest.mark.parametrize("wrong", ["takes text for headings", "rejects headings", "takes it back"])
def test_one_that_does_not_stand_by_it_is_found_out(
    wrong: str, server: ModelServer, items: list[Item], index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles, added = lines(items, index)
    answers: dict[str, Callable[[str], bool]] = {
        "takes text for headings": lambda title: False,
        "rejects headings": lambda title: title != added[0].title,
        "takes it back": lambda title: title not in titles,
    }
    with pytest.raises(Erratic):
        looked(server, items, index, added, answers[wrong], monkeypatch)


def test_a_certain_section_alone_is_never_rejected(
    server: ModelServer, items: list[Item], index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles = {item.title for item in items}
    one = next(item for item in items if sum(each.title == item.title for each in items) == 1)
    doubted = [Change(Do.REJECT, one.ref)]
    assert not looked(server, items, index, doubted, lambda title: title not in titles - {one.title}, monkeypatch)
    assert server.requests


def test_too_many_rejections_are_not_even_asked_about(
    server: ModelServer, items: list[Item], index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    doubted = [Change(Do.REJECT, item.ref) for item in items]
    assert not looked(server, items, index, doubted, lambda title: True, monkeypatch)
    assert not server.requests
