"""Messages over a pipe: a JSON head and bytes beside it.

    4 bytes  length of the head, big-endian
    8 bytes  length of the body
    head     a JSON object in UTF-8
    body     raw bytes (an image, packed evidence), or none

JSON, never pickle: the far side has read a stranger's file, and what it sends must not be able to run here.
"""

from __future__ import annotations

import json
import struct
from typing import IO, Any

LENGTHS = struct.Struct(">IQ")
MAX_HEAD, MAX_BODY = 256 * 1024 * 1024, 1024 * 1024 * 1024
"""Bounds on what is taken from the far side, so that a broken length exhausts nothing."""

Head = dict[str, Any]


class PipeError(Exception):
    """The far side is gone, or what it sent is no message."""


def send(pipe: IO[bytes], head: Head, body: bytes = b"") -> None:
    """Write one message. Raises `PipeError` when the far side is gone."""
    encoded = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    try:
        pipe.write(LENGTHS.pack(len(encoded), len(body)))
        pipe.write(encoded)
        pipe.write(body)
        pipe.flush()
    except (OSError, ValueError) as error:
        raise PipeError("the far side does not listen") from error


def receive(pipe: IO[bytes]) -> tuple[Head, bytes]:
    """Read one message, waiting for it. Raises `PipeError` at the end of the stream or on a message out of bounds."""
    head_length, body_length = LENGTHS.unpack(_exactly(pipe, LENGTHS.size))
    if head_length > MAX_HEAD or body_length > MAX_BODY:
        raise PipeError("the far side sent a message out of bounds")
    encoded, body = _exactly(pipe, head_length), _exactly(pipe, body_length)
    try:
        head = json.loads(encoded.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise PipeError("the far side sent no message") from error
    if not isinstance(head, dict):
        raise PipeError("the far side sent no message")
    return head, body


def _exactly(pipe: IO[bytes], length: int) -> bytes:
    try:
        data = pipe.read(length)
    except (OSError, ValueError) as error:
        raise PipeError("the far side cannot be read") from error
    if len(data) != length:
        raise PipeError("the far side is gone")
    return data
