"""Gestures on the lines of a page, as actions of a workbench: each is one edit, which one undo takes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from core.edit import Insert, Retitle, SetEnd, SetStart, fresh_id, new_node
from core.evidence.groups import join_lines
from core.evidence.model import DocumentEvidence, Heading
from core.tree import MAX_TITLE, Placed
from pages.parts.anchors import anchor_of
from pages.parts.headings import likely_level, node_lines, pointed_heading, section_before, spots
from pages.parts.workbench import Workbench


class Gesture(NamedTuple):
    """What was chosen for lines of a page.

    `name` is one of `ACTIONS`, `node` the section that it was offered for ("" where none was chosen). `first` and `last` index
    the page's lines, both included.
    """

    name: str
    node: str
    page: int
    first: int
    last: int


def point(bench: Workbench, gesture: Gesture) -> None:
    """Do what was chosen. Where it cannot be done, the tree stays, and the person is told why."""
    evidence, act = bench.evidence, ACTIONS.get(gesture.name)
    if evidence is None or act is None:
        return
    chosen = bench.state.tree.placed.get(gesture.node)
    if chosen is None and gesture.node:
        bench.place.notice = ("warning", "That section is not in the tree any more. Choose another one.")
        return
    try:
        heading = pointed_heading(evidence, gesture.page, gesture.first, gesture.last, whole=gesture.name != "continue")
    except IndexError:
        return
    act(bench, evidence, heading, chosen)


def _start(bench: Workbench, evidence: DocumentEvidence, heading: Heading, chosen: Placed | None) -> None:
    """Let the chosen section start at these lines."""
    if chosen is not None and bench.edit(SetStart(node=chosen.node.id, page=heading.page, anchor=anchor_of(heading))):
        bench.choose(chosen.node.id)


def _new(bench: Workbench, evidence: DocumentEvidence, heading: Heading, chosen: Placed | None) -> None:
    """Let a new section start at these lines, on the level that they look like."""
    begins = spots(bench.state.tree, bench.report, evidence)
    _insert(bench, evidence, heading, likely_level(bench.state.tree, begins, evidence, heading, chosen))


def _split(bench: Workbench, evidence: DocumentEvidence, heading: Heading, chosen: Placed | None) -> None:
    """Let a new section on the level of the chosen one start at these lines, within it."""
    if chosen is None:
        return
    begins = spots(bench.state.tree, bench.report, evidence)
    if begins.get(chosen.node.id, (0, 0)) >= (heading.page, heading.first):
        bench.place.notice = ("info", "The section does not start before this line. Choose a line within it to split it there.")
    else:
        _insert(bench, evidence, heading, chosen.level)


def _insert(bench: Workbench, evidence: DocumentEvidence, heading: Heading, level: int) -> None:
    if not 0 < len(heading.title) <= MAX_TITLE:
        bench.place.notice = ("info", "These lines are too long for a title, or empty. Drag over the lines of the heading alone.")
        return
    tree = bench.state.tree
    after = section_before(tree, spots(tree, bench.report, evidence), (heading.page, heading.first))
    new = new_node(fresh_id(tree, heading.title, heading.page), heading.title, heading.page, anchor_of(heading))
    if bench.edit(Insert(node=new, after=after, level=level)):
        bench.choose(new.id)


def _continue(bench: Workbench, evidence: DocumentEvidence, heading: Heading, chosen: Placed | None) -> None:
    """Let these lines be the rest of the chosen section's heading."""
    if chosen is None:
        return
    own = node_lines(chosen.node, bench.report, evidence)
    if not own or chosen.node.span.start != heading.page or heading.first != own[-1] + 1:
        bench.place.notice = ("info", "These lines do not follow the heading. Change the title by hand.")
        return
    lines = evidence.reading.pages[heading.page - 1].lines[heading.first : heading.last + 1]
    bench.edit(Retitle(node=chosen.node.id, title=join_lines([chosen.node.title, *(line.text for line in lines)])))


def _end(bench: Workbench, evidence: DocumentEvidence, heading: Heading, chosen: Placed | None) -> None:
    """Let the chosen section end on this page, and stay there."""
    if chosen is not None and bench.edit(SetEnd(node=chosen.node.id, page=heading.page)):
        bench.choose(chosen.node.id)
        bench.turn(heading.page)


ACTIONS: dict[str, Callable[[Workbench, DocumentEvidence, Heading, Placed | None], None]] = {
    "start": _start,
    "new": _new,
    "split": _split,
    "continue": _continue,
    "end": _end,
}
