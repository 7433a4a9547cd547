"""Our own samples as a model's tests need them: evidence with holes in it, and the right sections."""

from __future__ import annotations

import dataclasses
import json
from functools import cache
from pathlib import Path
from typing import Any

from core.evidence import gather
from core.evidence.model import DocumentEvidence
from core.llm import Ceilings, Endpoint, Retries
from core.model import ModelSettings
from core.pdf.document import read
from core.tree import Tree
from tests.model_server import Section

SAMPLES = Path(__file__).resolve().parents[3] / "sample_pdfs"
QUICK = Retries(first_wait=0.01, longest_wait=0.3, rest=30.0)


@cache
def sections(name: str) -> tuple[Section, ...]:
    """The right sections of a sample."""

    def flat(nodes: list[dict[str, Any]], level: int) -> list[Section]:
        return [
            each
            for node in nodes
            for each in (Section(level, node["title"], node["start_index"]), *flat(node.get("nodes", []), level + 1))
        ]

    return tuple(flat(json.loads((SAMPLES / f"{name}.tree.json").read_text())["structure"], 1))


@cache
def evidence(name: str) -> DocumentEvidence:
    return gather(read(SAMPLES / f"{name}.pdf"))


@cache
def with_holes(name: str, every: int = 2) -> DocumentEvidence:
    """The evidence of layout alone, with only every n-th heading found."""
    whole = evidence(name)
    reading = dataclasses.replace(whole.reading, outline=(), links=(), destinations=(), tags=(), labels=())
    return DocumentEvidence(reading=reading, headings=whole.headings[::every], running=whole.running)


def settings(base: str, **changes: Any) -> ModelSettings:
    given: dict[str, Any] = {"retries": QUICK, "ceilings": Ceilings(seconds_per_call=10.0), **changes}
    return ModelSettings(endpoint=Endpoint(model="openai/truthful", api_base=base), **given)


def rows(tree: Tree) -> list[tuple[int, str, int | None]]:
    return [(placed.level, placed.node.title, placed.node.span.start) for placed in tree.walk() if not placed.node.synthetic]


def right(tree: Tree, name: str) -> int:
    """How many sections of the tree have the right title, page and level."""
    wanted = {(section.level, "".join(filter(str.isalnum, section.title.casefold())), section.page) for section in sections(name)}
    return sum((level, "".join(filter(str.isalnum, title.casefold())), page) in wanted for level, title, page in rows(tree))
