"""Trees for tests: by hand in one line a node, and at random."""

from __future__ import annotations

import string
from collections.abc import Iterator

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from core.tree import Anchor, Evidence, Node, Review, Source, Span, Tree

PAGES = 20

settings.register_profile("trees", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("trees")
"""Drawing a tree takes its time on a busy machine; that is no fault of the code under test."""


def tree(*lines: str, pages: int = PAGES) -> Tree:
    """A tree from lines "  id start-end", indented by two spaces a level; a start followed by ^ stands at the top of its page."""
    rows = [_row(line) for line in lines]

    def below(level: int) -> Iterator[Node]:
        while rows and rows[0][0] == level:
            node = rows.pop(0)[1]
            yield node.with_(children=tuple(below(level + 1)))

    return Tree(name="a.pdf", pages=pages, sha256="0" * 64, nodes=tuple(below(0)))


def outline(of: Tree) -> list[str]:
    """A tree as the lines that `tree` takes, without marks for page tops."""
    return ["  " * (place.level - 1) + f"{place.node.id} {place.node.span}" for place in of.walk()]


def _row(line: str) -> tuple[int, Node]:
    words = line.split()
    start, _, end = words[1].partition("-") if len(words) > 1 else ("?", "", "")
    first = None if start == "?" else int(start.rstrip("^"))
    last = first if not end else None if end == "?" else int(end)
    anchor = Anchor(page=first, tops_page=True) if first and start.endswith("^") else None
    node = Node(id=words[0], title=words[0].upper(), span=Span(start=first, end=last), anchor=anchor)
    return (len(line) - len(line.lstrip())) // 2, node


TITLES = st.text(min_size=1, max_size=12).filter(str.strip)
SHORT_PAGES = st.none() | st.integers(1, PAGES)
FLOATS = st.floats(0, 1000, allow_nan=False)


@st.composite
def nodes(draw: st.DrawFn, ids: Iterator[str], depth: int, pages: st.SearchStrategy[int | None], plain: bool) -> Node:
    start = draw(pages)
    rich = not plain
    return Node(
        id=next(ids),
        title=draw(TITLES),
        span=Span(start=start, end=draw(pages)),
        anchor=draw(st.none() | st.builds(Anchor, page=st.integers(1, PAGES), y=st.none() | FLOATS, tops_page=st.booleans()))
        if rich
        else None,
        summary=draw(st.text(max_size=10)),
        confidence=draw(st.none() | st.floats(0, 1)) if rich else None,
        evidence=tuple(
            draw(st.lists(st.builds(Evidence, source=st.sampled_from(Source), page=pages, note=st.text(max_size=5)), max_size=2))
        )
        if rich
        else (Evidence(source=Source.IMPORT, page=start),),
        review=draw(st.sampled_from(Review)) if rich else Review.UNREVIEWED,
        synthetic=draw(st.booleans()) if rich else False,
        note=draw(st.text(max_size=5)) if rich else "",
        end_by_hand=draw(st.booleans()) if rich else False,
        children=tuple(draw(nodes(ids, depth - 1, pages, plain)) for _ in range(draw(st.integers(0, 2)) if depth else 0)),
    )


@st.composite
def trees(draw: st.DrawFn, *, plain: bool = False, pages: st.SearchStrategy[int | None] = SHORT_PAGES, at_least: int = 0) -> Tree:
    """Any tree, faults in its pages included. A `plain` one holds only what PageIndex's format can."""
    ids = iter(f"{letter}{nth}" for nth in range(1000) for letter in string.ascii_lowercase)
    return Tree(
        name=draw(TITLES),
        pages=PAGES,
        sha256="0" * 64,
        title=draw(st.text(max_size=5)),
        producer="pageindex" if plain else draw(st.text(max_size=5)),
        warnings=() if plain else tuple(draw(st.lists(st.text(max_size=5), max_size=2))),
        nodes=tuple(draw(nodes(ids, 2, pages, plain)) for _ in range(draw(st.integers(at_least, 3)))),
    )
