"""Titles in the tree: mended in place, found by filters, of every script and shape, deep down and by the thousand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from core.tree import Node, Review, Span, Tree
from tests.browser.conftest import PATIENCE, Server
from tests.browser.screen import Screen
from tests.browser.shelf import PAGES, PDF, Shelf, faulty

pytestmark = pytest.mark.browser

MANY = 3_000
Shot = Callable[[Page, str], None]
TITLES = {
    "right to left": "مقدمة: تاريخ الساعات",
    "Chinese": "第三章 港口时钟的测量",
    "like Markdown": "**Bold** _and_ [a link](https://example.org) # $x^2$ :smile:",
    "like HTML": '<img src=x onerror="window.hacked=1"> & <b>all</b>',
}
LONGEST = "Of clocks, " * 180 + "at last"


@pytest.fixture(scope="module")
def shelf(start_server: Callable[..., Server]) -> Iterator[Shelf]:
    made = Shelf(start_server(fresh=False))
    yield made
    made.store.close()


def type_title(screen: Screen, title: str, key: str) -> None:
    field = screen.page.get_by_label("New title")
    field.fill(title)
    field.press(key)
    expect(field).to_have_count(0)


def title_of(shelf: Shelf, tree_id: int, node: str) -> str:
    return shelf.tree(tree_id).placed[node].node.title


def test_titles_are_mended_in_place_and_only_by_what_was_typed(shelf: Shelf, page: Page, shot: Shot) -> None:
    screen, tree_id = shelf.open(page)
    node = next(place.node.id for place in shelf.tree(tree_id).walk() if place.node.title == "Foreword")
    screen.item("Foreword").dblclick()
    expect(page.get_by_label("New title")).to_have_value("Foreword")
    expect(page.get_by_label("New title")).to_be_focused()
    type_title(screen, "Preface", "Escape")
    expect(screen.item("Foreword")).to_be_visible()
    for left in ("", "   ", "Foreword"):  # nothing typed, or what was there already
        screen.settle()
        screen.tree.focus()
        page.keyboard.press("F2")
        type_title(screen, left, "Enter")
        expect(screen.item("Foreword")).to_be_visible()
    screen.settle()
    assert shelf.edits(tree_id) == []
    for count, (kind, title) in enumerate(TITLES.items(), start=1):
        screen.tree.focus()
        page.keyboard.press("F2")
        type_title(screen, title, "Enter")
        shelf.edited(screen, tree_id, count)
        assert title_of(shelf, tree_id, node) == title, kind
        expect(screen.item(title).locator(".title")).to_have_text(title)
        expect(screen.field("Title")).to_have_value(title, timeout=PATIENCE)
    assert page.evaluate("window.hacked") is None
    screen.tree.focus()
    page.keyboard.press("F2")
    type_title(screen, LONGEST, "Enter")
    shelf.edited(screen, tree_id, len(TITLES) + 1)
    assert title_of(shelf, tree_id, node) == LONGEST
    assert screen.tree.evaluate("tree => tree.scrollWidth <= tree.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    shot(page, "tree-long-title")
    screen.press("Control+z")
    expect(screen.item(TITLES["like HTML"])).to_be_visible(timeout=PATIENCE)
    screen.settle()


def test_filters_by_standing_review_and_text_and_folding_to_a_level(shelf: Shelf, page: Page, shot: Shot) -> None:
    reviewed = faulty()
    screen, tree_id = shelf.open(page)
    rows = screen.tree.get_by_role("treeitem")
    whole = rows.count()
    assert whole > 20
    page.get_by_role("button", name=re.compile("^Failed")).click()
    labels = [(row.get_attribute("aria-label") or "", row.get_attribute("class") or "") for row in rows.all()]
    clear = [label for label, names in labels if "faint" not in names.split()]
    assert clear
    assert all(", failed" in label for label in clear)
    shot(page, "tree-failed")
    page.get_by_role("button", name=re.compile("^All")).first.click()
    page.get_by_label("Filter sections by review").select_option("accepted")
    expect(page.get_by_text("No section matches. Clear the filter to see them all.")).to_be_visible()
    page.get_by_label("Filter sections by review").select_option("any")
    title = next(place.node.title for place in reviewed.walk() if place.node.title.startswith("3.2"))
    screen.item(title).click()
    expect(screen.field("Title")).to_have_value(title, timeout=PATIENCE)
    screen.settle()
    page.locator(".st-key-accept button").first.click()
    shelf.edited(screen, tree_id, 1)
    assert [place.node.title for place in shelf.tree(tree_id).walk() if place.node.review is Review.ACCEPTED] == [title]
    page.get_by_label("Filter sections by review").select_option("accepted")
    expect(screen.item(title)).to_be_visible(timeout=PATIENCE)
    expect(screen.tree.locator("[role=treeitem]:not(.faint)")).to_have_count(1)
    page.get_by_label("Filter sections by review").select_option("any")
    page.get_by_role("button", name="Open down to level 1").click()
    expect(screen.tree.locator("[aria-level='2']")).to_have_count(0)
    screen.settle()
    screen.tree.focus()
    page.keyboard.press("2")
    expect(screen.tree.locator("[aria-level='2']").first).to_be_visible()
    expect(screen.tree.locator("[aria-level='3']")).to_have_count(0)
    page.keyboard.press("0")
    expect(screen.tree.locator("[aria-level='2']").first).to_be_visible()
    screen.press("f")
    page.keyboard.type("IRON")
    expect(screen.item("3.2 The iron clocks")).to_be_visible()
    expect(screen.item("Foreword")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(screen.item("Foreword")).to_be_visible()
    screen.settle()


def wild(many: int) -> Tree:
    """Sections by the thousand, one of them twelve levels deep, others right to left, Chinese, very long."""
    chain = Node(id="c12", title="Twelve levels deep and still to be read", span=Span(start=1, end=1))
    for level in range(11, 0, -1):
        chain = Node(id=f"c{level}", title=f"Level {level} of twelve", span=Span(start=1, end=1), children=(chain,))
    titles = (TITLES["right to left"], TITLES["Chinese"], "Very long " * 40, TITLES["like HTML"])
    flat = tuple(Node(id=f"n{nth}", title=f"{titles[nth % 4]} {nth}", span=Span(start=2, end=2)) for nth in range(many - 12))
    return Tree(name=PDF, pages=PAGES, nodes=(chain, *flat))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_deep_wide_and_foreign_trees_stay_readable(
    browser: Browser, shelf: Shelf, shot: Shot, scheme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    screen, _ = shelf.open(page, wild(MANY), node="c12")
    box = screen.item("Twelve levels deep and still to be read").locator(".title").bounding_box()
    assert box is not None
    assert box["width"] >= 80
    assert screen.tree.get_by_role("treeitem").count() < 100
    shot(page, f"tree-wild-{scheme}")
    screen.tree.focus()
    page.keyboard.press("End")
    expect(screen.chosen).to_have_attribute("aria-posinset", str(MANY - 11))
    assert screen.tree.get_by_role("treeitem").count() < 100
    screen.settle()
    expect(screen.field("Title")).to_have_value(re.compile(rf" {MANY - 13}$"), timeout=PATIENCE)
    assert screen.tree.evaluate("tree => tree.scrollWidth <= tree.clientWidth")
    assert page.evaluate("window.hacked") is None
    context.close()
