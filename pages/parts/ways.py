"""The ways to draft a tree that the app offers, and what each is called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.errors import SettingsError
from core.model import ModelSettings, configured, label, switched_off
from core.store import Document
from core.tree import Tree


class Mode(StrEnum):
    """Those of `core.build.MODES`."""

    ENGINE = "engine"
    LAYOUT = "layout"
    MODEL = "model"


NAMES = {Mode.ENGINE: "Engine", Mode.LAYOUT: "Thorough", Mode.MODEL: "Model"}
WORDS = {
    Mode.ENGINE: "From what stands in the file and on its pages. Offline, a moment a page.",
    Mode.LAYOUT: "A layout network looks at doubtful pages as well. Offline, up to a second for each of them.",
    Mode.MODEL: "A language model reads the pages too. Its answers are held against them; you see the estimate first.",
}


@dataclass(frozen=True, slots=True)
class Way:
    """How to draft. `given`: settings of a model as the app gives them, by the names of `core.model.configure`."""

    mode: Mode = Mode.ENGINE
    given: Mapping[str, object] = field(default_factory=dict)


def model_settings(document: Document, given: Mapping[str, object]) -> ModelSettings:
    """The settings in force for a model on this document. Raises `SettingsError` where none may or can be asked."""
    if (who := switched_off()) != "":
        raise SettingsError(f"Language models are turned off here, by {who}. Draft with the engine, or thoroughly.")
    if document.private:
        raise SettingsError(f"{document.name} is marked never to be sent to a model. Draft with the engine, or thoroughly.")
    settings = configured(given)
    if settings is None:
        raise SettingsError("Name a model first, as LiteLLM names it: gpt-5-mini, ollama/qwen3:8b ...")
    return settings


def name_of(tree: Tree, mode: Mode) -> str:
    """What a drafted tree is called beside the document's others."""
    return label(tree.producer) or NAMES[mode]
