"""The data set: what is written loads to the same trees, in the same bytes each time, on one side of a split for each family."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.dataset import About, Example, LeftOut, Manifest, from_list, from_store, load, write
from core.dataset.families import SHARES, family_of, split_of
from core.edit import Retitle, SetReview, replay
from core.errors import FormatError, SettingsError
from core.formats import dump
from core.locate import samples
from core.pdf.document import read
from core.settings import Limits
from core.store import Event, Origin, Store
from core.tree import Review
from core.verify import verify
from core.worker import Reader
from tests.bench.made import made
from tests.core.running import Kept, treeproof

pytestmark = pytest.mark.usefixtures("few_processes")

PDF = samples() / "report-roman.pdf"
FAULTY = samples() / "report-roman.faulty.json"
RIGHT = samples() / "report-roman.tree.json"


@pytest.fixture(scope="module")
def reader(few_processes: None) -> Reader:
    return Kept.of(Limits())


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, reader: Reader) -> Iterator[Store]:
    """Two documents: one corrected by two people and signed off, its reading kept; one as drafted, without. And one not read."""
    opened = Store(tmp_path_factory.mktemp("store"))
    document, _ = opened.add_document(PDF.read_bytes(), "report.pdf")
    built = reader.build(PDF, name="report.pdf")
    opened.save_evidence(document.sha256, built.packed)
    tree_id = opened.add_tree(document.sha256, built.tree, Origin.ENGINE)
    first, second = list(built.tree.placed)[:2]
    state = opened.append(tree_id, Retitle(node=first, title="Corrected"), "Ada Lovelace", 0)
    state = opened.append(tree_id, Retitle(node=second, title="A slip"), "Ada Lovelace", state.version)
    state = opened.undo(tree_id, "Charles", state.version)
    state = opened.append(tree_id, SetReview(nodes=(second,), review=Review.ACCEPTED), "Charles", state.version)
    opened.sign_off(tree_id, "Charles", state.version)
    data = made(4)
    other, _ = opened.add_document(data, "made.pdf")
    pdf = opened.pdf_path(other.sha256)
    opened.add_tree(other.sha256, reader.build(pdf, name="made.pdf").tree, Origin.ENGINE)
    opened.add_document(b"%PDF-1.7 never read", "waiting.pdf")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def written(store: Store, reader: Reader, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Manifest]:
    folder = tmp_path_factory.mktemp("out") / "set"
    about = About(pdf="report.pdf", family="reports", licence="CC-BY-4.0", source="our own")
    return folder, write(from_store(store, reader, about=[about]), folder)


def named(folder: Path) -> dict[str, Example]:
    return {example.reading.name: example for example in load(folder)}


def test_loading_gives_the_same_trees_pages_and_findings(written: tuple[Path, Manifest], store: Store) -> None:
    found = named(written[0])
    assert set(found) == {"report.pdf", "made.pdf"}
    for name, example in found.items():
        tree_id = store.active_tree(example.reading.sha256)
        assert tree_id is not None
        state = store.state(tree_id)
        assert (example.draft, example.corrected) == (state.drafted, state.tree)
        assert example.reading == read(store.pdf_path(example.reading.sha256), name=name)
    report = found["report.pdf"]
    assert report.report == verify(report.corrected, Kept.of(Limits()).build(PDF, name="report.pdf").evidence)
    assert report.draft_report != report.report


def test_edits_have_their_times_and_lead_from_the_draft_to_the_corrected_tree(
    written: tuple[Path, Manifest], store: Store
) -> None:
    example = named(written[0])["report.pdf"]
    steps = example.steps
    history = store.history(store.active_tree(example.reading.sha256) or 0)
    assert [(step.event, step.at, step.edit) for step in steps] == [(each.event, each.at, each.edit) for each in history]
    undone = {step.parent for step in steps if step.event == Event.UNDO}
    assert replay(example.draft, [step.edit for step in steps if step.edit and step.seq not in undone]) == example.corrected


def test_people_are_numbered_not_named(written: tuple[Path, Manifest]) -> None:
    assert [step.who for step in named(written[0])["report.pdf"].steps] == ["person 1", "person 1", "person 2", "person 2"]
    for path in written[0].iterdir():
        assert "Ada" not in path.read_text()
        assert "Charles" not in path.read_text()


def test_the_manifest_tells_hashes_licences_and_what_is_left_out(written: tuple[Path, Manifest]) -> None:
    folder, manifest = written
    assert sorted(path.name for path in folder.iterdir()) == [
        "README.md",
        "manifest.json",
        "test.jsonl",
        "train.jsonl",
        "validation.jsonl",
    ]
    for part in manifest.splits.values():
        assert hashlib.sha256((folder / part.file).read_bytes()).hexdigest() == part.sha256
    entry = next(each for each in manifest.documents if each.name == "report.pdf")
    assert (entry.licence, entry.family, entry.edits, entry.signed_off) == ("CC-BY-4.0", "reports", 4, True)
    assert [each.name for each in manifest.left_out] == ["waiting.pdf"]
    assert Manifest.model_validate_json((folder / "manifest.json").read_bytes()) == manifest
    card = (folder / "README.md").read_text()
    for words in (
        "| CC\\-BY\\-4\\.0 | 1 |",
        "| not stated | 1 |",
        "waiting\\.pdf",
        "1 of the trees are signed off",
        "path: train.jsonl",
    ):
        assert words in card


def test_the_same_documents_give_the_same_bytes(
    written: tuple[Path, Manifest], store: Store, reader: Reader, tmp_path: Path
) -> None:
    about = About(pdf=next(each.sha256 for each in written[1].documents if each.name == "report.pdf"), family="reports")
    again = about.model_copy(update={"licence": "CC-BY-4.0", "source": "our own"})
    folder = tmp_path / "set"
    for _ in range(2):  # the second time in place of the first
        write(from_store(store, reader, about=[again]), folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        path.name: path.read_bytes() for path in written[0].iterdir()
    }


def test_only_what_is_signed_off_on_demand(store: Store, reader: Reader) -> None:
    found = list(from_store(store, reader, signed_off=True))
    assert [each.reading.name for each in found if isinstance(each, Example)] == ["report.pdf"]
    assert not any(each.failed for each in found if isinstance(each, LeftOut))


def test_a_row_that_was_changed_is_seen(written: tuple[Path, Manifest], tmp_path: Path) -> None:
    for path in written[0].iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    part = next(part for part in written[1].splits.values() if part.documents)
    file = tmp_path / part.file
    whole = file.read_text()
    for broken, said in [
        (whole.replace('"bold":false', '"bold":true', 1), "is not as it was written"),
        (whole[:200], "no row of a data set"),
        ("", "0 rows where"),
    ]:
        file.write_text(broken)
        with pytest.raises(FormatError, match=said):
            list(load(tmp_path))


def test_families_stay_on_one_side_and_splits_have_their_shares() -> None:
    splits = [split_of(f"family {nth}") for nth in range(3_000)]
    for split, share in SHARES.items():
        assert splits.count(split) / len(splits) == pytest.approx(share, abs=0.03)
    assert splits[:100] == [split_of(f"family {nth}") for nth in range(100)]


def test_documents_of_one_template_are_one_family() -> None:
    one, longer = (read(made(pages), name="a.pdf") for pages in (3, 9))
    assert family_of(one) == family_of(longer) != family_of(read(PDF))


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(SettingsError, match="Something else is here"):
        write([], tmp_path)


def lines(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


class TestLists:
    """Documents that no store knows: a list names their files."""

    @pytest.fixture
    def listing(self, tmp_path: Path) -> Path:
        for path in (PDF, FAULTY, RIGHT):
            (tmp_path / path.name).write_bytes(path.read_bytes())
        (tmp_path / "same.pdf").write_bytes(PDF.read_bytes())
        (tmp_path / "cut.pdf").write_bytes(made(2)[:2_000])
        return lines(
            tmp_path / "list.jsonl",
            {"pdf": PDF.name, "tree": RIGHT.name, "draft": FAULTY.name, "licence": "CC0-1.0"},
            {"pdf": "same.pdf", "tree": RIGHT.name},
            {"pdf": "cut.pdf", "tree": RIGHT.name},
            {"pdf": "none.pdf", "tree": RIGHT.name},
        )

    def test_on_the_command_line(self, listing: Path, tmp_path: Path) -> None:
        done = treeproof("dataset", listing, "-o", tmp_path / "set")
        assert done.exit_code == 1, done.stderr
        for words in (
            "same.pdf: left out. It is the same file",
            "cut.pdf: left out",
            "none.pdf: left out. There is no such file",
        ):
            assert words in done.stderr
        (example,) = load(tmp_path / "set")
        assert dump(example.corrected, "pageindex") != dump(example.draft, "pageindex")
        assert (example.report.passed, example.draft_report.passed) == (True, False)
        assert str(tmp_path) not in "".join(path.read_text() for path in (tmp_path / "set").iterdir())

    def test_the_draft_is_the_engines_where_none_is_named(self, listing: Path, reader: Reader) -> None:
        listing = lines(listing, {"pdf": PDF.name, "tree": RIGHT.name})
        (example,) = from_list(listing, reader)
        assert isinstance(example, Example)
        assert example.draft == reader.build(PDF).tree

    def test_what_cannot_run_says_why(self, listing: Path, tmp_path: Path) -> None:
        broken = lines(tmp_path / "broken.jsonl", {"pdf": "a.pdf", "tree": "a.json"}, {"tree": "b.json"})
        for words, said in [
            ((broken, "-o", tmp_path / "x"), "broken.jsonl, line 2"),
            ((listing, "-o", tmp_path), "Something else is here"),
            ((tmp_path, "-o", tmp_path / "x"), "not the app's data folder"),
            ((listing, "-o", tmp_path / "x", "--signed-off"), "go with the app's data folder"),
        ]:
            done = treeproof("dataset", *words)
            assert (done.exit_code, said in " ".join(done.stderr.split())) == (2, True), done.stderr

    def test_the_apps_data_folder(self, store: Store, tmp_path: Path) -> None:
        done = treeproof("dataset", store.folder, "-o", tmp_path / "set", "--signed-off")
        assert done.exit_code == 0, done.stderr
        assert [example.reading.name for example in load(tmp_path / "set")] == ["report.pdf"]
