"""Whether a model's word on the depth of sections is to be followed.

Nothing on a page says outright how deep a heading is, but headings that are set and numbered alike mostly stand equally deep. A
model that knows what it says moves such kinds as a whole; one that errs scatters them. So kinds move, and hardly ever a section
alone; a model that scatters them is not followed in any depth.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from core.draft.sections import Look, in_capitals, look_of
from core.evidence.model import Heading
from core.evidence.numbering import parse
from core.model.outline import Item
from core.model.support import borne_out
from core.verify.index import Index
from core.verify.match import number_alone

# Measured on the documents of tests/bench: with right depths at most 1 in 50 sections stands apart from what its kind is told,
# with depths drawn at random for 3 in 10 about 2 in 10 do.
SCATTERED = 0.1
"""Share of sections that are told another depth than most of their kind, up to which the model is followed."""
AGREED = 0.8
"""Share of a kind that must be told one depth for the kind to go there."""
COMMON = 0.8
"""Share of all sections whose kinds move by one shift, from which a section alone in its kind moves with them."""
RUN = 4
"""Sections that a run of one depth has on average in a group that parts; depths drawn at random have runs of one or two."""
PAIR, OUTLIERS = 2, 3
"""Sections that make a run in a group that parts, and in one that is told one depth but for a few."""
HOSTED = 4
"""Sections of one kind that may differ in depth when each stands directly below the last section of another kind."""
SLACK = 2.0
"""Points by which a number and its heading may differ in height, or overlap."""


class Kind(NamedTuple):
    """What headings of one depth have in common: their look, and the scheme and depth of their numbering."""

    look: Look
    scheme: str = ""
    depth: int = 0


class Group(NamedTuple):
    """Sections of one kind that the engine put at one depth."""

    kind: Kind
    own: int


def kind_of(first: int, index: Index) -> Kind | None:
    """The kind of the heading that starts at a line; `None` where there is no line."""
    if first < 0:
        return None
    heading = index.heading_at.get(first)
    if heading is None:
        line = index.lines[first]
        caps = in_capitals(line.text)
        return Kind(Look(round(line.size * 2) / 2, line.bold, line.italic, caps, line.color, False, line.font))
    number = parse(heading.title if heading.number else f"{_number_beside(heading, index)} {heading.title}".strip())
    return Kind(look_of(index.evidence, heading), number.scheme if number else "", number.depth if number else 0)


def _number_beside(heading: Heading, index: Index) -> str:
    """A number in a line of its own, left of the heading at its height, wherever in the page's order it comes."""
    x0, y0, _, y1 = heading.box
    for line in index.evidence.reading.pages[heading.page - 1].lines:
        if line.x1 <= x0 + SLACK and abs(line.y0 - y0) <= SLACK and line.y1 <= y1 + SLACK and number_alone(line.text):
            return line.text.strip()
    return ""


def settled(items: Sequence[Item], index: Index) -> list[Item]:
    """The items at the depths that the model and the pages agree upon; elsewhere the engine's own.

    Sections on pages that no kept answer spoke of have no say. Where there are such, the draft moves as a whole or not at all.
    """
    kinds = [kind_of(item.first, index) for item in items]
    members: defaultdict[Group, list[Item]] = defaultdict(list)
    for item, kind in zip(items, kinds, strict=True):
        if kind is not None and item.own and item.heard:
            members[Group(kind, item.own)].append(item)
    groups = {group: Counter(item.level for item in each) for group, each in members.items()}
    hosts = _hosts(items, kinds)
    parted = {ref for group, each in members.items() for ref in _parted(each, groups[group], hosts)}
    scattered = sum(_scattered(each, groups[group], parted) for group, each in members.items())
    followed = scattered <= SCATTERED * sum(len(each) for each in members.values() if len(each) > 1)
    agreed = {group: _agreed(group, groups) if followed else group.own for group in groups}
    shift = _common_shift(agreed, groups)
    if any(item.own and item.page is not None and not item.heard for item in items):
        agreed = {group: max(1, group.own + shift) for group in groups}  # in parts, only what moves the whole can be followed
        parted = set()
    drafted = [
        item._replace(level=_level(item, kind, agreed, groups, shift, followed=followed))
        if item.own and not (followed and item.ref in parted)
        else item
        for item, kind in zip(items, kinds, strict=True)
    ]
    return _with_added(drafted, kinds, index, followed=followed)


def _one(votes: Counter[int]) -> bool:
    """Whether a group is told one depth."""
    return votes.total() > 1 and votes.most_common(1)[0][1] >= AGREED * votes.total()


def _hosts(items: Sequence[Item], kinds: Sequence[Kind | None]) -> dict[str, int]:
    """For each section the depth of the last one of another kind before it, 0 where there is none."""
    found: dict[str, int] = {}
    before: tuple[Kind | None, int, int] | None = None  # kind and depth of the section before, and that section's own host
    for item, kind in zip(items, kinds, strict=True):
        host = 0 if before is None else before[2] if before[0] == kind else before[1]
        found[item.ref] = host
        before = (kind, item.level, host)
    return found


