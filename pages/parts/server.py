"""The web server's side of the app: which script it runs, our routes for pages, and the processes that read PDFs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.routing import BaseRoute
from streamlit import App

from pages.parts import collector, images, news, words
from pages.parts.session import demo, reader, visits
from pages.parts.tickets import tickets

VISIT = Path(__file__).with_name("visit.py")
"""What is run for each visitor. Theme and server settings stand in `.streamlit/config.toml` beside app.py."""


def routes() -> list[BaseRoute]:
    """The app's own routes."""
    return [images.route(tickets()), *words.routes(tickets()), news.route(news.watches())]


@asynccontextmanager
async def lifespan(app: App) -> AsyncIterator[None]:
    """While the server runs, so do the processes that read PDFs: they start while the first visitor's browser loads the page."""
    reader().warm()
    if demo():
        visits()  # takes away what a demo that was killed has left
    collector.start()
    yield
    reader().close()
    if demo():
        visits().close()
