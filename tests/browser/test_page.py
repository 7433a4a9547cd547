"""The page side in a real browser: pointing at lines, searching, small pages, sizes and switches, by pointer and by keys."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.conftest import PATIENCE, Server
from tests.browser.screen import Screen

pytestmark = pytest.mark.browser

Shot = Callable[[Page, str], None]
FAILED = "2.4 Keepers"
"""A section of the sample whose draft says page 11; its heading stands on page 12."""


class Sheets:
    """The page side, as a person sees it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def stage(self) -> Locator:
        return self.page.get_by_role("region", name=re.compile(r"^Page \d+ of"))

    @property
    def items(self) -> Locator:
        return self.page.get_by_role("menu").get_by_role("menuitem")

    @property
    def lines(self) -> Locator:
        """The lines of the page, while they have the focus."""
        return self.page.get_by_role("listbox", name=re.compile("^Lines of page")).get_by_role("option")

    def key(self, *keys: str) -> None:
        """Keys while the page has the focus."""
        self.stage.focus()
        for key in keys:
            self.page.keyboard.press(key)

    def walk(self) -> Locator:
        """Focus the lines of the page; the options that they become."""
        self.stage.focus()
        self.page.keyboard.press("l")
        expect(self.lines.first).to_be_attached(timeout=PATIENCE)
        return self.lines

    def box(self, text: str) -> FloatRect:
        """Where a line stands on the screen."""
        option = self.walk().filter(has_text=text).first
        option.scroll_into_view_if_needed()
        found = option.bounding_box()
        assert found is not None
        self.page.keyboard.press("Escape")
        expect(self.lines).to_have_count(0)
        return found

    def click(self, text: str) -> None:
        box = self.box(text)
        self.page.mouse.click(box["x"] + 12, box["y"] + box["height"] / 2)


@pytest.fixture
def screen(page: Page, server: Server) -> Screen:
    return Screen(page, server.url)


@pytest.fixture
def sheets(page: Page) -> Sheets:
    return Sheets(page)


def _at_failure(screen: Screen) -> None:
    screen.open_faulty()
    screen.item(FAILED).click()
    expect(screen.field("Title")).to_have_value(FAILED, timeout=PATIENCE)
    screen.settle()
    screen.page.get_by_label("Go to page").fill("12")
    screen.page.keyboard.press("Enter")
    screen.expect_page(12)
    screen.settle()


def test_a_click_on_a_line_starts_the_chosen_section_there(screen: Screen, sheets: Sheets, page: Page, shot: Shot) -> None:
    _at_failure(screen)
    sheets.click(FAILED)
    expect(page.get_by_role("menu")).to_have_accessible_name(FAILED)
    shot(page, "line-menu")
    sheets.items.filter(has_text=f"Start “{FAILED}” here").click()
    expect(screen.field("Start page")).to_have_value("12", timeout=PATIENCE)
    expect(screen.chosen).to_have_attribute("aria-label", re.compile(f"^{FAILED}, page 12, ok"), timeout=PATIENCE)
    screen.settle()
    screen.press("Control+z")
    expect(screen.field("Start page")).to_have_value("11", timeout=PATIENCE)


def test_lines_dragged_over_become_a_section(screen: Screen, sheets: Sheets, page: Page) -> None:
    _at_failure(screen)
    first, last = sheets.box("Until 1974"), sheets.box("the Rope Walk")
    page.mouse.move(first["x"] + 20, first["y"] + first["height"] / 2)
    page.mouse.down()
    page.mouse.move(last["x"] + 60, last["y"] + last["height"] / 2, steps=5)
    page.mouse.up()
    sheets.items.filter(has_text="New section here").click()
    expect(screen.chosen).to_have_attribute(
        "aria-label", re.compile("^Until 1974 the town.*rent-free above the Rope Walk"), timeout=PATIENCE
    )
    screen.settle()
    screen.press("Control+z")
    expect(screen.tree.locator("[aria-label^='Until 1974']")).to_have_count(0, timeout=PATIENCE)


