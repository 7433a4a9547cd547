"""Ten people on one server: one in a browser, who is measured, and nine others in sessions without one.

    python -m tests.bench.people URL PATH ...      the others: "ready" on standard output, then they act until standard input ends

The others speak the protocol that browsers speak (`tests.bench.visitor`), in a process of their own, each at a document of their
own: so the two CPUs are left to the server and one browser, as they are where people sit at machines of their own. What they did
is counted in the store at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from core.locate import samples
from core.store import Store
from tests.bench.shown import Shown, put, running, tab
from tests.bench.visitor import Visitor
from tests.bench.watching import WATCH, taken
from tests.browser.conftest import Server
from tests.browser.screen import Screen

PEOPLE, EVERY_SECONDS, ROUNDS = 10, 3.0, 18
KEYS = ("ArrowDown", "a", "Control+z")
"""What a person does in turn: choose the next section, accept it and go on, take that back."""
SLOWER, SESSION_MB = 1.5, 60.0


def people(browser: Browser, folder: Path) -> bool:
    """One person alone, then with nine others; whether the limits are kept."""
    shown = _documents(folder)
    with running(folder) as server:
        screen = _opened(browser, server, shown[0])
        _acted([screen], len(KEYS))  # what is made once is made by now
        alone = _acted([screen])
        one, before = _memory_mb(_pid(server)), _versions(folder, shown[1:])
        with _others(server, shown[1:]) as others:
            spent = -_cpu_ms(_pid(server))
            together = _acted([screen])
            spent += _cpu_ms(_pid(server))
            ten = _memory_mb(_pid(server))
        screen.page.context.close()
    did = others.pop()
    made = [after - was for after, was in zip(_versions(folder, shown[1:]), before, strict=True)]
    actions, ratio = len(together) + len(did["waits"]), statistics.median(together) / statistics.median(alone)
    each_mb = (ten - one) / (PEOPLE - 1)
    print(f"an action of one person alone: {_spread(alone)}")
    print(f"  with {PEOPLE - 1} others on the server: {_spread(together)}: {ratio:.2f} times (wanted {SLOWER})")
    print(f"  the others' own waits: {_spread(did['waits'])}, {len(did['waits'])} actions, {sum(made)} edits in the store")
    print(f"  {spent / actions:.0f} ms of the server's CPU time an action")
    print(f"  {each_mb:.0f} MB a further session (wanted {SESSION_MB:.0f})")
    if made != did["edits"]:
        print(f"  the store holds other edits than were made: {made}, {did['edits']}")
    return ratio <= SLOWER and each_mb <= SESSION_MB and made == did["edits"]


def browsers(browser: Browser, folder: Path) -> bool:
    """The same with ten browsers on this machine: what is measured then is them more than the server. No limit is set."""
    shown = _documents(folder)
    with running(folder) as server:
        tabs = [_opened(browser, server, shown[0])]
        alone = _acted(tabs)
        tabs += [_opened(browser, server, each) for each in shown[1:]]
        together = _acted(tabs)
        for each in tabs:
            each.page.context.close()
    ratio = statistics.median(together) / statistics.median(alone)
    print(f"{PEOPLE} browsers on this machine: {_spread(together)}; one: {_spread(alone)}: {ratio:.2f} times")
    return True


# The one in the browser


def _documents(folder: Path) -> list[Shown]:
    store = Store(folder)
    shown = [put(store, pdf) for pdf in sorted(samples().glob("*.pdf"))[:PEOPLE]]
    store.close()
    return shown


def _opened(browser: Browser, server: Server, shown: Shown) -> Screen:
    screen = Screen(tab(browser, server.url), server.url)
    screen.open(shown.path)
    screen.ready()
    screen.page.evaluate(WATCH)
    screen.tree.focus()
    return screen


def _acted(tabs: list[Screen], rounds: int = ROUNDS) -> list[float]:
    """Each person acts every three seconds, in turn. The waits, in milliseconds."""
    for nth in range(rounds):
        for screen in tabs:
            begun = time.monotonic()
            key = KEYS[nth % len(KEYS)]
            if key == "ArrowDown":
                screen.tree.focus()
            else:
                screen.page.evaluate("document.activeElement?.blur()")
            screen.page.evaluate("() => { window.__answered(); }")
            screen.page.keyboard.press(key)
            screen.page.wait_for_timeout(max(0.0, 1000 * (EVERY_SECONDS / len(tabs) - (time.monotonic() - begun))))
    for screen in tabs:
        screen.settle()
    return [each for screen in tabs for each in taken(screen.page, "action")]


# The others


@contextmanager
def _others(server: Server, shown: list[Shown]) -> Iterator[list[dict[str, Any]]]:
    """They act while the block runs; afterwards the list holds what they did: their waits and their edits, by document."""
    command = [sys.executable, "-m", "tests.bench.people", server.url, *(each.path for each in shown)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    did: list[dict[str, Any]] = []
    try:
        if process.stdout.readline().strip() != "ready":
            raise RuntimeError(f"The others did not get in; status {process.wait()}")
        yield did
        process.stdin.close()
        did.append(json.loads(process.stdout.read()))
    finally:
        process.kill()
        process.wait()


async def _act(url: str, paths: list[str]) -> None:
    visitors = [Visitor(url, f"other {nth}") for nth, _ in enumerate(paths)]
    for visitor, path in zip(visitors, paths, strict=True):
        await visitor.open(path)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_reader(sys.stdin, stop.set)
    acting = [
        asyncio.create_task(_acting(visitor, stop, nth * EVERY_SECONDS / len(visitors))) for nth, visitor in enumerate(visitors)
    ]
    await asyncio.sleep(EVERY_SECONDS)
    print("ready", flush=True)
    did = await asyncio.gather(*acting)
    for visitor in visitors:
        await visitor.close()
    print(json.dumps({"waits": [wait for waits, _ in did for wait in waits], "edits": [edits for _, edits in did]}))


async def _acting(visitor: Visitor, stop: asyncio.Event, delay: float) -> tuple[list[float], int]:
    """One of the others at work until `stop`: their waits, and how many edits they made."""
    waits: list[float] = []
    edits, next_time = 0, time.monotonic() + delay
    for nth in count():
        try:
            async with asyncio.timeout(max(0.0, next_time - time.monotonic())):
                await stop.wait()
        except TimeoutError:
            next_time += EVERY_SECONDS
        else:
            return waits, edits
        if nth % len(KEYS) == 0:
            waits.append(await visitor.choose_next())
        else:
            waits.append(await visitor.press("accept" if nth % len(KEYS) == 1 else "undo"))
            edits += 1
    raise AssertionError("endless")


# What it costs, and what it did


def _versions(folder: Path, shown: list[Shown]) -> list[int]:
    store = Store(folder)
    found = [store.stored_tree(each.tree_id).version for each in shown]
    store.close()
    return found


def _pid(server: Server) -> int:
    assert server.process is not None
    return server.process.pid


def _cpu_ms(pid: int) -> float:
    """CPU time that a process took so far, those that it started left out."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory_mb(pid: int) -> float:
    """Memory of the server and the processes it started, in MB: what is theirs alone, and their share of what is not."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    own = next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")) / 1024
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return own + sum(_memory_mb(int(child)) for child in children)


def _spread(waits: list[float]) -> str:
    ordered = sorted(waits)
    return f"p50 {statistics.median(ordered):.0f} ms, p95 {ordered[int(0.95 * (len(ordered) - 1))]:.0f} ms"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("paths", nargs="+")
    given = parser.parse_args()
    asyncio.run(_act(given.url, given.paths))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
