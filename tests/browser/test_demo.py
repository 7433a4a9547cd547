"""A demo as `treeproof --demo` opens it: visitors apart from each other, no uploads, no models, a fresh start at will."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PATIENCE, START_SECONDS, free_port
from tests.browser.screen import Screen

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a demo, started by the command itself. Its temporary folders lie in one of the test's."""
    folder, port = tmp_path_factory.mktemp("demo"), free_port()
    environment = {**os.environ, "HOME": str(folder), "TMPDIR": str(folder), "TREEPROOF_DEMO_VISITS": "2"}
    environment["PYTHONPATH"] = str(Path(__file__).parents[2])
    command = [sys.executable, "-P", "-m", "core.cli", "--demo", "--port", str(port), "--no-browser"]
    with (folder / "server.log").open("ab") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder)
    deadline = time.monotonic() + START_SECONDS
    while True:
        assert process.poll() is None, (folder / "server.log").read_text()
        assert time.monotonic() < deadline
        try:
            socket.create_connection(("127.0.0.1", port), timeout=2).close()
            break
        except OSError:
            time.sleep(0.2)
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    assert process.wait(timeout=PATIENCE / 1000) == 0
    assert "Traceback" not in (folder / "server.log").read_text()
    assert "died" not in (folder / "server.log").read_text()


def test_each_visitor_has_the_sample_to_themselves_and_can_start_over(browser: Browser, demo: str) -> None:
    contexts = [browser.new_context(viewport={"width": 1440, "height": 900}) for _ in range(2)]
    screens = [Screen(context.new_page(), demo) for context in contexts]
    for screen in screens:
        screen.open()
        screen.ready()
        screen.expect_chosen("2.4 Keepers")
    mine, theirs = screens
    mine.press("s")
    expect(mine.page.get_by_text("2 failed")).to_be_visible(timeout=PATIENCE)
    theirs.item("1.1 Why the clocks matter").click()
    theirs.settle()
    expect(theirs.page.get_by_text("3 failed")).to_be_visible(timeout=PATIENCE)
    mine.page.get_by_role("link", name="Documents").first.click()
    expect(mine.page.get_by_text("This is a demo")).to_be_visible(timeout=PATIENCE)
    mine.page.get_by_role("button", name="Start over").click()
    expect(mine.page.get_by_text("3 failed")).to_be_visible(timeout=PATIENCE)
    for context in contexts:
        context.close()


def test_nothing_can_be_brought_in_and_no_model_asked(page: Page, demo: str) -> None:
    screen = Screen(page, demo)
    screen.open()
    screen.ready()
    expect(page.locator(".st-key-import")).to_have_count(0)
    expect(page.get_by_role("button", name="Open my own PDF")).to_have_count(0)
    page.locator(".st-key-draft button").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("No language model may be asked in this demo.")).to_be_visible(timeout=PATIENCE)
    expect(dialog.get_by_text("Thorough", exact=True)).to_be_visible()
    expect(dialog.get_by_text("Model", exact=True)).to_have_count(0)
    dialog.get_by_role("button", name="Close").click()
    page.get_by_role("link", name="Documents").first.click()
    expect(page.get_by_text("This is a demo")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("input[type=file]")).to_have_count(0)
    screen.settle()


def test_a_dropped_visit_begins_anew_in_its_own_tab(browser: Browser, demo: str) -> None:
    contexts = [browser.new_context(viewport={"width": 1440, "height": 900}) for _ in range(3)]
    screens = [Screen(context.new_page(), demo) for context in contexts]
    for screen in screens:  # the third drops the first: two are kept
        screen.open()
        screen.ready()
    dropped = screens[0]
    dropped.page.reload()
    dropped.ready()
    expect(dropped.page.get_by_text("3 failed")).to_be_visible(timeout=PATIENCE)
    for context in contexts:
        context.close()
