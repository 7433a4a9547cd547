"""A desk without a child process: what it reads, it reads in this one, and pages are drawn as a few bytes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from core.build import evidence_of
from core.convert import Converted, convert_file, load_onto
from core.draft import draft
from core.draft.grow import PRODUCER, WITH_NETWORK
from core.errors import PasswordNeeded
from core.evidence.codec import pack
from core.evidence.model import DocumentEvidence
from core.formats import Imported
from core.locate import samples
from core.pdf.document import read
from core.store import Store
from core.tree import Tree
from core.worker import Built
from pages.parts.desk import Desk
from pages.parts.jobs import Jobs
from pages.parts.place import Place
from pages.parts.workbench import Workbench

PDF, FAULTY = "paper-two-column.pdf", "paper-two-column.faulty.json"
PIXELS = b"\xff\xd8 an image"


class Now(Executor):
    """Does everything at once, in the calling thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class PlainReader:
    """Reads as `core.worker.Reader` does, without its process. `password` locks every document."""

    def __init__(self) -> None:
        self.password: str | None = None
        self.builds = 0
        self._known: dict[str, Built] = {}

    def build(
        self,
        path: Path,
        *,
        name: str = "",
        password: str | None = None,
        progress: Callable[[int, int], None] | None = None,
        cancel: threading.Event | None = None,
    ) -> Built:
        if self.password != password and self.password is not None:
            raise PasswordNeeded(name, "The document is encrypted. Enter its password.")
        self.builds += 1
        if str(path) not in self._known:
            evidence = evidence_of(path, name=name, progress=progress)
            self._known[str(path)] = Built(draft(evidence), pack(evidence))
        return self._known[str(path)]

    def look_again(
        self,
        known: DocumentEvidence,
        path: Path,
        *,
        password: str | None = None,
        progress: Callable[[int, int], None] | None = None,
        cancel: threading.Event | None = None,
    ) -> Tree:
        """The engine's draft, said to be thorough: the network itself is tested elsewhere."""
        if progress:
            progress(1, 1)
        return draft(known).model_copy(update={"producer": PRODUCER + WITH_NETWORK})

    def render(self, path: Path, page: int, width: int, *, name: str = "", password: str | None = None) -> bytes:
        return PIXELS

    def load(self, path: Path, tree: bytes, *, name: str = "", password: str | None = None) -> Imported:
        return load_onto(read(path, name=name, password=password), tree)

    def convert(
        self,
        path: Path,
        tree: bytes,
        to: str,
        *,
        name: str = "",
        only: Collection[str] | None = None,
        password: str | None = None,
    ) -> Converted:
        return convert_file(path, tree, to, name=name, only=only, password=password)


@pytest.fixture(scope="session")
def read_once() -> Built:
    """A sample's tree and evidence, read once for all tests."""
    return PlainReader().build(samples() / PDF, name=PDF)


@pytest.fixture
def reader(read_once: Built, tmp_path: Path) -> PlainReader:
    made = PlainReader()
    made._known = _Everything(read_once)
    return made


class _Everything(dict[str, Built]):
    """Knows every path, as the one document."""

    def __init__(self, built: Built) -> None:
        super().__init__()
        self._built = built

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: str) -> Built:
        return self._built


@pytest.fixture
def desk(reader: PlainReader, tmp_path: Path) -> Iterator[Desk]:
    store = Store(tmp_path / "data")
    yield Desk(store, reader, Jobs(Now()))
    store.close()


@pytest.fixture
def pdf() -> bytes:
    return (samples() / PDF).read_bytes()


@pytest.fixture
def faulty() -> bytes:
    return (samples() / FAULTY).read_bytes()


@pytest.fixture
def bench(desk: Desk, pdf: bytes, faulty: bytes) -> Workbench:
    """A workbench at the faulty draft of a sample, at its first problem."""
    document, _ = desk.take(pdf, PDF, who="Ada", tree=faulty, tree_name=FAULTY)
    tree_id = desk.store.active_tree(document.sha256)
    assert tree_id is not None
    made = Workbench(desk, Place(document.sha256, tree_id), "Ada")
    made.first_problem()
    return made
