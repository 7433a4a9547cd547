"""The main job in a real browser: open, find what failed, mend it, undo and redo, export, and compare what came out."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from core.edit import Edit, SetEnd, SetStart, replay
from core.formats import FORMATS, dump, load
from core.locate import samples
from tests.browser.conftest import PATIENCE, Server
from tests.browser.screen import Screen

pytestmark = pytest.mark.browser

PICTURE = Path(__file__).parents[2] / "docs" / "review.png"
"""The README's picture; made anew when TREEPROOF_PICTURE is set."""
DRAFT = samples() / "report-roman.first.json"
TITLE, NODE, START = "2.4 Keepers", "0013", 12
"""The first of the three faults that a fresh install shows."""


@pytest.fixture
def screen(page: Page, server: Server) -> Screen:
    return Screen(page, server.url)


def test_a_fresh_install_opens_on_a_sample_and_the_loop_ends_in_the_right_file(
    start_server: Callable[..., Server], page: Page, shot: Callable[[Page, str], None], tmp_path: Path
) -> None:
    server = start_server()
    screen = Screen(page, server.url)
    screen.open()
    screen.ready()
    screen.expect_chosen(TITLE)
    expect(page.get_by_text("Treeproof checks the section tree")).to_be_visible()
    expect(page.get_by_text("3 sections here fail")).to_be_visible()
    shot(page, "first-visit")
    page.get_by_placeholder("Your name").fill("Ada")
    page.get_by_placeholder("Your name").press("Enter")
    page.get_by_role("button", name="Got it", exact=True).click()
    expect(page.get_by_text("Treeproof checks the section tree")).to_be_hidden(timeout=PATIENCE)
    screen.settle()
    page.reload()  # the browser remembers that it was read, and the name
    screen.ready()
    expect(page.get_by_text("Treeproof checks the section tree")).to_be_hidden()
    if os.environ.get("TREEPROOF_PICTURE"):
        PICTURE.parent.mkdir(exist_ok=True)
        page.mouse.move(700, 880)
        page.wait_for_timeout(600)
        page.screenshot(path=PICTURE)

    screen.tree.focus()
    page.keyboard.press("Home")
    for _ in range(14):  # a walk through the tree, quicker than the server answers, changes nothing
        page.keyboard.press("ArrowDown", delay=90)
    screen.settle()
    expect(page.locator(".st-key-undo button").first).to_be_disabled()
    screen.item(TITLE).click()
    expect(screen.field("Title")).to_have_value(TITLE, timeout=PATIENCE)
    screen.settle()

    screen.press("s")  # the suggestion: the start that the checks found
    expect(screen.item(TITLE)).not_to_have_attribute("aria-selected", "true", timeout=PATIENCE)
    screen.settle()
    screen.item(TITLE).click()
    expect(screen.field("Start page")).to_have_value(str(START), timeout=PATIENCE)
    screen.expect_page(START)
    shot(page, "mended")

    screen.set_page("End page", START + 1)
    expect(screen.chosen).to_have_attribute("aria-label", re.compile("pages 12–13, ok.*, corrected$"), timeout=PATIENCE)
    screen.press("Control+z")
    expect(screen.field("End page")).to_have_value("12", timeout=PATIENCE)
    screen.press("Control+y")
    expect(screen.field("End page")).to_have_value("13", timeout=PATIENCE)
    screen.settle()

    text = screen.export(FORMATS["pageindex"], tmp_path / "out.json")
    faulty = load(DRAFT.read_bytes(), name="report-roman.pdf", pages=24).tree
    edits: list[Edit] = [SetStart(node=NODE, page=12), SetEnd(node=NODE, page=13)]
    assert json.loads(text) == json.loads(dump(replay(faulty, edits), "pageindex"))

    page.reload()
    screen.ready()
    screen.expect_chosen(TITLE)
    server.restart()
    screen.open(page.url.removeprefix(server.url + "/"))
    screen.ready()
    screen.expect_chosen(TITLE)
    expect(screen.field("End page")).to_have_value("13")
    page.get_by_text("History", exact=True).click()
    expect(page.get_by_text("Ada").first).to_be_visible(timeout=PATIENCE)
    screen.press("Control+z")
    page.get_by_text("Section", exact=True).first.click()
    expect(screen.field("End page")).to_have_value("12", timeout=PATIENCE)
    assert "Traceback" not in server.log
