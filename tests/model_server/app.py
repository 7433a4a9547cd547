"""The server itself: a Starlette app under uvicorn in a thread, on a free port of the loopback interface."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.model_server import truth
from tests.model_server.faults import Faults
from tests.model_server.truth import Section

HANG_SECONDS = 30.0


class ModelServer:
    """What the server knows and what it was asked. `script` holds answers that go out first, as text or (text, how it ended).

    `refusal`: words with which it turns every request away (401).
    """

    def __init__(
        self,
        truth: Sequence[Section] = (),
        faults: Faults | None = None,
        script: Sequence[str | tuple[str, str]] = (),
        slow_seconds: float = 0.2,
        retry_after: str = "0.05",
    ) -> None:
        self.truth = tuple(truth)
        self.faults = faults or Faults()
        self.script = list(script)
        self.slow_seconds = slow_seconds
        self.retry_after = retry_after
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.abandoned = 0
        self.refusal = ""
        self.base = ""
        self.app = Starlette(routes=[Route("/v1/chat/completions", self._chat, methods=["POST"])])

    @property
    def prompts(self) -> list[str]:
        """The last turn's text of each request."""
        return ["\n\n".join(turn["content"] for turn in request["messages"]) for request in self.requests]

    async def _chat(self, request: Request) -> Response:
        body = await request.json()
        self.requests.append(body)
        self.keys.append(request.headers.get("authorization", ""))
        if self.refusal:
            return _error(401, self.refusal)
        faults = self.faults
        if faults.strikes("no schema") and body.get("response_format", {}).get("type") == "json_schema":
            return _error(400, "response_format of type json_schema is not supported by this model")
        if faults.strikes("429"):
            return _error(429, "slow down", {"retry-after": self.retry_after})
        if faults.strikes("500"):
            return _error(500, "something broke")
        if faults.strikes("reset"):
            return _Reset()
        if faults.strikes("hang"):
            await self._wait(request, HANG_SECONDS)
        if faults.strikes("slow"):
            await asyncio.sleep(self.slow_seconds)
        text, ended = self._answer(body)
        return JSONResponse(_completion(body, text, ended))

    async def _wait(self, request: Request, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if await request.is_disconnected():
                self.abandoned += 1
                return
            await asyncio.sleep(0.02)

    def _answer(self, body: dict[str, Any]) -> tuple[str, str]:
        if self.script:
            scripted = self.script.pop(0)
            return scripted if isinstance(scripted, tuple) else (scripted, "stop")
        prompt = "\n\n".join(turn["content"] for turn in body["messages"] if turn["role"] == "user")
        if "<section_text>" in prompt:
            return self.faults.on_text({"text": truth.summary(prompt)})
        if "DOUBTED\n" in prompt:
            said = self.faults.on_doubts(truth.doubted(prompt, ()), truth.doubted(prompt, self.truth))
        elif "\nDRAFT\n" in prompt:
            right = truth.kept(prompt, self.truth)
            said = self.faults.on_entries(truth.changes(prompt, self.truth), right, prompt)
        else:
            said = self.faults.on_entries(truth.located(prompt, self.truth), [], prompt)
        return self.faults.on_text({"quality": "high", "entries": said})


class _Reset(Response):
    """Begins an answer and leaves it there: uvicorn then closes the connection in the client's face."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = [(b"content-type", b"application/json"), (b"content-length", b"10000")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b'{"id": "chat-1", ', "more_body": True})


def _error(status: int, message: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": {"message": message, "type": "error", "code": status}}, status, headers)


def _completion(body: dict[str, Any], text: str, ended: str) -> dict[str, Any]:
    sent = sum(len(turn["content"]) for turn in body["messages"])
    return {
        "id": "chat-1",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": body.get("model", "scripted"),
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": ended}],
        "usage": {
            "prompt_tokens": sent // 4,
            "completion_tokens": len(text) // 4,
            "total_tokens": sent // 4 + len(text) // 4,
        },
    }


@contextmanager
def serving(server: ModelServer) -> Iterator[ModelServer]:
    """The server, answering at `server.base` until the block is left."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(server.app, log_level="critical", lifespan="off", timeout_graceful_shutdown=1)
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    server.base = f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
    try:
        yield server
    finally:
        running.should_exit = True
        thread.join(timeout=5)
        listener.close()
