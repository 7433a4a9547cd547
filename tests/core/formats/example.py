"""A tree that uses everything a tree can hold."""

from __future__ import annotations

from core.tree import Anchor, Evidence, Node, Review, Source, Span, Tree

EXAMPLE = Tree(
    name="report.pdf",
    pages=12,
    sha256="5" * 64,
    title="Annual report",
    producer="treeproof 0.1",
    warnings=("Page 9 is a scan.",),
    description="What the year brought.",
    nodes=(
        Node(id="front", title="Preface / front matter", span=Span(start=1, end=2), synthetic=True),
        Node(
            id="0001",
            title="1 Übersicht = “overview” <b>",
            span=Span(start=3, end=8),
            anchor=Anchor(page=3, y=72.5, box=(72.0, 72.5, 300.0, 90.0), tops_page=True),
            summary="What\nfollows.",
            confidence=0.75,
            evidence=(Evidence(source=Source.BOOKMARKS, page=3, note="entry 1"), Evidence(source=Source.LAYOUT, page=3)),
            review=Review.CORRECTED,
            note="Checked with the printed copy.",
            end_by_hand=True,
            children=(
                Node(id="0002", title="1.1 数据", span=Span(start=4, end=6), review=Review.ACCEPTED),
                Node(id="0003", title="1.2 Results", span=Span(start=6, end=8), anchor=Anchor(page=6, y=400)),
            ),
        ),
        Node(id="0004", title="Appendix", span=Span()),
    ),
)
