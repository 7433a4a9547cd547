"""How a model is used. Every field that changes what is asked is part of the tree's producer (see `core.model.producer`)."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from core.llm import Ceilings, Endpoint, Retries
from core.tree import Value


class ModelSettings(Value):
    """Which model, what it is shown, and what it may cost."""

    endpoint: Endpoint
    window_tokens: int = Field(default=20_000, ge=500)
    """Page text in one call. A model with a small context gets less."""
    overlap_pages: int = Field(default=1, ge=0, le=20)
    page_text_chars: int | None = Field(default=None, ge=100)
    """Characters of each page that are sent; `None`: all. A clip hides what starts low on a page."""
    attempts: int = Field(default=2, ge=1, le=5)
    """Askings of one window, the first included, when answers cannot be read."""
    repair_rounds: int = Field(default=3, ge=0, le=3)
    max_pages_per_node: int = Field(default=10, gt=0)
    max_tokens_per_node: int = Field(default=20_000, gt=0)
    """A section without subsections that exceeds both is split further."""
    split_depth: int = Field(default=3, ge=0, le=8)
    summaries: bool = False
    summary_words: int = Field(default=80, ge=10, le=500)
    parallel: int = Field(default=4, ge=1, le=64)
    """Summaries asked for at one time."""
    ceilings: Ceilings = Ceilings()
    retries: Retries = Retries()
    cache_folder: Path | None = None
    """Where answers are kept; `None`: nowhere."""
