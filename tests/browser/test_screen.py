"""What only a browser can show: keys in the tree, clicks on the page, uploads, ticking, strangers' titles, looks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from core.formats import FORMATS, dump
from core.locate import samples
from core.tree import Node, Span, Tree
from tests.browser.conftest import PATIENCE, Server
from tests.browser.screen import Screen

pytestmark = pytest.mark.browser

Shot = Callable[[Page, str], None]
HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script> **b** [x](javascript:alert(1)) $x^2$ :smile:'
PAPER = samples() / "paper-two-column.pdf"


@pytest.fixture
def screen(page: Page, server: Server) -> Screen:
    return Screen(page, server.url)


def test_a_pdf_uploaded_with_its_tree_lands_on_the_first_failure_and_is_recognised_again(
    screen: Screen, page: Page, shot: Shot
) -> None:
    files = [PAPER, samples() / "paper-two-column.faulty.json"]
    screen.to_documents()
    page.locator("input[type=file]").set_input_files(files)
    screen.ready()
    expect(screen.chosen).to_have_attribute("aria-label", re.compile("failed"), timeout=PATIENCE)
    shot(page, "uploaded")
    screen.to_documents()
    page.locator("input[type=file]").set_input_files(PAPER)
    screen.ready()
    screen.to_documents()
    expect(page.get_by_text(PAPER.name, exact=True)).to_have_count(1)
    shot(page, "documents")


def test_no_field_gives_way_on_a_low_window(screen: Screen, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    screen.open_faulty()
    for label in ("Title", "Summary", "Note"):
        foot_is_seen = """(field) => {
          field.scrollIntoView({ block: "center" });
          const box = field.getBoundingClientRect();
          return document.elementFromPoint(box.x + box.width / 2, box.bottom - 8) === field;
        }"""
        page.wait_for_function(foot_is_seen, arg=screen.field(label).element_handle(), timeout=20_000)


def test_the_address_of_the_documents_leads_there(screen: Screen, page: Page) -> None:
    screen.open("documents")
    expect(page.get_by_text("Samples", exact=True)).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_keys_walk_the_tree_and_the_page_follows(screen: Screen, page: Page) -> None:
    screen.open_faulty()
    screen.tree.focus()
    page.keyboard.press("Home")
    screen.expect_chosen("Contents")
    screen.expect_page(3)
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    screen.expect_chosen("1 Introduction")
    screen.expect_page(9)
    rows = screen.tree.get_by_role("treeitem")
    screen.settle()
    screen.tree.focus()
    page.keyboard.press("ArrowLeft")
    expect(screen.chosen).to_have_attribute("aria-expanded", "false")
    expect(screen.item("1.1 Why the clocks matter")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(screen.item("1.1 Why the clocks matter")).to_be_visible()
    page.keyboard.press("End")
    expect(screen.chosen).to_have_attribute("aria-setsize", re.compile(r"\d+"))
    expect(rows.last).to_have_attribute("aria-selected", "true")
    screen.settle()
    expect(screen.field("Title")).to_have_value("Glossary", timeout=PATIENCE)


def test_a_heading_clicked_on_the_page_is_chosen_in_the_tree(screen: Screen, page: Page) -> None:
    screen.open_faulty()
    screen.item("2.1 Three generations of movements").click()
    screen.expect_page(11)
    page.get_by_role("button", name="Heading: 2.2 The Corrigan works at Stennet").click()
    screen.expect_chosen("2.2 The Corrigan works at Stennet")
    expect(screen.field("Title")).to_have_value("2.2 The Corrigan works at Stennet", timeout=PATIENCE)
    page.get_by_role("button", name="Next page").click()
    screen.expect_page(12)
    screen.settle()
    page.get_by_role("button", name=re.compile("^End here: 12")).click()
    expect(screen.field("End page")).to_have_value("12", timeout=PATIENCE)
    screen.settle()
    page.get_by_role("button", name=re.compile("^Heading that is not in the tree")).first.or_(
        page.get_by_label("Go to page")
    ).first.wait_for()


def test_renaming_in_place_filtering_and_undo(screen: Screen, page: Page, shot: Shot) -> None:
    screen.open_faulty()
    screen.item("4.1 Salt").click()
    screen.settle()
    screen.tree.focus()
    page.keyboard.press("F2")
    page.get_by_label("New title").fill("4.1 Sea salt")
    page.keyboard.press("Enter")
    expect(screen.item("4.1 Sea salt")).to_be_visible(timeout=PATIENCE)
    screen.settle()
    screen.press("Control+z")
    expect(screen.item("4.1 Salt")).to_be_visible(timeout=PATIENCE)
    screen.settle()
    page.get_by_label("Filter sections by title").fill("clock")
    expect(screen.item("3.2 The iron clocks")).to_be_visible()
    expect(screen.item("4.1 Salt")).to_have_count(0)
    shot(page, "filtered")


def test_ticked_sections_are_accepted_and_exported(screen: Screen, page: Page, shot: Shot, tmp_path: Path) -> None:
    screen.open_faulty()
    page.get_by_text("Bulk", exact=True).click()
    ticks = page.frame_locator("[class*=st-key-bulk_tree] iframe")
    ticks.get_by_text("1 Introduction").first.click(timeout=PATIENCE)
    expect(page.get_by_text("3 of 53 ticked")).to_be_visible(timeout=PATIENCE)
    shot(page, "bulk")
    page.get_by_role("button", name="Accept 3", exact=True).click()
    expect(screen.item("1 Introduction")).to_have_attribute("aria-label", re.compile("accepted"), timeout=PATIENCE)
    screen.settle()
    page.get_by_role("button", name="Untick all").click()
    expect(page.get_by_text("0 of 53 ticked")).to_be_visible(timeout=PATIENCE)
    screen.settle()
    ticks.get_by_text("2 The Clocks and Their Makers").first.click(timeout=PATIENCE)
    expect(page.get_by_text("5 of 53 ticked")).to_be_visible(timeout=PATIENCE)
    page.locator(".st-key-bulk_export button").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text(FORMATS["pageindex"].label, exact=True).click()
    with page.expect_download() as caught:
        dialog.locator(".st-key-download_pageindex button").click()
    caught.value.save_as(tmp_path / "part.json")
    part = json.loads((tmp_path / "part.json").read_text(encoding="utf-8"))
    assert [node["title"] for node in part["structure"]] == ["2 The Clocks and Their Makers"]
    assert len(part["structure"][0]["nodes"]) == 4


def test_several_chosen_in_the_tree_are_ticked_in_bulk(screen: Screen, page: Page, shot: Shot) -> None:
    screen.open_faulty()
    page.get_by_text("Bulk", exact=True).click()
    expect(page.get_by_text("0 of 53 ticked")).to_be_visible(timeout=PATIENCE)
    screen.settle()
    screen.item("2.1 Three generations of movements").click()
    screen.settle()
    screen.item("3.1 Method in brief").click(modifiers=["Control"])
    expect(page.get_by_text("2 of 53 ticked")).to_be_visible(timeout=PATIENCE)
    ticked = page.frame_locator("[class*=st-key-bulk_tree] iframe").locator(".rct-icon-check")
    expect(ticked).to_have_count(2, timeout=PATIENCE)
    expect(page.get_by_role("button", name="Delete 2", exact=True)).to_be_visible(timeout=PATIENCE)
    shot(page, "bulk-chosen")


def test_a_tree_imported_stands_beside_the_others(screen: Screen, page: Page) -> None:
    screen.open_faulty()
    page.locator(".st-key-import button").first.click()
    page.get_by_role("dialog").locator("input[type=file]").set_input_files(samples() / "report-roman.tree.json")
    page.get_by_role("button", name="Import this tree").click()
    expect(page.get_by_text("Nothing failed")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("combobox", name="Tree").click()
    for name in ("Engine", "report-roman.faulty.json", "report-roman.tree.json"):
        expect(page.get_by_role("option", name=name)).to_be_visible()


def test_strangers_titles_run_nothing_anywhere(screen: Screen, page: Page, shot: Shot, tmp_path: Path) -> None:
    tree = Tree(
        name="x",
        pages=6,
        nodes=(
            Node(id="a", title=HOSTILE, note=HOSTILE, span=Span(start=2, end=1), children=(Node(id="b", title=HOSTILE),)),
            Node(id="c", title="مرحبا بالعالم — 你好，世界 " + "very long " * 60, span=Span(start=3, end=6)),
        ),
    )
    pdf, tree_file = tmp_path / "name <img src=x onerror=window.hacked=1> $x$.pdf", tmp_path / "hostile.json"
    pdf.write_bytes((samples() / "filing-items.pdf").read_bytes())
    tree_file.write_text(dump(tree, "native"), encoding="utf-8")
    screen.to_documents()
    page.locator("input[type=file]").set_input_files([pdf, tree_file])
    screen.ready()
    screen.item(HOSTILE).first.click()
    screen.settle()
    for tab in ("Problems", "Bulk", "History", "Section"):
        page.get_by_text(re.compile(f"^{tab}")).first.click()
        screen.settle()
    page.get_by_role("button", name="Accept and go on").click()
    screen.settle()
    screen.press("Control+z")
    screen.settle()
    shot(page, "hostile")
    screen.to_documents()
    shot(page, "hostile-documents")
    assert page.evaluate("window.hacked") is None
    assert page.locator("img[src=x]").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 1920])
def test_it_looks_right(browser: Browser, server: Server, shot: Shot, scheme: str, width: int) -> None:
    """Nothing is wider than the window, and the three areas end where it ends. The pictures are for people to look at."""
    context = browser.new_context(viewport={"width": width, "height": 900 if width < 1600 else 1080}, color_scheme=scheme)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    screen = Screen(page, server.url)
    screen.open_faulty()
    screen.press("n")
    screen.settle()
    screen.image.wait_for()
    page.wait_for_timeout(500)
    shot(page, f"review-{scheme}-{width}")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert page.evaluate("document.querySelector('.stMain').scrollHeight - window.innerHeight") <= 24
    for tab in ("Problems", "Bulk", "History"):
        page.get_by_text(re.compile(f"^{tab}")).first.click()
        screen.settle()
        page.wait_for_timeout(1200 if tab == "Bulk" else 200)
        shot(page, f"{tab.lower()}-{scheme}-{width}")
    screen.to_documents()
    shot(page, f"documents-{scheme}-{width}")
    context.close()
