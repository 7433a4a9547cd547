from __future__ import annotations

import pytest

from core.errors import SettingsError
from core.settings import Demo, Limits


def test_limits_come_from_the_environment() -> None:
    assert Limits.from_environment({}) == Limits()
    given = {"TREEPROOF_MAX_PAGES": "12", "TREEPROOF_SECONDS_PER_DOCUMENT": "2.5", "TREEPROOF_UNKNOWN": "x"}
    assert Limits.from_environment(given) == Limits(max_pages=12, seconds_per_document=2.5)


@pytest.mark.parametrize("value", ["", "many", "0", "-3", "1e400"])
def test_a_wrong_limit_is_named(value: str) -> None:
    with pytest.raises(SettingsError, match="TREEPROOF_MAX_PAGES"):
        Limits.from_environment({"TREEPROOF_MAX_PAGES": value})


def test_memory_that_could_not_hold_a_page_is_refused_with_the_least_that_can() -> None:
    with pytest.raises(SettingsError, match=r"TREEPROOF_MEMORY_BYTES is '1000'. Set it to 268,435,456 or more"):
        Limits.from_environment({"TREEPROOF_MEMORY_BYTES": "1000"})


def test_a_demo_allows_little_unless_told() -> None:
    assert (Demo().uploads, Demo().models) == (False, False)
    given = Demo.from_environment({"TREEPROOF_DEMO_UPLOADS": "1", "TREEPROOF_DEMO_VISITS": "3", "TREEPROOF_DEMO": "1"})
    assert given == Demo(uploads=True, visits=3)
    for name, value, wanted in (
        ("UPLOADS", "perhaps", "1 or 0"),
        ("VISITS", "0", "above zero"),
        ("BYTES_PER_VISIT", "5", "or more"),
    ):
        with pytest.raises(SettingsError, match=f"TREEPROOF_DEMO_{name} .*{wanted}"):
            Demo.from_environment({f"TREEPROOF_DEMO_{name}": value})
