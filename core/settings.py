"""Limits and settings of the engine. They come from arguments; the app and the command line read TREEPROOF_... into them."""

from __future__ import annotations

from pydantic import Field

from core.tree import Value

MEBIBYTE = 1024 * 1024


class Limits(Value):
    """What a document may cost. Each limit that is met becomes an error of its own (see `core.errors`)."""

    max_bytes: int = Field(default=200 * MEBIBYTE, gt=0)
    max_pages: int = Field(default=5_000, gt=0)
    seconds_per_document: float = Field(default=300.0, gt=0)
    memory_bytes: int = Field(default=2_048 * MEBIBYTE, gt=0)
    """Address space of the reading process."""
    max_pixels: int = Field(default=12_000_000, gt=0)
    """Of a rendered page image."""
