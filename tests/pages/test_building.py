"""Drafting in each way: trees side by side, a model that is asked only after a yes, and what stays when it fails or stops.

The model is a real server on this machine, reached as any provider is.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import StoreError
from core.store import Origin, Store
from pages.parts.desk import Bounds, Desk
from pages.parts.jobs import Job, Jobs, Stage
from pages.parts.ways import Mode, Way
from tests.core.model.samples import right, sections
from tests.model_server import Faults, ModelServer, serving
from tests.pages.conftest import PDF, Now, PlainReader

PAPER = "paper-two-column"
SECRET = "sk-not-to-be-seen-anywhere"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModelServer]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TREEPROOF_MODEL", raising=False)
    monkeypatch.setenv("TREEPROOF_API_KEY", SECRET)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with serving(ModelServer(sections(PAPER))) as running:
        yield running


def model(server: ModelServer, **given: object) -> Way:
    return Way(Mode.MODEL, {"model": "openai/x", "api_base": server.base, "seconds_per_call": 10, **given})


def job(desk: Desk, sha256: str) -> Job:
    found = desk.job(sha256)
    assert found is not None
    return found


def names(desk: Desk, sha256: str) -> list[str]:
    return [tree.name for tree in desk.store.trees(sha256)]


def test_a_thorough_draft_stands_beside_the_engines_and_is_made_once(desk: Desk, pdf: bytes) -> None:
    sha256 = desk.take(pdf, PDF, who="Ada")[0].sha256
    assert names(desk, sha256) == ["Engine"]
    for _ in range(2):
        desk.build(sha256, who="Ada", way=Way(Mode.LAYOUT))
        assert job(desk, sha256).stage is Stage.DONE
        assert names(desk, sha256) == ["Thorough", "Engine"]
    assert job(desk, sha256).tree == desk.store.active_tree(sha256)
    desk.build(sha256, who="Ada", way=Way(Mode.ENGINE))
    assert sorted(names(desk, sha256)) == ["Engine", "Thorough"]
    assert desk.store.stored_tree(desk.store.active_tree(sha256) or 0).name == "Engine"


def test_a_way_chosen_at_the_upload_comes_after_the_engines_draft(desk: Desk, pdf: bytes) -> None:
    sha256 = desk.take(pdf, PDF, who="Ada", way=Way(Mode.LAYOUT))[0].sha256
    assert names(desk, sha256) == ["Thorough", "Engine"]


def test_a_model_is_asked_after_a_yes_and_what_was_spent_is_told(desk: Desk, pdf: bytes, server: ModelServer) -> None:
    sha256 = desk.take(pdf, PDF, who="Ada", way=model(server))[0].sha256
    assert job(desk, sha256).stage is Stage.ASKING
    for words in ("call", "tokens", "price unknown"):
        assert words in job(desk, sha256).message
    asked = desk.building.asked(sha256)
    assert asked is not None
    assert "does not leave it" in asked.where
    assert (server.requests, names(desk, sha256)) == ([], ["Engine"])
    assert desk.building.go_on(sha256)
    assert job(desk, sha256).stage is Stage.DONE
    assert "call" in job(desk, sha256).message
    assert len(server.requests) >= 1
    tree_id = job(desk, sha256).tree
    assert tree_id is not None
    stored = desk.store.stored_tree(tree_id)
    assert (stored.origin, stored.active, "x" in stored.name) == (Origin.MODEL, True, True)
    assert right(desk.store.state(tree_id).tree, PAPER) == len(sections(PAPER))
    assert not desk.building.go_on(sha256), "a yes holds once"


def test_a_no_asks_nothing(desk: Desk, pdf: bytes, server: ModelServer) -> None:
    sha256 = desk.take(pdf, PDF, who="Ada", way=model(server))[0].sha256
    desk.building.leave_it(sha256)
    assert (desk.building.asked(sha256), desk.job(sha256), server.requests) == (None, None, [])
    assert not desk.building.go_on(sha256)


@pytest.mark.parametrize("fault", ["500", "bad json", "empty"])
def test_a_model_that_fails_leaves_the_engines_tree_and_says_why(desk: Desk, pdf: bytes, server: ModelServer, fault: str) -> None:
    server.faults = Faults({fault: 1.0})
    sha256 = desk.take(pdf, PDF, who="Ada", way=model(server))[0].sha256
    desk.building.go_on(sha256)
    assert (job(desk, sha256).stage, names(desk, sha256)) == (Stage.FAILED, ["Engine"])
    assert "engine's own draft" in job(desk, sha256).message


def test_a_server_that_cannot_be_reached_is_told_in_plain_words(desk: Desk, pdf: bytes, server: ModelServer) -> None:
    way = Way(Mode.MODEL, {"model": "openai/x", "api_base": "http://127.0.0.1:9/v1", "seconds_per_call": 2})
    sha256 = desk.take(pdf, PDF, who="Ada", way=way)[0].sha256
    desk.building.go_on(sha256)
    assert job(desk, sha256).stage is Stage.FAILED
    assert "Check the address and the network" in job(desk, sha256).message


def test_a_model_can_be_stopped_in_the_midst_of_a_call(
    tmp_path: Path, reader: PlainReader, pdf: bytes, server: ModelServer
) -> None:
    server.faults = Faults({"hang": 1.0})
    desk = Desk(Store(tmp_path / "stopped"), reader, Jobs())
    sha256 = desk.take(pdf, PDF, who="Ada", way=model(server))[0].sha256
    pause = threading.Event()

    def wait_for(*stages: Stage) -> None:
        for _ in range(6_000):
            if job(desk, sha256).stage in stages:
                return
            pause.wait(0.01)
        raise AssertionError(job(desk, sha256))

    wait_for(Stage.ASKING)
    desk.building.go_on(sha256)
    while not server.requests:
        pause.wait(0.01)
    desk.jobs.cancel(sha256)
    assert "Stopping" in job(desk, sha256).words or job(desk, sha256).stage is Stage.STOPPED
    wait_for(Stage.STOPPED)
    assert names(desk, sha256) == ["Engine"]
    desk.close()


def test_a_document_kept_from_models_is_not_sent_even_after_a_yes(desk: Desk, pdf: bytes, server: ModelServer) -> None:
    sha256 = desk.take(pdf, PDF, who="Ada", way=model(server))[0].sha256
    desk.store.set_private(sha256, True)
    desk.building.go_on(sha256)
    assert job(desk, sha256).stage is Stage.FAILED
    assert "never to be sent" in job(desk, sha256).message
    desk.build(sha256, who="Ada", way=model(server))
    assert job(desk, sha256).stage is Stage.FAILED
    assert server.requests == []


def test_models_turned_off_for_all_stay_off_whatever_the_app_is_told(
    desk: Desk, pdf: bytes, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TREEPROOF_MODEL", "off")
    sha256 = desk.take(pdf, PDF, who="Ada", way=model(server))[0].sha256
    assert job(desk, sha256).stage is Stage.FAILED
    assert "turned off" in job(desk, sha256).message
    assert (server.requests, names(desk, sha256)) == ([], ["Engine"])


def test_a_desk_without_models_asks_none(tmp_path: Path, reader: PlainReader, pdf: bytes, server: ModelServer) -> None:
    desk = Desk(Store(tmp_path / "demo"), reader, Jobs(Now()), Bounds(models=False))
    sha256 = desk.take(pdf, PDF, who="Ada", way=model(server))[0].sha256
    assert (job(desk, sha256).stage, desk.building.asked(sha256)) == (Stage.FAILED, None)


def test_no_key_is_kept_or_told(desk: Desk, pdf: bytes, server: ModelServer, caplog: pytest.LogCaptureFixture) -> None:
    sha256 = desk.take(pdf, PDF, who="Ada", way=model(server))[0].sha256
    desk.building.go_on(sha256)
    assert any(SECRET in key for key in server.keys), "the server was given it"
    stored = b"".join(path.read_bytes() for path in desk.store.folder.rglob("*") if path.is_file())
    assert SECRET.encode() not in stored
    assert SECRET not in caplog.text + repr(job(desk, sha256))


def test_documents_beyond_those_allowed_are_refused(tmp_path: Path, reader: PlainReader, pdf: bytes) -> None:
    desk = Desk(Store(tmp_path / "few"), reader, Jobs(Now()), Bounds(documents=1))
    desk.take(pdf, PDF, who="Ada")
    with pytest.raises(StoreError, match="allowed here, no more"):
        desk.take(pdf + b"\n", "other.pdf", who="Ada")
    assert len(desk.store.documents()) == 1
    desk.take(pdf, PDF, who="Ada")
