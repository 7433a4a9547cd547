"""Headings of the document that the tree leaves out, each with its place in the tree."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from core.edit import Add, Edit
from core.evidence.model import Heading
from core.evidence.numbering import parse
from core.evidence.numerals import COUNTED
from core.report import Finding
from core.tree import Anchor, Evidence, Node, Placed, Source, Span, node_id
from core.verify.case import Case, finding, quoted, repair
from core.verify.match import number_alone, take_apart
from core.verify.titles import meant

CLEAR = 0.85
"""Confidence of layout from which a heading that the tree leaves out is reported."""
ALIKE = 2
"""Headings of one style that the tree must hold, for others in that style to count as sections of that level."""
LONG = 4.0
"""Times the median length of its siblings, from which a section without children is suspiciously long ..."""
LEAST_PAGES = 4
"""... if it has at least as many pages."""
LEAST_INSIDE = 2
"""Headings inside from which it is too coarse."""


@dataclass(frozen=True)
class Missing:
    """A heading that the tree leaves out. `after` is the node that it follows.

    `level` is what its number or style says; it is below `after` where neither says anything, and `sure` is false then.
    `above` is the section that its number names.
    """

    heading: Heading
    level: int
    after: Placed | None
    confidence: float
    sure: bool
    above: str | None = None


def on_missing(case: Case) -> Iterator[Finding]:
    """Findings on headings left out, then on sections that are too coarse."""
    if case.tree.flat:
        return
    missing = list(_missing(case))
    for each in missing:
        add = _add(case, each) if each.sure else None
        if add is None:
            continue
        where = f"after {quoted(each.after.node.title)}" if each.after else "before all others"
        yield finding(
            "section-missing",
            f"The heading {quoted(each.heading.title)} on page {each.heading.page} is not in the tree: add it {where}.",
            each.after.node.id if each.after else None,
            confidence=each.confidence,
            seen=[case.seen_heading(each.heading)],
            repairs=[repair(f"Add {quoted(each.heading.title)}", add, confidence=each.confidence)],
        )
    yield from _too_coarse(case, missing)


def _missing(case: Case) -> Iterator[Missing]:
    """Clear headings that no node claims. The first of all, before any section, is the document's own title."""
    styles, numbered, deepest = _levels_of_styles(case), Numbered.of(case), _deepest(case)
    titles = {take_apart(placed.node.title).bare for placed in case.placed}
    order = _by_place(case)
    listed = set(case.index.evidence.contents_pages)
    named = {found[0] for placed in case.placed if (found := meant(case, placed.node))}
    at, after, opening = 0, None, True
    for heading in case.index.evidence.headings:
        if heading.confidence < CLEAR or heading.page in listed or heading in named:
            continue
        first = case.index.first_of[heading.page] + heading.first
        while at < len(order) and order[at][0] <= first:
            after = order[at][1]
            at += 1
        if after is None and opening:
            opening = False
            continue
        number = parse(heading.title)
        if deepest and number is not None and number.depth > deepest:
            continue
        lines = range(first, first + heading.last - heading.first + 1)
        if any(line in case.claimed or line in case.index.running for line in lines) or not _is_title(heading.title):
            continue
        above = numbered.above(heading)
        level, share = styles.get(heading.style, (0, 0.0))
        if above is not None:
            yield Missing(heading, above.level + 1, after, heading.confidence, True, above.node.id)
        elif level and (heading.number or take_apart(heading.title).bare not in titles):
            yield Missing(heading, level, after, round(heading.confidence * share, 3), True)
        elif after is not None:
            yield Missing(heading, after.level + 1, after, heading.confidence, False)


def _deepest(case: Case) -> int:
    """The depth of numbers beyond which neither the printed contents nor the tree go: so deep its authors mean to be
    found, and the tree follows them. 0 where the contents list nothing with a number."""
    evidence = case.index.evidence
    listed = [parse(evidence.headings[entry.heading].title) for entry in evidence.contents if entry.heading >= 0]
    depths = [number.depth for number in listed if number is not None and not number.weak]
    return max([*depths, *(number.depth for number in case.numbers.values())]) if depths else 0


def _is_title(text: str) -> bool:
    """Whether it is more than a number ("Chapter 7", "SEVEN"), which stands over the title proper."""
    return not number_alone(text) and text.strip().casefold() not in COUNTED


