from __future__ import annotations

import pytest

from core.errors import SettingsError
from core.settings import Limits


def test_limits_come_from_the_environment() -> None:
    assert Limits.from_environment({}) == Limits()
    given = {"TREEPROOF_MAX_PAGES": "12", "TREEPROOF_SECONDS_PER_DOCUMENT": "2.5", "TREEPROOF_UNKNOWN": "x"}
    assert Limits.from_environment(given) == Limits(max_pages=12, seconds_per_document=2.5)


@pytest.mark.parametrize("value", ["", "many", "0", "-3", "1e400"])
def test_a_wrong_limit_is_named(value: str) -> None:
    with pytest.raises(SettingsError, match="TREEPROOF_MAX_PAGES"):
        Limits.from_environment({"TREEPROOF_MAX_PAGES": value})
