"""The app with documents in it, in a real browser, for the benchmarks that measure what a person does and waits for."""

from __future__ import annotations

import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from core.build import evidence_of
from core.draft import draft
from core.evidence.codec import pack
from core.evidence.model import DocumentEvidence
from core.formats import load
from core.store import Origin, Store
from core.tree import Tree
from tests.browser.conftest import ARGUMENTS, PATIENCE, Server

WHO = "bench"


@dataclass(frozen=True, slots=True)
class Shown:
    """A document as the app has it: its address is `review?doc=<start of sha256>`."""

    name: str
    sha256: str
    tree_id: int
    evidence: DocumentEvidence

    @property
    def path(self) -> str:
        return f"review?doc={self.sha256[:12]}&tree={self.tree_id}"


def put(store: Store, pdf: Path, tree: bytes | Tree | None = None) -> Shown:
    """Place a PDF in a store, read and with a tree: the one given (a file's content, or a tree), or else the engine's draft."""
    evidence = evidence_of(pdf)
    pages = len(evidence.reading.pages)
    document, _ = store.add_document(pdf.read_bytes(), pdf.name, pages)
    store.save_evidence(document.sha256, pack(evidence))
    if isinstance(tree, bytes):
        tree = load(tree, name=document.name, pages=pages, sha256=document.sha256).tree
    made = draft(evidence) if tree is None else tree
    origin = Origin.ENGINE if tree is None else Origin.IMPORT
    return Shown(
        document.name, document.sha256, store.add_tree(document.sha256, made, origin, name="Measured", who=WHO), evidence
    )


@contextmanager
def running(folder: Path, **extra: str) -> Iterator[Server]:
    """The app's server on a folder of documents; it ends with the block."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    server = Server(folder, port, extra)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A real browser. Raises `FileNotFoundError` where there is none."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        raise FileNotFoundError("No Chromium here: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


def tab(browser: Browser, url: str, *, width: int = 1440, height: int = 900) -> Page:
    """A tab of a person of their own, who has said who they are."""
    context = browser.new_context(viewport={"width": width, "height": height})
    context.set_default_timeout(PATIENCE)
    context.add_cookies([{"name": "treeproof_name", "value": WHO, "url": url}])
    return context.new_page()


@contextmanager
def data_folder() -> Iterator[Path]:
    """A folder for the app's data, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="treeproof-bench-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)
