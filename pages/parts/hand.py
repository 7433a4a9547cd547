"""What keys, drags and typing in the tree do: each command of the tree's widget as one edit on the workbench."""

from __future__ import annotations

from collections.abc import Callable

from core.edit import (
    DeleteAll,
    Edit,
    SetReview,
    Shift,
    Where,
    drop,
    indent_all,
    merge,
    move_all_down,
    move_all_up,
    outdent_all,
)
from core.tree import Review, Tree
from pages.parts.tree.widget import Command
from pages.parts.workbench import Workbench

Gesture = Callable[[Tree, tuple[str, ...]], Edit]
GESTURES: dict[str, Gesture] = {
    "up": move_all_up,
    "down": move_all_down,
    "indent": indent_all,
    "outdent": outdent_all,
}


def obey(bench: Workbench, command: Command) -> None:
    """Do what the tree's widget asks for, on the sections that it names."""
    bench.choose(command.node, others=command.others)
    chosen = bench.all_chosen
    if not chosen:
        return
    if command.name in GESTURES:
        move(bench, GESTURES[command.name])
    elif command.name in ("delete", "delete whole"):
        delete(bench, whole=command.name == "delete whole")
    elif command.name == "drop" and command.where in set(Where):
        bench.attempt(lambda tree: drop(tree, chosen, command.target, Where(command.where)))
    elif command.name == "merge":
        bench.shape(merge)
    elif command.name == "rename":
        bench.retitle(command.node, command.value)
    elif command.name == "add" and command.value.strip():
        bench.add(command.value)


def move(bench: Workbench, gesture: Gesture) -> None:
    """Move all that is chosen, as one edit."""
    chosen = bench.all_chosen
    bench.attempt(lambda tree: gesture(tree, chosen))


def delete(bench: Workbench, *, whole: bool = False) -> None:
    """Delete all that is chosen, as one edit, and choose a section that stood nearby."""
    chosen = bench.all_chosen
    if len(chosen) == 1:
        bench.delete(whole=whole)
    elif chosen:
        bench.edit(DeleteAll(nodes=chosen, whole=whole))


def accept(bench: Workbench, review: Review) -> None:
    """Accept all that is chosen, or take that back."""
    bench.edit(SetReview(nodes=bench.all_chosen, review=review))


def shift(bench: Workbench, by: int) -> None:
    """Move the pages of all that is chosen."""
    if by:
        bench.edit(Shift(nodes=bench.all_chosen, by=by))
