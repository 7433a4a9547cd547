"""The fall-back: a flat tree over the pages of a document in which no sections were found."""

from __future__ import annotations

from core.pdf.reading import Reading
from core.tree import Anchor, Evidence, Node, Source, Span, Tree, node_id

MOST_GROUPS = 25
"""A longer document is cut into about so many groups of pages."""
ROUND = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)
"""Sizes of page groups, so that they end at round numbers."""

NOTHING_FOUND = "No sections were found in this document; the tree goes by pages. Add sections by hand, or try the thorough mode."


def flat_tree(reading: Reading) -> Tree:
    """One synthetic node a page, or a group of pages for a long document."""
    pages = len(reading.pages)
    size = next((size for size in ROUND if size * MOST_GROUPS >= pages), ROUND[-1])
    nodes = []
    for start in range(1, pages + 1, size):
        end = min(start + size - 1, pages)
        title = f"Page {start}" if start == end else f"Pages {start}-{end}"
        nodes.append(
            Node(
                id=node_id(reading.sha256, title, start, 0),
                title=title,
                span=Span(start=start, end=end),
                anchor=Anchor(page=start, y=0.0, tops_page=True),
                confidence=0.0,
                evidence=(Evidence(source=Source.PAGES, page=start, note="no heading was found"),),
                synthetic=True,
            )
        )
    return Tree(
        name=reading.name,
        pages=pages,
        sha256=reading.sha256,
        flat=True,
        warnings=(NOTHING_FOUND, *page_warnings(reading)),
        nodes=tuple(nodes),
    )


def page_warnings(reading: Reading) -> tuple[str, ...]:
    """Words for people on pages that could not be read, and on those without text, if there are any."""
    unreadable = reading.unreadable
    scans = tuple(page for page in reading.scans if page not in set(unreadable))
    told = []
    if unreadable:
        told.append(
            f"The file is damaged: {_ranges(unreadable)} could not be read, and sections that start there are missing. "
            "Get a fresh copy of the document to find them."
        )
    if scans:
        told.append(
            f"No text on {_ranges(scans)}: scanned pages are not read, and sections that start there are missing. "
            "Run OCR on the document first to find them."
        )
    return tuple(told)


def _ranges(pages: tuple[int, ...]) -> str:
    runs: list[list[int]] = []
    for page in pages:
        if runs and runs[-1][-1] == page - 1:
            runs[-1][-1:] = [runs[-1][-1], page] if len(runs[-1]) == 1 else [page]
        else:
            runs.append([page])
    words = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
    return f"page {words}" if len(pages) == 1 else f"pages {words}"
