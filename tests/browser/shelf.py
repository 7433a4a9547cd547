"""A server whose store a test writes to: trees of its own for each test, and what became of them."""

from __future__ import annotations

import time
from pathlib import Path

from playwright.sync_api import Page

from core.build import evidence_of
from core.evidence.codec import pack
from core.formats import load
from core.locate import samples
from core.store import Origin, Store
from core.tree import Tree
from tests.browser.conftest import PATIENCE, Server
from tests.browser.screen import Screen

PDF = "report-roman.pdf"
PAGES = 24


class Shelf:
    """One document, read already, and any number of trees beside each other."""

    def __init__(self, server: Server, path: Path | None = None) -> None:
        path = path or samples() / PDF
        self.server = server
        self.store = Store(server.folder)
        self.evidence = evidence_of(path, name=path.name)
        self.document, _ = self.store.add_document(path.read_bytes(), path.name, pages=len(self.evidence.reading.pages))
        self.store.save_evidence(self.document.sha256, pack(self.evidence))

    def open(self, page: Page, tree: Tree | None = None, node: str = "") -> tuple[Screen, int]:
        """A tab at a new tree (the sample's faulty draft unless told), and the tree's id."""
        tree_id = self.store.add_tree(self.document.sha256, tree or faulty(), Origin.IMPORT, name="Given")
        screen = Screen(page, self.server.url)
        screen.open(f"review?doc={self.document.sha256[:12]}&tree={tree_id}{'&node=' + node if node else ''}")
        screen.ready()
        return screen, tree_id

    def tree(self, tree_id: int) -> Tree:
        return self.store.state(tree_id).tree

    def edits(self, tree_id: int) -> list[str]:
        """What was done to the tree, undoing included, the oldest first."""
        return [entry.label for entry in self.store.state(tree_id).history]

    def edited(self, screen: Screen, tree_id: int, count: int) -> list[str]:
        """The tree's edits, once there are so many and the screen shows them."""
        deadline = time.monotonic() + PATIENCE / 1000
        while len(self.edits(tree_id)) < count and time.monotonic() < deadline:
            screen.page.wait_for_timeout(50)
        screen.settle()
        found = self.edits(tree_id)
        assert len(found) == count, found
        return found


def faulty() -> Tree:
    """The report's draft with faults in it."""
    return load((samples() / "report-roman.faulty.json").read_bytes(), name=PDF, pages=PAGES).tree


def order(tree: Tree) -> list[str]:
    """Every section as its level and title."""
    return [f"{place.level} {place.node.title}" for place in tree.walk()]
