"""Two tabs on one tree: each sees what the other does, and nothing is lost or overwritten in silence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from pages.parts import elsewhere, news
from tests.browser.conftest import PATIENCE, Report
from tests.browser.screen import Screen

pytestmark = pytest.mark.browser

PROMISED_SECONDS = 2.0
"""Within so long a tab shows what another did, on a machine that is not busy with anything else."""


@pytest.fixture
def tabs(page: Page, context: BrowserContext, report: Report) -> tuple[Screen, Screen]:
    """Two tabs at the same section of the same tree."""
    one = Screen(page, report.server.url)
    one.open(report.path)
    one.ready()
    one.item("4.1 Salt").click()
    expect(one.field("Title")).to_have_value("4.1 Salt", timeout=PATIENCE)
    one.settle()
    other = Screen(context.new_page(), report.server.url)
    other.open(page.url.removeprefix(report.server.url + "/"))
    other.ready()
    other.expect_chosen("4.1 Salt")
    return one, other


def retitle(screen: Screen, title: str) -> None:
    field = screen.field("Title")
    field.fill(title)
    field.press("Control+Enter")


def test_a_change_in_one_tab_is_seen_in_the_other(tabs: tuple[Screen, Screen]) -> None:
    one, other = tabs
    for writer, reader, title in ((one, other, "4.1 Sea salt"), (other, one, "4.1 Salt")):
        retitle(writer, title)
        expect(writer.item(title)).to_be_visible(timeout=PATIENCE)
        expect(reader.item(title)).to_be_visible(timeout=PATIENCE)
        expect(reader.field("Title")).to_have_value(title, timeout=PATIENCE)
        expect(reader.page.get_by_text("You, in another window").first).to_be_visible(timeout=PATIENCE)


def test_a_tab_is_told_by_a_question_that_is_always_open_and_nothing_makes_it_wait_for_longer_than_promised(
    tabs: tuple[Screen, Screen],
) -> None:
    """What the waits in the code add up to is held against the promise: what a busy machine adds is not the product's."""
    widget = Path(elsewhere.__path__[0], "elsewhere.js").read_text(encoding="utf-8")
    settle = re.search(r"SETTLE = (\d+);", widget)
    assert settle is not None
    assert news.LOOK_SECONDS + int(settle[1]) / 1000 <= PROMISED_SECONDS / 2, "the other half is for drawing"
    one, other = tabs
    asked: list[Request] = []
    other.page.on("request", lambda request: asked.append(request) if f"{news.PATH}/" in request.url else None)
    with other.page.expect_response(re.compile(f"{news.PATH}/")) as answered:  # nothing is new: the next question follows at once
        pass
    version = answered.value.json()["version"]
    with other.page.expect_response(
        lambda response: f"{news.PATH}/" in response.url and response.json()["version"] > version
    ) as told:
        retitle(one, "4.1 News")
    assert told.value.request.url.endswith(f"since={version}")
    expect(other.item("4.1 News")).to_be_visible(timeout=PATIENCE)
    other.settle()
    one.settle()
    one.press("Control+z")
    expect(other.item("4.1 Salt")).to_be_visible(timeout=PATIENCE)
    assert len({request.url.partition("?")[0] for request in asked}) == 1, "one address, asked again and again"


def test_what_is_being_typed_outlives_a_change_elsewhere(tabs: tuple[Screen, Screen]) -> None:
    one, other = tabs
    field = other.field("Title")
    field.click()
    field.press("Control+a")
    field.press_sequentially("4.1 Brine and")
    one.item("1.3 How to read this report").click()
    one.settle()
    one.set_page("End page", 11)
    expect(other.page.get_by_text("You, in another window").first).to_be_visible(timeout=PATIENCE)
    other.settle()
    expect(field).to_have_value("4.1 Brine and")
    expect(field).to_be_focused()
    field.press_sequentially(" salt")
    field.press("Control+Enter")
    expect(one.item("4.1 Brine and salt")).to_be_visible(timeout=PATIENCE)
    other.settle()
    other.press("Control+z")
    expect(one.item("4.1 Salt")).to_be_visible(timeout=PATIENCE)
    one.settle()
    one.press("Control+z")


def test_edits_that_meet_are_told_of_at_once(tabs: tuple[Screen, Screen]) -> None:
    one, other = tabs
    other.page.route(re.compile("/news/"), lambda route: route.abort())  # this tab hears nothing
    other.page.reload()
    other.ready()
    retitle(one, "4.1 The first title")
    expect(one.item("4.1 The first title")).to_be_visible(timeout=PATIENCE)
    one.settle()
    retitle(other, "4.1 The second title")
    expect(other.page.get_by_text("Somebody else changed this tree just before you.")).to_be_visible(timeout=PATIENCE)
    expect(other.item("4.1 The first title")).to_be_visible(timeout=PATIENCE)
    one.settle()
    one.press("Control+z")
    expect(one.item("4.1 Salt")).to_be_visible(timeout=PATIENCE)


def test_edits_that_do_not_meet_are_both_made(tabs: tuple[Screen, Screen]) -> None:
    one, other = tabs
    other.page.route(re.compile("/news/"), lambda route: route.abort())
    other.page.reload()
    other.ready()
    one.item("1.3 How to read this report").click()
    expect(one.field("Title")).to_have_value("1.3 How to read this report", timeout=PATIENCE)
    one.settle()
    retitle(one, "1.3 How to read it")
    expect(one.item("1.3 How to read it")).to_be_visible(timeout=PATIENCE)
    one.settle()
    retitle(other, "4.1 Salt and brine")
    for screen in tabs:
        expect(screen.item("4.1 Salt and brine")).to_be_visible(timeout=PATIENCE)
        expect(screen.item("1.3 How to read it")).to_be_visible(timeout=PATIENCE)
    for title in ("4.1 Salt", "1.3 How to read this report"):
        one.settle()
        one.press("Control+z")
        expect(one.item(title)).to_be_visible(timeout=PATIENCE)
