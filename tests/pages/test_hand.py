"""What keys and drags in the tree do, the table of keys, and what is done to many sections."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from core.edit import Many, SetReview, SetStart, apply
from core.retype import as_text
from core.tree import Node, Review, Span, Tree
from pages.parts import hand, keys
from pages.parts.changes import changes
from pages.parts.hand import obey
from pages.parts.history import entries, go_back
from pages.parts.keys import KEYS, Scope
from pages.parts.retyping import understood
from pages.parts.tree.rows import rows
from pages.parts.tree.widget import Command
from pages.parts.wholesale import printed
from pages.parts.workbench import Workbench
from tests.core.trees import tree

BOOK = tree("a 1-4", "  b 2-3", "  c 3-4", "e 4-20")
TREE_SCRIPTS = Path(keys.__file__).parent / "tree"


def top(bench: Workbench, count: int) -> tuple[str, ...]:
    return tuple(node.id for node in bench.state.tree.nodes[:count])


class TestCommands:
    def test_what_is_chosen_together_is_one_edit(self, bench: Workbench) -> None:
        one, two, three = top(bench, 3)
        before = bench.state.tree
        obey(bench, Command("indent", three, others=(two,)))
        assert bench.state.tree.find(two).parent == one
        assert bench.state.tree.find(three).parent == one
        assert bench.state.version == 1
        assert bench.all_chosen == (two, three)
        bench.undo()
        assert bench.state.tree == before
        assert len(bench.all_chosen) == 1

    def test_a_drop_is_one_edit_and_one_that_cannot_be_is_told(self, bench: Workbench) -> None:
        one, two = top(bench, 2)
        obey(bench, Command("drop", two, target=one, where="before"))
        assert [node.id for node in bench.state.tree.nodes[:2]] == [two, one]
        obey(bench, Command("drop", two, target=two, where="into"))
        assert bench.place.notice is not None
        assert bench.state.version == 1

    def test_all_chosen_are_accepted_and_the_next_problem_is_chosen_alone(self, bench: Workbench) -> None:
        chosen = top(bench, 3)
        bench.choose(chosen[0], others=chosen[1:])
        bench.accept_and_go()
        assert all(bench.state.tree.find(node_id).node.review is Review.ACCEPTED for node_id in chosen)
        assert bench.place.others == ()

    def test_all_chosen_are_deleted_and_one_nearby_is_chosen(self, bench: Workbench) -> None:
        before = list(bench.state.tree.placed)
        gone = bench.state.tree.nodes[1:3]
        obey(bench, Command("delete whole", gone[0].id, others=(gone[1].id,)))
        assert gone[0].id not in bench.state.tree.placed
        assert gone[1].id not in bench.state.tree.placed
        assert bench.place.node == before[before.index(gone[0].id) - 1]

    def test_a_title_typed_for_a_new_section_adds_it_after_the_chosen_one(self, bench: Workbench) -> None:
        (one,) = top(bench, 1)
        obey(bench, Command("add", one, value="Typed"))
        assert bench.state.tree.nodes[1].title == "Typed"
        assert bench.place.node == bench.state.tree.nodes[1].id

    def test_commands_that_nobody_gives_change_nothing(self, bench: Workbench) -> None:
        for command in (
            Command("format", top(bench, 1)[0]),
            Command("drop", top(bench, 1)[0], where="beside"),
            Command("up", "gone"),
        ):
            obey(bench, command)
        assert bench.state.version == 0


class TestKeys:
    def test_a_chord_means_one_thing_in_its_place(self) -> None:
        for scope in Scope:
            chords = [chord for key in KEYS if key.scope is scope for chord in key.chords]
            assert len(chords) == len(set(chords)), scope

    def test_streamlits_own_keys_are_left_alone(self) -> None:
        assert not {"C", "R"} & {chord for key in KEYS for chord in key.chords}

    def test_the_help_names_every_key(self) -> None:
        said = " ".join(part for scope in Scope for chords, words in keys.lines(scope) for part in (*chords, words))
        for key in KEYS:
            assert key.words in said
            assert key.said in said if key.said else all(keys.shown(chord) in said for chord in key.chords)

    def test_every_command_of_the_table_is_known_to_the_tree_or_a_button(self) -> None:
        script = "".join(path.read_text(encoding="utf-8") for path in TREE_SCRIPTS.glob("*.js"))
        obeyed = {*hand.GESTURES, "delete", "delete whole", "merge"}
        for command in {**keys.for_tree(), **keys.in_tree()}.values():
            if not command.startswith("#") and command not in obeyed:
                assert f'"{command}"' in script, command

    def test_buttons_take_their_keys_from_the_table(self) -> None:
        for path in Path(keys.__file__).parents[1].rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.keyword) and node.arg == "shortcut":
                    named = ast.unparse(node.value).removesuffix(" if first else None")
                    assert named.startswith("shortcut("), (path.name, named)

    def test_no_two_commands_of_a_screen_share_a_key(self) -> None:
        for scopes in ((Scope.SCREEN,), (Scope.TREE,), (Scope.COMPARE,)):
            chords = [chord for key in KEYS if key.scope in scopes for chord in key.chords]
            assert len(chords) == len(set(chords))


class TestText:
    def test_a_text_is_an_edit_or_says_what_is_wrong(self) -> None:
        text = as_text(BOOK)
        edit = understood(text.replace("E .", "End ."), BOOK)
        assert not isinstance(edit, str | tuple)
        assert apply(BOOK, edit).find("e").node.title == "End"
        errors = understood(text + "no page", BOOK)
        assert isinstance(errors, tuple)
        assert errors[0].line == 5
        assert understood(text, BOOK) == "The text says what the tree says: there is nothing to change."


class TestHistory:
    def test_going_back_is_an_edit_that_undo_takes_back(self, bench: Workbench) -> None:
        drafted = bench.state.tree
        one, two = top(bench, 2)
        bench.retitle(one, "First")
        bench.retitle(two, "Second")
        late = bench.state.tree
        bench.undo()
        go_back(bench, 2)
        assert bench.state.tree == late
        go_back(bench, 0)
        assert bench.state.tree.nodes == drafted.nodes
        bench.undo()
        assert bench.state.tree == late
        go_back(bench, 99)
        assert bench.state.version == 6

    def test_one_point_is_where_the_tree_stands(self, bench: Workbench) -> None:
        assert [entry.stands for entry in entries(bench.state)] == [True]
        bench.retitle(top(bench, 1)[0], "First")
        bench.undo()
        assert [(entry.seq, entry.stands) for entry in entries(bench.state)] == [(2, False), (1, False), (0, True)]
        bench.redo()
        assert [entry.seq for entry in entries(bench.state) if entry.stands] == [1]


class TestMany:
    def test_printed_pages_become_physical_ones_in_their_range(self) -> None:
        edit = printed(BOOK, 2, 4, 10)
        assert edit is not None
        after = apply(BOOK, edit)
        assert [place.node.span.start for place in after.walk()] == [1, 10, 11, 12]
        only = printed(BOOK, 1, 20, 3, among=("c",))
        assert only is not None
        assert only.nodes == ("c",)
        assert printed(BOOK, 7, 9, 20) is None
        assert printed(BOOK, 2, 4, 2) is None

    def test_changes_are_said_section_by_section(self) -> None:
        edit = Many(edits=(SetReview(nodes=("b",), review=Review.ACCEPTED), SetStart(node="e", page=9)))
        found = changes(BOOK, apply(BOOK, edit))
        assert found.lines == ("“B”: review unreviewed → accepted", "“E”: page 4 → 9")
        assert found.ends == 2
        new = Tree(name="a.pdf", pages=20, nodes=(*BOOK.nodes[:1], Node(id="n", title="New", span=Span(start=5))))
        assert changes(BOOK, new).lines[-2:] == ("“New”: added on page 5", "“E”: deleted")


def test_rows_say_how_sure_the_draft_was_and_what_was_noted(bench: Workbench) -> None:
    bench.note(top(bench, 1)[0], "look again")
    row = rows(bench.state.tree, bench.report)[0]
    assert row[10] == "look again"
    assert row[9] is None or 0 <= row[9] <= 100


@pytest.mark.parametrize(("chord", "said"), [("Alt+ArrowUp", "Alt+↑"), ("+", "+"), ("-", "−"), ("Shift+PageDown", "Shift+PgDn")])
def test_chords_are_shown_as_people_read_them(chord: str, said: str) -> None:
    assert keys.shown(chord) == said
