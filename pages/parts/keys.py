"""Every key of the screens, in one table: buttons take their shortcuts and hints from it, the tree its commands, the help
its lines.

C and R are Streamlit's own. No key acts while somebody types in a field or a dialog is open.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Scope(StrEnum):
    """Where a key works."""

    SCREEN = "Anywhere on the screen"
    TREE = "In the tree"
    PAGE = "On the page"
    COMPARE = "While comparing"


@dataclass(frozen=True, slots=True)
class Key:
    """What a command is called in code, its chords as a browser names them, the first of which is shown, and what it does.

    `presses`: the key of the button that stands for it, where the tree's script has to press it, since the button cannot take
    such a chord as its own. `said`: how the help writes chords that are too many to list.
    """

    command: str
    chords: tuple[str, ...]
    words: str
    scope: Scope
    presses: str = ""
    said: str = ""


KEYS = (
    Key("next", ("N",), "next failure; when none is left, the next uncertain section", Scope.SCREEN),
    Key("previous", ("P",), "previous failure", Scope.SCREEN),
    Key("accept", ("A",), "accept (all that is chosen) and go on", Scope.SCREEN),
    Key("apply", ("S",), "apply the suggestion and go on", Scope.SCREEN),
    Key("undo", ("Ctrl+Z",), "undo", Scope.SCREEN),
    Key("redo", ("Ctrl+Y",), "redo", Scope.SCREEN),
    Key("redo again", ("Ctrl+Shift+Z",), "redo", Scope.SCREEN, presses="redo"),
    Key("up", ("Alt+ArrowUp",), "move up", Scope.SCREEN),
    Key("down", ("Alt+ArrowDown",), "move down", Scope.SCREEN),
    Key("outdent", ("Alt+ArrowLeft",), "outdent: beside its parent", Scope.SCREEN),
    Key("indent", ("Alt+ArrowRight",), "indent: below the section before", Scope.SCREEN),
    Key("merge", ("M",), "merge with the section before", Scope.SCREEN),
    Key("add", ("I", "Insert"), "insert a section after the chosen one", Scope.SCREEN),
    Key("rename", ("F2",), "rename in place", Scope.SCREEN),
    Key("find", ("F",), "find a section by its title", Scope.SCREEN),
    Key("tree", ("G",), "go to the tree", Scope.SCREEN),
    Key("export", ("E",), "export", Scope.SCREEN),
    Key("save", ("Ctrl+S",), "export", Scope.SCREEN, presses="export"),
    Key("unreviewed", ("Shift+N",), "next document to review", Scope.SCREEN),
    Key("help", ("H",), "this help", Scope.SCREEN),
    Key("help again", ("?",), "this help", Scope.SCREEN, presses="help"),
    Key("step", ("ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"), "choose a section", Scope.TREE),
    Key("extend", ("Shift+ArrowUp", "Shift+ArrowDown"), "choose several; also Shift or Ctrl and a click", Scope.TREE),
    Key("all", ("Ctrl+A",), "choose all that are shown", Scope.TREE),
    Key("one", ("Escape",), "choose one again", Scope.TREE),
    Key("fold", ("ArrowLeft", "ArrowRight"), "close, open", Scope.TREE),
    Key("level", tuple("1234567890"), "open down to this level; 0 opens all", Scope.TREE, said="1 … 9, 0"),
    Key("rename here", ("Enter",), "rename in place", Scope.TREE),
    Key("delete", ("Delete",), "delete; what is below stays", Scope.TREE),
    Key("delete whole", ("Shift+Delete",), "delete with all below", Scope.TREE),
    Key("page", ("K", "J"), "previous, next page", Scope.PAGE),
    Key("search", ("/", "Ctrl+F"), "search in the text", Scope.PAGE),
    Key("lines", ("L",), "go to the lines: arrows, then Enter for what can be done at one", Scope.PAGE),
    Key("split", ("L … Enter X",), "split the section at the chosen line", Scope.PAGE),
    Key("zoom", ("+", "-", "0", "9"), "on the page itself: zoom, fit the width, fit the page", Scope.PAGE),
    Key("pages", ("2", "T"), "on the page itself: two pages, small pictures of all", Scope.PAGE),
    Key("difference", ("N",), "next difference", Scope.COMPARE),
    Key("difference before", ("P",), "previous difference", Scope.COMPARE),
    Key("take left", ("1",), "the right tree takes over what the left one says here", Scope.COMPARE),
    Key("take right", ("2",), "the left tree takes over what the right one says here", Scope.COMPARE),
    Key("take back", ("Ctrl+Z",), "undo what was taken over last", Scope.COMPARE),
    Key("row", ("ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"), "in the two trees: choose a row", Scope.COMPARE),
    Key("compare help", ("H",), "this help", Scope.COMPARE),
)
_BY_COMMAND = {key.command: key for key in KEYS}
_NAMES = {"ArrowUp": "↑", "ArrowDown": "↓", "ArrowLeft": "←", "ArrowRight": "→", "PageUp": "PgUp", "PageDown": "PgDn", "-": "−"}


def shortcut(command: str) -> str:
    """The chord of a command, as Streamlit's buttons take it. Raises `KeyError` for a command that has none."""
    return _BY_COMMAND[command].chords[0]


def hint(command: str, words: str) -> str:
    """A button's tooltip with the key that does the same."""
    return f"{words} ({shown(_BY_COMMAND[command].chords[0])})"


def shown(chord: str) -> str:
    """A chord as people read it."""
    if chord == "+":
        return chord
    return "+".join(_NAMES.get(part, part) for part in chord.split("+"))


def lines(scope: Scope) -> list[tuple[list[str], str]]:
    """What the help says of a scope: chords, and what they do. Commands that do the same share a line."""
    found: dict[str, list[str]] = {}
    for key in KEYS:
        if key.scope is scope:
            found.setdefault(key.words, []).extend([key.said] if key.said else map(shown, key.chords))
    return [(chords, words) for words, chords in found.items()]


def for_tree() -> dict[str, str]:
    """The chords that the tree's script hears all over the screen, each with its command or, after "#", a button to press."""
    own = ("up", "down", "outdent", "indent", "merge", "add", "rename", "find", "tree")
    return {
        chord: f"#{key.presses}" if key.presses else key.command
        for key in KEYS
        if key.presses or key.command in own
        for chord in key.chords
    }


def in_tree() -> dict[str, str]:
    """The chords that work while the tree has the focus, each with its command; some read the chord itself."""
    return {chord: key.command for key in KEYS if key.scope is Scope.TREE for chord in key.chords}
