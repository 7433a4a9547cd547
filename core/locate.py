"""Where the app's files are: in the checkout, or in the installed wheel, where they travel as `treeproof_web`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from core.errors import SettingsError

PACKAGE = "treeproof_web"
"""The folder of the wheel that holds app.py, pages/, sample_pdfs/ and .streamlit/."""


def web_root() -> Path:
    """The folder that holds app.py, pages/, sample_pdfs/ and .streamlit/. Raises `SettingsError` where there is none."""
    installed = find_spec(PACKAGE)
    folders = [Path(__file__).resolve().parents[1]]
    if installed is not None:
        folders += [Path(place) for place in installed.submodule_search_locations or ()]
    for folder in folders:
        if (folder / "app.py").is_file():
            return folder
    raise SettingsError("This installation lacks the app's files. Install again: pip install --force-reinstall treeproof")


def samples() -> Path:
    """The folder of the sample documents with their trees."""
    return web_root() / "sample_pdfs"
