from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.core import running


@pytest.fixture(scope="module")
def few_processes() -> Iterator[None]:
    """Commands of a module share their reading processes."""
    with running.few_processes():
        yield
