"""What is known of documents: their evidence, ready to be checked against, and reports on their trees. Bounded and shared."""

from __future__ import annotations

import threading
from collections import OrderedDict

from core.errors import FormatError, UnknownDocument
from core.evidence.codec import unpack
from core.evidence.model import DocumentEvidence
from core.report import Report
from core.store import Store, TreeState
from core.verify import Index, prepare, verify
from pages.parts import collector
from pages.parts.problems import Standing, standings

KEPT_DOCUMENTS = 12
"""Documents whose evidence is held in memory, the least recently used leaving first: some 10 to 60 MB each for long ones."""
KEPT_REPORTS = 64


class Known:
    """Evidence and reports by document and version. Safe to share between threads."""

    def __init__(self, store: Store, kept_documents: int = KEPT_DOCUMENTS) -> None:
        self._store = store
        self._kept_documents = kept_documents
        self._read: OrderedDict[str, Index] = OrderedDict()
        self._reports: OrderedDict[tuple[int, int], Report] = OrderedDict()
        self._lock = threading.RLock()

    def evidence(self, sha256: str) -> DocumentEvidence | None:
        """What was read of a document; `None` when it must be read (again)."""
        index = self._index(sha256)
        return None if index is None else index.evidence

    def keep(self, sha256: str, evidence: DocumentEvidence) -> Index:
        """Hold what was just read of a document."""
        index = prepare(evidence)
        with self._lock:
            self._read[sha256] = index
            self._read.move_to_end(sha256)
            while len(self._read) > self._kept_documents:
                self._read.popitem(last=False)
        collector.settle()
        return index

    def forget(self, sha256: str) -> None:
        """Drop what is held of a document."""
        with self._lock:
            self._read.pop(sha256, None)

    def report(self, state: TreeState, sha256: str) -> Report:
        """The findings on a tree as it stands. Checked once a version; raises `UnknownDocument` when the document is not read."""
        key = (state.tree_id, state.version)
        with self._lock:
            if key in self._reports:
                self._reports.move_to_end(key)
                return self._reports[key]
        index = self._index(sha256)
        if index is None:
            raise UnknownDocument(sha256)
        report = verify(state.tree, index)
        with self._lock:
            self._reports[key] = report
            while len(self._reports) > KEPT_REPORTS:
                self._reports.popitem(last=False)
        stand = list(standings(state.tree, report).values())
        failed, unsure = stand.count(Standing.FAILED), stand.count(Standing.SUSPECT)
        self._store.save_report(state.tree_id, state.version, report, failed=failed, suspect=unsure)
        return report

    def _index(self, sha256: str) -> Index | None:
        """The evidence, prepared to be checked against."""
        with self._lock:
            if sha256 in self._read:
                self._read.move_to_end(sha256)
                return self._read[sha256]
        packed = self._store.evidence(sha256)
        if packed is None:
            return None
        try:
            evidence = unpack(packed)
        except FormatError:  # written by another version of treeproof: read the document again
            return None
        return self.keep(sha256, evidence)
