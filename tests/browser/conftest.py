"""A real server on a port of its own with a data folder of its own, and a real browser to drive it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from core.locate import samples
from core.serve import command
from core.store import Store

SHOTS = Path(__file__).parent / "shots"
SEED = samples() / "greek.pdf"
START_SECONDS = 90
PATIENCE = 150_000
"""Milliseconds that a step may take: machines that run checks are busy ones."""
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@dataclass
class Server:
    """A running app. `restart` ends the process and starts another on the same data."""

    folder: Path
    port: int
    extra: dict[str, str]
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        environment = {**os.environ, "TREEPROOF_DATA": str(self.folder), "HOME": str(self.folder), **self.extra}
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(command("127.0.0.1", self.port), env=environment, stdout=log, stderr=log, cwd=self.folder)
        log.close()
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=2):
                    return
            except OSError:
                time.sleep(0.2)
        raise AssertionError(f"The server did not start:\n{self.log}")

    def stop(self, *, hard: bool = False) -> None:
        if self.process is not None:
            if hard:
                self.process.kill()
            else:
                self.process.terminate()
            self.process.wait(timeout=30)

    def restart(self) -> None:
        self.stop(hard=True)
        self.start()

    @property
    def log(self) -> str:
        return (self.folder / "server.log").read_text(encoding="utf-8", errors="replace")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Starts servers; all are stopped at the end."""
    started: list[Server] = []

    def start(*, fresh: bool = True, **extra: str) -> Server:
        server = Server(tmp_path_factory.mktemp("data"), free_port(), extra)
        if not fresh:
            store = Store(server.folder)
            store.add_document(SEED.read_bytes(), SEED.name)
            store.close()
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def server(start_server: Callable[..., Server]) -> Server:
    """A server that tests share. A document is there already: its first screen is the list."""
    return start_server(fresh=False)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium as the system has it. In CI a missing one is a failure."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        words = "No Chromium here: apt-get install chromium"
        if os.environ.get("CI"):
            pytest.fail(words)
        pytest.skip(words)
    launched = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
    yield launched
    launched.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    made.set_default_timeout(PATIENCE)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A tab. An error in its scripts fails the test at the end."""
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    yield opened
    assert not errors


@pytest.fixture
def shot() -> Callable[[Page, str], None]:
    """Saves a screenshot to be looked at."""
    SHOTS.mkdir(exist_ok=True)

    def save(page: Page, name: str) -> None:
        page.wait_for_timeout(400)
        page.screenshot(path=SHOTS / f"{name}.png")

    return save


@dataclass(frozen=True)
class Report:
    """The sample report with its faulty draft on a server of its own: the path that leads to its review."""

    server: Server
    path: str

    @property
    def doc(self) -> str:
        """The document, as addresses name it."""
        return self.path.partition("doc=")[2].partition("&")[0]


@pytest.fixture(scope="session")
def report(start_server: Callable[..., Server], browser: Browser) -> Report:
    """A server of its own with the report, which a fresh install opens by itself."""
    server = start_server()
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(server.url)
    page.wait_for_url("**/review?doc=*", timeout=PATIENCE)
    path = page.url.removeprefix(f"{server.url}/").partition("&node")[0]
    context.close()
    return Report(server, path)
