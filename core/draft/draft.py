"""The engine's own draft: places chosen, levels given, a tree grown."""

from __future__ import annotations

from collections.abc import Mapping

from core.draft.choose import ENOUGH, probabilities, without_repeats
from core.draft.flat import flat_tree
from core.draft.gaps import filled
from core.draft.grow import grown
from core.draft.labels import joined
from core.draft.levels import levels_of
from core.draft.sections import heads_contents, sections_of
from core.evidence.model import DocumentEvidence
from core.tree import Tree


def draft(evidence: DocumentEvidence, weights: Mapping[str, float] | None = None) -> Tree:
    """The section tree that the evidence speaks for; a flat tree over the pages where it speaks for none.

    `weights` replaces the fusion's own (`core.draft.choose.load`).
    """
    places = sections_of(evidence)
    sure = filled(places, probabilities(evidence, places, weights), ENOUGH)
    enough = [nth for nth, probability in enumerate(sure) if probability >= ENOUGH and not heads_contents(evidence, places[nth])]
    kept = without_repeats([places[nth] for nth in enough], [sure[nth] for nth in enough])
    chosen = [(places[enough[nth]], sure[enough[nth]]) for nth in kept]
    if not chosen:
        return flat_tree(evidence.reading)
    sections, probability = joined([section for section, _ in chosen], [probability for _, probability in chosen])
    return grown(evidence, sections, levels_of(sections), probability)
