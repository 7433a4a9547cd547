"""Trees out of the app and into it: every format, what is lost or mended told before, nothing stored before it is asked for."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pymupdf
import pypdf
import pytest
from streamlit.testing.v1 import AppTest

from core.convert import NAMES, convert
from core.errors import FormatError
from core.store import Origin
from pages.parts import desk as desks
from pages.parts import exchange, session
from pages.parts.desk import Desk
from pages.parts.place import Place
from pages.parts.workbench import Workbench
from tests.pages.conftest import PDF

SECONDS = 60
Dialog = Callable[[Callable[[], None]], AppTest]
Upload = Callable[[str, bytes], None]
TABLE = b"level,title,start,end,node_id\n1,Introduction,1,6,x\n3,Methods,2,9,x\n1,Results,1,2,y\n"


def export_screen() -> None:
    import streamlit as st

    from pages.parts import exchange, session

    exchange.export_dialog(session.bench(st.session_state["place"]))


def import_screen() -> None:
    import streamlit as st

    from pages.parts import exchange, session

    exchange.import_dialog(session.bench(st.session_state["place"]))


@pytest.fixture
def dialog(desk: Desk, pdf: bytes, monkeypatch: pytest.MonkeyPatch) -> Dialog:
    """A dialog, open at the draft of a sample. The test harness, unlike a browser, closes those that a button opened."""
    monkeypatch.setattr(session, "_shared_desk", lambda: desk)
    document, _ = desk.take(pdf, PDF, who="Ada")

    def opened(screen: Callable[[], None]) -> AppTest:
        made = AppTest.from_function(screen, default_timeout=SECONDS)
        made.session_state["who"] = "Ada"
        made.session_state["who_given"] = True
        made.session_state["place"] = Place(document.sha256, desk.store.active_tree(document.sha256) or 0)
        return made.run()

    return opened


def shown(app: AppTest) -> str:
    assert not app.exception
    return "\n".join(str(element.proto.body) for element in app.get("html"))


@pytest.fixture
def uploaded(monkeypatch: pytest.MonkeyPatch) -> Upload:
    """Lets the import dialog find a file."""

    def upload(name: str, data: bytes) -> None:
        file = SimpleNamespace(name=name, getvalue=lambda: data)
        monkeypatch.setattr("streamlit.file_uploader", lambda *_, **__: file)

    return upload


class TestDesk:
    @pytest.mark.parametrize("to", NAMES)
    def test_every_format_goes_out(self, bench: Workbench, desk: Desk, to: str) -> None:
        tree = bench.state.tree
        data = desk.export(bench.place.sha256, tree, to)
        assert data
        if to not in ("html", "pageindex-classic"):
            found = desk.read_tree(bench.place.sha256, data).tree
            assert [place.node.title for place in found.walk()] == [" ".join(place.node.title.split()) for place in tree.walk()]

    @pytest.mark.parametrize("to", ["pageindex", "bookmarks", "quantmind"])
    def test_a_part_goes_out_alone(self, bench: Workbench, desk: Desk, to: str) -> None:
        ids = list(bench.state.tree.placed)[1:3]
        found = desk.read_tree(bench.place.sha256, desk.export(bench.place.sha256, bench.state.tree, to, only=ids)).tree
        assert len(found.placed) == 2

    def test_looking_into_a_file_stores_nothing(self, bench: Workbench, desk: Desk) -> None:
        before = desk.store.trees(bench.place.sha256)
        assert desk.read_tree(bench.place.sha256, TABLE).notes
        assert desk.store.trees(bench.place.sha256) == before

    def test_large_files_are_not_looked_into(self, bench: Workbench, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(desks, "MAX_TREE_BYTES", 10)
        with pytest.raises(FormatError, match="10 are allowed"):
            desk.import_tree(bench.place.sha256, TABLE, "a.csv", who="Ada")


def test_the_pdf_with_bookmarks_is_made_on_demand(dialog: Dialog, desk: Desk) -> None:
    app = dialog(export_screen)
    app.radio(key="export_format").set_value("bookmarks").run()
    assert "This format has no end pages" in shown(app)
    assert not [each for each in app.get("download_button") if each.proto.id.endswith("download_bookmarks")]
    app.button(key="make_bookmarks").click().run()
    assert not app.exception
    _, data = app.session_state[exchange.MADE]
    tree = desk.store.state(app.session_state["place"].tree_id).tree
    outline = pypdf.PdfReader(io.BytesIO(data)).outline
    assert sum(not isinstance(each, list) for each in outline) == len(tree.nodes)


def test_an_encrypted_pdf_gets_a_clear_word(dialog: Dialog, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pymupdf.open() as doc:
        doc.new_page()
        locked = tmp_path / "locked.pdf"
        doc.save(locked, encryption=pymupdf.mupdf.PDF_ENCRYPT_AES_256, owner_pw="x", user_pw="")
    monkeypatch.setattr(desk.store, "pdf_path", lambda sha256: locked)
    app = dialog(export_screen)
    app.radio(key="export_format").set_value("bookmarks").run()
    app.button(key="make_bookmarks").click().run()
    assert "the PDF is encrypted, so no bookmarks can be written" in shown(app)


def test_what_would_be_lost_is_told_of_the_part_that_goes_out(dialog: Dialog, desk: Desk) -> None:
    app = dialog(export_screen)
    app.radio(key="export_format").set_value("outline").run()
    tree = desk.store.state(app.session_state["place"].tree_id).tree
    assert f"This format has no ids of sections: {len(tree.placed)} will be lost." in shown(app)


def test_an_import_is_shown_before_it_is_made(dialog: Dialog, desk: Desk, uploaded: Upload) -> None:
    uploaded("tree.csv", TABLE)
    app = dialog(import_screen)
    sha256 = app.session_state["place"].sha256
    said = shown(app)
    for words in (
        "Table (CSV): 3 sections",
        "Mended or left out on the way in",
        "Some levels jumped by more than one",
        "an id that another one has and were given one",
        "Odd, and left for the checks to judge",
        "Some pages lie outside the document, which has 6",
    ):
        assert words in said
    assert len(desk.store.trees(sha256)) == 1
    app.button(key="import_now").click().run()
    trees = desk.store.trees(sha256)
    assert [(tree.origin, tree.name) for tree in trees] == [(Origin.IMPORT, "tree.csv"), (Origin.ENGINE, "Engine")]
    assert app.session_state["place"].tree_id == trees[0].id


def test_bookmarks_of_another_copy_come_in(dialog: Dialog, desk: Desk, pdf: bytes, uploaded: Upload) -> None:
    tree = desk.store.state(desk.store.active_tree(desk.store.documents()[0].sha256) or 0).tree
    uploaded("marked.pdf", convert(tree, "bookmarks", pdf=pdf))
    app = dialog(import_screen)
    assert f"The PDF with the tree as its bookmarks: {len(tree.placed)} sections" in shown(app)
    app.button(key="import_now").click().run()
    (imported, _) = desk.store.trees(app.session_state["place"].sha256)
    assert imported.nodes == len(tree.placed)


def test_a_file_that_is_none_is_told_why(dialog: Dialog, desk: Desk, uploaded: Upload) -> None:
    uploaded("letter.txt", b"Dear reader")
    app = dialog(import_screen)
    assert "letter.txt: This is no tree" in shown(app)
    assert len(desk.store.trees(app.session_state["place"].sha256)) == 1
