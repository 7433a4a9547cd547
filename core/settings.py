"""Limits and settings of the engine. They come from arguments; the app and the command line read TREEPROOF_... into them."""

from __future__ import annotations

import os
from collections.abc import Mapping

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
        environment = os.environ if environment is None else environment
        given = {name: environment[PREFIX + name.upper()] for name in cls.model_fields if PREFIX + name.upper() in environment}
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            first = error.errors()[0]
            name = str(first["loc"][0])
            least = first.get("ctx", {}).get("ge")
            wanted = f"{least:,} or more" if least else "a number above zero"
            raise SettingsError(f"{PREFIX}{name.upper()} is {given[name]!r}. Set it to {wanted}.") from error
