"""From sections with levels to a tree without faults: nesting, anchors, spans, ids, and what to tell people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from core.draft.flat import page_warnings
from core.draft.said import counts_on, said
from core.draft.sections import Section
from core.evidence.model import DocumentEvidence, Heading
from core.evidence.network import asked
from core.spans import follow
from core.tree import MAX_DEPTH, MAX_NODES, MAX_TITLE, Anchor, Evidence, Node, Source, Span, Tree, node_id

_COUNTER = re.compile(r"第\s?([\d〇零一二三四五六七八九十百]+)\s?([章节節部编編篇条條卷回])\s?")
"""A Chinese counter, whose spacing layout loses or adds where the font changes."""

FRONT_MATTER = "Front matter"
TOP = 0.2
"""Of a heading's font size: by so much a line must stand above it to count as standing before it on the page."""
PRODUCER = "treeproof engine"
WITH_NETWORK = "; layout network"
"""What a tree's producer ends in where the layout network had a say: it is another tree than the engine's alone."""


def grown(evidence: DocumentEvidence, sections: Sequence[Section], levels: Sequence[int], sure: Sequence[float]) -> Tree:
    """The tree of `sections` (in document order); a level that jumps is closed up."""
    reading = evidence.reading
    given: Counter[tuple[str, int]] = Counter()
    flat: list[tuple[int, Node]] = []
    stack: list[int] = []
    counts = counts_on(sections)
    if (front := _front_matter(evidence, sections)) is not None:
        flat.append((1, front))
    for section, level, confidence, count in list(zip(sections, levels, sure, counts, strict=True))[: MAX_NODES - 1]:
        while stack and stack[-1] >= level:
            stack.pop()
        if len(stack) < MAX_DEPTH:
            stack.append(level)
        title = tidy(section.title)
        nth = given[title.casefold(), section.page]
        given[title.casefold(), section.page] += 1
        own_id = node_id(reading.sha256, title, section.page, nth)
        flat.append((len(stack), _node(evidence, section, title, confidence, own_id, count)))
    tree = Tree(
        name=reading.name,
        pages=len(reading.pages),
        sha256=reading.sha256,
        producer=PRODUCER + WITH_NETWORK if asked(evidence) else PRODUCER,
        warnings=page_warnings(reading),
        nodes=_nested(flat),
    )
    return follow(tree, tree, all_ends=True)


def tidy(title: str) -> str:
    """A title in one line, with single spaces, no longer than a tree takes."""
    title = " ".join(title.replace("\u00ad", "").split())
    if "第" in title:
        title = _COUNTER.sub(r"第\1\2 ", title)
    return title.strip()[:MAX_TITLE]


def _nested(flat: Sequence[tuple[int, Node]]) -> tuple[Node, ...]:
    """Nodes put under their parents, from the last to the first so that each is complete when it is placed."""
    open_at: dict[int, list[Node]] = {}
    for level, node in reversed(flat):
        children = tuple(reversed(open_at.pop(level + 1, [])))
        for deeper in [each for each in open_at if each > level + 1]:
            del open_at[deeper]
        open_at.setdefault(level, []).append(node.with_(children=children) if children else node)
    return tuple(reversed(open_at.get(1, [])))


def _node(evidence: DocumentEvidence, section: Section, title: str, confidence: float, own_id: str, count: str) -> Node:
    heading = section.heading
    anchor = Anchor(
        page=section.page,
        y=section.y,
        box=heading.box if heading else None,
        tops_page=_tops_page(evidence, section, heading) if heading else None,
    )
    return Node(
        id=own_id,
        title=title,
        span=Span(start=section.page),
        anchor=anchor,
        confidence=round(min(max(confidence, 0.0), 1.0), 3),
        evidence=tuple(said(section, count)),
        # "Cover", "Appendices": the file names a part of itself by a word that is printed nowhere there.
        synthetic=heading is None and section.bookmark is not None and bool(evidence.reading.pages[section.page - 1].lines),
    )


def _tops_page(evidence: DocumentEvidence, section: Section, heading: Heading) -> bool:
    """Whether nothing but running lines stands above the heading or before it."""
    lines = evidence.reading.pages[section.page - 1].lines
    top = heading.box[1] - TOP * lines[heading.first].size
    return not any(
        (section.page, nth) not in evidence.running and (nth < section.first or line.y1 < top)
        for nth, line in enumerate(lines)
        if line.upright and not section.first <= nth <= heading.last
    )


def _front_matter(evidence: DocumentEvidence, sections: Sequence[Section]) -> Node | None:
    """A node for text that stands on pages before the first section's."""
    first = sections[0]
    reading = evidence.reading
    before = reading.pages[: first.page - 1]
    if not any(page.lines for page in before):
        return None
    return Node(
        id=node_id(reading.sha256, FRONT_MATTER, 1, 0),
        title=FRONT_MATTER,
        span=Span(start=1),
        anchor=Anchor(page=1, y=0.0, tops_page=True),
        confidence=1.0,
        evidence=(Evidence(source=Source.PAGES, page=1, note=f"text before the first section on p. {first.page}"),),
        synthetic=True,
    )