def _parted(group: Sequence[Item], votes: Counter[int], hosts: Mapping[str, int]) -> set[str]:
    """The sections of a group whose depths differ and yet follow a rule: where they stand, or what they stand below."""
    if len(votes) > 1 and len(group) >= HOSTED and all(item.level == hosts[item.ref] + 1 for item in group):
        return {item.ref for item in group}
    if not _one(votes):
        return _in_runs(group, PAIR)
    # Of a kind that moves, a few that stay in one place may be ones that the model passed over: that it says nothing is no word.
    return _in_runs(group, OUTLIERS) & {item.ref for item in group if item.level != item.own}


def _in_runs(group: Sequence[Item], shortest: int) -> set[str]:
    """Of a group that parts in few places, its sections in runs of one depth: slides of one part, say, under that part."""
    runs = [list(run) for _, run in groupby(group, key=lambda item: item.level)]
    if RUN * len(runs) > len(group):
        return set()
    return {item.ref for run in runs if len(run) >= shortest for item in run}


def _scattered(group: Sequence[Item], votes: Counter[int], parted: Container[str]) -> int:
    """Sections that are told another depth than most of their group, and than their neighbours in it."""
    common = votes.most_common(1)[0][0]
    return sum(item.level != common and item.ref not in parted for item in group)


def _agreed(group: Group, groups: Mapping[Group, Counter[int]]) -> int:
    """The depth at which a group is to stand: what it is told or, where too few of it are told anything, what it is told together
    with sections that are set like it but for capitals."""
    alike: Counter[int] = Counter()
    for other, votes in groups.items():
        if other.own == group.own and _in_small_letters(other.kind) == _in_small_letters(group.kind):
            alike += votes
    return next((votes.most_common(1)[0][0] for votes in (groups[group], alike) if _one(votes)), group.own)


def _in_small_letters(kind: Kind) -> Kind:
    return kind._replace(look=kind.look._replace(caps=False))


def _common_shift(agreed: Mapping[Group, int], groups: Mapping[Group, Counter[int]]) -> int:
    """By how much nearly everything moves; 0 where there is no such shift."""
    shifts: Counter[int] = Counter()
    for group, level in agreed.items():
        if groups[group].total() > 1:
            shifts[level - group.own] += groups[group].total()
    shift, times = shifts.most_common(1)[0] if shifts else (0, 0)
    return shift if times >= COMMON * shifts.total() else 0


def _level(
    item: Item,
    kind: Kind | None,
    agreed: Mapping[Group, int],
    groups: Mapping[Group, Counter[int]],
    shift: int,
    *,
    followed: bool,
) -> int:
    """Where a section of the engine's is to stand: with its kind, or with all others where it is alone in its kind."""
    if kind is None or not followed:
        return item.own
    level = agreed.get(Group(kind, item.own), max(1, item.own + shift))
    if level != item.own or item.level == item.own:
        return level
    alike: Counter[int] = Counter()
    for group, other in agreed.items():
        if group != Group(kind, item.own) and _counted_alike(group.kind, kind):
            alike[other] += groups[group].total()
    joins = bool(alike) and alike.most_common(1)[0][0] == item.level
    return item.level if joins or item.level == max(1, item.own + shift) else item.own


def _counted_alike(one: Kind, other: Kind) -> bool:
    return one == other or bool(one.scheme and one[1:] == other[1:])


def _with_added(items: Sequence[Item], kinds: Sequence[Kind | None], index: Index, *, followed: bool) -> list[Item]:
    """The items, with what the model added at the depth of its kind.

    An addition of no kind in the draft takes no section of the draft under it, unless layout takes it for a heading too, or that
    section has moved deeper. Of a model that is not followed in depths, one stays only where its kind has one depth.
    """
    told: defaultdict[Kind | None, Counter[int]] = defaultdict(Counter)
    known: defaultdict[Kind | None, set[int]] = defaultdict(set)
    for item, kind in zip(items, kinds, strict=True):
        if item.own:
            known[kind].add(item.level)
        else:
            told[kind][item.level] += 1
    found: list[Item] = []
    for at, (item, kind) in enumerate(zip(items, kinds, strict=True)):
        if item.own or kind is None or item.level in known[kind]:
            level = item.level
        elif len(known[kind]) == 1:
            level = min(known[kind])
        elif followed:
            common, times = told[kind].most_common(1)[0]
            level = common if times >= AGREED * told[kind].total() else item.level
        else:
            continue
        if not item.own and not known[kind] and not borne_out(item.first, index):
            after = next((each for each in items[at + 1 :] if each.own), None)
            level = max(level, after.level) if after is not None and after.level <= after.own else level
        if item.own or followed or len(known[kind]) == 1:
            found.append(item._replace(level=level))
    return found
