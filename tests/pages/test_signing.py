"""Signing off on the screen: a question where something fails, an edit that overtakes it, the next document by one key."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core.edit import SetReview
from core.tree import Review
from pages.parts import intake, session
from pages.parts.desk import Desk
from pages.parts.place import Place
from pages.parts.server import VISIT
from tests.pages.conftest import FAULTY, PDF


@pytest.fixture
def app(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr(session, "_shared_desk", lambda: desk)
    made = AppTest.from_file(str(VISIT), default_timeout=60)
    made.session_state["who"], made.session_state["who_given"] = "Ada", True
    return made


def opened(app: AppTest, desk: Desk, pdf: bytes, faulty: bytes | None) -> Place:
    document, _ = desk.take(pdf, PDF, who="Ada", tree=faulty, tree_name=FAULTY)
    app.session_state[intake.LANDING] = document.sha256
    app.run()
    assert not app.exception
    at = app.session_state["place"]
    assert isinstance(at, Place)
    return at


def accepted(desk: Desk, at: Place) -> None:
    """Every section is accepted: nothing fails any more."""
    state = desk.store.state(at.tree_id)
    desk.store.append(at.tree_id, SetReview(nodes=tuple(state.tree.placed), review=Review.ACCEPTED), "Ada", state.version)


def test_a_tree_without_problems_is_signed_off_at_once_and_that_can_be_taken_back(app: AppTest, desk: Desk, pdf: bytes) -> None:
    at = opened(app, desk, pdf, None)
    accepted(desk, at)
    app.run()
    app.button(key="sign_off").click().run()
    assert not app.exception
    signed = desk.store.state(at.tree_id).sign_off
    assert signed is not None
    assert signed.who == "Ada"
    assert "Ada" in (app.button(key="withdraw").help or "")
    app.button(key="withdraw").click().run()
    assert desk.store.state(at.tree_id).sign_off is None


def test_a_tree_that_nobody_has_reviewed_is_asked_about(app: AppTest, desk: Desk, pdf: bytes) -> None:
    at = opened(app, desk, pdf, None)
    app.button(key="sign_off").click().run()
    assert desk.store.state(at.tree_id).sign_off is None
    assert any("Nobody has reviewed any section yet." in html.proto.body for html in app.get("html"))


def test_open_problems_are_asked_about(app: AppTest, desk: Desk, pdf: bytes, faulty: bytes) -> None:
    at = opened(app, desk, pdf, faulty)
    app.button(key="sign_off").click().run()
    assert desk.store.state(at.tree_id).sign_off is None
    app.button(key="sign_off_yes").click().run()
    assert not app.exception
    assert desk.store.state(at.tree_id).sign_off is not None


def test_an_edit_after_a_sign_off_says_that_it_no_longer_holds(app: AppTest, desk: Desk, pdf: bytes) -> None:
    at = opened(app, desk, pdf, None)
    accepted(desk, at)
    app.run()
    app.button(key="sign_off").click().run()
    state = desk.store.state(at.tree_id)
    desk.store.append(at.tree_id, SetReview(nodes=(state.tree.nodes[0].id,), review=Review.UNREVIEWED), "Bo", state.version)
    app.run()
    assert any("changed since" in toast.value for toast in app.toast)
    app.run()
    assert not any("changed since" in toast.value for toast in app.toast), "said once"
    assert "changed since" in (app.button(key="sign_off").help or "")


def test_the_next_document_is_one_that_is_not_signed_off(app: AppTest, desk: Desk, pdf: bytes) -> None:
    first, signed, open_ = (desk.take(pdf + b"\n" * nth, f"{nth}.pdf", who="Ada")[0].sha256 for nth in range(3))
    tree_id = desk.store.active_tree(signed)
    assert tree_id is not None
    desk.store.sign_off(tree_id, "Ada", 0)
    app.session_state[intake.LANDING] = first
    app.run()
    app.button(key="unreviewed").click().run()
    assert not app.exception
    assert app.session_state["place"].sha256 == open_
    assert app.query_params["doc"] == open_[:12]
    tree_id = desk.store.active_tree(first)
    assert tree_id is not None
    desk.store.sign_off(tree_id, "Ada", 0)
    app.button(key="unreviewed").click().run()
    assert app.session_state["place"].sha256 == open_
    assert any("Every other document is signed off" in toast.value for toast in app.toast)
