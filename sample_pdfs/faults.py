"""Drafts with deliberate faults, as a language model might have made them, and the list of those faults."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pymupdf

Node = dict[str, Any]


@dataclass
class Draft:
    """A tree being spoiled. `right` maps the identity of a spoiled node to the right node."""

    roots: list[Node]
    right: dict[int, Node]
    pages: list[str]
    spoiled: list[tuple[Node | None, Node | None, str]] = field(default_factory=list)

    def walk(self, nodes: list[Node] | None = None) -> Iterator[tuple[Node, list[Node]]]:
        """Every node with the list that holds it, in reading order."""
        siblings = self.roots if nodes is None else nodes
        for node in siblings:
            yield node, siblings
            yield from self.walk(node.get("nodes", []))

    def find(self, title: str) -> tuple[Node, list[Node]]:
        return next((node, siblings) for node, siblings in self.walk() if node["title"] == title)

    def note(self, node: Node | None, right: Node | None, kind: str) -> None:
        self.spoiled.append((node, right, kind))

    def move(self, title: str, start: int, kind: str) -> None:
        """Give a node another first page; the last page follows only if it must."""
        node, _ = self.find(title)
        node["start_index"] = start
        node["end_index"] = max(start, node["end_index"])
        self.note(node, self.right[id(node)], kind)


Fault = Callable[[Draft], None]


@dataclass(frozen=True)
class FaultyDraft:
    """A faulty tree in PageIndex's shape, and one row for each fault in it."""

    tree: dict[str, Any]
    listed: list[dict[str, Any]]


def near(title: str, by: int) -> Fault:
    """The page is off by a page or two."""
    return lambda draft: draft.move(title, draft.find(title)[0]["start_index"] + by, "near page")


def on_contents(title: str, page: int) -> Fault:
    """The page is that of the line in the printed contents."""
    return lambda draft: draft.move(title, page, "contents page")


def at_mention(title: str, words: str) -> Fault:
    """The page is one where the title is merely mentioned: the first whose text has `words`."""

    def spoil(draft: Draft) -> None:
        page = next(i for i, text in enumerate(draft.pages, 1) if words in " ".join(text.split()))
        draft.move(title, page, "mention")

    return spoil


def beyond(title: str, by: int) -> Fault:
    """The page is past the end of the document."""
    return lambda draft: draft.move(title, len(draft.pages) + by, "beyond the end")


def swapped(first: str, second: str) -> Fault:
    """Two neighbours stand in the wrong order, each with its own pages."""

    def spoil(draft: Draft) -> None:
        (one, siblings), (other, _) = draft.find(first), draft.find(second)
        i, j = siblings.index(one), siblings.index(other)
        siblings[i], siblings[j] = other, one
        for node in (other, one):
            draft.note(node, draft.right[id(node)], "swapped neighbours")

    return spoil


def invented(after: str, title: str) -> Fault:
    """A section that is nowhere in the document, on the last page of the one before."""

    def spoil(draft: Draft) -> None:
        before, siblings = draft.find(after)
        page = before["end_index"]
        node = {"title": title, "node_id": "", "start_index": page, "end_index": page}
        siblings.insert(siblings.index(before) + 1, node)
        draft.note(node, None, "invented")

    return spoil


def lost(title: str) -> Fault:
    """A section without children is left out."""

    def spoil(draft: Draft) -> None:
        node, siblings = draft.find(title)
        if node.get("nodes"):
            raise ValueError(f"{title!r} has children")
        siblings.remove(node)
        draft.note(None, draft.right[id(node)], "lost")

    return spoil


def inverted(title: str) -> Fault:
    """The last page lies before the first."""

    def spoil(draft: Draft) -> None:
        node, _ = draft.find(title)
        node["end_index"] = node["start_index"] - 1
        draft.note(node, draft.right[id(node)], "end before start")

    return spoil


def printed(first: str, last: str, offset: int) -> Fault:
    """For a run of nodes the printed page numbers, `offset` behind, are taken for physical pages."""

    def spoil(draft: Draft) -> None:
        nodes = [node for node, _ in draft.walk()]
        titles = [node["title"] for node in nodes]
        for node in nodes[titles.index(first) : titles.index(last) + 1]:
            node["start_index"] -= offset
            node["end_index"] -= offset
            draft.note(node, draft.right[id(node)], "printed number")

    return spoil


FAULTS: dict[str, tuple[Fault, ...]] = {
    "report-roman": (
        near("2.4 Keepers", -1),
        on_contents("3.3 The cast clocks", 3),
        at_mention("Glossary", "find it in the Glossary"),
        swapped("4.3 Wind and heavy hands", "4.4 The keeper’s round"),
        invented("5.4 Stage three: kept", "5.5 Risks and Contingencies"),
        lost("1.2 The request"),
        inverted("A.2 Bells"),
        printed("6 Costs and Staffing", "6.3 Apprentices", 8),
    ),
    "paper-two-column": (
        near("3.3 The birds", 1),
        at_mention("4.2 Canopy area", "figures of Section 4.2, Canopy area"),
        swapped("3.5 A model of the tide", "3.6 Diver transects"),
        invented("3.7 Keeping count of the counters", "3.8 Statistical Software"),
        lost("6 Limitations"),
        inverted("5.1 What the gulls did not see"),
        beyond("References", 2),
    ),
    "filing-items": (
        on_contents("Item 7A. Market Risk", 2),
        at_mention("Item 2. Properties", "under Item 2, Properties"),
        near("Statement of Cash", -1),
        swapped("Item 3. Legal Proceedings", "Item 4. Mine and Pit Safety"),
        invented("Note 6. Later Events", "Note 7. Contingencies"),
        lost("Item 1B. Unresolved Comments"),
        printed("Item 10. Directors and Officers", "Item 12. Ownership of Shares", 2),
        beyond("SIGNATURES", 2),
    ),
}


FIRST = {
    "report-roman": (
        near("2.4 Keepers", -1),
        invented("5.4 Stage three: kept", "5.5 Risks and Contingencies"),
        at_mention("Glossary", "find it in the Glossary"),
    )
}
"""What a newcomer sees first: three faults of different kinds, each mended by its suggestion."""


def faulty_draft(stem: str, tree: dict[str, Any], pdf: bytes, faults: tuple[Fault, ...] | None = None) -> FaultyDraft:
    """Spoil a right tree as :data:`FAULTS` says, or with other faults. Node ids of the draft run in its own order."""
    with pymupdf.open(stream=pdf) as document:
        pages = [page.get_text() for page in document]
    draft = Draft(copy.deepcopy(tree["structure"]), {}, pages)
    rights = [node for node, _ in Draft(tree["structure"], {}, []).walk()]
    draft.right = {id(node): right for (node, _), right in zip(draft.walk(), rights, strict=True)}
    for spoil in FAULTS[stem] if faults is None else faults:
        spoil(draft)
    for index, (node, _) in enumerate(draft.walk()):
        node["node_id"] = f"{index:04d}"
    return FaultyDraft({"doc_name": tree["doc_name"], "structure": draft.roots}, [row(*it) for it in draft.spoiled])


def row(node: Node | None, right: Node | None, kind: str) -> dict[str, Any]:
    """One fault: `node_id` is the draft's, `right_node_id` the right tree's; null where there is no such node."""
    told = node or right or {}
    return {
        "node_id": node["node_id"] if node else None,
        "kind": kind,
        "title": told["title"],
        "drafted_start": node["start_index"] if node else None,
        "right_start": right["start_index"] if right else None,
        "right_node_id": right["node_id"] if right else None,
    }
