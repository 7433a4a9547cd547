"""The values that go to a provider and come back."""

from __future__ import annotations

import ipaddress
from enum import StrEnum
from typing import Literal, NamedTuple, TypedDict
from urllib.parse import urlsplit

from pydantic import Field

from core.tree import Value


class Message(TypedDict):
    """One turn of a conversation, as the OpenAI chat protocol has it."""

    role: Literal["system", "user", "assistant"]
    content: str


class Endpoint(Value):
    """Which model, and where. `api_base` is the address of a server with the OpenAI protocol; empty: the provider's own."""

    model: str = Field(min_length=1)
    api_base: str = ""
    max_output_tokens: int = Field(default=8_000, gt=0)

    @property
    def local(self) -> bool:
        """Whether requests stay on this machine."""
        host = urlsplit(self.api_base).hostname or ""
        if host == "localhost":
            return True
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return False


class Mode(StrEnum):
    """How the provider is told to answer in JSON, from the strictest on."""

    SCHEMA = "schema"
    OBJECT = "object"
    PLAIN = "plain"


class Facts(NamedTuple):
    """What LiteLLM's bundled list knows of a model. Prices are US dollars a token; `None` where the list says nothing."""

    known: bool
    context_tokens: int | None = None
    max_output_tokens: int | None = None
    input_price: float | None = None
    output_price: float | None = None
    schema_mode: bool | None = None

    @property
    def priced(self) -> bool:
        return self.input_price is not None and self.output_price is not None

    def cost(self, tokens_in: int, tokens_out: int) -> float:
        """US dollars; 0 where no price is known."""
        return tokens_in * (self.input_price or 0.0) + tokens_out * (self.output_price or 0.0)


class Answer(NamedTuple):
    """What the model said. `cut` tells that it stopped at its length limit, so that the text is not whole."""

    text: str
    cut: bool
    tokens_in: int
    tokens_out: int
    cached: bool
    key: str


class Trouble(StrEnum):
    """Kinds of failed requests. The first four may pass when tried again."""

    BUSY = "busy"
    SERVER = "server"
    TIME = "time"
    CONNECTION = "connection"
    REQUEST = "request"
    LENGTH = "length"
    REFUSED = "refused"
    NAME = "name"
    KEY = "key"

    @property
    def passing(self) -> bool:
        return self in {Trouble.BUSY, Trouble.SERVER, Trouble.TIME, Trouble.CONNECTION}


class RequestFailed(Exception):
    """A single request failed. It never leaves `core.llm`: the client makes a `ModelError` of it, or tries again."""

    def __init__(self, trouble: Trouble, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.trouble = trouble
        self.message = message
        self.retry_after = retry_after
