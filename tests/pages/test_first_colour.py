"""The page that loads the app has its background at once; what is no such page passes as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
import streamlit as st
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from pages.parts import first_colour
from pages.parts.first_colour import FirstColour

INDEX = Path(st.__file__).parent / "static" / "index.html"
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "accept-encoding": "gzip"}
COLOURS = {"theme.light.backgroundColor": "#fefefe", "theme.dark.backgroundColor": "#010101"}


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setattr(st, "get_option", COLOURS.__getitem__)

    async def index(request: object) -> Response:
        return FileResponse(INDEX)

    async def words(request: object) -> Response:
        return PlainTextResponse("</head>", headers={"etag": "x"})

    app = Starlette(
        routes=[Route("/", index), Route("/words", words)],
        middleware=[Middleware(FirstColour), Middleware(GZipMiddleware, minimum_size=1)],
    )
    return TestClient(app)


def test_the_page_that_loads_the_app_has_both_backgrounds_in_its_head(client: TestClient) -> None:
    page = client.get("/", headers=BROWSER)
    head, _, rest = page.text.partition("</head>")
    assert "<style>html{background:#fefefe}@media(prefers-color-scheme:dark){html{background:#010101}}</style>" in head
    assert head.replace(first_colour.style().decode(), "") + "</head>" + rest == INDEX.read_text(encoding="utf-8")
    assert int(page.headers["content-length"]) == len(page.content)


def test_a_page_kept_from_before_is_not_taken_for_this_one(client: TestClient) -> None:
    kept = client.get("/", headers={"accept": "*/*"}).headers["etag"]
    page = client.get("/", headers={**BROWSER, "if-none-match": kept})
    assert page.status_code == 200
    assert "etag" not in page.headers


@pytest.mark.parametrize(("path", "headers"), [("/words", BROWSER), ("/", {"accept": "*/*"}), ("/nowhere", BROWSER)])
def test_all_else_passes_as_it_is(client: TestClient, path: str, headers: dict[str, str]) -> None:
    assert "<style>html" not in client.get(path, headers=headers).text


def test_the_app_has_it() -> None:
    import app

    assert "FirstColour" in [getattr(each.cls, "__name__", "") for each in app.app._user_middleware]
