"""The command line, with real processes behind it."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core.cli import Mode
from core.settings import PREFIX, Demo, Limits
from tests.bench.made import made
from tests.core import commands
from tests.core.pdf import hostile
from tests.core.running import treeproof

pytestmark = pytest.mark.usefixtures("few_processes")


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three sound documents among bad ones, and what a batch made of them, in `trees`."""
    folder = tmp_path_factory.mktemp("folder")
    for name, data in {
        "b.pdf": made(22),
        "a.PDF": made(21),
        "größe.pdf": made(3),
        "cut.pdf": made(2)[:2_000],
        "empty.pdf": b"",
        "locked.pdf": hostile.encrypted("sesame"),
        "notes.txt": b"no PDF, and not named so",
    }.items():
        (folder / name).write_bytes(data)
    done = treeproof("batch", folder, "-o", folder / "trees", "--format", "pageindex", "--workers", 2)
    assert done.exit_code == 1, done.output
    assert done.stdout == ""
    assert "[6/6]" in done.stderr
    return folder


def test_a_batch_writes_what_it_can_and_says_what_it_cannot(folder: Path) -> None:
    out = folder / "trees"
    assert sorted(path.name for path in out.iterdir()) == ["a.json", "b.json", "failures.jsonl", "größe.json"]
    assert json.loads((out / "b.json").read_text())["doc_name"] == "b.pdf"
    failures = lines(out / "failures.jsonl")
    assert [(line["document"], line["error"]) for line in failures] == [
        ("cut", "DamagedPdf"),
        ("empty", "EmptyFile"),
        ("locked", "PasswordNeeded"),
    ]
    assert failures[1]["reason"].startswith("empty.pdf: ")


def test_the_number_of_workers_changes_nothing(folder: Path) -> None:
    assert treeproof("batch", folder, "-o", folder / "again", "--format", "pageindex", "--workers", 1).exit_code == 1
    for path in (folder / "trees").iterdir():
        assert (folder / "again" / path.name).read_bytes() == path.read_bytes()


def test_a_folder_of_trees_is_verified_against_its_documents(folder: Path) -> None:
    done = treeproof("verify", folder, folder / "trees", "-o", folder / "reports")
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in (folder / "reports").iterdir()) == ["a.json", "b.json", "größe.json"]
    tree, report = (json.loads((folder / kind / "b.json").read_text()) for kind in ("trees", "reports"))
    ids = [node["node_id"] for node in report["nodes"]]
    assert tree["structure"][0]["node_id"] == ids[0], "the file's own ids"
    assert {node["status"] for node in report["nodes"]} == {"ok"}
    assert set(report) == {"nodes", "tree"}


