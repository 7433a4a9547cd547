"""The app as a person sees it: what browser tests say and do, in one place."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from core.formats import Format
from tests.browser.conftest import PATIENCE


class Screen:
    """A tab with the app in it."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url

    def open(self, path: str = "") -> None:
        self.page.goto(f"{self.url}/{path}")

    def to_documents(self) -> None:
        self.open()
        expect(self.page.get_by_text("Samples", exact=True)).to_be_visible(timeout=PATIENCE)

    def open_faulty(self) -> None:
        """Open the sample report with its faulty draft, from the gallery."""
        self.open_sample("report-roman", faulty=True)

    def open_sample(self, name: str, *, faulty: bool) -> None:
        """Open a sample, with its faulty draft or the engine's own, from the gallery."""
        self.to_documents()
        self.page.get_by_role("tab", name="Samples").click()
        self.page.locator(f".st-key-sample_{name}-pdf_{faulty} button").click()
        self.ready()

    def ready(self) -> None:
        """Wait until the workspace stands there, with its page drawn."""
        expect(self.tree).to_be_visible(timeout=PATIENCE)
        expect(self.image).to_be_visible(timeout=PATIENCE)
        expect(self.field("Start page")).to_be_visible(timeout=PATIENCE)
        self.settle()

    @property
    def tree(self) -> Locator:
        return self.page.get_by_role("tree", name="Sections")

    @property
    def chosen(self) -> Locator:
        return self.tree.locator("[role=treeitem][aria-selected=true]")

    @property
    def image(self) -> Locator:
        return self.page.locator("img[alt^='Page ']:visible")

    def item(self, title: str) -> Locator:
        return self.tree.locator(f"[role=treeitem][aria-label^={json.dumps(title + ',', ensure_ascii=False)}]")

    def field(self, label: str) -> Locator:
        """A field of the inspector. While it is being redrawn, the one before stands behind it for a moment."""
        return self.page.get_by_label(label, exact=True).first

    def press(self, key: str) -> None:
        """A key for the whole screen: not while typing."""
        self.page.evaluate("document.activeElement?.blur()")
        self.page.keyboard.press(key)

    def settle(self) -> None:
        """Wait until the server has answered: on a busy machine a question may set out only after the first look."""
        for _ in range(2):
            self.page.wait_for_timeout(150)
            expect(self.page.locator("[data-testid=stApp]")).to_have_attribute(
                "data-test-script-state", "notRunning", timeout=PATIENCE
            )

    def expect_page(self, number: int) -> None:
        expect(self.page.locator(f"img[alt='Page {number}']:visible")).to_be_visible(timeout=PATIENCE)

    def expect_chosen(self, title: str) -> None:
        expect(self.chosen).to_have_attribute("aria-label", re.compile("^" + re.escape(title)), timeout=PATIENCE)

    def set_page(self, label: str, number: int) -> None:
        field = self.field(label)
        field.fill(str(number))
        field.press("Enter")
        self.settle()

    def export(self, form: Format, to: Path) -> str:
        """Download the tree in a format; its text."""
        self.page.get_by_role("button", name="Export", exact=False).first.click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_text(form.label, exact=True).click()
        with self.page.expect_download() as caught:
            dialog.locator(f".st-key-download_{form.name} button").click()
        caught.value.save_as(to)
        dialog.get_by_role("button", name="Close").click()
        expect(dialog).to_be_hidden(timeout=PATIENCE)
        return to.read_text(encoding="utf-8")
