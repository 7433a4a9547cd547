"""Files that outputs are compared with.

They are rewritten only when TREEPROOF_REGENERATE names the file, and the test that did so fails, so that somebody looks at the
difference before it is committed. On a build machine (CI set) they are never rewritten.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "golden"


def check(name: str, text: str) -> None:
    """Holds that `text` is what the golden file holds."""
    path = FOLDER / name
    if os.environ.get("TREEPROOF_REGENERATE") == name and not os.environ.get("CI"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
        pytest.fail(f"{path} was rewritten: look at the difference, then run the tests without TREEPROOF_REGENERATE.")
    assert path.exists(), f"{path} is missing: write it with TREEPROOF_REGENERATE={name}"
    assert text == path.read_bytes().decode()
