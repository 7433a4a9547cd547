"""The workbench: one person at one tree. The screen's selection, and what each button and key does, without any screen.

Everything that matters is in the store before a method returns. What a person should be told is left in `Place.notice`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.edit import Add, Delete, Edit, Retitle, SetEnd, SetNote, SetReview, SetStart, add_after
from core.errors import EditError, StaleVersion, StoreError
from core.evidence.model import DocumentEvidence, Heading
from core.report import Finding, NodeReport, Repair, Report
from core.store import TreeState
from core.tree import Anchor, Node, Placed, Review, Tree
from pages.parts.desk import Desk
from pages.parts.problems import as_edit, neighbour, offered, problems, repairs


@dataclass
class Place:
    """Where a session stands: document, tree and its version as shown, the section chosen, the page last shown.

    `moves` counts the moves that the page must follow; `echo` is the number of the last choice that the browser sent;
    `picked` is the index of a heading candidate that was clicked on; `notice` waits to be told, as (kind, sentence); `refused`
    counts edits that did not apply, after which fields show again what the tree says.
    """

    sha256: str
    tree_id: int
    node: str | None = None
    page: int = 1
    version: int = 0
    moves: int = 0
    echo: int = 0
    picked: int | None = None
    notice: tuple[str, str] | None = None
    refused: int = 0


class Workbench:
    """A tree under a person's hands. Cheap to make: one for each rerun."""

    def __init__(self, desk: Desk, place: Place, who: str) -> None:
        self.desk = desk
        self.place = place
        self.who = who
        self._state: TreeState | None = None

    # What there is

    @property
    def state(self) -> TreeState:
        """The tree as it stood in the store when this workbench last looked."""
        if self._state is None:
            self._state = self.desk.store.state(self.place.tree_id)
        return self._state

    @property
    def report(self) -> Report:
        """The findings on the tree as it stands."""
        return self.desk.report(self.state, self.place.sha256)

    @property
    def evidence(self) -> DocumentEvidence | None:
        """What was read of the document."""
        return self.desk.evidence(self.place.sha256)

    @property
    def chosen(self) -> Placed | None:
        """The section chosen, with its place; `None` when there is none (or it is gone)."""
        return self.state.tree.placed.get(self.place.node) if self.place.node else None

    @property
    def found(self) -> NodeReport | None:
        """What was found of the chosen section."""
        return self.report.by_node.get(self.place.node) if self.place.node else None

    @property
    def tree_repairs(self) -> list[tuple[Finding, Repair]]:
        """The mends on offer for the tree as a whole."""
        return offered(self.report.tree)

    # Going about

    def choose(self, node_id: str | None, *, echo: int | None = None) -> None:
        """Choose a section and show its page. A section that is gone is passed over."""
        place = self.place
        if echo is not None:
            place.echo = max(place.echo, echo)
        if node_id is None or node_id not in self.state.tree.placed:
            return
        place.node, place.picked = node_id, None
        self._show_page()

    def turn(self, page: int) -> None:
        """Show another page, with the section chosen as before."""
        self.place.page = page

    def visit(self, node_id: str) -> None:
        """Choose a section to judge it: show the page where the checks would put it, or else its own."""
        self.choose(node_id)
        if self.place.node == node_id and (found := self.found) and found.suggestion:
            self.place.page = found.suggestion.start_index

    def go(self, step: int) -> None:
        """Choose the next (1) or previous (-1) problem."""
        target = neighbour(self.state.tree, self.report, self.place.node, step)
        if target is not None:
            self.visit(target)
        elif not problems(self.state.tree, self.report):
            self.place.notice = ("success", "Nothing is left to check in this tree.")

    def first_problem(self) -> None:
        """Choose the first problem, or else the first section."""
        nodes = self.state.tree.nodes
        if (first := neighbour(self.state.tree, self.report, None, 1)) or nodes:
            self.visit(first or nodes[0].id)

    # Changing the tree

    def edit(self, edit: Edit) -> bool:
        """Make an edit on the tree as shown. `False`, with a notice, when it does not apply.

        Where it takes the chosen section away, the one before is chosen, so that the way to the next problem goes on from there.
        """
        order = list(self.state.tree.placed)
        before = order[: order.index(self.place.node)] if self.place.node in order else []
        try:
            state = self.desk.store.append(self.place.tree_id, edit, self.who, self.place.version)
        except StaleVersion:
            self._stale()
            return False
        except (EditError, StoreError) as error:
            self.place.notice = ("error", str(error))
            self.place.refused += 1
            return False
        self._settle(state)
        if before and self.place.node is None:
            self._choose_near(before[::-1])
        return True

    def undo(self) -> None:
        """Take the last edit back, and show where it was."""
        self._step(redo=False)

    def redo(self) -> None:
        """Make the edit that was undone last again."""
        self._step(redo=True)

    def accept_and_go(self) -> None:
        """Accept the chosen section and go to the next problem."""
        if self.place.node and self.edit(SetReview(nodes=(self.place.node,), review=Review.ACCEPTED)):
            self.go(1)

    def set_accepted(self, accepted: bool) -> None:
        """Accept the chosen section, or take that back."""
        if self.place.node:
            self.edit(SetReview(nodes=(self.place.node,), review=Review.ACCEPTED if accepted else Review.UNREVIEWED))

    def apply_and_go(self) -> None:
        """Apply the best repair of the chosen section and go to the next problem; stay where the repair left something to do."""
        best = repairs(self.found)
        if not best:
            self.place.notice = ("info", "There is no suggestion for this section. Correct it by hand, or accept it as it is.")
        elif self.edit(as_edit(best[0][1])):
            self.go(1)

    def repair(self, repair: Repair) -> None:
        """Apply a repair as one action, and stay."""
        self.edit(as_edit(repair))

    def retitle(self, node_id: str, title: str) -> None:
        """Give a section another title."""
        if (placed := self.state.tree.placed.get(node_id)) and title.strip() != placed.node.title:
            self.edit(Retitle(node=node_id, title=title))

    def start_at(self, node_id: str, page: int | None) -> None:
        """Let a section start on another page, at its title there where it can be seen."""
        if (placed := self.state.tree.placed.get(node_id)) and page != placed.node.span.start:
            self.edit(SetStart(node=node_id, page=page, anchor=self._anchor(placed.node, page)))

    def end_at(self, node_id: str, page: int | None) -> None:
        """Set a section's last page."""
        if (placed := self.state.tree.placed.get(node_id)) and page != placed.node.span.end:
            self.edit(SetEnd(node=node_id, page=page))

    def note(self, node_id: str, text: str) -> None:
        """Replace the note on a section."""
        if (placed := self.state.tree.placed.get(node_id)) and text != placed.node.note:
            self.edit(SetNote(node=node_id, note=text))

    def shape(self, gesture: Callable[[Tree, str], Edit]) -> None:
        """Move the chosen section by a gesture of `core.edit`: `indent`, `outdent`, `move_up`, `move_down`, `merge`."""
        if self.place.node is None:
            return
        try:
            edit = gesture(self.state.tree, self.place.node)
        except EditError as error:
            self.place.notice = ("info", str(error))
        else:
            self.edit(edit)

    def add(self, title: str) -> None:
        """Add a section on the page shown, after the chosen one (the last one, when none is chosen), and choose it."""
        nodes = self.state.tree.nodes
        after = self.place.node or (nodes[-1].id if nodes else None)
        self._add(add_after(self.state.tree, after, title, self.place.page))

    def delete(self, *, whole: bool = False) -> None:
        """Delete the chosen section (its children take its place, unless `whole`) and choose its neighbour."""
        if (chosen := self.chosen) is None:
            return
        order = list(self.state.tree.placed)
        at = order.index(chosen.node.id)
        if self.edit(Delete(node=chosen.node.id, whole=whole)):
            self._choose_near([*order[at + 1 :], *order[:at][::-1]])

    def _choose_near(self, order: Sequence[str]) -> None:
        """Choose the first of these sections that the tree still has."""
        self.place.node = None
        self.choose(next((node_id for node_id in order if node_id in self.state.tree.placed), None))

    # Headings that were clicked on

    @property
    def picked(self) -> Heading | None:
        """The heading outside the tree that was clicked on."""
        evidence = self.evidence
        nth = self.place.picked
        return evidence.headings[nth] if evidence and nth is not None and 0 <= nth < len(evidence.headings) else None

    def pick(self, nth: int | None) -> None:
        """Take up a heading candidate that was clicked on; `None` leaves it."""
        self.place.picked = nth

    def start_at_picked(self) -> None:
        """Let the chosen section start at the heading that was clicked on."""
        if (picked := self.picked) and (chosen := self.chosen):
            self.edit(SetStart(node=chosen.node.id, page=picked.page, anchor=_anchor_of(picked)))
            self.place.picked = None

    def add_picked(self) -> None:
        """Add the heading that was clicked on as a section, where it belongs in the order of the pages."""
        if (picked := self.picked) is None:
            return
        before = [
            placed.node.id
            for placed in self.state.tree.walk()
            if placed.node.span.start is not None and (placed.node.span.start, _y(placed.node)) <= (picked.page, picked.box[1])
        ]
        after = before[-1] if before else None
        self._add(add_after(self.state.tree, after, picked.title, picked.page, _anchor_of(picked)))

    # Inside

    def _add(self, add: Add) -> None:
        if self.edit(add):
            self.choose(add.node.id)

    def _step(self, *, redo: bool) -> None:
        before = self.state
        step = self.desk.store.redo if redo else self.desk.store.undo
        label = before.redo_label if redo else before.undo_label
        try:
            state = step(self.place.tree_id, self.who, self.place.version)
        except StaleVersion:
            self._stale()
            return
        except EditError as error:
            self.place.notice = ("info", str(error))
            return
        except StoreError as error:
            self.place.notice = ("error", str(error))
            return
        self.place.notice = ("info", f"{'Done again' if redo else 'Undone'}: {label}")
        changed = _changed(before, state)
        if changed is not None:
            self.place.node = changed
        self._settle(state)

    def _stale(self) -> None:
        self._state = None
        self.place.refused += 1
        self.place.version = self.state.version
        self.place.notice = (
            "warning",
            "Somebody else changed this tree just before you. It is shown as it is now; make your change again if it still fits.",
        )

    def _settle(self, state: TreeState) -> None:
        self._state = state
        self.place.version = state.version
        if self.place.node not in state.tree.placed:
            self.place.node = None
        self._show_page()

    def _show_page(self) -> None:
        chosen = self.chosen
        if chosen is not None and chosen.node.span.start is not None:
            pages = max(self.state.tree.pages, 1)
            self.place.page = min(max(chosen.node.span.start, 1), pages)
        self.place.moves += 1

    def _anchor(self, node: Node, page: int | None) -> Anchor | None:
        """The place of the node's title on a page, where a heading there says the same."""
        evidence = self.evidence
        if evidence is None or page is None:
            return None
        title = _folded(node.title)
        same = [heading for heading in evidence.headings if heading.page == page and _folded(heading.title) == title]
        return _anchor_of(max(same, key=lambda heading: heading.confidence)) if same else None


def _anchor_of(heading: Heading) -> Anchor:
    return Anchor(page=heading.page, y=heading.box[1], box=heading.box, tops_page=heading.tops_page)


def _y(node: Node) -> float:
    if node.anchor is None or node.anchor.page != node.span.start:
        return 0.0
    return node.anchor.y if node.anchor.y is not None else (node.anchor.box[1] if node.anchor.box else 0.0)


def _folded(title: str) -> str:
    return "".join(title.split()).casefold()


def _changed(before: TreeState, after: TreeState) -> str | None:
    """The first section that differs between two states, in the order of the later one.

    Sections whose end page alone differs come last: ends follow from what others say.
    """
    follows: str | None = None
    for node_id, placed in after.tree.placed.items():
        was = before.tree.placed.get(node_id)
        if was is None or (was.parent, was.index) != (placed.parent, placed.index):
            return node_id
        old, new = was.node.with_(children=()), placed.node.with_(children=())
        if old.span.start != new.span.start or old.with_(span=new.span) != new:
            return node_id
        if old != new and follows is None:
            follows = node_id
    return follows
