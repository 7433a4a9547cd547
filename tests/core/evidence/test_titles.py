"""Keys of titles, one at a time and in bulk."""

from __future__ import annotations

import pytest

from core.evidence import titles
from core.verify import match

TEXTS = [
    "3.2  Fine-tuning",
    "",
    "ＡＢＣ＿１",
    "Straße ﬁn",
    "Élan—vital",
    "第三章 概述",
    "a_b\tc",
    "\ud800 lone",
    "ŉ Ǆ ΐ",
    "İstanbul",
    "x²",
]


@pytest.mark.parametrize("texts", [TEXTS, TEXTS[:1], [], [*TEXTS, "two\nlines"], ["two\nlines"], ["é\nè", "plain"]])
def test_keys_in_bulk_are_the_keys_of_each(texts: list[str]) -> None:
    assert titles.keys(texts) == [titles.key(text) for text in texts]
    assert match.line_keys(texts) == [match.key(text) for text in texts]
