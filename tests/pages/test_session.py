"""What a session keeps when a demo's visit ends and another begins: nothing that names the trees of the one before."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pages.parts import compared, exchange, retyping, session, ticks, wholesale

OF_VISIT = (
    "place",
    "seen",
    "tickets",
    "watches",
    retyping.DRAFT,
    ticks.TICKS,
    wholesale.MENDED,
    exchange.MADE,
    compared.AT,
    compared.MADE,
)


def test_a_new_visit_holds_nothing_of_the_trees_of_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = SimpleNamespace(desk="its desk", closed=False)
    of_old = dict.fromkeys(OF_VISIT, "of the tree numbered 1 there")
    state = {"visit": SimpleNamespace(closed=True), "who": "Ann", **of_old}
    monkeypatch.setenv(session.DEMO, "1")
    monkeypatch.setattr(session, "st", SimpleNamespace(session_state=state))
    monkeypatch.setattr(session, "visits", lambda: SimpleNamespace(open=lambda: fresh, touch=lambda visit: None))
    assert session.desk() == "its desk"  # type: ignore[comparison-overlap]
    assert state == {"visit": fresh, "who": "Ann"}
