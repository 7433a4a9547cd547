"""Drafting with a model at a terminal: what it will take, how far it is, what it took."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from core.errors import SettingsError
from core.evidence.model import DocumentEvidence
from core.model import ModelDraft, ModelSettings, Step, configured, draft_with_model, estimate_build, switched_off
from core.terminal import say

NO_MODEL = (
    "Mode model needs a model: give --model NAME (for one on this machine --api-base URL as well), or set TREEPROOF_MODEL. "
    "docs/models.md helps to choose."
)

UNPRICED = "The price of this model is not known, so --max-cost cannot be kept: watch your provider's bill, or stop with Ctrl+C."


def chosen_model(given: Mapping[str, Any]) -> ModelSettings:
    """The settings in force. Raises `SettingsError` where no model is named, or models are turned off."""
    if (who := switched_off()) != "":
        raise SettingsError(f"Language models are turned off here, by {who}. Draft with mode engine or layout.")
    settings = configured(given)
    if settings is None:
        raise SettingsError(NO_MODEL)
    return settings


def draft_at_terminal(evidence: DocumentEvidence, settings: ModelSettings) -> ModelDraft:
    """Draft with a model; the estimate, progress, warnings and spending go to standard error."""
    name = evidence.reading.name
    expected = estimate_build(evidence, settings)
    say(f"{name}: {expected.words()}")
    if expected.cost is None and settings.ceilings.money is not None:
        say(f"{name}: {UNPRICED}")
    made = draft_with_model(evidence, settings, progress=_shown if sys.stderr.isatty() else None)
    for warning in made.tree.warnings:
        say(f"{name}: {warning}")
    total = made.costs.total
    money = f", ${total.cost:.4f}" if made.costs.priced else ""
    say(
        f"{name}: {total.calls} calls, {total.tokens_in:,} tokens in, {total.tokens_out:,} out{money}, "
        f"{total.seconds:.0f} s, {total.retries} retries, {total.cache_hits} from the cache"
    )
    return made


def _shown(step: Step) -> None:
    end = "\n" if step.done == step.total else ""
    print(f"\r{step.stage}: {step.done} of {step.total}", end=end, file=sys.stderr, flush=True)
