"""A visitor's session: the desk, the person's name, and where they stand, kept in Streamlit's session state and the address."""

from __future__ import annotations

import getpass
import os
from functools import cache
from pathlib import Path

import streamlit as st

from core.errors import UnknownTree
from core.model import switched_off
from core.settings import Demo, Limits
from core.store import Store
from core.worker import Reader
from pages.parts.desk import Desk
from pages.parts.jobs import Jobs, threads
from pages.parts.news import PATH, Watch, watches
from pages.parts.place import Place
from pages.parts.tickets import tickets
from pages.parts.visits import Visit, Visits
from pages.parts.workbench import Workbench

DATA, DATABASE, DEMO = "TREEPROOF_DATA", "TREEPROOF_DATABASE", "TREEPROOF_DEMO"
"""Environment: the folder for documents and the database, the database's URL (SQLite in that folder by default), demo mode."""
NAME_COOKIE = "treeproof_name"
OF_VISIT = (
    *("place", "seen", "tickets", "watches", "retyping", "tree_sent"),
    *("ticks", "mended", "export_made", "standpoint", "comparison_made"),
)
"""Keys of the session state that end with a demo's visit: in the next one's store the same numbers are other trees."""
PREFIX_LENGTH = 12
"""Digits of a document's SHA-256 that the address shows."""


def demo() -> bool:
    """Whether each visitor works on documents of their own, which end with their session."""
    return os.environ.get(DEMO, "") not in ("", "0")


@cache
def reader() -> Reader:
    """What reads and draws PDFs for every session of this server. Its processes start with its first request, or `warm`."""
    return Reader(Limits.from_environment())


@cache
def _jobs() -> Jobs:
    return Jobs()


@cache
def _shared_desk() -> Desk:
    folder = os.environ.get(DATA)
    return Desk(Store(Path(folder) if folder else None, os.environ.get(DATABASE)), reader(), _jobs())


@cache
def visits() -> Visits:
    """The visits of a demo."""
    return Visits(Demo.from_environment(), reader(), threads())


def desk() -> Desk:
    """The desk that this session works at."""
    if not demo():
        return _shared_desk()
    visit: Visit | None = st.session_state.get("visit")
    if visit is None or visit.closed:
        for key in OF_VISIT:
            st.session_state.pop(key, None)
        visit = st.session_state["visit"] = visits().open()
    visits().touch(visit)
    return visit.desk


def start_over() -> None:
    """End a demo's visit; the next begins as a fresh one."""
    if (visit := st.session_state.get("visit")) is not None:
        visit.close()
    st.query_params.clear()


def may_upload() -> bool:
    """Whether this session may bring files of its own."""
    return not demo() or visits().bounds.uploads


def may_ask_models() -> bool:
    """Whether language models may be asked here at all."""
    return not switched_off() and (not demo() or visits().bounds.models)


# The person


def who() -> str:
    """The display name that edits carry: signed in, given before in this browser, or a default."""
    if "who" not in st.session_state:
        st.session_state["who"] = _signed_in() or st.context.cookies.get(NAME_COOKIE, "").strip() or _default_name()
    name: str = st.session_state["who"]
    return name


def asked() -> bool:
    """Whether this person has said who they are (or need not be asked)."""
    return bool(_signed_in() or st.session_state.get("who_given") or st.context.cookies.get(NAME_COOKIE))


def set_who(name: str) -> None:
    """Take a display name for this session; `frame` has the browser remember it."""
    name = " ".join(name.split())[:80]
    if name:
        st.session_state["who"] = desk().store.add_person(name)
    st.session_state["who_given"] = True


def signed_in() -> bool:
    """Whether the name comes from sign-in and cannot be chosen."""
    return bool(_signed_in())


def _signed_in() -> str:
    if not st.user.get("is_logged_in"):
        return ""
    return str(st.user.get("name") or st.user.get("email") or "")


def _default_name() -> str:
    if demo():
        return "Visitor"
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # no such user in the system's list, as in some containers
        return "Reviewer"


# Where they stand


def place() -> Place | None:
    """The place that the address or the session names; `None` when there is none, or its document is gone or not read yet."""
    at: Place | None = st.session_state.get("place")
    named = st.query_params.get("doc", "")
    if named and not (at and at.sha256.startswith(named)):
        return open_document(named, node=st.query_params.get("node"), tree_id=_number(st.query_params.get("tree")))
    if at is None:
        return None
    try:
        at.version = desk().store.state(at.tree_id).version
    except UnknownTree:
        st.session_state.pop("place")
        return None
    return at


def open_document(prefix: str, *, node: str | None = None, tree_id: int | None = None) -> Place | None:
    """Stand at a document's active tree (or the one named), at a node or else at the first problem. `None` if that cannot be."""
    here = desk()
    found = [document for document in here.store.documents() if prefix and document.sha256.startswith(prefix)]
    if len(found) != 1 or here.evidence(found[0].sha256) is None:
        return None
    sha256 = found[0].sha256
    trees = {tree.id: tree for tree in here.store.trees(sha256)}
    chosen = tree_id if tree_id in trees else here.store.active_tree(sha256)
    if chosen is None:
        return None
    at = Place(sha256, chosen)
    st.session_state["place"] = at
    bench = Workbench(here, at, who())
    at.version = bench.state.version
    if node is not None and node in bench.state.tree.placed:
        bench.choose(node)
    else:
        bench.first_problem()
    return at


def stand_at(sha256: str, tree_id: int) -> Place | None:
    """Make a tree the one worked on, and stand at it."""
    desk().store.activate(tree_id)
    at = open_document(sha256, tree_id=tree_id)
    if at is not None:
        name_place(at)
    return at


def name_place(at: Place) -> None:
    """Write the place into the address, so that a link or a reload comes back to it."""
    wanted = {"doc": at.sha256[:PREFIX_LENGTH], "tree": str(at.tree_id), **({"node": at.node} if at.node else {})}
    if dict(st.query_params) != wanted:
        st.query_params.from_dict(wanted)


def leave() -> None:
    """Stand nowhere."""
    st.session_state.pop("place", None)
    st.query_params.clear()


def root() -> str:
    """Where the routes of the server begin: empty, or a path that it was given."""
    path = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""


def ticket(sha256: str) -> str:
    """This session's token for a document's page images and words."""
    held: dict[str, str] = st.session_state.setdefault("tickets", {})
    if sha256 not in held or tickets().get(held[sha256]) is None:
        held[sha256] = desk().ticket(sha256)
    return held[sha256]


def news_of(tree_id: int) -> str:
    """The address of news of a tree, for this session alone."""
    held: dict[int, str] = st.session_state.setdefault("watches", {})
    if tree_id not in held or watches().get(held[tree_id]) is None:
        store = desk().store
        held[tree_id] = watches().hold(Watch(tree_id, lambda which: store.stored_tree(which).version))
    return f"{root()}{PATH}/{held[tree_id]}"


def bench(at: Place) -> Workbench:
    """The workbench at a place."""
    return Workbench(desk(), at, who())


def pending(prefix: str) -> str | None:
    """The document of an address that cannot be shown yet: it is being read, or waits for its password."""
    found = [document.sha256 for document in desk().store.documents() if prefix and document.sha256.startswith(prefix)]
    return found[0] if len(found) == 1 else None


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 12 else None
