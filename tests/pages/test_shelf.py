"""The list of documents: what fits, in which order, and how much is left to do in each."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from core.store import Document, Origin, Overview, SignOff, StoredTree
from pages.parts import signing
from pages.parts.shelf import Order, Show, fitting

DAY = datetime(2026, 1, 1, tzinfo=UTC)


def line(name: str, failed: int | None = 0, *, suspect: int = 0, signed: int | None = None, read: bool = True) -> Overview:
    document = Document(name, f"{name}.pdf", 1, 3, DAY)
    if not read:
        return Overview(document)
    tree = StoredTree(1, name, Origin.ENGINE, "Engine", "", DAY, "", True, 2, 5, 0)
    said = None if signed is None else SignOff(1, signed, "Ada", DAY + timedelta(days=1))
    return Overview(document, tree, failed, None if failed is None else suspect, said)


LINES = [
    line("Delta", 1, suspect=2),
    line("alpha", 0, signed=2),
    line("Beta", 5),
    line("gamma", read=False),
    line("Beta two", 0, signed=1),
]


@pytest.mark.parametrize(
    ("words", "which", "order", "names"),
    [
        ("", Show.ALL, Order.NEWEST, ["Delta", "alpha", "Beta", "gamma", "Beta two"]),
        ("", Show.ALL, Order.NAME, ["alpha", "Beta two", "Beta", "Delta", "gamma"]),
        ("", Show.ALL, Order.LEFT, ["gamma", "Beta", "Delta", "Beta two", "alpha"]),
        ("", Show.SIGNED, Order.NEWEST, ["alpha"]),
        ("", Show.OPEN, Order.LEFT, ["gamma", "Beta", "Delta", "Beta two"]),
        ("BETA", Show.ALL, Order.NEWEST, ["Beta", "Beta two"]),
        ("two beta", Show.ALL, Order.NEWEST, ["Beta two"]),
        ("omega", Show.ALL, Order.NEWEST, []),
    ],
)
def test_documents_are_arranged(words: str, which: Show, order: Order, names: list[str]) -> None:
    assert [each.document.name.removesuffix(".pdf") for each in fitting(LINES, words, which, order)] == names


def test_a_sign_off_that_an_edit_overtook_leaves_something_to_do() -> None:
    assert signing.left(line("a", 0, signed=2)) == 0
    assert signing.left(line("a", 0, signed=1)) > 0
    assert signing.left(line("a", None)) > signing.left(line("a", 400))
