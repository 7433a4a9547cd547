"""The compare screen's logic: what is offered, the way from difference to difference, one side taken over, undone."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core.compare import Kind
from core.errors import StoreError
from pages.parts import session
from pages.parts.compared import AT
from pages.parts.comparing import Comparing, Standpoint, Version, usual, version, versions
from pages.parts.desk import Desk
from pages.parts.workbench import Workbench

SECONDS = 60


@pytest.fixture
def at(bench: Workbench) -> Standpoint:
    """The engine's draft on the left, the faulty tree on the right."""
    trees = bench.desk.store.trees(bench.place.sha256)
    left, right = usual(trees, bench.place.tree_id)
    return Standpoint(bench.place.sha256, left, right)


def comparing(bench: Workbench, at: Standpoint) -> Comparing:
    return Comparing(bench.desk, at, "Ada")


def test_addresses_name_versions() -> None:
    for which in (Version(12), Version(12, True)):
        assert version(str(which)) == which
    for wrong in ("", "x", "12@1", "@0", "-1", "9" * 30):
        assert version(wrong) is None


def test_a_tree_that_was_edited_is_compared_with_its_draft(bench: Workbench) -> None:
    store, sha256 = bench.desk.store, bench.place.sha256
    active = bench.place.tree_id
    other = next(tree.id for tree in store.trees(sha256) if tree.id != active)
    assert usual(store.trees(sha256), active) == (Version(other), Version(active))
    bench.place.version = bench.state.version
    bench.retitle(next(iter(bench.state.tree.placed)), "Another title")
    trees = store.trees(sha256)
    assert usual(trees, active) == (Version(active, True), Version(active))
    assert set(versions(trees)) == {Version(active), Version(active, True), Version(other)}


def test_the_way_goes_round_all_differences_of_a_kind(bench: Workbench, at: Standpoint) -> None:
    made = comparing(bench, at)
    every = [each.key for each in made.comparison.differences]
    assert len(every) > 2
    seen = []
    for _ in every:
        made.step(1, [])
        seen.append(at.chosen)
    assert seen == every
    made.step(1, [])
    assert at.chosen == every[0]
    made.step(-1, [])
    assert at.chosen == every[-1]
    kind = made.comparison.differences[0].kinds[0]
    made.step(1, [kind])
    assert made.difference is not None
    assert kind in made.difference.kinds


def test_each_difference_is_shown_on_its_page_with_both_places(bench: Workbench, at: Standpoint) -> None:
    made = comparing(bench, at)
    pages = len(made.evidence.reading.pages) if made.evidence else 0
    for difference in made.comparison.differences:
        made.choose(difference.key)
        starts = {place.node.span.start for place in made.places if place is not None and place.node.span.start}
        assert not starts or at.page in starts or at.page in (1, pages)
        banner = made.overlay(at.page, ("Left", "Right"))["banner"]
        assert banner is not None
        assert {page for _, page in banner[2]} == (starts if len(starts) > 1 else set())


def test_taking_sides_until_nothing_differs_and_back(bench: Workbench, at: Standpoint) -> None:
    before = bench.desk.store.state(at.right.tree_id).tree
    for _ in range(200):
        made = comparing(bench, at)
        left_over = [each for each in made.comparison.differences if each.kinds != (Kind.END,)]
        if not left_over:
            break
        made.choose(left_over[0].key)
        made.take([], from_left=True)
        assert at.edited == at.right.tree_id
    made = comparing(bench, at)
    assert made.figures.tree.f1 == 1
    while comparing(bench, at).right_state.undo_label:
        comparing(bench, at).undo()
    assert bench.desk.store.state(at.right.tree_id).tree == before


def test_the_whole_is_taken_in_one_edit(bench: Workbench, at: Standpoint) -> None:
    comparing(bench, at).take_all(from_left=True)
    after = comparing(bench, at)
    assert after.comparison.differences == ()
    assert after.right_state.version == 1
    comparing(bench, at).take_all(from_left=True)
    assert at.notice == ("info", "Both trees say the same already.")


def test_a_draft_is_never_changed(bench: Workbench, at: Standpoint) -> None:
    comparing(bench, at).take_all(from_left=True)
    at.left = Version(at.right.tree_id, drafted=True)
    made = comparing(bench, at)
    assert made.can_take(from_left=True)
    assert not made.can_take(from_left=False)
    assert made.comparison.differences


def written(app: AppTest) -> str:
    assert not app.exception
    return "\n".join(str(element.proto.body) for element in app.get("html"))


@pytest.fixture
def screen(desk: Desk, bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The screen at the document of `bench`, drawn by a script of its own: the harness knows no screens made of functions."""

    def script() -> None:
        from pages.compare import show

        show()

    monkeypatch.setattr(session, "_shared_desk", lambda: desk)
    made = AppTest.from_function(script, default_timeout=SECONDS)
    made.session_state["who"] = "Ada"
    made.session_state["who_given"] = True
    made.query_params["doc"] = bench.place.sha256[:12]
    return made


def test_the_screen_says_how_far_the_trees_agree_and_takes_one_side(screen: AppTest, desk: Desk) -> None:
    shown = written(screen.run())
    assert "Agreement" in shown
    assert "differences" in shown
    at = screen.session_state[AT]
    assert screen.query_params["left"] == str(at.left)
    count = len(Comparing(desk, at, "Ada").comparison.differences)
    screen.button(key="compare_next").click().run()
    screen.button(key="take_left").click().run()
    assert not screen.exception
    assert len(Comparing(desk, at, "Ada").comparison.differences) < count
    screen.button(key="compare_undo").click().run()
    assert len(Comparing(desk, at, "Ada").comparison.differences) == count


def test_the_screen_without_a_document_says_what_to_do(screen: AppTest) -> None:
    screen.query_params["doc"] = "0" * 12
    assert "It may have been deleted. Choose another one." in written(screen.run())


def test_the_screen_with_no_document_named_compares_the_one_added_last(screen: AppTest, desk: Desk, bench: Workbench) -> None:
    del screen.query_params["doc"]
    assert "Agreement" in written(screen.run())
    assert screen.session_state[AT].sha256 == bench.place.sha256

    desk.delete(bench.place.sha256)
    for key in ("doc", "left", "right", "at"):
        screen.query_params.pop(key, None)
    del screen.session_state[AT]
    assert "No document is open to compare trees of. Choose one first." in written(screen.run())


def test_a_tree_that_nobody_changed_is_no_pair_and_what_makes_one_is_said(screen: AppTest, desk: Desk, bench: Workbench) -> None:
    for tree in desk.store.trees(bench.place.sha256):
        if tree.id != bench.place.tree_id:
            desk.store.delete_tree(tree.id)
    shown = written(screen.run())
    assert "These two trees say the same." in shown
    assert "draft the document in another way or import a tree" in shown
    assert screen.button(key="compare_next").disabled


def test_a_store_that_is_busy_is_told(screen: AppTest, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    screen.run()
    monkeypatch.setattr(desk.store, "state", lambda tree_id: (_ for _ in ()).throw(StoreError("It is in use. Try again.")))
    assert "It is in use." in written(screen.run())


def test_a_link_followed_in_the_midst_shows_what_it_names(screen: AppTest, desk: Desk) -> None:
    screen.run()
    at = screen.session_state[AT]
    screen.query_params["left"], screen.query_params["right"] = str(at.right), str(at.left)
    screen.run()
    assert not screen.exception
    now = screen.session_state[AT]
    assert (now.left, now.right) == (at.right, at.left)
    assert screen.run().session_state[AT] is now
