"""The door of the web app: `treeproof` (or `streamlit run app.py`) starts what stands here."""

from __future__ import annotations

from starlette.middleware import Middleware
from streamlit import App

from pages.parts.first_colour import FirstColour
from pages.parts.server import VISIT, lifespan, routes

app = App(VISIT, routes=routes(), lifespan=lifespan, middleware=[Middleware(FirstColour)])
