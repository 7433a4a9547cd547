"""Building as a person sees it: queues, stops, a reader that dies, a layout network, models that answer and models that fail."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from core.locate import samples
from core.store import Origin, Store
from tests.browser.conftest import PATIENCE, Server
from tests.browser.screen import Screen
from tests.core.model.samples import sections
from tests.model_server import Faults, ModelServer, serving

pytestmark = pytest.mark.browser

Shot = Callable[[Page, str], None]
NAME = "paper-two-column"
PAPER = samples() / f"{NAME}.pdf"
QUEUED = (samples() / "french.pdf", samples() / "spanish.pdf")


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with serving(ModelServer(sections(NAME))) as running:
        yield running


@pytest.fixture(scope="module")
def building(start_server: Callable[..., Server]) -> Server:
    """A server of this module's own, since its processes are stopped and killed."""
    return start_server(fresh=False)


@pytest.fixture
def screen(page: Page, building: Server) -> Screen:
    return Screen(page, building.url)


def upload(page: Page, *files: Path) -> None:
    page.locator("input[type=file]").first.set_input_files(list(files))


def halt(server: Server, screen: Screen, first: Path) -> list[int]:
    """Stop the processes that read PDFs, once they have read and drawn a first document: what comes next stays where it is."""
    screen.to_documents()
    upload(screen.page, first)
    screen.ready()
    screen.to_documents()
    halted = readers(server)
    for process in halted:
        os.kill(process, signal.SIGSTOP)
    return halted


def readers(server: Server) -> list[int]:
    """The processes that read PDFs for a server."""
    assert server.process is not None
    table = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], check=True, capture_output=True, text=True).stdout
    rows = [line.split(None, 2) for line in table.splitlines()]
    return [int(pid) for pid, parent, words in rows if int(parent) == server.process.pid and "core.worker" in words]


def drafts(server: Server, name: str) -> list[Origin]:
    """Where the trees of a document come from."""
    store = Store(server.folder)
    found = next(document for document in store.documents() if document.name == name)
    origins = [tree.origin for tree in store.trees(found.sha256)]
    store.close()
    return origins


def open_paper(screen: Screen) -> Locator:
    """The dialog on the paper's trees; the paper is uploaded where it is not there yet."""
    screen.to_documents()
    upload(screen.page, PAPER)
    screen.ready()
    return open_trees(screen)


def open_trees(screen: Screen) -> Locator:
    screen.page.locator(".st-key-draft button").first.click()
    dialog = screen.page.get_by_role("dialog")
    expect(dialog).to_be_visible(timeout=PATIENCE)
    return dialog


def ask(screen: Screen, dialog: Locator, base: str, name: str = "openai/x") -> None:
    """Name a model and the address of its server, have it estimated, and say yes."""
    dialog.get_by_text("Model", exact=True).first.click()
    for label, value in (("Model", name), ("Server of your own (optional)", base)):
        field = dialog.get_by_role("textbox", name=label, exact=True)
        if field.input_value(timeout=PATIENCE) != value:
            field.fill(value)
            field.press("Tab")
            screen.settle()
        expect(field).to_have_value(value)
    dialog.get_by_role("button", name="Estimate what it takes").click()
    expect(dialog.get_by_text(re.compile(r"About \d+ calls?: .* price unknown"))).to_be_visible(timeout=PATIENCE)
    expect(dialog.get_by_text(re.compile("does not leave it"))).to_be_visible()


def test_several_wait_in_a_queue_and_the_death_of_their_reader_costs_one_of_them_a_word(
    building: Server, screen: Screen, page: Page, shot: Shot
) -> None:
    halted = halt(building, screen, samples() / "hebrew.pdf")
    upload(page, *QUEUED)
    expect(page.get_by_text("Opening the file")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("it is next")).to_be_visible(timeout=PATIENCE)
    page.reload()
    expect(page.get_by_text("Opening the file")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("it is next")).to_be_visible(timeout=PATIENCE)
    shot(page, "building-queue")
    page.locator("[class*=st-key-draft_] button:enabled").first.click()  # a dialog answers meanwhile
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Thorough", exact=True).click()
    expect(dialog.get_by_text("Offline, up to a second for each of them.", exact=False)).to_be_visible(timeout=PATIENCE)
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden(timeout=PATIENCE)
    for process in halted:
        os.kill(process, signal.SIGKILL)
    message = page.get_by_text(re.compile(r"The process that reads PDFs died on this document \(SIGKILL\)"))
    expect(message).to_be_visible(timeout=PATIENCE)
    expect(message).to_have_text(re.compile("Other documents are not touched. Read it again"))
    expect(page.get_by_text("it is next")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator(".stProgress")).to_have_count(0, timeout=PATIENCE)
    shot(page, "building-died")
    assert [drafts(building, path.name) for path in QUEUED] == [[], [Origin.ENGINE]]
    page.get_by_role("button", name="Read it").first.click()
    screen.ready()
    assert [drafts(building, path.name) for path in QUEUED] == [[Origin.ENGINE], [Origin.ENGINE]]


def test_reading_is_stopped_at_once_and_can_be_taken_up_again(building: Server, screen: Screen, page: Page, shot: Shot) -> None:
    halted = halt(building, screen, samples() / "chinese.pdf")
    upload(page, samples() / "russian.pdf")
    expect(page.get_by_text("You can leave this page meanwhile")).to_be_visible(timeout=PATIENCE)
    shot(page, "building-wait")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped. What was there before is as it was.")).to_be_visible(timeout=PATIENCE)
    for process in halted:
        if process in readers(building):
            os.kill(process, signal.SIGCONT)
    assert drafts(building, "russian.pdf") == []
    page.get_by_role("button", name="Read it").first.click()
    screen.ready()
    assert drafts(building, "russian.pdf") == [Origin.ENGINE]