def test_keys_alone_reach_lines_and_split_a_section(screen: Screen, sheets: Sheets, page: Page, shot: Shot) -> None:
    screen.open_faulty()
    screen.item("2.1 Three generations of movements").click()
    screen.expect_page(11)
    expect(screen.field("Title")).to_have_value("2.1 Three generations of movements", timeout=PATIENCE)
    screen.settle()
    options = sheets.walk()
    expect(options.filter(has_text="2.1 Three generations")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator("[role=option][aria-selected=true]")).to_have_count(2)
    shot(page, "lines-by-keys")
    page.keyboard.press("Enter")
    expect(sheets.items.first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(sheets.items.last).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    expect(page.locator(".option:focus")).to_have_count(1)
    page.keyboard.press("Home")
    for key, number in (("PageDown", 12), ("PageUp", 11)):
        page.keyboard.press(key)
        screen.expect_page(number)
        expect(page.get_by_role("listbox", name=re.compile(f"Lines of page {number}:"))).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    expect(sheets.stage).to_be_focused()
    sheets.walk()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.press("x")
    expect(screen.chosen).to_have_attribute("aria-label", re.compile("^anchor escapements"), timeout=PATIENCE)
    expect(screen.chosen).to_have_attribute("aria-level", "2")
    screen.settle()
    screen.press("Control+z")
    expect(screen.tree.locator("[aria-label^='anchor escapements']")).to_have_count(0, timeout=PATIENCE)


def test_words_are_searched_and_marked_over_all_pages(screen: Screen, sheets: Sheets, page: Page, shot: Shot) -> None:
    screen.open_faulty()
    screen.press("Control+f")
    field = page.get_by_role("searchbox", name="Search in the text of the document")
    expect(field).to_be_focused()
    field.press_sequentially("CORRIGAN")
    count = page.get_by_role("search").get_by_role("status")
    expect(count).to_have_text(re.compile(r"^\d+ of \d+$"), timeout=PATIENCE)
    at, of = (int(number) for number in (count.text_content() or "").split(" of "))
    assert 1 <= at <= of > 1
    expect(page.locator(".found rect.here")).to_have_count(1)
    shot(page, "searched")
    field.press("Enter")
    expect(count).to_have_text(f"{at % of + 1} of {of}")
    field.press("Shift+Enter")
    field.press("Shift+Enter")
    expect(count).to_have_text(f"{(at - 2) % of + 1} of {of}")
    expect(page.locator(".found rect.here")).to_have_count(1)
    field.fill("no such words as these")
    expect(count).to_have_text("Not found", timeout=PATIENCE)
    expect(page.locator(".found rect")).to_have_count(0)
    field.press("Escape")
    expect(field).to_be_hidden()
    expect(sheets.stage).to_be_focused()
    screen.press("/")
    expect(field).to_be_focused()


def test_small_pages_tell_where_something_failed_and_are_remembered(
    screen: Screen, sheets: Sheets, page: Page, shot: Shot
) -> None:
    screen.open_faulty()
    sheets.key("t")
    strip = page.get_by_role("navigation", name="Small pages")
    failed = strip.get_by_role("button", name=re.compile(r"^Page \d+, \d failed$"))
    strip.hover()
    page.mouse.wheel(0, -9000)
    expect(failed.first).to_be_visible(timeout=PATIENCE)
    expect(failed.first.locator("img")).to_have_js_property("complete", True)
    shot(page, "small-pages")
    number = re.findall(r"\d+", failed.first.get_attribute("aria-label") or "")[0]
    failed.first.click()
    screen.expect_page(int(number))
    expect(strip.locator("[aria-current=page]")).to_have_attribute("aria-label", re.compile(f"^Page {number}"))
    page.keyboard.press("ArrowDown")
    screen.expect_page(int(number) + 1)
    assert strip.get_by_role("button").count() < 18  # of 24 pages: only those in sight exist
    screen.settle()
    page.reload()
    screen.ready()
    expect(strip).to_be_visible()


def test_pages_stand_side_by_side_and_as_large_as_wanted(screen: Screen, sheets: Sheets, page: Page, shot: Shot) -> None:
    screen.open_faulty()
    page.get_by_label("Go to page").fill("9")
    page.keyboard.press("Enter")
    screen.expect_page(9)
    sheets.key("2")
    screen.expect_page(10)
    left, right = (page.locator(f"img[alt='Page {number}']:visible").bounding_box() for number in (9, 10))
    assert left is not None
    assert right is not None
    assert left["x"] + left["width"] < right["x"]
    shot(page, "two-pages")
    screen.press("j")
    screen.expect_page(11)
    screen.expect_page(12)
    screen.press("k")
    screen.expect_page(9)
    sheets.key("2", "9")
    expect(page.get_by_role("button", name="Fit the page (9)")).to_have_attribute("aria-pressed", "true")
    stage, whole = sheets.stage.bounding_box(), page.locator("img[alt='Page 9']:visible").bounding_box()
    assert stage is not None
    assert whole is not None
    assert whole["height"] <= stage["height"]
    sheets.key("+", "+")
    larger = page.locator("img[alt='Page 9']:visible").bounding_box()
    assert larger is not None
    assert larger["height"] > whole["height"]
    expect(page.get_by_role("button", name="Fit the page (9)")).to_have_attribute("aria-pressed", "false")
    screen.settle()
    page.reload()
    screen.ready()
    again = page.locator("img[alt^='Page ']:visible").bounding_box()
    assert again is not None
    assert abs(again["height"] - larger["height"]) < 2


def test_what_is_drawn_can_be_switched_off(screen: Screen, page: Page) -> None:
    screen.open_faulty()
    screen.item("2.1 Three generations of movements").click()
    headings = page.get_by_role("button", name=re.compile("^Heading: "))
    expect(headings.first).to_be_visible(timeout=PATIENCE)
    edges = page.locator(".marks .start, .marks .end")
    expect(edges).to_have_count(2)
    for name in ("In the tree", "Start and end"):
        page.get_by_role("group", name="What is drawn on the page").get_by_role("button", name=name).click()
    expect(headings).to_have_count(0)
    expect(edges).to_have_count(0)
    screen.settle()
    page.reload()
    screen.ready()
    expect(page.get_by_role("button", name="In the tree")).to_have_attribute("aria-pressed", "false")
    expect(headings).to_have_count(0)


def test_edges_reach_over_their_column_alone(screen: Screen, page: Page, shot: Shot) -> None:
    screen.open_sample("paper-two-column", faulty=True)
    screen.item("2.1 Surveys from the surface").click()
    screen.expect_page(1)
    edge = page.locator(".marks .start line")
    expect(edge).to_have_count(1, timeout=PATIENCE)
    shot(page, "two-columns")
    sheet, line = page.locator(".sheet").bounding_box(), edge.bounding_box()
    assert sheet is not None
    assert line is not None
    assert line["x"] > sheet["x"] + sheet["width"] * 0.48
    assert line["x"] + line["width"] < sheet["x"] + sheet["width"] * 0.97


def test_a_page_without_text_says_so(screen: Screen, page: Page, shot: Shot) -> None:
    screen.open_sample("scan-among", faulty=False)
    remark = page.get_by_text(re.compile(r"^Page \d+ is a picture without text"))
    for _ in range(12):
        if remark.is_visible():
            break
        screen.press("j")
        page.wait_for_timeout(500)
    expect(remark).to_be_visible()
    shot(page, "without-text")


def test_the_keys_of_the_page_are_letters_in_a_field(screen: Screen, sheets: Sheets, page: Page) -> None:
    screen.open_faulty()
    before = screen.image.first.get_attribute("alt")
    title = screen.field("Title")
    title.click()
    title.press("End")
    page.keyboard.type("/jkl2")
    expect(title).to_have_value(re.compile("/jkl2$"))
    assert screen.image.first.get_attribute("alt") == before
    expect(sheets.lines).to_have_count(0)
    page.keyboard.press("Control+z")
