"""Who made a tree: part of its identity, so that another model or setting is another tree, kept beside the first."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from core.draft.grow import PRODUCER, WITH_NETWORK
from core.model.prompts import fingerprint, versions
from core.model.settings import ModelSettings


def producer(settings: ModelSettings) -> str:
    """Engine, model, instructions and everything that changes what is asked, in one readable line that ends in its own hash."""
    clip = settings.page_text_chars or "none"
    money = "none" if settings.ceilings.money is None else f"{settings.ceilings.money:g}"
    line = "; ".join(
        [
            f"treeproof {_version()}",
            f"model {settings.endpoint.model}" + (f" at {settings.endpoint.api_base}" if settings.endpoint.api_base else ""),
            f"prompts {versions()} {fingerprint()}",
            f"windows {settings.window_tokens}/{settings.overlap_pages}, clip {clip}",
            f"split {settings.max_pages_per_node}/{settings.max_tokens_per_node}/{settings.split_depth}",
            f"rounds {settings.attempts}/{settings.repair_rounds}",
            f"summaries {settings.summary_words if settings.summaries else 'none'}",
            f"limits {settings.ceilings.calls}/{settings.ceilings.tokens}/{money}",
        ]
    )
    return f"{line}; {hashlib.blake2s(line.encode(), digest_size=4).hexdigest()}"


def label(producer: str) -> str:
    """What a tree of this producer is called: "Engine", "Thorough", or the model's name; empty for one of another maker."""
    if producer.startswith(PRODUCER):
        return "Thorough" if WITH_NETWORK in producer else "Engine"
    return producer.partition("; model ")[2].partition(";")[0].partition(" at ")[0]


@cache
def _version() -> str:
    try:
        return version("treeproof")
    except PackageNotFoundError:
        return "0"
