"""What buttons and keys do to a tree, without a screen."""

from __future__ import annotations

import json
from functools import partial

import pytest

from core.edit import Delete, Retitle, SetReview, indent, merge, move_up, outdent
from core.errors import StoreError
from core.locate import samples
from core.report import Repair
from core.tree import Review
from pages.parts.place import Place
from pages.parts.problems import Standing, standings
from pages.parts.workbench import Workbench
from tests.pages.conftest import FAULTY

FAULTS = json.loads((samples() / "faults.json").read_text(encoding="utf-8"))[FAULTY]
MOVED = next(fault for fault in FAULTS if fault["drafted_start"] != fault["right_start"])


def test_it_opens_at_a_failure_on_the_page_where_the_section_should_start(bench: Workbench) -> None:
    stand = standings(bench.state.tree, bench.report)
    assert bench.place.node is not None
    assert stand[bench.place.node] is Standing.FAILED
    bench.visit(MOVED["node_id"])
    assert bench.place.page == MOVED["right_start"]
    bench.choose(MOVED["node_id"])
    assert bench.place.page == MOVED["drafted_start"]


def test_applying_the_suggestion_mends_the_section_and_goes_on(bench: Workbench) -> None:
    bench.choose(MOVED["node_id"])
    bench.apply_and_go()
    assert bench.state.tree.find(MOVED["node_id"]).node.span.start == MOVED["right_start"]
    assert standings(bench.state.tree, bench.report)[MOVED["node_id"]] is not Standing.FAILED
    assert bench.place.node != MOVED["node_id"]
    assert bench.state.history[-1].who == "Ada"


def test_undo_and_redo_show_where_they_act_and_survive_a_new_workbench(bench: Workbench) -> None:
    before = bench.state.tree
    bench.choose(MOVED["node_id"])
    bench.start_at(MOVED["node_id"], MOVED["right_start"])
    after = bench.state.tree
    again = Workbench(bench.desk, Place(bench.place.sha256, bench.place.tree_id, version=bench.place.version), "Grace")
    again.undo()
    assert again.state.tree == before
    assert again.place.node == MOVED["node_id"]
    again.redo()
    assert again.state.tree == after
    again.redo()
    assert again.place.notice is not None
    assert again.place.notice[0] == "info"


def test_undo_shows_the_section_that_was_changed_and_not_one_whose_end_followed(bench: Workbench) -> None:
    for placed in list(bench.state.tree.walk()):
        node = placed.node
        if node.span.start is None or node.span.start >= bench.state.tree.pages:
            continue
        ends = {each.node.id: each.node.span.end for each in bench.state.tree.walk()}
        bench.start_at(node.id, node.span.start + 1)
        earlier = [each.node.id for each in bench.state.tree.walk() if ends[each.node.id] != each.node.span.end][0:1]
        bench.undo()
        assert bench.place.node == node.id
        if earlier and earlier != [node.id]:
            return
    pytest.fail("no start in this tree moves the end of a section before it")


def test_a_change_on_a_tree_that_somebody_changed_meanwhile_is_not_made(bench: Workbench) -> None:
    other = Workbench(bench.desk, Place(bench.place.sha256, bench.place.tree_id), "Grace")
    first = bench.state.tree.nodes[0].id
    assert other.edit(Retitle(node=first, title="Hers"))
    assert not bench.edit(Retitle(node=first, title="His"))
    assert bench.state.tree.nodes[0].title == "Hers"
    assert bench.place.notice is not None
    assert bench.place.notice[0] == "warning"
    assert bench.edit(Retitle(node=first, title="His"))


def test_accepting_goes_on_and_takes_a_failure_off_the_way(bench: Workbench) -> None:
    accepted = bench.place.node
    assert accepted is not None
    bench.accept_and_go()
    assert bench.state.tree.find(accepted).node.review is Review.ACCEPTED
    assert bench.place.node != accepted
    for _ in range(len(bench.state.tree.placed) + 5):
        bench.accept_and_go()
    bench.edit(SetReview(nodes=tuple(bench.state.tree.placed), review=Review.ACCEPTED))
    bench.go(1)
    assert bench.place.notice is not None


def test_a_page_outside_the_document_is_refused_in_words(bench: Workbench) -> None:
    version = bench.place.version
    bench.end_at(str(bench.place.node), 10_000)
    assert bench.place.version == version
    assert bench.place.notice is not None
    assert bench.place.notice[0] == "error"


def test_adding_and_deleting_choose_what_is_at_hand(bench: Workbench) -> None:
    count = len(bench.state.tree.placed)
    bench.turn(2)
    bench.add("A new section")
    added = bench.chosen
    assert added is not None
    assert (added.node.title, added.node.span.start, len(bench.state.tree.placed)) == ("A new section", 2, count + 1)
    bench.delete()
    assert len(bench.state.tree.placed) == count
    assert bench.chosen is not None
    assert bench.chosen.node.id != added.node.id


def test_what_takes_the_chosen_section_away_goes_on_from_there(bench: Workbench) -> None:
    order = list(bench.state.tree.placed)
    bench.choose(order[4])
    bench.shape(merge)
    assert order[4] not in bench.state.tree.placed
    assert bench.place.node == order[3]
    bench.repair(Repair(label="Delete", edits=(Delete(node=order[3]),), confidence=1))
    assert bench.place.node == order[2]


def test_moves_that_cannot_be_are_told_and_change_nothing(bench: Workbench) -> None:
    first = bench.state.tree.nodes[0]
    bench.choose(first.id)
    tree = bench.state.tree
    for gesture in (move_up, outdent, indent):
        bench.shape(gesture)
        assert bench.state.tree == tree
        assert bench.place.notice is not None
        bench.place.notice = None


def test_late_choices_of_the_browser_never_count_backwards(bench: Workbench) -> None:
    first, second = list(bench.state.tree.placed)[:2]
    bench.choose(first, echo=5)
    bench.choose(second, echo=4)
    assert bench.place.echo == 5
    bench.choose("no such section")
    assert bench.place.node == second


def test_a_store_that_cannot_write_is_told_and_nothing_is_shown_as_done(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bench.place.node is not None
    node = bench.place.node
    bench.retitle(node, "Before")

    def full(*_: object) -> None:
        raise StoreError("There is no room left on the disk. Make room and try again.")

    for method in ("append", "undo"):
        monkeypatch.setattr(bench.desk.store, method, full)
    for act in (partial(bench.retitle, node, "After"), bench.undo):
        bench.place.notice = None
        act()
        assert bench.place.notice == ("error", "There is no room left on the disk. Make room and try again.")
        assert bench.chosen is not None
        assert bench.chosen.node.title == "Before"
