"""End pages that follow from what comes next.

A section ends where the next section that is not below it starts: on that page if it starts in the page's middle, on the page
before if it starts at the page's top. Where the place on the page is not known, the shared page counts for both. The last
section ends with the document. A parent covers its children.
"""

from __future__ import annotations

from core.tree import Node, Span, Tree


def derived_ends(tree: Tree) -> dict[str, int | None]:
    """The end page of each node that follows from the starts after it; `None` where its own start is not known.

    A start that lies before the node's own (a tree out of order) or beyond the document ends nothing.
    """
    places = list(tree.walk())
    ends: dict[str, int | None] = {}
    open_after: list[tuple[int, Node]] = []
    for place in reversed(places):
        while open_after and open_after[-1][0] > place.level:
            open_after.pop()
        ends[place.node.id] = _end(place.node, [node for _, node in reversed(open_after)], tree.pages)
        open_after = [entry for entry in open_after if entry[0] < place.level]
        open_after.append((place.level, place.node))
    for place in reversed(places):
        own = ends[place.node.id]
        below = [end for child in place.node.children if (end := ends[child.id]) is not None]
        if own is not None and below:
            ends[place.node.id] = max(own, *below)
    return ends


def follow(before: Tree, after: Tree, *, all_ends: bool = False) -> Tree:
    """`after`, with the ends that were as derived in `before` derived anew; ends set by hand stay (unless `all_ends`)."""
    old, new = derived_ends(before), derived_ends(after)

    def change(node: Node) -> Node:
        was = before.placed.get(node.id)
        by_hand = was is not None and was.node.span.end != old[node.id]
        if not all_ends and by_hand:
            return node
        end = new[node.id]
        return node if node.span.end == end else node.with_(span=Span(start=node.span.start, end=end))

    return after.map(change)


def _end(node: Node, later: list[Node], pages: int) -> int | None:
    start = node.span.start
    if start is None:
        return None
    for successor in later:
        at = successor.span.start
        if at is None or at < start or at > pages:
            continue
        if at == start:
            return start
        tops = successor.anchor is not None and successor.anchor.page == at and successor.anchor.tops_page
        return at - 1 if tops else at
    return max(start, pages)
