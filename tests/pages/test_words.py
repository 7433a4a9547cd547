"""The lines of a page and the places of words, from the routes: for who holds a token, and nobody else."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from core.evidence.model import DocumentEvidence
from core.pdf.reading import Line, Page, Reading
from pages.parts import words
from pages.parts.tickets import Tickets
from pages.parts.words import PageWords


def _line(text: str, y: float) -> Line:
    return Line(text, 72, y, 300, y + 12, 10, 10, "F", False, False, 0, len(text), False, False, 0, True)


EVIDENCE = DocumentEvidence(
    Reading("x.pdf", "sha", (Page(1, 612, 792, (_line("A tide <b>", 72), _line("and a Tide", 90))), Page(2, 792, 612, (), True)))
)


@pytest.fixture
def read() -> list[str]:
    """The documents that were read, in order."""
    return []


@pytest.fixture
def client(read: list[str]) -> TestClient:
    def evidence(sha256: str) -> DocumentEvidence | None:
        read.append(sha256)
        return EVIDENCE if sha256 == "sha" else None

    tickets = Tickets()
    served = TestClient(Starlette(routes=list(words.routes(tickets))))
    held = PageWords(evidence, kept=1)
    served.headers["known"] = tickets.issue("sha", lambda *asked: b"", held)
    served.headers["gone"] = tickets.issue("gone", lambda *asked: b"", held)
    return served


def test_a_page_has_its_lines_in_reading_order(client: TestClient) -> None:
    answer = client.get(f"/page-lines/{client.headers['known']}/1.json")
    assert answer.json() == {
        "size": [612, 792],
        "scan": False,
        "lines": [[72, 72, 300, 84, "A tide <b>"], [72, 90, 300, 102, "and a Tide"]],
    }
    assert "private" in answer.headers["cache-control"]
    assert client.get(f"/page-lines/{client.headers['known']}/2.json").json() == {"size": [792, 612], "scan": True, "lines": []}


def test_words_are_found_and_the_document_is_folded_once(client: TestClient, read: list[str]) -> None:
    for _ in range(2):
        answer = client.get(f"/page-search/{client.headers['known']}", params={"q": "TIDE"})
        assert answer.json() == {"hits": [[1, [[0, 2, 6]]], [1, [[1, 6, 10]]]], "more": False}
        assert answer.headers["cache-control"] == "no-store"
    assert read == ["sha"]


def test_more_places_than_are_told_are_said_to_be_more(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "MAX_HITS", 1)
    answer = client.get(f"/page-search/{client.headers['known']}?q=tide").json()
    assert (len(answer["hits"]), answer["more"]) == (1, True)


@pytest.mark.parametrize(
    "path",
    [
        "page-lines/wrong/1.json",
        "page-lines/KNOWN/0.json",
        "page-lines/KNOWN/3.json",
        "page-lines/KNOWN/-1.json",
        "page-lines/KNOWN/" + "9" * 5_000 + ".json",
        "page-lines/wrong/" + "9" * 5_000 + ".json",
        "page-lines/GONE/1.json",
        "page-search/wrong?q=tide",
        "page-search/GONE?q=tide",
        "page-search/KNOWN?q=" + "x" * 201,
    ],
)
def test_what_is_not_there_is_not_found(client: TestClient, path: str) -> None:
    answer = client.get("/" + path.replace("KNOWN", client.headers["known"]).replace("GONE", client.headers["gone"]))
    assert answer.status_code == 404
