"""The near side: the engine as functions on paths, each run in processes of their own with limits."""

from __future__ import annotations

import threading
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from os import PathLike
from pathlib import Path
from typing import NamedTuple, TypeVar

from pydantic import ValidationError

from core.convert import Converted
from core.errors import Cancelled, FormatError, ReaderCrashed, readable
from core.evidence.codec import pack, unpack
from core.evidence.model import DocumentEvidence
from core.formats import Imported
from core.report import Report
from core.settings import Limits
from core.tree import Tree, Value
from core.worker.child import Child, Progress
from core.worker.frames import Head
from core.worker.lookers import CPUS, Lookers

RENDER_SECONDS = 20.0
"""How long the image of one page may take."""


V = TypeVar("V", bound=Value)


class Built(NamedTuple):
    """A drafted tree, and the evidence it was drawn from: packed, to be stored beside the document."""

    tree: Tree
    packed: bytes

    @property
    def evidence(self) -> DocumentEvidence:
        """The evidence, unpacked anew at every call."""
        return unpack(self.packed)


class Checked(NamedTuple):
    """What was found of a tree, and what reading it from its file changed, a sentence each."""

    report: Report
    notes: tuple[str, ...]


class Reader:
    """Reads PDFs in long-lived processes: one builds and verifies, one renders, so that neither waits for the other.

    In mode `layout`, `lookers` more show pages to the layout network (as many as there are CPUs by default).

    Safe to share between threads. Every method raises a `DocumentError` that says why the document cannot be read,
    among them `ReaderCrashed`, `ReaderTimedOut` and `ReaderOutOfMemory`; after those the reader goes on with a
    fresh process. Processes start with the first request; `close`, or leaving a `with` block, ends them.
    """

    def __init__(self, limits: Limits | None = None, *, lookers: int = CPUS) -> None:
        self.limits = limits or Limits()
        self._builder, self._renderer = Child(self.limits), Child(self.limits)
        self._lookers = Lookers(self.limits, lookers)

    def build(
        self,
        path: str | PathLike[str],
        *,
        name: str = "",
        mode: str = "engine",
        password: str | None = None,
        evidence: bool = True,
        progress: Progress | None = None,
        cancel: threading.Event | None = None,
    ) -> Built:
        """As `core.build.build`; `Built.packed` is empty unless `evidence` is asked for.

        Raises `Cancelled` soon after `cancel` is set; the process at work is then ended, and another one started.
        """
        thorough = mode == "layout"
        first = "engine" if thorough else mode
        head = self._request("build", path, name, password, mode=first, evidence=evidence or thorough)
        try:
            answer, packed = self._builder.ask(head, name=head["name"], progress=progress, cancel=cancel)
        except Cancelled:
            self._warm(self._builder)
            raise
        if thorough:
            return self._looked_at(unpack(packed), head, evidence, progress, cancel)
        return Built(_valid(Tree, answer, "tree", head["name"]), packed)

    def look_again(
        self,
        known: DocumentEvidence,
        path: str | PathLike[str],
        *,
        password: str | None = None,
        progress: Progress | None = None,
        cancel: threading.Event | None = None,
    ) -> Tree:
        """The tree after the layout network was asked about the doubtful pages of a document that was read before.

        `progress` is called with the doubtful pages seen and those there are. Raises as `build` does.
        """
        head = self._request("look", path, known.reading.name, password)
        return self._looked_at(known, head, False, progress, cancel).tree

    def _looked_at(
        self, known: DocumentEvidence, head: Head, keep: bool, progress: Progress | None, cancel: threading.Event | None
    ) -> Built:
        """The tree after the layout network was asked about the doubtful pages, several processes at work."""
        from core.draft import draft
        from core.evidence.network import with_network

        with ThreadPoolExecutor(self._lookers.count) as pool:
            evidence = with_network(
                known,
                Path(head["path"]),
                pool,
                progress,
                password=head["password"],
                limits=self.limits,
                looked=partial(self._lookers.look, cancel=cancel),
            )
        return Built(draft(evidence), pack(evidence) if keep else b"")

    def verify(
        self,
        path: str | PathLike[str],
        tree: bytes,
        *,
        name: str = "",
        tree_name: str = "",
        password: str | None = None,
        progress: Progress | None = None,
    ) -> Checked:
        """As `core.build.verify_file`: check the tree that a file's content holds against a PDF. Raises `FormatError` as well."""
        head = self._request("verify", path, name, password)
        answer, _ = self._ask_about(tree, tree_name, head, progress)
        return Checked(_valid(Report, answer, "report", head["name"]), _words(answer, "notes"))

    def fix(
        self,
        path: str | PathLike[str],
        tree: bytes,
        *,
        above: float,
        name: str = "",
        tree_name: str = "",
        password: str | None = None,
        progress: Progress | None = None,
    ) -> tuple[str, tuple[str, ...]]:
        """As `core.build.fix_file`: the tree that a file's content holds, mended, and what was changed."""
        head = self._request("fix", path, name, password, above=above)
        answer, text = self._ask_about(tree, tree_name, head, progress)
        return text.decode(errors="replace"), _words(answer, "changes")

    def load(
        self,
        path: str | PathLike[str],
        tree: bytes,
        *,
        name: str = "",
        tree_name: str = "",
        password: str | None = None,
        progress: Progress | None = None,
    ) -> Imported:
        """As `core.convert.load_onto`: the tree that a file's content holds, for a PDF. Raises `FormatError` as well."""
        head = self._request("load", path, name, password)
        answer, _ = self._ask_about(tree, tree_name, head, progress)
        return Imported(_valid(Tree, answer, "tree", head["name"]), str(answer.get("format", "")), _words(answer, "notes"))

    def convert(
        self,
        path: str | PathLike[str],
        tree: bytes,
        to: str,
        *,
        name: str = "",
        tree_name: str = "",
        only: Collection[str] | None = None,
        with_text: bool = False,
        renumber: bool = False,
        password: str | None = None,
        progress: Progress | None = None,
    ) -> Converted:
        """As `core.convert.convert_file`: the tree that a file's content holds, in another format. Raises as it does."""
        chosen = None if only is None else sorted(only)
        head = self._request("convert", path, name, password, to=to, only=chosen, with_text=with_text, renumber=renumber)
        answer, data = self._ask_about(tree, tree_name, head, progress)
        return Converted(data, _words(answer, "notes"), _words(answer, "losses"))

    def render(self, path: str | PathLike[str], page: int, width: int, *, name: str = "", password: str | None = None) -> bytes:
        """A page (1-based) as a JPEG, `width` pixels wide unless it would exceed `Limits.max_pixels`."""
        head = self._request("render", path, name, password, page=page, width=width)
        _, image = self._renderer.ask(head, name=head["name"], seconds=RENDER_SECONDS)
        return image

    def warm(self) -> None:
        """Start both processes in the background, so that the first request need not wait for them."""
        for child in (self._builder, self._renderer):
            self._warm(child)

    @staticmethod
    def _warm(child: Child) -> None:
        threading.Thread(target=child.start, daemon=True).start()

    def close(self) -> None:
        """End all processes."""
        self._builder.close()
        self._renderer.close()
        self._lookers.close()

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ask_about(self, tree: bytes, tree_name: str, head: Head, progress: Progress | None) -> tuple[Head, bytes]:
        """Send a tree's file along; if it is none, say which file that is about."""
        try:
            return self._builder.ask(head, tree, name=head["name"], progress=progress)
        except FormatError as error:
            raise FormatError(f"{tree_name}: {error}" if tree_name else str(error)) from error

    def _request(self, op: str, path: str | PathLike[str], name: str, password: str | None, **more: object) -> Head:
        place = Path(path).absolute()
        return {
            "op": op,
            "path": str(place),
            "name": name or readable(place.name),
            "password": password,
            "mode": "engine",
            "limits": self.limits.model_dump(),
            **more,
        }


def _words(answer: Head, key: str) -> tuple[str, ...]:
    """The sentences in an answer."""
    return tuple(map(str, answer.get(key, ())))


def _valid(kind: type[V], answer: Head, key: str, name: str) -> V:
    """The value in an answer, checked: a process that a hostile file took over may send anything."""
    try:
        return kind.model_validate(answer.get(key))
    except ValidationError as error:
        raise ReaderCrashed(name, "The process that reads PDFs gave no proper answer. Do not trust this file.") from error
