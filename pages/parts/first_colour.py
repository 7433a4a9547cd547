"""The first colour of the page: Streamlit's is white until its scripts have run, which is a flash of a second in the dark theme.

The page that loads the app is Streamlit's own file. What stands here writes the theme's two backgrounds into its head.
"""

from __future__ import annotations

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEAD_ENDS = b"</head>"
UNTOUCHED = {b"accept-encoding", b"if-none-match", b"if-modified-since", b"range"}
"""Headers of a request that are kept from who serves the page: it is to be sent whole and readable, to be written into."""


def style() -> bytes:
    """The backgrounds of the light and the dark theme, as the browser's own setting asks for them."""
    light, dark = (st.get_option(f"theme.{name}.backgroundColor") for name in ("light", "dark"))
    return f"<style>html{{background:{light}}}@media(prefers-color-scheme:dark){{html{{background:{dark}}}}}</style>".encode()


class FirstColour:
    """Middleware that does it: pages that a browser asks for to show them, and nothing else, pass through its hands."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET" or "text/html" not in Headers(scope=scope).get("accept", ""):
            await self.app(scope, receive, send)
            return
        headers = [(name, value) for name, value in scope["headers"] if name.lower() not in UNTOUCHED]
        await self.app({**scope, "headers": headers, "extensions": {}}, receive, _Writer(send))


class _Writer:
    """Sends a response on: a page of HTML once it is whole, with the style in its head; anything else as it comes."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.start: Message | None = None
        self.body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = Headers(raw=message["headers"])
            if headers.get("content-type", "").startswith("text/html") and "content-encoding" not in headers:
                self.start = message
                return
        if self.start is None:
            await self.send(message)
            return
        self.body += message.get("body", b"")
        if not message.get("more_body", False):
            await self._finish(self.start)

    async def _finish(self, start: Message) -> None:
        body = self.body.replace(HEAD_ENDS, style() + HEAD_ENDS, 1)
        headers = MutableHeaders(raw=list(start["headers"]))
        headers["content-length"] = str(len(body))
        for name in ("etag", "last-modified"):  # those of the file as it was
            if name in headers:
                del headers[name]
        await self.send({**start, "headers": headers.raw})
        await self.send({"type": "http.response.body", "body": body})
