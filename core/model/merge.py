"""The engine's outline with a model's changes made on it, and the tree of the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from core.draft.flat import NOTHING_FOUND
from core.draft.grow import FRONT_MATTER
from core.edit import RederiveEnds, apply
from core.model.accept import Change
from core.model.answers import Do, Quality
from core.model.levels import kind_of
from core.model.outline import Item, insert, smooth
from core.tree import Anchor, Evidence, Node, Source, Span, Tree, node_id
from core.verify.index import Index

SPLIT = "split"
"""Note of a section that was made to split a longer one."""
CONFIDENCE = {Quality.HIGH.value: 0.9, Quality.MEDIUM.value: 0.7, Quality.LOW.value: 0.4}
"""Of sections that a model added, by its rating of the window."""


class Verdict(NamedTuple):
    """What is taken from one window: its changes, with the pages and the rating that go into the evidence.

    `whole`: the window spoke of the whole draft, not of its own pages alone. `doubted` are changes that wait
    for a second look.
    """

    window: int
    pages: tuple[int, ...]
    changes: tuple[Change, ...]
    rating: str
    whole: bool = False
    doubted: tuple[Change, ...] = ()


def merged(engine: Sequence[Item], verdicts: Iterable[Verdict], index: Index) -> list[Item]:
    """The outline with the changes of all windows, in window order, depths as the model says (see `core.model.levels`)."""
    items = list(engine)
    for verdict in verdicts:
        items = _applied(items, verdict, index)
    return items


def _applied(items: list[Item], verdict: Verdict, index: Index) -> list[Item]:
    rejected = {change.ref for change in verdict.changes if change.do is Do.REJECT}
    corrected = {change.ref: change for change in verdict.changes if change.do is Do.CORRECT}
    told = set(verdict.pages)
    items = _orphans_moved(items, rejected, corrected)
    found = []
    for item in items:
        if item.ref in rejected:
            continue
        if item.ref in corrected:
            item = _corrected(item, corrected[item.ref])
        if item.page in told:
            item = item._replace(rating=verdict.rating, note=item.note or "confirmed")
        if item.page in told or (verdict.whole and told):
            item = item._replace(heard=True)
        found.append(item)
    taken = {item.first for item in found if item.first >= 0}
    added = 0
    for change in verdict.changes:
        if change.do is Do.ADD and change.first not in taken:
            taken.add(change.first)
            added += 1
            level = change.level or _level_here(found, change, index)
            ref = f"m{verdict.window}.{added}"
            insert(found, Item(ref, change.title, change.page, change.first, level, None, verdict.rating, "added"), index)
    return found


def _orphans_moved(items: list[Item], rejected: Container[str], corrected: Mapping[str, Change]) -> list[Item]:
    """Sections below a rejected one go where those of their siblings go that the model speaks of, with all below them."""
    found = list(items)
    for at, parent in enumerate(items):
        if parent.ref not in rejected:
            continue
        end = next((nth for nth in range(at + 1, len(items)) if items[nth].level <= parent.level), len(items))
        direct = min((item.level for item in items[at + 1 : end]), default=0)
        told = [
            change.level
            for item in items[at + 1 : end]
            if item.level == direct and (change := corrected.get(item.ref)) is not None and change.level
        ]
        by = Counter(told).most_common(1)[0][0] - direct if told else 0
        shift = 0
        for nth in range(at + 1, end):
            if items[nth].level == direct:
                shift = 0 if items[nth].ref in corrected else by
            if shift and items[nth].ref not in corrected:
                found[nth] = found[nth]._replace(level=max(1, items[nth].level + shift))
    return found


def _corrected(item: Item, change: Change) -> Item:
    return item._replace(
        title=change.title or item.title,
        page=change.page if change.page is not None else item.page,
        first=change.first if change.page is not None else item.first,
        level=change.level or item.level,
        note="corrected",
    )


def _level_here(items: Sequence[Item], change: Change, index: Index) -> int:
    """The level of other headings set like it, else that of the section before it."""
    kind = kind_of(change.first, index)
    alike = [item.level for item in items if kind is not None and kind_of(item.first, index) == kind]
    if alike:
        return Counter(alike).most_common(1)[0][0]
    before = [item.level for item in items if item.page is not None and change.page is not None and item.page <= change.page]
    return before[-1] if before else 1


def to_tree(items: Sequence[Item], base: Tree, index: Index) -> Tree:
    """The tree of an outline. Nodes of the engine keep their ids and all that is not changed; ends follow from the starts."""
    used: Counter[tuple[str, int | None]] = Counter()
    ids = {item.node.id for item in items if item.node is not None}
    made = [(1, front)] if (front := _front_matter(items, base, index)) else []
    made += [(item.level, _node(item, base, index, used, ids)) for item in smooth(items)]
    drafted = base.with_nodes(_nested(made))
    if base.flat:
        warnings = tuple(each for each in base.warnings if each != NOTHING_FOUND)
        drafted = drafted.model_copy(update={"flat": False, "warnings": warnings})
    return apply(drafted, RederiveEnds())


def _front_matter(items: Sequence[Item], base: Tree, index: Index) -> Node | None:
    """A node for the text that stands on pages before the first section's; the engine's own, if it made one."""
    first = min((item.page for item in items if item.page is not None), default=1)
    if not any(page.lines for page in index.evidence.reading.pages[: first - 1]):
        return None
    own = next((node for node in base.nodes if node.synthetic and not base.flat), None)
    return own or Node(
        id=node_id(base.sha256, FRONT_MATTER, 1, 0),
        title=FRONT_MATTER,
        span=Span(start=1),
        anchor=Anchor(page=1, y=0.0, tops_page=True),
        confidence=1.0,
        evidence=(Evidence(source=Source.PAGES, page=1, note=f"text before the first section on p. {first}"),),
        synthetic=True,
    )


def _node(item: Item, base: Tree, index: Index, used: Counter[tuple[str, int | None]], ids: set[str]) -> Node:
    told = _evidence(item)
    if item.node is not None:
        same = item.title == item.node.title and item.page == item.node.span.start
        node = item.node.with_(children=(), evidence=(*item.node.evidence, *told))
        if same:
            return node
        return node.with_(title=item.title, span=Span(start=item.page), anchor=anchor_of(item, index), synthetic=False)
    new = ""
    while not new or new in ids:
        new = node_id(base.sha256, item.title, item.page, used[item.title, item.page])
        used[item.title, item.page] += 1
    ids.add(new)
    return Node(
        id=new,
        title=item.title,
        span=Span(start=item.page),
        anchor=anchor_of(item, index),
        confidence=CONFIDENCE.get(item.rating),
        evidence=told,
    )


def _evidence(item: Item) -> tuple[Evidence, ...]:
    if not item.note:
        return ()
    if item.note == SPLIT:
        return (Evidence(source=Source.LAYOUT, page=item.page, note="passed over at first, taken to split a long section"),)
    note = f"{item.note}, pages rated {item.rating}" if item.rating else item.note
    return (Evidence(source=Source.MODEL, page=item.page, note=note),)


def anchor_of(item: Item, index: Index) -> Anchor | None:
    """Where the heading stands on its page, with whether it tops it."""
    if item.page is None or item.first < 0:
        return None
    line = index.lines[item.first]
    heading = index.heading_at.get(item.first)
    if heading is not None and index.first_of[heading.page] + heading.first == item.first:
        return Anchor(page=item.page, y=heading.box[1], box=heading.box, tops_page=heading.tops_page)
    start = index.first_of[item.page]
    above = [ordinal for ordinal in range(start, item.first) if ordinal not in index.running]
    return Anchor(page=item.page, y=line.y0, box=line.box, tops_page=not above)


def _nested(made: Sequence[tuple[int, Node]]) -> tuple[Node, ...]:
    """Nodes below each other by their levels."""

    def take(at: int, level: int) -> tuple[tuple[Node, ...], int]:
        found: list[Node] = []
        while at < len(made) and made[at][0] >= level:
            node = made[at][1]
            children, at = take(at + 1, made[at][0] + 1)
            found.append(node.with_(children=children))
        return tuple(found), at

    return take(0, 1)[0]
