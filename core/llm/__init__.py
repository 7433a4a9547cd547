"""Talking to a language model: the only room that imports LiteLLM, and only once a model is really asked.

`Client.ask(messages, ...)` returns an `Answer` or raises one of the `ModelError`s of `core.errors`. Around each request stand
a cache on disk, ceilings, retries with back-off, a circuit breaker, and the fall-back from JSON-schema mode to plain JSON.
What was spent is in the client's `Ledger`. Nothing here knows of pages or trees.
"""

from core.llm.cache import AnswerCache
from core.llm.client import Client, Retries
from core.llm.ledger import Ceilings, Costs, Ledger, Spent
from core.llm.model import Answer, Endpoint, Facts, Message, Mode
from core.llm.provider import facts
from core.llm.tokens import counter, rough_tokens

__all__ = [
    "Answer",
    "AnswerCache",
    "Ceilings",
    "Client",
    "Costs",
    "Endpoint",
    "Facts",
    "Ledger",
    "Message",
    "Mode",
    "Retries",
    "Spent",
    "counter",
    "facts",
    "rough_tokens",
]
