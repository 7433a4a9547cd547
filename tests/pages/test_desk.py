"""The desk: documents in, once each; trees beside each other; everything gone when deleted; passwords never stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.errors import FormatError, UnknownDocument
from core.store import Origin, Store
from pages.parts.desk import Desk
from pages.parts.jobs import Jobs, Stage
from pages.parts.tickets import tickets
from tests.pages.conftest import FAULTY, PDF, PIXELS, Now, PlainReader


def test_a_pdf_is_built_and_checked(desk: Desk, pdf: bytes) -> None:
    document, new = desk.take(pdf, PDF, who="Ada")
    assert new
    (line,) = desk.store.overview()
    assert line.tree is not None
    assert (line.document.pages, line.tree.origin, line.failed is not None) == (6, Origin.ENGINE, True)
    job = desk.job(document.sha256)
    assert job is not None
    assert job.stage is Stage.DONE


def test_a_pdf_with_its_tree_is_shown_with_that_tree(desk: Desk, pdf: bytes, faulty: bytes) -> None:
    document, _ = desk.take(pdf, PDF, who="Ada", tree=faulty, tree_name=FAULTY)
    trees = desk.store.trees(document.sha256)
    assert [(tree.origin, tree.active) for tree in trees] == [(Origin.IMPORT, True), (Origin.ENGINE, False)]
    assert trees[0].name == FAULTY


def test_the_same_file_twice_is_recognised_and_not_read_again(desk: Desk, reader: PlainReader, pdf: bytes, faulty: bytes) -> None:
    first, _ = desk.take(pdf, PDF, who="Ada")
    second, new = desk.take(pdf, "another name.pdf", who="Ada", tree=faulty, tree_name=FAULTY)
    assert (first.sha256, new, reader.builds) == (second.sha256, False, 1)
    assert len(desk.store.trees(first.sha256)) == 2


def test_a_tree_that_cannot_be_read_is_told_with_its_reason_and_leaves_the_draft(desk: Desk, pdf: bytes) -> None:
    document, _ = desk.take(pdf, PDF, who="Ada", tree=b"{}", tree_name="bad.json")
    job = desk.job(document.sha256)
    assert job is not None
    assert (job.stage, "JSON" in job.message) == (Stage.FAILED, True)
    assert desk.built(document.sha256)
    with pytest.raises(FormatError):
        desk.import_tree(document.sha256, b"{}", "bad.json", who="Ada")


def test_nothing_is_left_of_a_deleted_document(desk: Desk, pdf: bytes) -> None:
    document, _ = desk.take(pdf, PDF, who="Ada")
    token = desk.ticket(document.sha256)
    assert desk.images.get(document.sha256, 1, 700) == PIXELS
    desk.delete(document.sha256)
    assert tickets().get(token) is None
    assert desk.job(document.sha256) is None
    with pytest.raises(UnknownDocument):
        desk.images.get(document.sha256, 1, 700)


def test_an_encrypted_document_waits_for_its_password_and_keeps_none(tmp_path: Path, reader: PlainReader, pdf: bytes) -> None:
    reader.password = "open sesame"
    desk = Desk(Store(tmp_path / "locked"), reader, Jobs(Now()))
    document, _ = desk.take(pdf, PDF, who="Ada")
    for password in (None, "wrong"):
        desk.build(document.sha256, who="Ada", password=password)
        job = desk.job(document.sha256)
        assert job is not None
        assert job.stage is Stage.LOCKED
    desk.build(document.sha256, who="Ada", password="open sesame")
    assert desk.evidence(document.sha256) is not None
    assert desk.store.evidence(document.sha256) is None
    stored = b"".join(path.read_bytes() for path in (tmp_path / "locked").rglob("*") if path.is_file())
    assert b"open sesame" not in stored
    again = Desk(desk.store, reader, Jobs(Now()))
    assert again.evidence(document.sha256) is None


def test_pages_outside_the_document_are_no_images(desk: Desk, pdf: bytes) -> None:
    document, _ = desk.take(pdf, PDF, who="Ada")
    for page in (0, 7, -1):
        with pytest.raises(IndexError):
            desk.images.get(document.sha256, page, 700)


def test_checks_are_made_once_a_version(desk: Desk, pdf: bytes) -> None:
    document, _ = desk.take(pdf, PDF, who="Ada")
    tree_id = desk.store.active_tree(document.sha256)
    assert tree_id is not None
    state = desk.store.state(tree_id)
    assert desk.report(state, document.sha256) is desk.report(state, document.sha256)
    assert json.loads(state.tree.model_dump_json())["name"] == PDF
