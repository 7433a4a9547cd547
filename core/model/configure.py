"""Settings of a model from all the places they may stand in: what is given now, the environment, treeproof.toml, the defaults."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from core.errors import SettingsError
from core.model.settings import ModelSettings
from core.settings import PREFIX

FILE = "treeproof.toml"
TABLE = "model"
OFF = {"off", "none", "no", "false", "0"}
"""Values of `model` that turn models off: for all where an environment or a file says so, for one document where it is given."""
FALSE = {"0", "false", "no", "off", ""}
ENDPOINT = {"model": "model", "api_base": "api_base", "max_output_tokens": "max_output_tokens"}
CEILINGS = {
    "max_calls": "calls",
    "max_tokens": "tokens",
    "max_cost": "money",
    "seconds_per_call": "seconds_per_call",
    "model_seconds": "seconds",
}
PLAIN = (
    "window_tokens",
    "overlap_pages",
    "page_text_chars",
    "max_pages_per_node",
    "max_tokens_per_node",
    "split_depth",
    "summaries",
    "summary_words",
    "parallel",
)
NAMES = (*ENDPOINT, *CEILINGS, *PLAIN, "cache")
"""Every setting: a key of [model] in treeproof.toml and, in capitals behind TREEPROOF_, a variable."""


def configured(
    given: Mapping[str, Any] | None = None, environment: Mapping[str, str] | None = None, folder: Path | None = None
) -> ModelSettings | None:
    """The settings in force, or `None` where no model is named or models are turned off.

    `given` (app or command line; `None` values count as not given) goes over the environment, that over `treeproof.toml` in
    `folder` (default: the working directory), that over the defaults; but models that are switched off for all stay off
    (`switched_off`). Raises `SettingsError`.
    """
    environment = os.environ if environment is None else environment
    told: dict[str, Any] = _from_file((folder or Path.cwd()) / FILE)
    if switched_off(environment, folder):
        return None
    told |= {name: environment[PREFIX + name.upper()] for name in NAMES if environment.get(PREFIX + name.upper())}
    told |= {name: value for name, value in (given or {}).items() if value is not None}
    if not told.get("model") or _off(told["model"]):
        return None
    unknown = sorted(set(told) - set(NAMES))
    if unknown:
        raise SettingsError(f"There is no setting {unknown[0]!r} for models. Use one of: {', '.join(NAMES)}.")
    try:
        return ModelSettings.model_validate(
            {
                "endpoint": {ours: told[name] for name, ours in ENDPOINT.items() if name in told},
                "ceilings": {ours: told[name] for name, ours in CEILINGS.items() if name in told},
                "cache_folder": default_cache() if str(told.get("cache", "1")).casefold() not in FALSE else None,
                **{name: told[name] for name in PLAIN if name in told},
            }
        )
    except ValidationError as error:
        first = error.errors()[0]
        raise SettingsError(f"The model's setting {'.'.join(map(str, first['loc']))} is wrong: {first['msg']}.") from error


def switched_off(environment: Mapping[str, str] | None = None, folder: Path | None = None) -> str:
    """Who has turned models off for all: the variable's or the file's name, empty where nobody has.

    Either may, and nothing that is given in the app or on the command line turns them on again. Raises `SettingsError`.
    """
    variable = PREFIX + "MODEL"
    if _off((os.environ if environment is None else environment).get(variable)):
        return variable
    return FILE if _off(_from_file((folder or Path.cwd()) / FILE).get("model")) else ""


def _off(value: object) -> bool:
    return value is False or str(value or "").casefold() in OFF


def default_cache() -> Path:
    """Where answers are kept: the user's cache folder, as the operating system has it."""
    from platformdirs import user_cache_path

    return user_cache_path("treeproof", appauthor=False) / "answers"


def _from_file(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        table = tomllib.loads(path.read_text("utf-8")).get(TABLE, {})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise SettingsError(f"{path.name} cannot be read: {error}. Mend it or take it away.") from error
    if not isinstance(table, dict):
        raise SettingsError(f"{path.name}: [{TABLE}] is a table of settings.")
    return dict(table)
