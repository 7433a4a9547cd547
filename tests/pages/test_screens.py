"""The screens' logic, run by Streamlit's own test harness on a desk without a child process."""

from __future__ import annotations

import json
import re
import threading
import time
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import TextArea

from core.errors import StoreError
from core.formats import dump
from core.store import Origin
from core.tree import Node, Review, Span, Tree
from pages import documents
from pages.parts import intake, session
from pages.parts.desk import Desk
from pages.parts.jobs import Jobs
from pages.parts.place import Place
from pages.parts.server import VISIT
from pages.parts.uploads import Upload
from tests.pages.conftest import FAULTY, PDF, PlainReader

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)> **bold** [x](javascript:alert(1)) $x^2$ :smile:"
SECONDS = 60


@pytest.fixture
def app(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setattr(session, "_shared_desk", lambda: desk)
    made = AppTest.from_file(str(VISIT), default_timeout=SECONDS)
    made.session_state["who"] = "Ada"
    made.session_state["who_given"] = True
    return made


def place(app: AppTest) -> Place:
    at = app.session_state["place"]
    assert isinstance(at, Place)
    return at


def written(app: AppTest) -> str:
    """All that is written as HTML."""
    assert not app.exception
    return "\n".join(str(element.proto.body) for element in app.get("html"))


def review(app: AppTest, desk: Desk, pdf: bytes, tree: bytes | None) -> AppTest:
    """The review of a document, as after opening it."""
    document, _ = desk.take(pdf, PDF, who="Ada", tree=tree, tree_name=FAULTY)
    app.session_state[intake.LANDING] = document.sha256
    return app.run()


def test_a_fresh_install_opens_a_sample_with_its_faulty_draft(app: AppTest, desk: Desk) -> None:
    app.run()
    assert not app.exception
    (document,) = desk.store.documents()
    assert [tree.origin for tree in desk.store.trees(document.sha256)] == [Origin.IMPORT, Origin.ENGINE]
    assert place(app).sha256 == document.sha256


def test_documents_are_listed_with_how_they_stand(app: AppTest, desk: Desk, pdf: bytes, faulty: bytes) -> None:
    desk.take(pdf, PDF, who="Ada", tree=faulty, tree_name=FAULTY)
    listed = written(app.run())
    for words in (PDF, "6 pages", "failed", "reviewed"):
        assert words in listed


def test_the_list_counts_failures_as_the_review_does(app: AppTest, desk: Desk, pdf: bytes, faulty: bytes) -> None:
    review(app, desk, pdf, faulty)
    shown = re.findall(r"(\d+) failed", written(app))
    assert shown == [str(line.failed) for line in desk.store.overview()]
    app.button(key="accept").click().run()
    left = re.findall(r"(\d+) failed", written(app))
    assert left == [str(int(shown[0]) - 1)]
    assert left == [str(line.failed) for line in desk.store.overview()]


def test_the_list_follows_a_document_until_it_is_ready(
    app: AppTest, desk: Desk, pdf: bytes, faulty: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, _ = desk.take(pdf, PDF, who="Ada", tree=faulty, tree_name=FAULTY)
    desk.jobs = Jobs()
    go = threading.Event()
    desk.jobs.start(document.sha256, PDF, lambda task: (go.wait(SECONDS), None)[1])
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        go.set()
        for _ in range(100 * SECONDS):
            if not desk.jobs.running():
                return
            time.sleep(0.01)

    monkeypatch.setattr(documents, "time", SimpleNamespace(sleep=wait))
    app.run()
    assert waits
    assert "reviewed" in written(app)
    assert not app.button(key=f"open_{document.sha256}").disabled


def test_a_pdf_with_its_tree_lands_on_the_first_failure(app: AppTest, desk: Desk, pdf: bytes, faulty: bytes) -> None:
    review(app, desk, pdf, faulty)
    assert "failed" in written(app)
    at = place(app)
    report = desk.report(desk.store.state(at.tree_id), at.sha256)
    assert at.node is not None
    assert report.by_node[at.node].findings
    assert at.node in app.query_params["node"]
    assert at.sha256[:12] in app.query_params["doc"]


def test_keys_of_the_loop_work_on_the_store(app: AppTest, desk: Desk, pdf: bytes, faulty: bytes) -> None:
    review(app, desk, pdf, faulty)
    first = place(app).node
    app.button(key="next").click().run()
    second = place(app).node
    assert second != first
    app.button(key="previous").click().run()
    assert place(app).node == first
    app.button(key="accept").click().run()
    state = desk.store.state(place(app).tree_id)
    assert first is not None
    assert state.tree.find(first).node.review is Review.ACCEPTED
    app.button(key="undo").click().run()
    assert desk.store.state(place(app).tree_id).tree == state.drafted
    assert place(app).node == first
    app.button(key="redo").click().run()
    assert desk.store.state(place(app).tree_id).tree == state.tree
    assert not app.exception


def test_fields_change_the_tree_and_show_what_it_says(app: AppTest, desk: Desk, pdf: bytes, faulty: bytes) -> None:
    review(app, desk, pdf, faulty)
    node = place(app).node
    assert node is not None

    def title() -> TextArea:
        return next(field for field in app.text_area if field.label == "Title")

    next(field for field in app.number_input if field.label == "End page").set_value(6).run()
    title().set_value("Another title").run()
    changed = desk.store.state(place(app).tree_id).tree.find(node).node
    assert (changed.title, changed.span.end) == ("Another title", 6)
    title().set_value("   ").run()
    assert title().value == "Another title"
    app.button(key="undo").click().run()
    assert title().value != "Another title"
    assert not app.exception


def test_no_two_sections_share_a_field(app: AppTest, desk: Desk, pdf: bytes, faulty: bytes) -> None:
    """The browser sends what it holds of all fields with every click: of a section left behind, that must change nothing."""
    review(app, desk, pdf, faulty)
    keys: set[str | None] = set()
    for _ in range(3):
        fields = [*app.text_area, *app.number_input]
        assert len(fields) == 6
        assert keys.isdisjoint(field.key for field in fields)
        keys |= {field.key for field in fields}
        app.button(key="next").click().run()
    assert desk.store.state(place(app).tree_id).history == ()


def test_nothing_of_a_stranger_is_taken_for_markup(app: AppTest, desk: Desk, pdf: bytes) -> None:
    tree = Tree(
        name=HOSTILE,
        pages=6,
        nodes=(
            Node(id="a", title=HOSTILE, note=HOSTILE, span=Span(start=1, end=2), children=(Node(id="b", title=HOSTILE),)),
            Node(id="c", title="x" * 1_900, span=Span(start=90, end=3)),
        ),
    )
    desk.take(pdf, f"{HOSTILE}.pdf", who="Ada", tree=dump(tree, "native").encode(), tree_name=f"{HOSTILE}.json")
    app.session_state["who"] = HOSTILE
    for tab in ("Section", "Problems", "History"):
        app.session_state[intake.LANDING] = desk.store.documents()[0].sha256
        app.session_state["inspector_tab"] = tab
        app.run()
        assert not app.exception
        drawn = written(app)
        assert "<script" not in drawn
        assert "<img" not in drawn
        for element in (*app.markdown, *app.toast, *app.caption):
            assert "<script" not in element.value
        for button in app.button:
            assert "**bold**" not in button.label
            assert "](java" not in button.label


def test_a_document_that_cannot_be_read_says_why_and_can_be_deleted(
    app: AppTest, desk: Desk, reader: PlainReader, pdf: bytes
) -> None:
    reader.password = "open sesame"
    document, _ = desk.take(pdf, PDF, who="Ada")
    app.run()
    assert "The document is encrypted" in written(app)
    app.text_input(key=f"password_{document.sha256}").set_value("open sesame").run()
    app.button(key=f"unlock_{document.sha256}").click().run()
    assert desk.built(document.sha256)
    assert place(app).sha256 == document.sha256


def test_deleting_asks_first(app: AppTest, desk: Desk, pdf: bytes) -> None:
    document, _ = desk.take(pdf, PDF, who="Ada")
    app.run()
    app.button(key=f"delete_{document.sha256}").click().run()
    assert "cannot be undone" in written(app)
    app.button(key="delete_no").click().run()
    assert "cannot be undone" not in written(app)
    assert len(desk.store.documents()) == 1
    app.button(key=f"delete_{document.sha256}").click().run()
    app.button(key="delete_yes").click().run()
    assert desk.store.documents() == []
    assert "Nothing here yet" in written(app)


def test_a_link_opens_the_same_place(app: AppTest, desk: Desk, pdf: bytes, faulty: bytes) -> None:
    review(app, desk, pdf, faulty)
    node = next(iter(json.loads(faulty)["structure"]))["node_id"]
    sha256 = place(app).sha256
    app.session_state["place"] = None
    app.query_params["doc"], app.query_params["node"] = sha256[:12], node
    app.run()
    assert not app.exception
    assert place(app).node == node


def test_files_that_are_wrong_are_told_and_the_others_taken(
    app: AppTest, desk: Desk, pdf: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    state: dict[str, object] = {}
    monkeypatch.setattr("streamlit.session_state", state)
    monkeypatch.setattr(session, "who", lambda: "Ada")
    intake.take_files([Upload("a.pdf", pdf), Upload("b.pdf", b"no PDF"), Upload("lonely.json", b"{}")])
    told = state[intake.MESSAGES]
    assert isinstance(told, list)
    assert [words.split(":")[0] for _, words in told] == ["lonely.json"]
    assert len(desk.store.documents()) == 2


def test_a_tree_that_cannot_be_read_is_told_beside_the_draft(app: AppTest, desk: Desk, pdf: bytes) -> None:
    review(app, desk, pdf, b'{"neither": "format"}')
    assert not app.exception
    assert any("JSON" in toast.value for toast in app.toast)
    assert len(desk.store.trees(place(app).sha256)) == 1
    assert desk.job(place(app).sha256) is None


def test_a_store_that_cannot_be_opened_says_why_and_what_to_do(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged() -> Desk:
        raise StoreError("The database x is damaged. Put a backup in its place.")

    monkeypatch.setattr(session, "_shared_desk", damaged)
    assert "Put a backup in its place." in written(app.run())


def test_a_store_that_is_busy_for_a_moment_loses_no_place(
    app: AppTest, desk: Desk, pdf: bytes, faulty: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = place(review(app, desk, pdf, faulty))
    with monkeypatch.context() as patch:
        patch.setattr(desk.store, "state", lambda tree_id: (_ for _ in ()).throw(StoreError("It is in use. Try again.")))
        assert "It is in use." in written(app.run())
    assert place(app.run()) == at
