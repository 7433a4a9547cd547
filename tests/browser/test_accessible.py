"""Every screen, tab and dialog, in both themes, before axe-core: no serious or critical finding."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE, Report
from tests.browser.screen import Screen

pytestmark = pytest.mark.browser

AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text(encoding="utf-8")
GRAVE = ("serious", "critical")
NOT_OURS = (("aria-dialog-name", "stToast"),)
"""What is not ours and cannot be mended from here: rule, and a pattern of the element. Streamlit's toasts have no name."""


def findings(page: Page) -> list[str]:
    """What axe-core finds on the page as it is, frames and shadow trees included: rule, element, and what to do."""
    page.wait_for_timeout(600)  # colours fade in
    result: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{violation['id']}: {node['html'][:160]} | {node['target']} | {node['failureSummary']}"
        for violation in result["violations"]
        if violation["impact"] in GRAVE
        for node in violation["nodes"]
        if not any(rule == violation["id"] and re.search(pattern, node["html"]) for rule, pattern in NOT_OURS)
    ]


@pytest.fixture(params=["light", "dark"])
def screen(request: pytest.FixtureRequest, browser: Browser, report: Report) -> Iterator[Screen]:
    scheme: Literal["light", "dark"] = request.param
    context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme=scheme)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(AXE)
    yield Screen(context.new_page(), report.server.url)
    context.close()


def test_documents(screen: Screen) -> None:
    screen.open("documents")
    expect(screen.page.get_by_text("report-roman.pdf", exact=True).first).to_be_visible(timeout=PATIENCE)
    screen.settle()
    assert "\n".join(findings(screen.page)) == ""


def test_review_and_its_tabs(screen: Screen, report: Report) -> None:
    screen.open(report.path)
    screen.ready()
    screen.page.get_by_text("Show its text").click()
    expect(screen.page.get_by_role("region", name="Text of the section")).to_be_visible(timeout=PATIENCE)
    screen.settle()
    found = {"Section": findings(screen.page)}
    for tab in ("Problems", "Bulk", "Text", "History"):
        screen.page.locator(".st-key-inspector_tab").get_by_text(re.compile(f"^{tab}")).first.click()
        screen.settle()
        screen.page.wait_for_timeout(1_500 if tab == "Bulk" else 200)
        found[tab] = findings(screen.page)
    assert "\n".join(f"{tab}: {each}" for tab, every in found.items() for each in every) == ""


def trees(page: Page) -> None:
    page.locator(".st-key-draft button").first.click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Draft", exact=True)).to_be_visible(timeout=PATIENCE)


def model(page: Page) -> None:
    trees(page)
    page.get_by_role("dialog").get_by_text("Model", exact=True).first.click()
    expect(page.get_by_role("dialog").get_by_label("US dollars at most", exact=True)).to_be_visible(timeout=PATIENCE)


def tree_deletion(page: Page) -> None:
    trees(page)
    page.locator("[class*=st-key-delete_tree_] button").first.click()
    expect(page.get_by_role("button", name="Delete it")).to_be_visible(timeout=PATIENCE)


DIALOGS: dict[str, Callable[[Page], None]] = {
    "Export": lambda page: page.locator(".st-key-export button").first.click(),
    "Import": lambda page: page.locator(".st-key-import button").first.click(),
    "Help": lambda page: page.locator(".st-key-help button").first.click(),
    "Sign off": lambda page: page.locator(".st-key-sign_off button").first.click(),
    "Draft again": trees,
    "Draft with a model": model,
    "Delete a tree": tree_deletion,
}


@pytest.mark.parametrize("name", sorted(DIALOGS))
def test_dialogs(screen: Screen, report: Report, name: str) -> None:
    screen.open(report.path)
    screen.ready()
    DIALOGS[name](screen.page)
    expect(screen.page.get_by_role("dialog")).to_be_visible(timeout=PATIENCE)
    screen.settle()
    assert "\n".join(findings(screen.page)) == ""


def test_the_question_before_a_document_is_deleted(screen: Screen) -> None:
    screen.open("documents")
    screen.page.locator("[class*=st-key-delete_] button").first.click()
    expect(screen.page.get_by_role("button", name="Delete it all")).to_be_visible(timeout=PATIENCE)
    screen.settle()
    assert "\n".join(findings(screen.page)) == ""


def test_compare(screen: Screen, report: Report) -> None:
    screen.open(f"compare?doc={report.doc}&left=1&right=2")
    expect(screen.page.get_by_role("listbox", name="Both trees, row by row")).to_be_visible(timeout=PATIENCE)
    expect(screen.image).to_be_visible(timeout=PATIENCE)
    screen.press("n")
    screen.settle()
    assert "\n".join(findings(screen.page)) == ""
    screen.press("h")
    expect(screen.page.get_by_role("dialog")).to_be_visible(timeout=PATIENCE)
    screen.settle()
    assert "\n".join(findings(screen.page)) == ""
