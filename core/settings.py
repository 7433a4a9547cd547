"""Limits of the engine and of a demo. They come from arguments; the app and the command line read TREEPROOF_... into them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TypeVar

from pydantic import Field, ValidationError

from core.errors import SettingsError
from core.tree import Value

MEBIBYTE = 1024 * 1024
PREFIX = "TREEPROOF_"


class Limits(Value):
    """What a document may cost. Each limit that is met becomes an error of its own (see `core.errors`)."""

    max_bytes: int = Field(default=200 * MEBIBYTE, gt=0)
    max_pages: int = Field(default=5_000, gt=0)
    seconds_per_document: float = Field(default=300.0, gt=0)
    memory_bytes: int = Field(default=2_048 * MEBIBYTE, ge=256 * MEBIBYTE)
    """Address space of the reading process. With less than the least allowed it could not read a single page."""
    max_pixels: int = Field(default=12_000_000, gt=0)
    """Of a rendered page image."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Limits:
        """The limits, each as TREEPROOF_ and its name in capitals says, where that is set. Raises `SettingsError`."""
        return _from_environment(cls, PREFIX, environment)


class Demo(Value):
    """What a public demo allows. All visits together take `visits` times `bytes_per_visit` of disk at most."""

    uploads: bool = False
    models: bool = False
    visits: int = Field(default=40, gt=0)
    bytes_per_visit: int = Field(default=48 * MEBIBYTE, ge=8 * MEBIBYTE)
    documents: int = Field(default=24, gt=0)
    """Of each visit, samples included."""
    idle_seconds: float = Field(default=7_200.0, gt=0)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Demo:
        """What TREEPROOF_DEMO_ and the name in capitals say, where that is set. Raises `SettingsError`."""
        return _from_environment(cls, f"{PREFIX}DEMO_", environment)


V = TypeVar("V", bound=Value)


def _from_environment(kind: type[V], prefix: str, environment: Mapping[str, str] | None) -> V:
    environment = os.environ if environment is None else environment
    given = {name: environment[prefix + name.upper()] for name in kind.model_fields if prefix + name.upper() in environment}
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        least = first.get("ctx", {}).get("ge")
        wanted = "1 or 0" if first["type"].startswith("bool") else f"{least:,} or more" if least else "a number above zero"
        raise SettingsError(f"{prefix}{name.upper()} is {given[name]!r}. Set it to {wanted}.") from error
