"""The web server's side of the app: our own route for page images beside Streamlit's."""

from __future__ import annotations

from pathlib import Path

from starlette.routing import BaseRoute

from pages.parts.images import route
from pages.parts.tickets import tickets

SCRIPT = Path(__file__).resolve().parents[2] / "app.py"
"""The script that Streamlit runs for each session; its theme and server settings stand in `.streamlit/config.toml` beside it."""


def routes() -> list[BaseRoute]:
    """The app's own routes."""
    return [route(tickets())]
