"""Page images: rendered at arm's length, kept while they are handy, and served to the session that holds a token."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from core.errors import TreeproofError
from pages.parts.tickets import Draw, Tickets, missing, page_number

log = logging.getLogger(__name__)

PATH = "/page-images"
WIDTHS = (200, 700, 1000, 1400, 2000, 2800)
"""Widths in pixels that are rendered, the first for thumbnails; a request gets the smallest not below what it asks for."""
KEPT_BYTES = 96 * 1024 * 1024
"""Of rendered images in memory, for all sessions together."""


class Images:
    """A bounded cache over a renderer. Safe to share between threads."""

    def __init__(self, render: Draw, kept_bytes: int = KEPT_BYTES) -> None:
        self._render = render
        self._kept_bytes = kept_bytes
        self._held = 0
        self._images: OrderedDict[tuple[str, int, int], bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, sha256: str, page: int, width: int) -> bytes:
        """The page as JPEG. Raises as the renderer does."""
        key = (sha256, page, _rendered_width(width))
        with self._lock:
            if key in self._images:
                self._images.move_to_end(key)
                return self._images[key]
        image = self._render(*key)
        with self._lock:
            self._held += len(image) - len(self._images.pop(key, b""))
            self._images[key] = image
            while self._held > self._kept_bytes and len(self._images) > 1:
                _, dropped = self._images.popitem(last=False)
                self._held -= len(dropped)
        return image

    def forget(self, sha256: str) -> None:
        """Drop a document's images."""
        with self._lock:
            for key in [key for key in self._images if key[0] == sha256]:
                self._held -= len(self._images.pop(key))


def route(tickets: Tickets) -> Route:
    """The route `/page-images/<token>/<page>.jpg?w=<pixels>`. An unknown token or page is not found, in the same words."""

    async def respond(request: Request) -> Response:
        ticket, page = tickets.get(request.path_params["token"]), page_number(request.path_params["page"])
        width = request.query_params.get("w", "1400")
        if ticket is None or not width.isdecimal() or len(width) > 5:
            return missing()
        try:
            image = await run_in_threadpool(ticket.draw, ticket.sha256, page, int(width))
        except IndexError:
            return missing()
        except TreeproofError as error:
            log.warning("no image of a page: %s", error)
            return PlainTextResponse("The page could not be drawn.", status_code=503, headers={"Cache-Control": "no-store"})
        headers = {
            "Cache-Control": "private, max-age=3600, immutable",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        }
        return Response(image, media_type="image/jpeg", headers=headers)

    return Route(f"{PATH}/{{token}}/{{page}}.jpg", respond, methods=["GET"])


def _rendered_width(width: int) -> int:
    return next((each for each in WIDTHS if each >= width), WIDTHS[-1])
