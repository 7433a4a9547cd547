"""`treeproof convert` and `treeproof import`: what they write, and that nothing is lost or mended silently."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pymupdf
import pypdf
import pytest
from pypdf.generic import Destination

from core.convert import NAMES
from core.formats import load
from core.formats.kept import kept
from core.pdf.document import read
from tests.core.pdf import hostile
from tests.core.running import treeproof
from tests.core.trees import tree

pytestmark = pytest.mark.usefixtures("few_processes")

TITLES = (("Introduction", 1), ("Methods", 1), ("Results", 2))


def pdf(**saved: object) -> bytes:
    with pymupdf.open() as doc:
        for number in (1, 2):
            page = doc.new_page()
            for nth, title in enumerate(title for title, at in TITLES if at == number):
                page.insert_text((72, 200 + 90 * nth), title, fontsize=16)
                page.insert_text((72, 230 + 90 * nth), "Words below it, in plenty.")
        return bytes(doc.tobytes(**saved))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A PDF, a tree of it in PageIndex's JSON, and PDFs that take no bookmarks."""
    made = tmp_path_factory.mktemp("folder")
    (made / "a.pdf").write_bytes(pdf())
    (made / "locked.pdf").write_bytes(hostile.encrypted("sesame"))
    (made / "owned.pdf").write_bytes(pdf(encryption=pymupdf.mupdf.PDF_ENCRYPT_AES_256, owner_pw="x", user_pw=""))
    nodes = [
        {"title": title, "node_id": f"{nth:04d}", "start_index": page, "end_index": 2} for nth, (title, page) in enumerate(TITLES)
    ]
    (made / "tree.json").write_text(json.dumps({"doc_name": "a.pdf", "structure": nodes}))
    return made


@pytest.mark.parametrize("to", NAMES)
def test_a_tree_goes_to_every_format_with_its_pdf_and_comes_back(folder: Path, tmp_path: Path, to: str) -> None:
    out = tmp_path / "out"
    done = treeproof("convert", folder / "tree.json", "--to", to, "--pdf", folder / "a.pdf", "-o", out)
    assert (done.exit_code, done.stdout) == (0, ""), done.stderr
    if to == "html":
        assert "Introduction" in out.read_text()
        return
    back = treeproof("import", folder / "a.pdf", out)
    assert back.exit_code == 0, back.stderr
    found = load(back.stdout, name="a.pdf").tree
    assert [(place.node.title, place.node.span.start) for place in found.walk()] == list(TITLES)
    assert (found.name, found.pages, len(found.sha256)) == ("a.pdf", 2, 64)


def test_without_the_pdf_it_goes_to_standard_output_as_the_format_has_it(folder: Path) -> None:
    done = treeproof("convert", folder / "tree.json", "--to", "csv")
    assert done.stdout_bytes.splitlines(keepends=True)[1] == b"1,Introduction,1,2,unreviewed,0000\r\n"
    again = treeproof("convert", folder / "tree.json", "--to", "pageindex", "--renumber")
    assert [node["node_id"] for node in json.loads(again.stdout)["structure"]] == ["0000", "0001", "0002"]


def test_text_is_put_in_on_demand(folder: Path) -> None:
    done = treeproof("convert", folder / "tree.json", "--to", "pageindex", "--pdf", folder / "a.pdf", "--with-text")
    assert json.loads(done.stdout)["structure"][0]["text"].split("\n\n")[0] == "Introduction"


def test_bookmarks_lead_to_headings_that_are_seen_on_the_page(folder: Path) -> None:
    done = treeproof("convert", folder / "tree.json", "--to", "bookmarks", "--pdf", folder / "a.pdf")
    assert done.exit_code == 0, done.stderr
    written = done.stdout_bytes
    assert written.startswith((folder / "a.pdf").read_bytes())
    outline = pypdf.PdfReader(io.BytesIO(written)).outline
    tops = [float(each.top or 0) for each in outline if isinstance(each, Destination)]
    baselines = [792 + 50 - 200, 792 + 50 - 290, 792 + 50 - 200]
    assert all(0 <= top - line <= 24 for top, line in zip(tops, baselines, strict=True)), tops
    assert "bookmarks: This format has no end pages: 3 will be lost." in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["convert", "{}/tree.json", "--to", "rtf"], "Choose one of native, "),
        (["convert", "{}/tree.json", "--to", "bookmarks"], "name the PDF as well"),
        (["convert", "{}/tree.json", "--to", "quantmind"], "name the PDF as well|the PDF at hand"),
        (["convert", "{}/tree.json", "--to", "bookmarks", "--pdf", "{}/locked.pdf"], "locked.pdf: the PDF is encrypted"),
        (["convert", "{}/tree.json", "--to", "bookmarks", "--pdf", "{}/owned.pdf"], "owned.pdf: the PDF is encrypted"),
        (["convert", "{}/tree.json", "--to", "bookmarks", "--pdf", "{}/a.pdf", "-o", "{}/a.pdf"], "would be lost"),
        (["convert", "{}/a.pdf", "--to", "csv"], "a.pdf: The file is no text"),
        (["import", "{}/a.pdf", "{}/a.pdf"], "a.pdf: This PDF has no bookmarks"),
        (["import", "{}/locked.pdf", "{}/tree.json"], "TREEPROOF_PASSWORD"),
    ],
)
def test_what_cannot_be_done_ends_with_2_and_says_why(folder: Path, words: list[str], said: str) -> None:
    before = (folder / "a.pdf").read_bytes()
    done = treeproof(*(word.format(folder) for word in words))
    assert (done.exit_code, done.stdout) == (2, "")
    assert any(each in " ".join(done.stderr.split()) for each in said.split("|")), done.stderr
    assert "Traceback" not in done.stderr
    assert (folder / "a.pdf").read_bytes() == before


def test_what_was_mended_and_what_is_odd_is_told(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "odd.csv"
    file.write_text("level,title,start,end,node_id\n1,A,1,2,x\n3,B,1,2,x\n1,C,2,1,y\n1,D,7,9,z\n1,E,1,1,w\n")
    done = treeproof("import", folder / "a.pdf", file)
    assert done.exit_code == 0
    for words in (
        "odd.csv: Some levels jumped by more than one",
        "an id that another one has and were given one: “B”",
        "Some sections end before they start",
        "Some pages lie outside the document, which has 2",
        "start before the one listed above them",
    ):
        assert words in done.stderr


def test_oddities_that_are_kept_are_named_and_sound_trees_have_none() -> None:
    assert kept(tree("a 1-9", "  b 2-4", "  c 4-9", "d 9-20")) == []
    said = " ".join(kept(tree("a 1-9", "  b 2-12", "c 8-20", "d 3-3")))
    for words in ("reach beyond the section above", "“B” 2-12 in 1-9", "Some spans overlap", "“A” 1-9 and “C” 8-20", "“D”"):
        assert words in said


def test_the_bookmarks_of_a_pdf_are_a_tree(folder: Path, tmp_path: Path) -> None:
    with pymupdf.open(stream=pdf()) as doc:
        doc.set_toc([[1, "Introduction", 1], [2, "Results", 2]])
        marked = bytes(doc.tobytes())
    (tmp_path / "marked.pdf").write_bytes(marked)
    done = treeproof("import", folder / "a.pdf", tmp_path / "marked.pdf")
    found = load(done.stdout).tree
    assert [(place.node.title, place.level) for place in found.walk()] == [("Introduction", 1), ("Results", 2)]
    assert found.sha256 == read(folder / "a.pdf").sha256
