"""What asking a model about a document will take, and took, in words for the person who decides and pays."""

from __future__ import annotations

from dataclasses import dataclass

from core.llm import Costs
from core.model import Estimate, ModelSettings
from pages.parts.jobs import lasting

TOKENS_A_SECOND = 50
"""What hosted models write, roughly. The estimate says "or more": a model on this machine may take ten times as long."""
SECONDS_A_CALL = 2.0

LOADING = "Getting ready to speak to models: 10 to 20 seconds the first time"
STAGES = {
    "windows": "Windows read by the model:",
    "confirm": "Doubts put to the model again:",
    "locate": "Rounds of looking for sections it named:",
    "split": "Windows of long sections read:",
    "summaries": "Sections summarised:",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a model would be asked about a document, and what that will take; it waits for a person to say yes."""

    settings: ModelSettings
    estimate: Estimate
    who: str

    @property
    def words(self) -> str:
        """For a person to decide on."""
        expected = self.estimate
        seconds = expected.calls * SECONDS_A_CALL + expected.tokens_out / TOKENS_A_SECOND
        calls = "1 call" if expected.calls == 1 else f"{expected.calls} calls"
        money = "price unknown" if expected.cost is None else f"about ${expected.cost:.2f}"
        tokens = f"{expected.tokens_in:,} tokens sent, {expected.tokens_out:,} back"
        return f"About {calls}: {tokens}, {money}, {lasting(seconds)} or more"

    @property
    def where(self) -> str:
        """Where the text goes, and what cannot be promised."""
        endpoint, ceilings = self.settings.endpoint, self.settings.ceilings
        if endpoint.local:
            place = f"{endpoint.model} is on this machine, at {endpoint.api_base}: the text of the pages does not leave it."
        else:
            place = f"The text of the pages is sent to {endpoint.api_base or 'the provider'} for {endpoint.model}."
        if ceilings.money is not None and self.estimate.cost is None:
            return f"{place} The limit of ${ceilings.money:g} cannot be kept, since the price is unknown."
        return place


def spent(costs: Costs) -> str:
    """What was spent, for people."""
    total = costs.total
    calls = "1 call" if total.calls == 1 else f"{total.calls} calls"
    money = f"${total.cost:.4f}" if costs.priced else "price unknown"
    known = f", {total.cache_hits} answers known from before" if total.cache_hits else ""
    return f"{calls}, {total.tokens:,} tokens, {money}{known}"
