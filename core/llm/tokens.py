"""Counting tokens: with the model's own tokeniser where LiteLLM has it at hand, roughly where nobody knows the model."""

from __future__ import annotations

from collections.abc import Callable

from core.llm import provider

CHARS_PER_TOKEN = 4.0
"""Of Latin script, as tokenisers of 100,000 and more entries count English prose."""
TOKENS_PER_WIDE_CHAR = 1.0
"""Of Chinese, Japanese, Korean and other scripts beyond U+2E80: near one token a character."""
WIDE = 0x2E80

Counter = Callable[[str], int]


def rough_tokens(text: str) -> int:
    """An estimate without any tokeniser, for any text."""
    if text.isascii():
        return int(len(text) / CHARS_PER_TOKEN + 0.999)
    wide = sum(ord(char) >= WIDE for char in text)
    return int((len(text) - wide) / CHARS_PER_TOKEN + wide * TOKENS_PER_WIDE_CHAR + 0.999)


def counter(model: str) -> Counter:
    """The counting function for a model. It never fails and never uses the network."""
    exact = provider.tokeniser(model)
    return exact if exact is not None else rough_tokens
