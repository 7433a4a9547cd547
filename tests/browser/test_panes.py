"""The three areas: dragged, moved by keys, remembered, reset; stacked on a narrow window; nothing jumps on a redraw."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import PATIENCE, Report
from tests.browser.screen import Screen

pytestmark = pytest.mark.browser


@pytest.fixture
def screen(page: Page, report: Report) -> Screen:
    made = Screen(page, report.server.url)
    made.open(report.path)
    made.ready()
    return made


def width(screen: Screen) -> float:
    box = screen.tree.bounding_box()
    assert box is not None
    return box["width"]


def separator(screen: Screen, which: str) -> Locator:
    return screen.page.get_by_role("separator", name=f"Width of the {which}")


def test_a_side_is_dragged_and_remembered_and_reset(screen: Screen, page: Page) -> None:
    before = width(screen)
    grip = separator(screen, "tree")
    box = grip.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + 200
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y, steps=5)
    page.mouse.move(x + 120, y, steps=5)
    page.mouse.up()
    page.wait_for_timeout(100)
    dragged = width(screen)
    assert dragged == pytest.approx(before + 120, abs=6)
    page.reload()
    screen.ready()
    assert width(screen) == pytest.approx(dragged, abs=3)
    separator(screen, "tree").dblclick()
    page.wait_for_timeout(100)
    assert width(screen) == pytest.approx(before, abs=3)
    page.reload()
    screen.ready()
    assert width(screen) == pytest.approx(before, abs=3)


def test_sides_are_moved_by_keys_and_stop_at_their_least(screen: Screen, page: Page) -> None:
    grip = separator(screen, "inspector")
    expect(grip).to_have_attribute("aria-orientation", "vertical")
    grip.focus()
    value = int(grip.get_attribute("aria-valuenow") or 0)
    page.keyboard.press("ArrowLeft")
    expect(grip).to_have_attribute("aria-valuenow", str(value + 2))
    page.keyboard.press("ArrowRight")
    expect(grip).to_have_attribute("aria-valuenow", str(value))
    page.keyboard.press("Home")
    expect(grip).to_have_attribute("aria-valuenow", grip.get_attribute("aria-valuemin") or "")
    inspector = page.locator(".st-key-inspector").bounding_box()
    assert inspector is not None
    assert inspector["width"] >= 260
    page.keyboard.press("End")
    image = screen.image.bounding_box()
    assert image is not None
    assert image["width"] > 200
    page.keyboard.press("Enter")
    expect(grip).to_have_attribute("aria-valuenow", str(value))


def test_nothing_jumps_when_the_workspace_is_redrawn(screen: Screen, page: Page) -> None:
    separator(screen, "tree").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.evaluate(
        """() => { window.seen = new Set();
          const first = document.querySelector('.st-key-workspace > *');
          const watch = () => { window.seen.add(Math.round(first.getBoundingClientRect().width)); requestAnimationFrame(watch); };
          watch(); }"""
    )
    screen.item("4.1 Salt").click()
    expect(screen.field("Title")).to_have_value("4.1 Salt", timeout=PATIENCE)
    screen.settle()
    screen.tree.focus()
    page.keyboard.press("ArrowUp")
    expect(screen.field("Title")).not_to_have_value("4.1 Salt", timeout=PATIENCE)
    screen.settle()
    assert len(page.evaluate("[...window.seen]")) == 1


@pytest.mark.parametrize("size", [(900, 1200), (1280, 800)])
def test_it_is_usable_at_every_width(
    browser: Browser, report: Report, shot: Callable[[Page, str], None], size: tuple[int, int]
) -> None:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    screen = Screen(page, report.server.url)
    screen.open(report.path)
    screen.ready()
    shot(page, f"panes-{size[0]}")
    tops = [box["y"] for box in (each.bounding_box() for each in (screen.tree, screen.image, screen.field("Title"))) if box]
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    if size[0] < 1000:
        assert tops == sorted(tops)
        assert tops[1] - tops[0] > 200
        expect(separator(screen, "tree")).to_be_hidden()
    else:
        expect(separator(screen, "tree")).to_be_visible()
        assert max(tops) - min(tops) < 400
        page.get_by_text("Show its text").click()
        expect(page.get_by_role("region", name="Text of the section")).to_be_visible(timeout=PATIENCE)
        assert page.evaluate("document.querySelector('.stMain').scrollHeight - window.innerHeight") <= 24
    context.close()
