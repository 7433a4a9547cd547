"""The small parts: text that stays text, files that belong together, jobs, tokens, page images."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from core.errors import ReaderCrashed
from pages.parts import markup
from pages.parts.images import Images, route
from pages.parts.text import plain, short
from pages.parts.tickets import Tickets
from pages.parts.uploads import Upload, paired
from pages.parts.words import PageWords

NO_WORDS = PageWords(lambda sha256: None)
HOSTILE = '<img src=x onerror=alert(1)> **b** [a](javascript:x) $x^2$ :smile: `c` & "q"'


def test_text_between_tags_stays_text() -> None:
    for drawn in (
        markup.heading(HOSTILE, HOSTILE),
        markup.message("error", HOSTILE),
        markup.row(HOSTILE, HOSTILE),
        markup.card(HOSTILE, HOSTILE, HOSTILE),
        markup.facts([(HOSTILE, HOSTILE)]),
        markup.bullets([HOSTILE]),
        markup.headed(HOSTILE, markup.state(1, 0, 0, 3)),
        markup.quiet(HOSTILE),
        markup.label(HOSTILE),
    ):
        assert "<img" not in drawn
        assert "&lt;img src=x onerror=alert(1)&gt;" in drawn
        assert 'title="<' not in drawn


def test_text_in_labels_has_no_markdown_left() -> None:
    escaped = plain(HOSTILE)
    for sign in "<>*[]()$`:^":
        for at, letter in enumerate(escaped):
            assert letter != sign or escaped[at - 1] == "\\"
    assert ":smile\\:" not in escaped.replace("\u2060", "")[1:] or "\u2060" in escaped
    assert plain("two\n# lines") == "two \\# lines"


def test_long_text_is_cut_on_one_line() -> None:
    assert short("a\n b", 10) == "a b"
    assert short("x" * 100, 10) == "x" * 9 + "…"


@pytest.mark.parametrize(
    ("names", "pairs", "left"),
    [
        (["a.pdf"], [("a.pdf", None)], 0),
        (["a.pdf", "other.json"], [("a.pdf", "other.json")], 0),
        (["a.pdf", "b.pdf", "B.json"], [("a.pdf", None), ("b.pdf", "B.json")], 0),
        (["a.pdf", "b.pdf", "a.tree.json"], [("a.pdf", "a.tree.json"), ("b.pdf", None)], 0),
        (["v1.2.pdf", "v1.3.pdf", "v1.3.json"], [("v1.2.pdf", None), ("v1.3.pdf", "v1.3.json")], 0),
        (["a.pdf", "b.pdf", "c.json"], [("a.pdf", None), ("b.pdf", None)], 1),
        (["c.json"], [], 1),
        ([], [], 0),
        (["a.pdf", "b.pdf", "b.csv"], [("a.pdf", None), ("b.pdf", "b.csv")], 0),
    ],
)
def test_trees_go_with_pdfs(names: list[str], pairs: list[tuple[str, str | None]], left: int) -> None:
    found, sentences = paired([Upload(name, b"") for name in names])
    assert [(pair.pdf.name, pair.tree.name if pair.tree else None) for pair in found] == pairs
    assert len(sentences) == left


def test_tokens_are_long_unlike_and_bounded() -> None:
    tickets = Tickets(kept=2)
    draw = Images(lambda sha256, page, width: b"").get
    first, second = tickets.issue("sha", draw, NO_WORDS), tickets.issue("sha", draw, NO_WORDS)
    assert first != second
    assert len(first) >= 32
    assert tickets.get(first) is not None  # used last, so the other goes
    third = tickets.issue("other", draw, NO_WORDS)
    assert tickets.get(second) is None
    tickets.revoke("sha", draw)
    assert tickets.get(first) is None
    assert tickets.get(third) is not None


@pytest.fixture
def served() -> tuple[TestClient, str, list[tuple[str, int, int]]]:
    drawn: list[tuple[str, int, int]] = []

    def render(sha256: str, page: int, width: int) -> bytes:
        drawn.append((sha256, page, width))
        if page == 3:
            raise ReaderCrashed("secret name.pdf", "It died.")
        if not 1 <= page <= 3:
            raise IndexError(page)
        return b"\xff\xd8"

    tickets = Tickets()
    return TestClient(Starlette(routes=[route(tickets)])), tickets.issue("sha", Images(render).get, NO_WORDS), drawn


def test_a_page_image_is_private_and_drawn_once(served: tuple[TestClient, str, list[tuple[str, int, int]]]) -> None:
    client, token, drawn = served
    for width in (900, 1000):
        answer = client.get(f"/page-images/{token}/1.jpg?w={width}")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
        assert "private" in answer.headers["cache-control"]
    assert drawn == [("sha", 1, 1000)]


@pytest.mark.parametrize(
    "path",
    [
        "wrong/1.jpg",
        "TOKEN/9.jpg",
        "TOKEN/0.jpg?w=x",
        "TOKEN/0.jpg",
        "TOKEN/1.jpg?w=123456",
        "TOKEN/-1.jpg",
        "TOKEN/a.jpg",
        "TOKEN/",
        "TOKEN/" + "9" * 5_000 + ".jpg",
        "wrong/" + "9" * 5_000 + ".jpg",
    ],
)
def test_what_is_not_there_is_not_found(served: tuple[TestClient, str, list[tuple[str, int, int]]], path: str) -> None:
    client, token, _ = served
    assert client.get(f"/page-images/{path.replace('TOKEN', token)}").status_code == 404


def test_a_page_that_cannot_be_drawn_tells_nothing_of_the_document(
    served: tuple[TestClient, str, list[tuple[str, int, int]]],
) -> None:
    client, token, _ = served
    answer = client.get(f"/page-images/{token}/3.jpg")
    assert answer.status_code == 503
    assert "secret" not in answer.text


def test_images_are_bounded_in_bytes() -> None:
    drawn: list[int] = []

    def render(sha256: str, page: int, width: int) -> bytes:
        drawn.append(page)
        return bytes(40)

    images = Images(render, kept_bytes=100)
    for page in (1, 2, 3, 3, 1):
        images.get("sha", page, 700)
    assert drawn == [1, 2, 3, 1]
