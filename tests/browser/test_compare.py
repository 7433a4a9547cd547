"""The compare screen: two trees side by side, the way through their differences, one side taken over, undone, and linked to."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE, Report
from tests.browser.screen import Screen

pytestmark = pytest.mark.browser


@pytest.fixture
def screen(page: Page, report: Report) -> Screen:
    made = Screen(page, report.server.url)
    show(made, report)
    return made


def show(screen: Screen, report: Report) -> None:
    screen.open(f"compare?doc={report.doc}&left=1&right=2")
    expect(screen.page.get_by_role("listbox", name="Both trees, row by row")).to_be_visible(timeout=PATIENCE)
    expect(screen.image).to_be_visible(timeout=PATIENCE)
    screen.settle()


def counted(page: Page) -> int:
    found = re.search(r"(\d+) differences", page.locator(".st-key-inspector .tp-label").inner_text())
    assert found is not None
    return int(found[1])


def test_differences_are_walked_with_the_page_and_linked_to(
    screen: Screen, page: Page, shot: Callable[[Page, str], None]
) -> None:
    chosen = page.get_by_role("option", selected=True)
    row = page.get_by_role("option", name=re.compile(r"2.4 Keepers\W+pages 12.*2.4 Keepers\W+pages 11"))
    row.click()
    screen.settle()
    screen.expect_page(11)
    expect(page.get_by_role("button", name="Left: 12")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Left: 12").click()
    screen.expect_page(12)
    shot(page, "compare")
    before = chosen.get_attribute("aria-posinset") or ""
    screen.press("n")
    screen.settle()
    expect(chosen).not_to_have_attribute("aria-posinset", before, timeout=PATIENCE)
    screen.press("p")
    screen.settle()
    expect(chosen).to_have_attribute("aria-posinset", before, timeout=PATIENCE)
    page.reload()
    expect(chosen).to_have_attribute("aria-posinset", before, timeout=PATIENCE)


def test_rows_are_walked_by_keys(screen: Screen, page: Page) -> None:
    rows = page.get_by_role("listbox", name="Both trees, row by row")
    rows.focus()
    page.keyboard.press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    chosen = page.get_by_role("option", selected=True)
    expect(chosen).to_have_attribute("aria-posinset", "4")
    screen.settle()
    page.get_by_role("button", name="Only differences").click()
    expect(page.get_by_role("option", name=re.compile("The same"))).to_have_count(0)
    page.get_by_role("button", name="All rows").click()


def test_one_side_is_taken_over_and_given_back(screen: Screen, page: Page) -> None:
    before = counted(page)
    page.get_by_role("option", name=re.compile(r"2.4 Keepers\W+pages 12.*2.4 Keepers\W+pages 11")).click()
    screen.settle()
    screen.press("1")
    expect(
        page.get_by_role("option", name=re.compile(r"2.4 Keepers\W+pages 12.*2.4 Keepers\W+pages 12.*The same"))
    ).to_be_visible(timeout=PATIENCE)
    screen.settle()
    assert counted(page) < before
    screen.press("Control+z")
    expect(page.get_by_role("option", name=re.compile(r"2.4 Keepers\W+pages 12.*2.4 Keepers\W+pages 11"))).to_be_visible(
        timeout=PATIENCE
    )
    screen.settle()
    assert counted(page) == before
    page.get_by_role("button", name="Take all").click()
    page.get_by_role("button", name="Take the whole left tree").click()
    expect(page.get_by_text("These two trees say the same.")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Escape")
    screen.press("Control+z")
    expect(page.get_by_text(f"{before} differences")).to_be_visible(timeout=PATIENCE)


def test_kinds_are_filtered(screen: Screen, page: Page) -> None:
    every = counted(page)
    page.locator(".st-key-compare_kinds").get_by_text(re.compile(r"^Only left \d")).click()
    screen.settle()
    expect(page.get_by_text(re.compile(rf"^\d+ of {every} differences$"))).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [900, 1280, 1920])
def test_it_looks_right(browser: Browser, report: Report, shot: Callable[[Page, str], None], scheme: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    screen = Screen(page, report.server.url)
    show(screen, report)
    screen.press("n")
    screen.settle()
    shot(page, f"compare-{scheme}-{width}")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    context.close()
