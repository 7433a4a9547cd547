"""Where a model's settings come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.draft.grow import PRODUCER, WITH_NETWORK
from core.errors import SettingsError
from core.model.configure import CEILINGS, ENDPOINT, NAMES, PLAIN, configured, switched_off
from core.model.producer import label, producer
from core.model.prompts import NAMES as PROMPTS
from core.model.prompts import prompt

DOCS = Path(__file__).resolve().parents[3] / "docs" / "models.md"


def test_given_over_environment_over_file_over_defaults(tmp_path: Path) -> None:
    (tmp_path / "treeproof.toml").write_text('[model]\nmodel = "a"\nmax_cost = 1\nwindow_tokens = 5000\noverlap_pages = 2\n')
    environment = {"TREEPROOF_MODEL": "b", "TREEPROOF_MAX_COST": "2"}
    found = configured({"model": "c", "max_cost": None}, environment, tmp_path)
    assert found is not None
    assert (found.endpoint.model, found.ceilings.money, found.window_tokens, found.overlap_pages) == ("c", 2.0, 5000, 2)
    assert found.max_pages_per_node == 10


@pytest.mark.parametrize("environment", [{}, {"TREEPROOF_MODEL": "off"}])
def test_no_model_is_none(environment: dict[str, str], tmp_path: Path) -> None:
    assert configured({}, environment, tmp_path) is None


@pytest.mark.parametrize("word", ["off", "OFF", "false", "0"])
def test_models_that_are_off_for_all_stay_off_whatever_is_given(word: str, tmp_path: Path) -> None:
    off = {"TREEPROOF_MODEL": word}
    assert (switched_off(off, tmp_path), configured({"model": "a"}, off, tmp_path)) == ("TREEPROOF_MODEL", None)
    (tmp_path / "treeproof.toml").write_text(f'[model]\nmodel = "{word}"\n')
    named = {"TREEPROOF_MODEL": "b"}
    assert (switched_off(named, tmp_path), configured({"model": "a"}, named, tmp_path)) == ("treeproof.toml", None)


def test_a_model_is_turned_off_for_one_document(tmp_path: Path) -> None:
    named = {"TREEPROOF_MODEL": "b"}
    assert configured({"model": "off"}, named, tmp_path) is None
    assert (switched_off(named, tmp_path), configured({}, named, tmp_path) is None) == ("", False)


def test_what_a_tree_is_called_after_its_producer(tmp_path: Path) -> None:
    made = configured({"model": "ollama/qwen3:8b", "api_base": "http://localhost:11434"}, {}, tmp_path)
    assert made is not None
    assert label(producer(made)) == "ollama/qwen3:8b"
    assert label(PRODUCER) == "Engine"
    assert label(PRODUCER + WITH_NETWORK) == "Thorough"
    assert label("pageindex") == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [("[model", "cannot be read"), ("model = 3", "table"), ('[model]\nmodel = "a"\ncolour = 1', "colour")],
)
def test_a_wrong_file_says_so(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "treeproof.toml").write_text(text)
    with pytest.raises(SettingsError, match=words):
        configured({}, {}, tmp_path)


def test_a_wrong_value_names_the_setting(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="window_tokens"):
        configured({"model": "a", "window_tokens": "many"}, {}, tmp_path)


def test_every_setting_is_in_the_docs() -> None:
    page = DOCS.read_text(encoding="utf-8")
    assert [name for name in NAMES if f"`{name}`" not in page] == []
    assert set(NAMES) == {*ENDPOINT, *CEILINGS, *PLAIN, "cache"}


def test_no_cache_is_another_folder_not_another_tree(tmp_path: Path) -> None:
    kept, not_kept = configured({"model": "a"}, {}, tmp_path), configured({"model": "a", "cache": False}, {}, tmp_path)
    assert kept is not None
    assert not_kept is not None
    assert (kept.cache_folder is None, not_kept.cache_folder is None) == (False, True)
    assert producer(kept) == producer(not_kept)


def test_prompts_are_files_with_a_version() -> None:
    assert all(prompt(name).version >= 1 and len(prompt(name).text) > 50 for name in PROMPTS)