def test_one_tree_is_built_verified_spoilt_and_mended(folder: Path) -> None:
    pdf, file = folder / "b.pdf", folder / "one.json"
    built = treeproof("build", pdf, "--format", "pageindex")
    assert (built.exit_code, built.stdout) == (0, (folder / "trees" / "b.json").read_text())
    tree = json.loads(built.stdout)
    section = tree["structure"][0]["nodes"][2]
    right, section["start_index"] = section["start_index"], 3
    file.write_text(json.dumps(tree))
    checked = treeproof("verify", pdf, file)
    assert checked.exit_code == 1
    [failed] = [node for node in json.loads(checked.stdout)["nodes"] if node["status"] == "failed"]
    assert (failed["node_id"], failed["suggestion"]["start_index"]) == (section["node_id"], right)
    mended = treeproof("fix", pdf, file, "-o", file)
    assert mended.exit_code == 0
    assert "1 changes" in mended.stderr
    assert json.loads(file.read_text())["structure"][0]["nodes"][2]["start_index"] == right


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["build", "{}/empty.pdf"], "empty.pdf: The file is empty"),
        (["build", "{}/no.pdf"], "does not exist"),
        (["build", "{}/locked.pdf"], "TREEPROOF_PASSWORD"),
        (["verify", "{}/b.pdf", "{}/notes.txt"], "notes.txt: "),
        (["batch", "{}/trees", "-o", "{}/x"], "nothing to do"),
        (["batch", "{}/no", "-o", "{}/x"], "does not exist"),
        (["verify", "{}", "{}/b.pdf"], "needs a folder of trees"),
        (["serve", "--address", "192.0.2.1"], "sign-in"),
        (["--address", "192.0.2.1"], "sign-in"),
        (["--demo", "build", "{}/b.pdf"], "--demo goes with the app alone"),
        (["build", "{}/b.pdf", "-o", "{}/no/folder/x.json"], "There is no folder"),
        (["build", "{}/b.pdf", "-o", "{}"], "This is a folder"),
        (["build", "{}/b.pdf", "-o", "{}/b.pdf"], "would be lost"),
        (["verify", "{}/b.pdf", "{}/trees/b.json", "-o", "{}/trees/b.json"], "would be lost"),
        (["fix", "{}/b.pdf", "{}/trees/b.json", "-o", "{}/b.pdf"], "would be lost"),
        (["import", "{}/b.pdf", "{}/a.PDF", "-o", "{}/a.PDF"], "would be lost"),
        (["verify", "{}", "{}/trees", "-o", "{}/trees"], "place of the trees"),
        (["nonsense"], "No such command"),
        (["build", "{}/b.pdf", "--format", "rtf"], "native, "),
        (["batch", "{}", "-o", "{}/x", "--format", "rtf"], "native, "),
    ],
)
def test_what_cannot_run_ends_with_2_and_says_why(folder: Path, words: list[str], said: str) -> None:
    done = treeproof(*(word.format(folder) for word in words), TREEPROOF_DEMO="")
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert said in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_names_that_are_no_text_are_documents_like_others(folder: Path, tmp_path: Path) -> None:
    for name, data in ((b"na\xffme.pdf", made(1)), (b"ba\xffd.pdf", b"no PDF")):
        (tmp_path / os.fsdecode(name)).write_bytes(data)
    done = treeproof("build", tmp_path / os.fsdecode(b"na\xffme.pdf"))
    assert (done.exit_code, json.loads(done.stdout)["tree"]["name"]) == (0, "na\ufffdme.pdf")
    done = treeproof("batch", tmp_path, "-o", tmp_path / "out")
    assert done.exit_code == 1, done.output
    assert [line["document"] for line in lines(tmp_path / "out" / "failures.jsonl")] == ["ba\ufffdd"]
    assert (tmp_path / "out" / os.fsdecode(b"na\xffme.json")).is_file()


def test_a_password_comes_from_the_environment(folder: Path) -> None:
    assert treeproof("build", folder / "locked.pdf", TREEPROOF_PASSWORD="sesame").exit_code == 0


def test_limits_come_from_the_environment(folder: Path) -> None:
    done = treeproof("build", folder / "b.pdf", TREEPROOF_MAX_PAGES="21")
    assert (done.exit_code, "22 pages; 21 are allowed" in done.stderr) == (2, True)


def test_help_is_quick_and_names_every_command() -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, "-m", "core.cli", "--help"], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 1
    for command in ("serve", "build", "batch", "verify", "fix"):
        assert command in done.stdout
    assert treeproof("--version").stdout.startswith("treeproof ")


def test_modes_are_those_of_the_engine() -> None:
    from core.build import MODES

    assert tuple(each.value for each in Mode) == MODES


def test_the_docs_hold_the_help_as_it_is() -> None:
    page = commands.PAGE.read_text(encoding="utf-8")
    assert page.endswith(commands.generated()), "run python -m tests.core.commands"


def test_every_setting_is_in_the_docs() -> None:
    page = commands.PAGE.read_text(encoding="utf-8")
    sources = [*(commands.ROOT / "core").rglob("*.py"), *(commands.ROOT / "pages").rglob("*.py"), commands.ROOT / "app.py"]
    named = {name for path in sources for name in re.findall(r"TREEPROOF_[A-Z_]*[A-Z]", path.read_text(encoding="utf-8"))}
    named |= {PREFIX + name.upper() for name in Limits.model_fields}
    named |= {f"{PREFIX}DEMO_{name.upper()}" for name in Demo.model_fields}
    assert {name for name in named if f"`{name}`" not in page} == set()
    for name, field in Limits.model_fields.items():
        row = next(line for line in page.splitlines() if line.startswith(f"| `{PREFIX}{name.upper()}`"))
        assert row.split("|")[3].strip() == f"{field.default:g}" or row.split("|")[3].strip() == str(field.default)
