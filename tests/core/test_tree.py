"""The tree: what makes it one, finding a way about it, and ids."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from core.errors import NoSuchNode, RepeatedId, TooDeep, TooManyNodes
from core.tree import MAX_DEPTH, MAX_NODES, Node, Review, Span, Tree, node_id
from tests.core.trees import outline, tree

THREE = tree("a 1-5", "  b 2-3", "    c 3", "d 6-20")


def nested(depth: int) -> Node:
    node = Node(id="0", title="t")
    for nth in range(1, depth):
        node = Node(id=str(nth), title="t", children=(node,))
    return node


def test_a_repeated_id_is_refused_wherever_it_stands() -> None:
    twin = Node(id="a", title="x")
    with pytest.raises(RepeatedId) as caught:
        Tree(name="a", pages=1, nodes=(Node(id="a", title="y", children=(Node(id="b", title="z", children=(twin,)),)),))
    assert caught.value.node_id == "a"


def test_depth_and_size_are_bounded() -> None:
    assert len(Tree(name="a", pages=1, nodes=(nested(MAX_DEPTH),)).placed) == MAX_DEPTH
    with pytest.raises(TooDeep):
        Tree(name="a", pages=1, nodes=(nested(MAX_DEPTH + 1),))
    many = tuple(Node(id=str(nth), title="t") for nth in range(MAX_NODES + 1))
    with pytest.raises(TooManyNodes):
        Tree(name="a", pages=1, nodes=many)


def test_faults_in_pages_are_kept_as_given() -> None:
    faulty = Tree(name="a", pages=3, nodes=(Node(id="a", title="t", span=Span(start=9, end=-2)),))
    assert faulty.find("a").node.span == Span(start=9, end=-2)


def test_values_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        THREE.nodes[0].title = "other"  # type: ignore[misc]


def test_walking_gives_document_order_and_places() -> None:
    assert [(each.node.id, each.level, each.parent, each.index) for each in THREE.walk()] == [
        ("a", 1, None, 0),
        ("b", 2, "a", 0),
        ("c", 3, "b", 0),
        ("d", 1, None, 1),
    ]
    assert THREE.ancestors("c") == ["b", "a"]
    assert [node.id for node in THREE.siblings(None)] == ["a", "d"]
    with pytest.raises(NoSuchNode, match="reload"):
        THREE.find("z")


def test_map_changes_the_nodes_it_is_told_and_keeps_the_others_as_objects() -> None:
    after = THREE.map(lambda node: node.with_(review=Review.ACCEPTED) if node.id == "b" else node)
    assert after.find("b").node.review is Review.ACCEPTED
    assert after.find("c").node is THREE.find("c").node
    assert after.nodes[1] is THREE.nodes[1]
    assert THREE.find("b").node.review is Review.UNREVIEWED


def test_without_lifts_the_children_or_takes_them_along() -> None:
    assert outline(THREE.without(lambda node: node.id == "b")) == ["a 1-5", "  c 3", "d 6-20"]
    assert outline(THREE.without(lambda node: node.id == "b", whole=True)) == ["a 1-5", "d 6-20"]


def test_an_id_depends_on_document_title_page_and_ordinal_alone() -> None:
    assert node_id("s", "The  Title", 3, 0) == node_id("s", "the title", 3, 0)
    assert len({node_id("s", "t", 3, 0), node_id("s", "t", 3, 1), node_id("s", "t", None, 0), node_id("r", "t", 3, 0)}) == 4


def test_a_span_is_said_with_question_marks_where_unknown() -> None:
    assert [str(Span(start=1, end=3)), str(Span(start=2, end=2)), str(Span(start=4)), str(Span())] == ["1-3", "2", "4-?", "?"]
