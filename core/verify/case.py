"""A tree under test with what is known of it: the common ground of all checks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from core.edit import Edit
from core.evidence.model import Heading
from core.evidence.numbering import Number, parse
from core.report import Finding, Repair, Seen, Status
from core.spans import derived_ends
from core.tree import Anchor, Node, Placed, Tree
from core.verify.codes import CODES
from core.verify.index import Index
from core.verify.places import Place
from core.verify.starts import Judged


@dataclass(frozen=True)
class Case:
    """`judged` holds what was said of each node's start."""

    tree: Tree
    index: Index
    judged: dict[str, Judged]

    @cached_property
    def placed(self) -> list[Placed]:
        return list(self.tree.walk())

    @cached_property
    def order(self) -> dict[str, int]:
        """Each node's ordinal in document order."""
        return {placed.node.id: nth for nth, placed in enumerate(self.placed)}

    @cached_property
    def numbers(self) -> dict[str, Number]:
        """The numbering of each node that has any: its title's, or that of its heading where the title has none."""
        found = {}
        for placed in self.placed:
            place = self.judged[placed.node.id].place
            heading = self.heading(place) if place else None
            number = parse(placed.node.title) or (parse(heading.title) if heading else None)
            if number is not None and not number.weak:
                found[placed.node.id] = number
        return found

    @cached_property
    def ends(self) -> dict[str, int | None]:
        """End pages as they follow from the starts, within the document."""
        return {node: end and min(end, self.tree.pages) for node, end in derived_ends(self.tree).items()}

    @cached_property
    def claimed(self) -> set[int]:
        """Ordinals of the lines that nodes take for their headings."""
        return {
            line for judged in self.judged.values() if judged.place for line in range(judged.place.first, judged.place.last + 1)
        }

    @cached_property
    def _sound(self) -> set[str]:
        last = self.tree.pages
        return {
            placed.node.id
            for placed in self.placed
            if self.judged[placed.node.id].status is Status.OK and 1 <= (placed.node.span.start or 0) <= last
        }

    def sound(self, node: Node) -> bool:
        """Whether the node's start can be relied on when others are judged."""
        return node.id in self._sound

    @cached_property
    def between(self) -> dict[str, tuple[int, int]]:
        """Ordinals of the headings of the nodes before and after each node, as far as they are known."""
        found: dict[str, tuple[int, int]] = {}
        last = -1
        for placed in self.placed:
            found[placed.node.id] = (last, len(self.index.lines))
            place = self.judged[placed.node.id].place
            last = place.last if place else last
        following = len(self.index.lines)
        for placed in reversed(self.placed):
            found[placed.node.id] = (found[placed.node.id][0], following)
            place = self.judged[placed.node.id].place
            following = place.first if place else following
        return found

    def unclaimed(self, node: Node) -> list[Heading]:
        """Heading candidates on a node's stated page, between its neighbours' headings, that no node claims."""
        start = node.span.start or 0
        low, high = self.between[node.id]
        found = []
        for heading in self.index.on_page.get(start, ()):
            first = self.index.first_of[start] + heading.first
            lines = range(first, first + heading.last - heading.first + 1)
            if low < first < high and not any(line in self.claimed or line in self.index.running for line in lines):
                found.append(heading)
        return found

    def has_text(self, page: int) -> bool:
        """Whether the page is there and holds text."""
        pages = self.index.evidence.reading.pages
        return page <= len(pages) and bool(pages[page - 1].lines)

    def heading(self, place: Place) -> Heading | None:
        return self.index.heading_at.get(place.first) or self.index.heading_at.get(place.last)

    def anchor(self, place: Place) -> Anchor:
        """The anchor of a section whose heading stands at this place."""
        heading = self.heading(place)
        box = heading.box if heading else place.box(self.index)
        return Anchor(page=place.page, y=box[1], box=box, tops_page=heading.tops_page if heading else None)

    def seen(self, place: Place) -> Seen:
        return Seen(page=place.page, box=place.box(self.index), text=place.text(self.index)[:200], score=round(place.score, 1))

    def seen_heading(self, heading: Heading) -> Seen:
        return Seen(page=heading.page, box=heading.box, text=heading.title[:200])


def trust(worth: float) -> float:
    """A place's worth as a confidence from 0 to 1."""
    return round(1 / (1 + math.exp(-(worth + 1))), 3)


def finding(
    code: str,
    message: str,
    node_id: str | None = None,
    *,
    confidence: float = 1.0,
    seen: Sequence[Seen] = (),
    repairs: Sequence[Repair] = (),
) -> Finding:
    """A finding of a known code, with its severity."""
    return Finding(
        code=code,
        severity=CODES[code].severity,
        message=message,
        node_id=node_id,
        confidence=confidence,
        seen=tuple(seen),
        repairs=tuple(repairs),
    )


def repair(label: str, *edits: Edit, confidence: float) -> Repair:
    return Repair(label=label, edits=edits, confidence=confidence)


def quoted(title: str) -> str:
    """A title as it stands in a message."""
    title = " ".join(title.split())
    return f'"{title if len(title) <= 60 else title[:57] + "..."}"'


def pages_named(pages: Sequence[int]) -> str:
    """ "page 3", "pages 3, 5 and 9"."""
    shown = [str(page) for page in pages[:5]] + (["others"] if len(pages) > 5 else [])
    if len(shown) == 1:
        return f"page {shown[0]}"
    return f"pages {', '.join(shown[:-1])} and {shown[-1]}"