def _levels_of_styles(case: Case) -> dict[int, tuple[int, float]]:
    """The usual level of each heading style in the tree, and the share of its headings that have it."""
    seen: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for placed in case.placed:
        place = case.judged[placed.node.id].place
        heading = case.heading(place) if place else None
        if heading is not None:
            seen[heading.style][placed.level] += 1
    found = {}
    for style, levels in seen.items():
        total = sum(levels.values())
        level, count = levels.most_common(1)[0]
        if total >= ALIKE:
            found[style] = (level, count / total)
    return found


@dataclass(frozen=True)
class Numbered:
    """The tree's nodes by their numbers."""

    by_parts: dict[tuple[str, tuple[int, ...]], list[Placed]]

    @staticmethod
    def of(case: Case) -> Numbered:
        found: defaultdict[tuple[str, tuple[int, ...]], list[Placed]] = defaultdict(list)
        for node, number in case.numbers.items():
            found[number.scheme, number.parts].append(case.tree.placed[node])
        return Numbered(found)

    def above(self, heading: Heading) -> Placed | None:
        """The section that the heading's number places it under ("3.2" under "3"): the last such one that starts before it."""
        number = parse(heading.title)
        if number is None or number.depth < 2:
            return None
        known = self.by_parts.get((number.scheme, number.parts[:-1]), ())
        return next((placed for placed in reversed(known) if (placed.node.span.start or 0) <= heading.page), None)


def _by_place(case: Case) -> list[tuple[int, Placed]]:
    """Nodes by the ordinal of their heading's line."""
    known = [(place.first, placed) for placed in case.placed if (place := case.judged[placed.node.id].place)]
    return sorted(known, key=lambda entry: entry[0])


def _add(case: Case, missing: Missing) -> Add | None:
    """The edit that adds the heading as a section, after what precedes it."""
    heading = missing.heading
    new = _node(case, heading)
    if new.id in case.tree.placed:
        return None
    parent, index = _parent(case, missing), 0
    if parent is None and missing.after is None:
        return Add(node=new, parent=None, index=0)
    last = case.order[missing.after.node.id] if missing.after else -1
    for nth, sibling in enumerate(case.tree.siblings(parent)):
        if case.order[sibling.id] <= last:
            index = nth + 1
    return Add(node=new, parent=parent, index=index)


def _parent(case: Case, missing: Missing) -> str | None:
    """The section that the new one belongs to: the one that its number names, else the last above its level."""
    if missing.above is not None or missing.after is None:
        return missing.above
    line = [missing.after.node.id, *case.tree.ancestors(missing.after.node.id)]
    return next((node for node in line if case.tree.find(node).level < missing.level), None)


def _node(case: Case, heading: Heading) -> Node:
    box = heading.box
    return Node(
        id=node_id(case.tree.sha256, heading.title, heading.page, heading.first),
        title=heading.title,
        span=Span(start=heading.page, end=heading.page),
        anchor=Anchor(page=heading.page, y=box[1], box=box, tops_page=heading.tops_page),
        confidence=heading.confidence,
        evidence=(Evidence(source=Source.LAYOUT, page=heading.page, box=box, note=heading.why),),
    )


def _too_coarse(case: Case, missing: list[Missing]) -> Iterator[Finding]:
    inside: defaultdict[str, list[Missing]] = defaultdict(list)
    for each in missing:
        if each.after is not None and not each.after.node.children and each.level > each.after.level:
            inside[each.after.node.id].append(each)
    for node, held in inside.items():
        placed = case.tree.find(node)
        lengths = [_length(case, sibling) for sibling in case.tree.siblings(placed.parent) if sibling.id != node]
        length = _length(case, placed.node)
        if len(held) < LEAST_INSIDE or length < LEAST_PAGES or not lengths or length < LONG * median(lengths):
            continue
        adds: list[Edit] = [Add(node=_node(case, each.heading), parent=node, index=nth) for nth, each in enumerate(held)]
        confidence = min(each.confidence for each in held)
        yield finding(
            "too-coarse",
            f"{quoted(placed.node.title)} takes {length} pages, far more than the sections beside it, and holds "
            f"{len(held)} headings that the tree leaves out: add them below it.",
            node,
            confidence=confidence,
            seen=[case.seen_heading(each.heading) for each in held[:5]],
            repairs=[repair(f"Add {len(held)} sections", *adds, confidence=confidence)],
        )


def _length(case: Case, node: Node) -> int:
    start, end = node.span.start, case.ends[node.id]
    return 1 if start is None or end is None else max(end - start + 1, 1)
