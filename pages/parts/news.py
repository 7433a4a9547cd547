"""News of trees that are changed elsewhere: in another tab, by another person, by another process on the same database.

A browser asks with the version that it shows, and is answered when there is another. However many ask, the store is looked into
once in a while for all of them together, and only while somebody asks.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from core.errors import StoreError
from pages.parts.tickets import Tokens, missing

log = logging.getLogger(__name__)

PATH = "/news"
LOOK_SECONDS = 0.5
"""Between two looks into the store."""
WAIT_SECONDS = 5.0
"""A question is answered after this time at the latest; the browser asks again. A server that is stopped waits for open ones."""


class Watch(NamedTuple):
    """What a token opens: a tree, and how its version is looked up (`StoreError` when it is gone)."""

    tree_id: int
    version: Callable[[int], int]


class Watches(Tokens[Watch]):
    """Tokens for trees, one a session and tree."""


@cache
def watches() -> Watches:
    """The tokens of this process: its screens issue them, its route looks them up."""
    return Watches()


class News:
    """Looks into the store for all who wait. Lives in the server's event loop."""

    def __init__(self, look_seconds: float = LOOK_SECONDS) -> None:
        self._look_seconds = look_seconds
        self._waiting: dict[Watch, list[tuple[int, asyncio.Future[int | None]]]] = {}
        self._looking: asyncio.Task[None] | None = None

    async def later_than(self, watch: Watch, version: int, seconds: float) -> int | None:
        """The tree's version once it is not `version`; `version` itself after so many seconds; `None` when the tree is gone."""
        answer: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        asked = (version, answer)
        self._waiting.setdefault(watch, []).append(asked)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            return await asyncio.wait_for(answer, seconds)
        except TimeoutError:
            return version
        finally:
            self._waiting[watch].remove(asked)
            if not self._waiting[watch]:
                del self._waiting[watch]

    async def _look(self) -> None:
        while self._waiting:
            for watch in list(self._waiting):
                now = await run_in_threadpool(_version, watch)
                for version, answer in self._waiting.get(watch, []):
                    if now != version and not answer.done():
                        answer.set_result(now)
            await asyncio.sleep(self._look_seconds)


def route(watches: Watches, news: News | None = None) -> Route:
    """The route `/news/<token>?since=<version>`: {"version": n}, at once or when it changes. An unknown token is not found."""
    news = news or News()

    async def respond(request: Request) -> Response:
        watch, since = watches.get(request.path_params["token"]), request.query_params.get("since", "")
        if watch is None or not since.isdecimal() or len(since) > 12:
            return missing()
        version = await news.later_than(watch, int(since), WAIT_SECONDS)
        if version is None:
            return missing()
        return JSONResponse({"version": version}, headers={"Cache-Control": "no-store"})

    return Route(f"{PATH}/{{token}}", respond, methods=["GET"])


def _version(watch: Watch) -> int | None:
    try:
        return watch.version(watch.tree_id)
    except StoreError as error:
        log.info("no news of tree %s: %s", watch.tree_id, error)
        return None
