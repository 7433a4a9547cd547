"""Two people at one tree: edits that do not meet are both made, those that do are told of, and news comes in time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest

from core.edit import Delete, Move, RederiveEnds, Retitle, SetEnd, SetNote, SetStart, apply, indent
from core.errors import StaleVersion, UnknownTree
from pages.parts.meeting import meets, touched
from pages.parts.news import News, Watch, Watches
from pages.parts.place import Place
from pages.parts.workbench import Workbench
from tests.core.trees import tree

Answer = TypeVar("Answer")


def run(scene: Coroutine[None, None, Answer]) -> Answer:
    """What a scene comes to, in a thread of its own: with a browser open for other tests, this one has a loop that runs."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, scene).result()


SEEN = tree("a 1-4", "  b 2-3", "  c 4", "d 5-9", "e 10-12")


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        (Retitle(node="b", title="x"), Retitle(node="d", title="y"), False),
        (Retitle(node="b", title="x"), Retitle(node="b", title="y"), True),
        (Retitle(node="b", title="x"), SetNote(node="b", note="y"), True),
        (SetStart(node="d", page=6), SetStart(node="e", page=11), False),
        (SetEnd(node="d", page=9), SetStart(node="e", page=11), False),
        (Retitle(node="b", title="x"), Move(node="c", parent=None, index=1), False),
        (Move(node="b", parent=None, index=1), Move(node="e", parent=None, index=0), True),
        (Move(node="c", parent="a", index=0), Delete(node="b"), True),
        (Retitle(node="b", title="x"), Delete(node="a", whole=True), True),
    ],
)  # fmt: skip
def test_edits_meet_where_they_are_about_the_same(ours: Retitle, theirs: Retitle, expected: bool) -> None:
    assert meets(ours, SEEN, apply(SEEN, theirs)) is expected
    assert meets(theirs, SEEN, apply(SEEN, ours)) is expected


def test_ends_that_follow_are_nobodys_saying() -> None:
    assert touched(SEEN, apply(SEEN, SetStart(node="e", page=11))) == {"e"}
    assert touched(SEEN, apply(SEEN, RederiveEnds())) == set()


def two(bench: Workbench) -> tuple[Workbench, Workbench]:
    """Two people who see the same version."""
    version = bench.state.version
    made = [Workbench(bench.desk, Place(bench.place.sha256, bench.place.tree_id, version=version), who) for who in ("Ada", "Bob")]
    assert made[0].state == made[1].state
    return made[0], made[1]


def test_an_edit_elsewhere_on_another_section_loses_nothing(bench: Workbench) -> None:
    ada, bob = two(bench)
    first, second = list(ada.state.tree.placed)[:2]
    ada.retitle(first, "By Ada")
    bob.retitle(second, "By Bob")
    titles = {node_id: place.node.title for node_id, place in bob.state.tree.placed.items()}
    assert (titles[first], titles[second]) == ("By Ada", "By Bob")
    assert bob.place.version == bob.state.version == ada.state.version + 1
    assert bob.place.notice is not None
    assert "Ada" in bob.place.notice[1]


def test_an_edit_that_meets_another_is_refused_and_told(bench: Workbench) -> None:
    ada, bob = two(bench)
    first = next(iter(ada.state.tree.placed))
    ada.retitle(first, "By Ada")
    bob.retitle(first, "By Bob")
    assert bob.state.tree.find(first).node.title == "By Ada"
    assert bob.place.notice is not None
    assert bob.place.notice[0] == "warning"
    bob.retitle(first, "By Bob after all")
    assert bob.state.tree.find(first).node.title == "By Bob after all"


def test_an_edit_that_no_longer_applies_is_refused_and_told(bench: Workbench) -> None:
    ada, bob = two(bench)
    second = list(ada.state.tree.placed)[1]
    ada.edit(Delete(node=second))
    assert bob.edit(indent(bob.state.tree, second)) is False
    assert bob.place.notice is not None
    assert second not in bob.state.tree.placed


def test_an_edit_on_a_tree_deleted_meanwhile_is_told(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deleted between the refusal and the second try: nothing is raised into the screen."""
    node, store, tree_id = bench.state.tree.nodes[0].id, bench.desk.store, bench.place.tree_id

    def changed_and_deleted(*args: object) -> None:
        store.delete_tree(tree_id)
        raise StaleVersion(tree_id, 0, 1)

    monkeypatch.setattr(store, "append", changed_and_deleted)
    assert not bench.edit(Retitle(node=node, title="x"))
    assert bench.place.notice is not None
    assert bench.place.notice[0] == "error"


def test_what_was_done_elsewhere_is_told_and_a_section_that_is_gone_is_left(bench: Workbench) -> None:
    ada, bob = two(bench)
    second = list(ada.state.tree.placed)[1]
    bob.choose(second)
    ada.edit(Delete(node=second))
    bob.catch_up()
    assert bob.place.version == ada.state.version
    assert bob.place.node is None
    assert bob.place.notice is not None
    assert "is gone" in bob.place.notice[1]
    assert "Ada" in bob.place.notice[1]


# News


def test_who_waits_is_told_when_the_version_changes_and_looks_are_shared() -> None:
    versions, looks = {1: 4, 2: 7}, [0]

    def look(tree_id: int) -> int:
        looks[0] += 1
        return versions[tree_id]

    async def scene() -> list[int | None]:
        news = News(look_seconds=0.01)
        one, other = Watch(1, look), Watch(2, look)
        waiting = [asyncio.create_task(news.later_than(one, 4, 30)) for _ in range(10)]
        waiting.append(asyncio.create_task(news.later_than(other, 3, 30)))
        await asyncio.sleep(0.05)
        assert [task.done() for task in waiting] == [False] * 10 + [True]
        versions[1] = 5
        return list(await asyncio.gather(*waiting))

    assert run(scene()) == [5] * 10 + [7]
    assert looks[0] < 40


def test_who_waits_in_vain_is_answered_in_time_and_nobody_looks_any_more() -> None:
    looks = [0]

    def look(tree_id: int) -> int:
        looks[0] += 1
        return 4

    async def scene() -> int | None:
        news = News(look_seconds=0.01)
        answer = await news.later_than(Watch(1, look), 4, 0.05)
        await asyncio.sleep(0.05)
        before = looks[0]
        await asyncio.sleep(0.05)
        assert looks[0] == before
        return answer

    assert run(scene()) == 4


def test_a_tree_that_is_gone_has_no_news() -> None:
    def look(tree_id: int) -> int:
        raise UnknownTree(tree_id)

    assert run(News(look_seconds=0.01).later_than(Watch(1, look), 4, 30)) is None


def test_the_route_answers_who_holds_a_token_alone() -> None:
    from starlette.applications import Starlette
    from starlette.testclient import TestClient

    from pages.parts.news import route

    held = Watches()
    token = held.hold(Watch(1, lambda tree_id: 5))
    client = TestClient(Starlette(routes=[route(held)]))
    assert client.get(f"/news/{token}?since=4").json() == {"version": 5}
    for wrong in ("/news/guess?since=4", f"/news/{token}", f"/news/{token}?since=x", f"/news/{token}?since=9999999999999"):
        assert client.get(wrong).status_code == 404
