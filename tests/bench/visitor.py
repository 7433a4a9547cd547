"""A person without a browser: a session on the running server that speaks Streamlit's own protocol, as a browser does.

What a browser would send is sent: the state of every widget on the screen, the hashes of the messages that it holds, triggers of
buttons and components. What it would fetch is fetched: the page shown and those ahead of it, their lines, news of the tree.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import streamlit  # noqa: F401  the messages below cannot be imported before it
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

LARGEST = 64 * 1024 * 1024
WIDTH = 700
"""Pixels of the images that a window of 1440 x 900 asks for."""
HELD_RUNS = 2
"""Runs for which a browser holds large messages that did not come again."""
TRIGGERS = "$$STREAMLIT_INTERNAL_KEY_{}__events"
PATIENCE = 60.0


class Visitor:
    """A session: opened at a document, then acting. Every method returns once the server's answer is there."""

    def __init__(self, url: str, who: str) -> None:
        self.url = url
        self._who = who
        self._query = ""
        self._page = ""
        self._fragment = ""
        self._shown: dict[str, Element] = {}
        self._choice: dict[str, Any] = {}
        self._rows: list[str] = []
        self._held: dict[str, tuple[int, ForwardMsg]] = {}
        self._runs = 0
        self._fetched: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, path: str) -> None:
        """Open an address of the app and wait until it is drawn."""
        self._page, _, self._query = path.partition("?")
        self._http = httpx.AsyncClient(base_url=self.url, timeout=PATIENCE)
        self._socket: ClientConnection = await connect(
            f"{self.url.replace('http', 'ws', 1)}/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            additional_headers={"Cookie": f"treeproof_name={self._who}", "Origin": self.url},
            max_size=LARGEST,
        )
        message = BackMsg()
        message.rerun_script.query_string = self._query
        message.rerun_script.page_name = self._page
        await self._run(message)
        self._start(self._listen())

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._socket.close()
        await self._http.aclose()

    async def choose_next(self) -> float:
        """Choose the section after the chosen one; the wait, in milliseconds."""
        data = self._data("tree")
        at = (self._rows.index(data["selected"]) + 1) % len(self._rows) if data["selected"] in self._rows else 0
        self._choice |= {"id": self._rows[at], "others": [], "sequence": self._choice.get("sequence", data["echo"]) + 1}
        return await self._act()

    async def press(self, key: str) -> float:
        """Press the button with this key; the wait, in milliseconds."""
        state = WidgetState(id=self._element(key).button.id, trigger_value=True)
        return await self._act(state)

    async def command(self, name: str) -> float:
        """Have the tree do something with the chosen section ("indent"); the wait, in milliseconds."""
        value = {"name": name, "id": self._data("tree")["selected"], "others": [], "at": round(1000 * time.time())}
        event = json.dumps([{"event": "command", "value": value}])
        return await self._act(WidgetState(id=TRIGGERS.format(self._component("tree").id), json_trigger_value=event))

    @property
    def version(self) -> int:
        """The version of the tree that is shown."""
        return int(self._data("elsewhere")["version"])

    # One run of the script

    async def _act(self, *triggers: WidgetState) -> float:
        message = BackMsg()
        run = message.rerun_script
        run.query_string, run.page_script_hash, run.fragment_id = self._query, self._script, self._fragment
        run.widget_states.widgets.extend([*self._states(), *triggers])
        run.cached_message_hashes.extend(self._held)
        begun = time.monotonic()
        await self._run(message)
        return 1000 * (time.monotonic() - begun)

    async def _run(self, message: BackMsg) -> None:
        await self._socket.send(message.SerializeToString())
        self._shown = {}
        self._runs += 1
        async with asyncio.timeout(PATIENCE):
            while not self._take(ForwardMsg.FromString(bytes(await self._socket.recv(decode=False)))):
                pass
        self._held = {each: (run, kept) for each, (run, kept) in self._held.items() if self._runs - run < HELD_RUNS}
        self._follow()

    def _take(self, message: ForwardMsg) -> bool:
        """Take in a message; whether it ends the run."""
        kind = message.WhichOneof("type")
        if kind == "ref_hash":
            metadata, (_, message) = message.metadata, self._held[message.ref_hash]
            message.metadata.delta_path[:] = metadata.delta_path
            self._held[message.hash] = (self._runs, message)
        elif message.metadata.cacheable:
            self._held[message.hash] = (self._runs, message)
        if kind == "new_session":
            self._script = message.new_session.page_script_hash
        elif kind == "page_info_changed":
            self._query = message.page_info_changed.query_string
        elif message.WhichOneof("type") == "delta" and message.delta.WhichOneof("type") == "new_element":
            self._fragment = message.delta.fragment_id or self._fragment
            element = message.delta.new_element
            if (name := _id(element)) is not None:
                self._shown[name] = element
        return kind == "script_finished"

    def _follow(self) -> None:
        """What a browser does with an answer: the tree's rows are held, images and lines of pages fetched."""
        tree = self._data("tree")
        if tree["rows"] is not None:
            self._rows = [row[0] for row in tree["rows"]]
        elif (change := tree["change"]) is not None and change["base"] == self._choice["held"]:
            self._rows[change["first"] : change["first"] + change["removed"]] = [row[0] for row in change["rows"]]
        elif tree["version"] != self._choice["held"]:
            raise LookupError(f"Version {self._choice['held']} of the tree is held, and {tree['version']} is not told of")
        self._choice["held"] = tree["version"]
        self._news = self._data("elsewhere")
        viewer = self._data("viewer")
        page = viewer["page"]
        ahead = [page, *viewer["near"], page + 1, page - 1, page + 2]
        wanted = [f"{viewer['images']}/{each}.jpg?w={WIDTH}" for each in ahead if 1 <= each <= viewer["pages"]]
        for address in [*wanted, f"{viewer['lines']}/{page}.json"]:
            if address not in self._fetched:
                self._fetched.add(address)
                self._start(self._fetch(address))

    # What is on the screen

    def _states(self) -> Iterator[WidgetState]:
        for name, element in self._shown.items():
            kind = element.WhichOneof("type")
            if kind in ("text_area", "text_input"):
                field = getattr(element, kind)
                yield WidgetState(id=name, string_value=field.value if field.set_value else field.default)
            elif kind == "number_input" and element.number_input.HasField("default"):
                number = element.number_input
                yield WidgetState(id=name, int_value=round(number.value if number.set_value else number.default))
            elif kind == "checkbox":
                yield WidgetState(id=name, bool_value=element.checkbox.default)
            elif kind == "button_group":
                state = WidgetState(id=name)
                state.string_array_value.data.extend(
                    element.button_group.options[nth].content for nth in element.button_group.default
                )
                yield state
            elif name.endswith("-tree") and "id" in self._choice:
                yield WidgetState(id=name, json_value=json.dumps({"selected": self._choice}))

    def _element(self, key: str) -> Element:
        """The element that the app gave this key. Raises `LookupError` where it is not on the screen."""
        found = [element for name, element in self._shown.items() if name.endswith(f"-{key}")]
        if len(found) != 1:
            raise LookupError(f"{len(found)} elements with the key {key!r} on the screen: {', '.join(self._shown)}")
        return found[0]

    def _component(self, key: str) -> Any:
        return self._element(key).bidi_component

    def _data(self, key: str) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self._component(key).json)
        return data

    # Beside the runs

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _fetch(self, address: str) -> None:
        (await self._http.get(address)).raise_for_status()

    async def _listen(self) -> None:
        while True:
            await self._http.get(self._news["url"], params={"since": self._news["version"]})


def _id(element: Element) -> str | None:
    """The id of a widget; `None` of what is none."""
    kind = element.WhichOneof("type")
    return getattr(getattr(element, kind), "id", None) or None if kind else None
