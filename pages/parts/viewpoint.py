"""A tree as one person looks at it: what there is, what is chosen, and going about. Nothing here changes the tree."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from core.evidence.model import DocumentEvidence
from core.report import Finding, NodeReport, Repair, Report
from core.store import TreeState
from core.tree import Placed
from pages.parts.desk import Desk
from pages.parts.place import Place
from pages.parts.problems import neighbour, nothing_left, offered, problems


class Viewpoint:
    """A tree before a person's eyes. Cheap to make: one for each rerun. What they should be told is left in `Place.notice`."""

    def __init__(self, desk: Desk, place: Place, who: str) -> None:
        self.desk = desk
        self.place = place
        self.who = who
        self._state: TreeState | None = None

    # What there is

    @property
    def state(self) -> TreeState:
        """The tree as it stood in the store when this viewpoint last looked."""
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
    def all_chosen(self) -> tuple[str, ...]:
        """Every section chosen, in document order."""
        wanted = {self.place.node, *self.place.others}
        return tuple(node_id for node_id in self.state.tree.placed if node_id in wanted)

    @property
    def found(self) -> NodeReport | None:
        """What was found of the chosen section."""
        return self.report.by_node.get(self.place.node) if self.place.node else None

    @property
    def tree_repairs(self) -> list[tuple[Finding, Repair]]:
        """The mends on offer for the tree as a whole."""
        return offered(self.report.tree)

    # Going about

    def choose(self, node_id: str | None, *, others: Collection[str] = (), echo: int | None = None) -> None:
        """Choose a section, with `others` besides, and show its page. Sections that are gone are passed over."""
        place = self.place
        if echo is not None:
            place.echo = max(place.echo, echo)
        if node_id is None or node_id not in self.state.tree.placed:
            return
        place.node = node_id
        place.others = tuple(each for each in others if each != node_id and each in self.state.tree.placed)
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
        """Choose the next (1) or previous (-1) problem, or, when none is left, what the draft was least sure of."""
        target = neighbour(self.state.tree, self.report, self.place.node, step)
        if target is not None:
            self.visit(target)
        elif not problems(self.state.tree, self.report):
            self.place.notice = ("success", nothing_left(self.state.tree))
        else:
            self.place.notice = (
                "info",
                "No other section fails. What is left concerns this one or the tree: see Problems.",
            )

    def first_problem(self) -> None:
        """Choose the first problem, or else the first section."""
        nodes = self.state.tree.nodes
        if (first := neighbour(self.state.tree, self.report, None, 1)) or nodes:
            self.visit(first or nodes[0].id)

    # Inside

    def _choose_near(self, order: Sequence[str]) -> None:
        """Choose the first of these sections that the tree still has."""
        self.place.node = None
        self.choose(next((node_id for node_id in order if node_id in self.state.tree.placed), None))

    def _show_page(self) -> None:
        chosen = self.chosen
        if chosen is not None and chosen.node.span.start is not None:
            pages = max(self.state.tree.pages, 1)
            self.place.page = min(max(chosen.node.span.start, 1), pages)
        self.place.moves += 1
