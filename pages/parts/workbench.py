"""The workbench: one person at one tree, and what each button and key does to it, without any screen.

Everything that matters is in the store before a method returns. What a person should be told is left in `Place.notice`.
"""

from __future__ import annotations

from collections.abc import Callable

from core.edit import Add, Delete, Edit, Retitle, SetEnd, SetNote, SetReview, SetStart, add_after
from core.errors import EditError, StaleVersion, StoreError, UnknownTree
from core.report import Repair
from core.store import TreeState
from core.tree import Review, Tree
from pages.parts.anchors import anchor_on
from pages.parts.changes import first_changed
from pages.parts.meeting import meets, told
from pages.parts.problems import as_edit, repairs
from pages.parts.viewpoint import Viewpoint


class Workbench(Viewpoint):
    """A tree under a person's hands."""

    def edit(self, edit: Edit) -> bool:
        """Make an edit on the tree as shown. `False`, with a notice, when it does not apply.

        Where it takes the chosen section away, the one before is chosen, so that the way to the next problem goes on from there.
        """
        order = list(self.state.tree.placed)
        before = order[: order.index(self.place.node)] if self.place.node in order else []
        try:
            state = self.desk.store.append(self.place.tree_id, edit, self.who, self.place.version)
        except StaleVersion:
            return self._again(edit)
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
        """Accept all that is chosen and go to the next problem."""
        if (chosen := self.all_chosen) and self.edit(SetReview(nodes=chosen, review=Review.ACCEPTED)):
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
            self.edit(SetStart(node=node_id, page=page, anchor=anchor_on(self.evidence, placed.node.title, page)))

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
        if (node := self.place.node) is not None:
            self.attempt(lambda tree: gesture(tree, node))

    def attempt(self, gesture: Callable[[Tree], Edit]) -> bool:
        """Make the edit that a gesture works out on the tree as it stands; `False`, and told why, where it is not possible."""
        try:
            edit = gesture(self.state.tree)
        except EditError as error:
            self.place.notice = ("info", str(error))
            return False
        return self.edit(edit)

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
        changed = first_changed(before.tree, state.tree)
        if changed is not None:
            self.place.node, self.place.others = changed, ()
        self._settle(state)

    def _again(self, edit: Edit) -> bool:
        """Make an edit on the tree as it is by now, where what was changed elsewhere is about other sections."""
        seen, store = self.state, self.desk.store
        try:
            now = store.state(self.place.tree_id)
            if meets(edit, seen.tree, now.tree):
                self._stale()
                return False
            state = store.append(self.place.tree_id, edit, self.who, now.version)
        except UnknownTree as error:  # deleted elsewhere in between: there is nothing to show anew
            self.place.notice = ("error", str(error))
            return False
        except (EditError, StoreError):
            self._stale()
            return False
        self.place.notice = ("info", told(now.history[seen.version :], self.who))
        self._settle(state)
        return True

    def catch_up(self) -> None:
        """Take in what was changed elsewhere since the tree was shown, and have it told."""
        seen, node = self.place.version, self.place.node
        self._state = None
        self.place.version = self.state.version
        news = self.state.history[seen:]
        if news:
            self.place.notice = ("info", told(news, self.who))
        if node is not None and node not in self.state.tree.placed:
            self.place.node = None
            self.place.notice = ("warning", f"The section that you had chosen is gone. {told(news, self.who)}")

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
        self.place.others = tuple(each for each in self.place.others if each in state.tree.placed)
        self._show_page()
