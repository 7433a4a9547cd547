"""Building: a document read by the process for it, and its tree drafted in one of the ways, in the background.

Whatever comes of another way, or of a stop, the engine's draft is there first and stays.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from core.errors import SettingsError
from core.evidence.codec import unpack
from core.evidence.model import DocumentEvidence
from core.model import ModelDraft, Step, draft_with_model, estimate_build
from core.store import Document, Origin, Store
from core.tree import Tree
from core.worker import Built
from pages.parts.asked import LOADING, STAGES, Asked, spent
from pages.parts.jobs import Ended, Jobs, Lane, Stage, Task
from pages.parts.known import Known
from pages.parts.ways import Mode, Way, model_settings, name_of


class Reader(Protocol):
    """What building needs of `core.worker.Reader`."""

    def build(
        self,
        path: Path,
        *,
        name: str = "",
        password: str | None = None,
        progress: Callable[[int, int], None] | None = None,
        cancel: threading.Event | None = None,
    ) -> Built: ...

    def look_again(
        self,
        known: DocumentEvidence,
        path: Path,
        *,
        password: str | None = None,
        progress: Callable[[int, int], None] | None = None,
        cancel: threading.Event | None = None,
    ) -> Tree: ...


class Building:
    """Reads and drafts documents of a store. Safe to share between threads."""

    def __init__(self, store: Store, reader: Reader, jobs: Jobs, known: Known, *, models: bool = True) -> None:
        self._store = store
        self._reader = reader
        self._jobs = jobs
        self._known = known
        self._models = models
        self._passwords: dict[str, str] = {}
        self._asked: dict[str, Asked] = {}
        self._lock = threading.Lock()

    def start(
        self,
        sha256: str,
        way: Way | None,
        *,
        who: str,
        password: str | None = None,
        then: Callable[[], object] = lambda: None,
    ) -> bool:
        """Read a stored document, where that is still to be done, and draft it; afterwards do what `then` does.

        Without a way, it is read, and drafted only if it has no tree yet. A model is not asked yet: the job ends
        in `Stage.ASKING` with what it would take (`asked`). `False`: some other work on the document is under way.
        """
        document = self._store.document(sha256)
        if password is not None:
            with self._lock:
                self._passwords[sha256] = password

        def work(task: Task) -> Ended:
            fresh = self._read(document, task)
            then()
            if way is None:
                return Ended(tree=fresh)
            if way.mode is Mode.MODEL:
                return self._prepare(document, way.given, who, task)
            if way.mode is Mode.LAYOUT:
                return Ended(tree=self._look_again(document, who, task))
            return Ended(tree=fresh if fresh is not None else self._draft_again(document, who, task))

        return self._jobs.start(sha256, document.name, work)

    def asked(self, sha256: str) -> Asked | None:
        """What waits for a person's word."""
        with self._lock:
            return self._asked.get(sha256)

    def go_on(self, sha256: str) -> bool:
        """Ask the model, as was estimated."""
        with self._lock:
            asked = self._asked.pop(sha256, None)
        if asked is None:
            return False
        document = self._store.document(sha256)
        return self._jobs.start(sha256, document.name, lambda task: self._ask(document, asked, task), Lane.MODEL)

    def leave_it(self, sha256: str) -> None:
        """Do not ask the model after all."""
        with self._lock:
            self._asked.pop(sha256, None)
        self._jobs.forget(sha256)

    def built(self, sha256: str) -> bool:
        """Whether the document was read and has a tree."""
        return self._store.active_tree(sha256) is not None

    def password(self, sha256: str) -> str | None:
        """The password that opened the document. It is in memory only."""
        with self._lock:
            return self._passwords.get(sha256)

    def forget(self, sha256: str) -> None:
        """Stop what is under way, and drop all that is held of a document."""
        self._jobs.forget(sha256)
        self._known.forget(sha256)
        with self._lock:
            self._passwords.pop(sha256, None)
            self._asked.pop(sha256, None)

    # Inside

    def _read(self, document: Document, task: Task) -> int | None:
        """Have the document read with the engine's draft beside it. The draft's id, where it is new."""
        if self.built(document.sha256) and self._known.evidence(document.sha256) is not None:
            return None
        built = self._built(document, task)
        return None if self.built(document.sha256) else self._add(document.sha256, built.tree, Mode.ENGINE, "")

    def _built(self, document: Document, task: Task) -> Built:
        sha256, password = document.sha256, self.password(document.sha256)
        try:
            built = self._reader.build(
                self._store.pdf_path(sha256), name=document.name, password=password, progress=task.pages, cancel=task.cancel
            )
        except Exception:
            with self._lock:
                self._passwords.pop(sha256, None)
            raise
        evidence = unpack(built.packed)
        self._store.set_pages(sha256, len(evidence.reading.pages))
        self._known.keep(sha256, evidence)
        if password is None:
            self._store.save_evidence(sha256, built.packed)
        return built

    def _draft_again(self, document: Document, who: str, task: Task) -> int:
        return self._add(document.sha256, self._built(document, task).tree, Mode.ENGINE, who)

    def _look_again(self, document: Document, who: str, task: Task) -> int:
        task.doing("Looking for doubtful pages")
        tree = self._reader.look_again(
            self._evidence(document),
            self._store.pdf_path(document.sha256),
            password=self.password(document.sha256),
            progress=lambda done, total: task.doing("Looking at doubtful page", done, total),
            cancel=task.cancel,
        )
        return self._add(document.sha256, tree, Mode.LAYOUT, who)

    def _prepare(self, document: Document, given: Mapping[str, object], who: str, task: Task) -> Ended:
        if not self._models:
            raise SettingsError("No language model may be asked here. Draft with the engine, or thoroughly.")
        settings = model_settings(document, given)
        task.doing(LOADING)
        estimate = estimate_build(self._evidence(document), settings)
        task.check()
        asked = Asked(settings, estimate, who)
        with self._lock:
            self._asked[document.sha256] = asked
        return Ended(Stage.ASKING, asked.words)

    def _ask(self, document: Document, asked: Asked, task: Task) -> Ended:
        task.doing(LOADING)

        def progress(step: Step) -> None:
            task.doing(STAGES.get(step.stage, step.stage), step.done, step.total, spent(step.costs))

        # What the administrator and the document's owner say holds at the moment of asking, not at that of the estimate.
        model_settings(self._store.document(document.sha256), {"model": asked.settings.endpoint.model})
        made = draft_with_model(self._evidence(document), asked.settings, progress, task.cancel)
        task.check()
        return self._taken(document, made, asked)

    def _taken(self, document: Document, made: ModelDraft, asked: Asked) -> Ended:
        """The model's tree beside the others; where the model gave nothing, the engine's tree is there already."""
        warnings = " ".join(made.tree.warnings)
        if made.outcomes and not any(outcome.kept for outcome in made.outcomes):
            return Ended(Stage.FAILED, f"{warnings} {spent(made.costs)}.")
        tree_id = self._add(document.sha256, made.tree, Mode.MODEL, asked.who)
        return Ended(Stage.DONE, " ".join(filter(None, (f"{spent(made.costs)}.", warnings))), tree_id)

    def _add(self, sha256: str, tree: Tree, mode: Mode, who: str) -> int:
        origin = Origin.MODEL if mode is Mode.MODEL else Origin.ENGINE
        tree_id = self._store.add_tree(sha256, tree, origin, name=name_of(tree, mode), who=who, notes=tree.warnings)
        self._known.report(self._store.state(tree_id), sha256)
        return tree_id

    def _evidence(self, document: Document) -> DocumentEvidence:
        evidence = self._known.evidence(document.sha256)
        if evidence is None:
            raise SettingsError(f"{document.name} must be read again first: choose “Read it” in the list of documents.")
        return evidence
