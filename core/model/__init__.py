"""Drafting with a language model: windows of whole pages, answers held against the pages, never worse than the engine.

settings = ModelSettings(endpoint=Endpoint(model="ollama/llama3.1", api_base="http://localhost:11434"))
print(estimate_build(evidence, settings).words())
made = draft_with_model(evidence, settings)         # made.tree, made.outcomes, made.costs
"""

from core.model.configure import configured, switched_off
from core.model.draft import ModelDraft, draft_with_model, estimate_build
from core.model.plan import Estimate
from core.model.producer import label
from core.model.settings import ModelSettings
from core.model.work import Outcome, Step

__all__ = [
    "Estimate",
    "ModelDraft",
    "ModelSettings",
    "Outcome",
    "Step",
    "configured",
    "draft_with_model",
    "estimate_build",
    "label",
    "switched_off",
]
