"""Whether a model's word on the depth of sections is to be followed.

Nothing on a page says outright how deep a heading is, but headings that are set and numbered alike mostly stand equally deep. A
model that knows what it says moves such kinds as a whole; one that errs scatters them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.draft.sections import Look, look_of
from core.evidence.model import Heading
from core.evidence.numbering import parse
from core.model.outline import Item
from core.verify.index import Index
from core.verify.match import number_alone

# Measured on the documents of tests/bench: of all changes of depth that a right outline asks for, at most half newly stand apart
# (none in most documents, 0.4 and 0.5 in the worst); with depths drawn at random 0.51 to 0.96 do.
SCATTERED = 0.5
"""Headings that newly stand apart from their kind, per change of depth, up to which the model's depths are followed ..."""
SCATTERED_FEW = 0.25
FEW = 6
"""... and where there are fewer changes than this: chance alone does as well there."""
TOGETHER = 0.6
"""Share of a kind, all at one depth in the engine's draft, that must go to another for all of it to go there."""
MOST = 0.5
"""Likewise, for headings numbered alike in two parts or more."""
LEAST_KIND = 3
"""Members from which a kind is one."""

SLACK = 2.0
"""Points by which a number and its heading may differ in height, or overlap."""

Kind = tuple[Look, str, int]


def kind_of(first: int, index: Index) -> Kind | None:
    """What headings of one depth have in common: look, scheme and depth of numbering; `None` where layout saw no heading."""
    heading = index.heading_at.get(first)
    if heading is None:
        return None
    number = parse(heading.title if heading.number else f"{_number_beside(heading, index)} {heading.title}".strip())
    return look_of(index.evidence, heading), number.scheme if number else "", number.depth if number else 0


def _number_beside(heading: Heading, index: Index) -> str:
    """A number in a line of its own, left of the heading at its height, wherever in the page's order it comes."""
    x0, y0, _, y1 = heading.box
    for line in index.evidence.reading.pages[heading.page - 1].lines:
        if line.x1 <= x0 + SLACK and abs(line.y0 - y0) <= SLACK and line.y1 <= y1 + SLACK and number_alone(line.text):
            return line.text.strip()
    return ""


def settled(items: Sequence[Item], index: Index) -> list[Item]:
    """The items at the model's depths if these hold together, else at the engine's, but for kinds that moved as one."""
    kinds = [kind_of(item.first, index) for item in items]
    changed = [item.own > 0 and item.level != item.own for item in items]
    told = [item.level for item in items]
    own = [item.own if moved else item.level for item, moved in zip(items, changed, strict=True)]
    bound = SCATTERED if sum(changed) >= FEW else SCATTERED_FEW
    whole = _apart(kinds, told) - _apart(kinds, own) <= bound * sum(changed)
    votes = _votes(kinds, told)
    before = _votes(kinds, [item.own for item in items])
    found = []
    for item, kind, moved in zip(items, kinds, changed, strict=True):
        common = _common(votes[kind], before[kind], numbered=kind[2] >= 2) if kind is not None else None
        if common is not None and (moved or item.level != common):
            level = common
        else:
            level = item.level if whole or not moved else item.own
        found.append(item._replace(level=level))
    return found


def _common(votes: Counter[int], own: Counter[int], *, numbered: bool) -> int | None:
    """The depth at which a kind that the engine put at one depth is to stand as one; `None` where its members may part.

    Headings numbered "3.1", "3.2" never part: where no depth has most of them, they stay where they are.
    """
    before = set(own) - {0}
    if len(before) != 1 or votes.total() < LEAST_KIND:
        return None
    level, times = votes.most_common(1)[0]
    if times >= (MOST if numbered else TOGETHER) * votes.total():
        return level
    return before.pop() if numbered else None


def _votes(kinds: Sequence[Kind | None], levels: Sequence[int]) -> dict[Kind, Counter[int]]:
    votes: dict[Kind, Counter[int]] = {}
    for kind, level in zip(kinds, levels, strict=True):
        if kind is not None:
            votes.setdefault(kind, Counter())[level] += 1
    return votes


def _apart(kinds: Sequence[Kind | None], levels: Sequence[int]) -> int:
    """Headings that do not stand at the commonest depth of their kind."""
    return sum(each.total() - max(each.values()) for each in _votes(kinds, levels).values())
