"""What is odd in a tree as a file gave it and was left so, in words: verification judges it, and offers the mends."""

from __future__ import annotations

from itertools import pairwise

from core.formats.reading import Notes
from core.tree import Node, Tree

KEPT = "and were left as they are, for verification to judge"


def kept(tree: Tree) -> list[str]:
    """A sentence for each kind of oddity in pages and spans, with the sections concerned."""
    notes = Notes()
    for place in tree.walk():
        node = place.node
        start, end = node.span.start, node.span.end
        title = _titled(node)
        if any(page is not None and not 1 <= page <= tree.pages for page in (start, end)):
            notes.add(f"Some pages lie outside the document, which has {tree.pages}, {KEPT}", f"{title} {node.span}")
        if start is not None and end is not None and end < start:
            notes.add(f"Some sections end before they start {KEPT}", f"{title} {start}-{end}")
        _among(node.children, notes)
        for child in node.children:
            if _sticks_out(child, node):
                notes.add(f"Some spans reach beyond the section above {KEPT}", f"{_titled(child)} {child.span} in {node.span}")
    _among(tree.nodes, notes)
    return notes.sentences()


def _among(siblings: tuple[Node, ...], notes: Notes) -> None:
    for one, other in pairwise(siblings):
        first, last, then = one.span.start, one.span.end, other.span.start
        if first is not None and then is not None and then < first:
            notes.add(f"Some sections start before the one listed above them {KEPT}", _titled(other))
        elif last is not None and then is not None and then < last:
            notes.add(f"Some spans overlap {KEPT}", f"{_titled(one)} {one.span} and {_titled(other)} {other.span}")


def _sticks_out(child: Node, parent: Node) -> bool:
    before = child.span.start is not None and parent.span.start is not None and child.span.start < parent.span.start
    after = child.span.end is not None and parent.span.end is not None and child.span.end > parent.span.end
    return before or after


def _titled(node: Node) -> str:
    return f"“{' '.join(node.title.split())[:40]}”"
