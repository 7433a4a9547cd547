"""The web server's side of the app: which script it runs, and our own route for page images beside Streamlit's."""

from __future__ import annotations

from pathlib import Path

from starlette.routing import BaseRoute

from pages.parts.images import route
from pages.parts.tickets import tickets

VISIT = Path(__file__).with_name("visit.py")
"""What is run for each visitor. Theme and server settings stand in `.streamlit/config.toml` beside app.py."""


def routes() -> list[BaseRoute]:
    """The app's own routes."""
    return [route(tickets())]