def test_a_layout_network_and_a_model_draft_beside_the_engine_and_stand_side_by_side(
    building: Server, screen: Screen, page: Page, model: ModelServer, shot: Shot
) -> None:
    model.faults, model.slow_seconds = Faults({"slow": 1.0}), 1.0
    dialog = open_paper(screen)
    dialog.get_by_text("Thorough", exact=True).click()
    expect(dialog.get_by_text("Offline, up to a second for each of them.", exact=False)).to_be_visible(timeout=PATIENCE)
    screen.settle()
    dialog.get_by_role("button", name="Draft", exact=True).click()
    expect(dialog.get_by_text(re.compile("“Thorough” is there"))).to_be_visible(timeout=PATIENCE)
    ask(screen, dialog, model.base)
    assert model.requests == [], "nothing is asked before the yes"
    shot(page, "building-estimate")
    dialog.get_by_role("button", name="Ask the model").click()
    expect(dialog.get_by_text(re.compile(r"Windows read by the model:.? \d+ of \d+"))).to_be_visible(timeout=PATIENCE)
    shot(page, "building-progress")
    expect(dialog.get_by_text(re.compile(r"“.*x.*” is there\. \d+ calls?, [\d,]+ tokens, price unknown"))).to_be_visible(
        timeout=PATIENCE
    )
    shot(page, "building-drafted")
    assert sorted(drafts(building, PAPER.name)) == [Origin.ENGINE, Origin.ENGINE, Origin.MODEL]
    dialog.get_by_role("button", name="Look at it").click()
    expect(dialog).to_be_hidden(timeout=PATIENCE)
    screen.ready()
    page.get_by_role("link", name="Compare").first.click()
    expect(page.get_by_role("listbox", name="Both trees, row by row")).to_be_visible(timeout=PATIENCE)
    screen.settle()
    shot(page, "building-compare")

    page.get_by_role("link", name="Review").first.click()
    screen.ready()
    dialog = open_trees(screen)
    dialog.locator("[class*=st-key-delete_tree_] button").first.click()
    expect(dialog.get_by_text(re.compile("This cannot be undone"))).to_be_visible(timeout=PATIENCE)
    dialog.get_by_role("button", name="Delete it").click()
    expect(dialog.get_by_text(re.compile("This cannot be undone"))).to_have_count(0, timeout=PATIENCE)
    dialog.get_by_role("button", name="Close").click()
    screen.ready()
    assert len(drafts(building, PAPER.name)) == 2


def test_a_model_is_followed_over_a_reload_and_stopped_in_the_midst(
    building: Server, screen: Screen, page: Page, model: ModelServer
) -> None:
    model.faults, model.slow_seconds = Faults({"slow": 1.0}), 600.0
    dialog = open_paper(screen)
    before = drafts(building, PAPER.name)
    ask(screen, dialog, model.base, "openai/another")  # what one has answered is known from before
    dialog.get_by_role("button", name="Ask the model").click()
    expect(dialog.get_by_role("button", name="Stop")).to_be_visible(timeout=PATIENCE)
    page.reload()
    page.get_by_role("button", name="Drafting").click()
    dialog.get_by_role("button", name="Stop").click()
    expect(dialog.get_by_text("Stopped. What was there before is as it was.")).to_be_visible(timeout=PATIENCE)
    assert drafts(building, PAPER.name) == before
    dialog.get_by_role("button", name="Close").click()
    screen.ready()


def test_whatever_fails_with_a_model_is_told_in_plain_words_and_leaves_the_trees_as_they_were(
    start_server: Callable[..., Server], page: Page, model: ModelServer, shot: Shot
) -> None:
    hasty = start_server(fresh=False, TREEPROOF_SECONDS_PER_CALL="5")
    screen = Screen(page, hasty.url)
    dialog = open_paper(screen)
    before = drafts(hasty, PAPER.name)
    base = model.base

    def refuse() -> str:
        model.refusal = "that key is not known here"
        return "the provider refuses: .*that key is not known here.*Check the model's name and the provider's key variable"

    def busy() -> str:
        model.refusal, model.faults, model.retry_after = "", Faults({"429": 1.0}), "600"
        return "the provider asks to wait 600 seconds"

    def nonsense() -> str:
        model.faults = Faults({"bad json": 1.0})
        return "engine's own draft"

    def hang() -> str:
        model.faults = Faults({"hang": 1.0})
        return "no answer in time: .*Try again, or allow more seconds per call"

    def dead() -> str:
        nonlocal base
        base = "http://127.0.0.1:9/v1"
        return "Check the address and the network, or try again later"

    for fault in (refuse, busy, nonsense, hang, dead):
        words = fault()
        ask(screen, dialog, base)
        dialog.get_by_role("button", name="Ask the model").click()
        expect(dialog.locator(".tp-finding.error", has_text=re.compile(words)).first).to_be_visible(timeout=PATIENCE)
        shot(page, f"building-{fault.__name__}")
        expect(dialog.get_by_text(re.compile("engine's own draft")).first).to_be_visible()
        assert drafts(hasty, PAPER.name) == before, fault.__name__
    dialog.get_by_role("button", name="Close").click()
    screen.ready()
    assert "Traceback" not in hasty.log
