"""The engine's own draft: places chosen, levels given, a tree grown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.draft.choose import ENOUGH, probabilities, without_repeats
from core.draft.confidence import confidences, doubt_of
from core.draft.flat import flat_tree
from core.draft.gaps import evened, filled
from core.draft.grow import grown
from core.draft.labels import joined
from core.draft.levels import levels_of
from core.draft.sections import Section, heads_contents, sections_of
from core.evidence.model import DocumentEvidence
from core.tree import Tree


class Chosen(NamedTuple):
    """The sections of a draft in document order, the level and the probability of each, and how much doubt the choice left
    (`core.draft.confidence.doubt_of`)."""

    sections: list[Section]
    levels: list[int]
    probability: list[float]
    doubt: float


def draft(
    evidence: DocumentEvidence, weights: Mapping[str, float] | None = None, trust: Mapping[str, float] | None = None
) -> Tree:
    """The section tree that the evidence speaks for; a flat tree over the pages where it speaks for none.

    `weights` replaces the fusion's own (`core.draft.choose.load`), `trust` the confidence's (`core.draft.confidence.load`).
    """
    found = chosen(evidence, weights)
    if not found.sections:
        return flat_tree(evidence.reading)
    return grown(evidence, found.sections, found.levels, confidences(evidence, *found, trust))


def chosen(evidence: DocumentEvidence, weights: Mapping[str, float] | None = None) -> Chosen:
    """The sections that are drafted."""
    places = sections_of(evidence)
    sure = evened(places, filled(places, probabilities(evidence, places, weights), ENOUGH), ENOUGH)
    enough = [nth for nth, probability in enumerate(sure) if probability >= ENOUGH and not heads_contents(evidence, places[nth])]
    kept = [enough[nth] for nth in without_repeats([places[nth] for nth in enough], [sure[nth] for nth in enough])]
    sections, probability = joined([places[nth] for nth in kept], [sure[nth] for nth in kept])
    return Chosen(sections, levels_of(sections) if sections else [], probability, doubt_of(sure, len(sections)))
