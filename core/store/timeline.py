"""From the log of a tree to the tree as it stands: edits done, edits undone, and the trees between, kept while they are handy.

The tree after n edits is the drafted one with the first n replayed, so undoing all of them gives the drafted tree itself. Trees
of the last steps are kept, and one in every `STRIDE` for good: an undo far back replays `STRIDE` edits, not thousands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.edit import replay
from core.errors import ImpossibleEdit
from core.store.model import Event, LoggedEdit
from core.tree import Tree

STRIDE = 64


@dataclass(frozen=True, slots=True)
class Step:
    """An edit with the tree after it, if that is at hand."""

    logged: LoggedEdit
    tree: Tree | None = None


@dataclass(frozen=True, slots=True)
class Timeline:
    """A drafted tree and what was done to it since. A value: each event gives a new one."""

    drafted: Tree
    history: tuple[LoggedEdit, ...] = ()
    done: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()

    @property
    def version(self) -> int:
        return self.history[-1].seq if self.history else 0

    @property
    def parent(self) -> int:
        """The `seq` of the edit whose result stands, 0 for the drafted tree."""
        return self.done[-1].logged.seq if self.done else 0

    @property
    def tree(self) -> Tree:
        """The tree as it stands."""
        timeline = self.filled()
        return timeline.done[-1].tree or timeline.drafted if timeline.done else timeline.drafted

    def filled(self) -> Timeline:
        """The same timeline with the trees that are kept at hand, where the one that stands is not."""
        if not self.done or self.done[-1].tree is not None:
            return self
        tree, steps = self.drafted, []
        for nth, step in enumerate(self.done):
            tree = step.tree or replay(tree, [step.logged.edit] if step.logged.edit else [])
            steps.append(Step(step.logged, tree if _kept(nth, len(self.done)) else None))
        return replace(self, done=tuple(steps))

    def next_undo(self) -> LoggedEdit:
        """The edit that undo takes back. Raises `ImpossibleEdit`."""
        if not self.done:
            raise ImpossibleEdit("There is nothing to undo: this is the tree as it was drafted.")
        return self.done[-1].logged

    def next_redo(self) -> LoggedEdit:
        """The edit that redo makes again. Raises `ImpossibleEdit`."""
        if not self.undone:
            raise ImpossibleEdit("There is nothing to redo.")
        return self.undone[-1].logged

    def then(self, event: LoggedEdit, tree: Tree | None = None) -> Timeline:
        """The timeline after one more event; `tree` is the tree after it, if known."""
        done: tuple[Step, ...]
        undone: tuple[Step, ...]
        if event.event is Event.EDIT:
            done, undone = (*self.done, Step(event)), ()
        elif event.event is Event.UNDO:
            self.next_undo()
            done, undone = self.done[:-1], (*self.undone, self.done[-1])
        else:
            self.next_redo()
            done, undone = (*self.done, self.undone[-1]), self.undone[:-1]
        return replace(self, history=(*self.history, event), done=_thinned(done), undone=undone).standing(tree)

    def standing(self, tree: Tree | None) -> Timeline:
        """The same timeline, knowing the tree that stands."""
        if tree is None or not self.done or self.done[-1].tree is not None:
            return self
        return replace(self, done=(*self.done[:-1], Step(self.done[-1].logged, tree)))


def _kept(nth: int, count: int) -> bool:
    return nth % STRIDE == 0 or count - nth <= STRIDE


def _thinned(done: tuple[Step, ...]) -> tuple[Step, ...]:
    old = len(done) - STRIDE - 1
    if old < 0 or _kept(old, len(done)):
        return done
    return (*done[:old], Step(done[old].logged), *done[old + 1 :])
