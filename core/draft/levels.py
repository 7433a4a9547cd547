"""Levels of the chosen sections, out of the whole document at once.

Sections are sorted into kinds: the scheme and depth of the number together with the style they are set in. Numbering, printed
contents, bookmarks, destinations, size and weight then vote on which kind lies above which (`core.evidence.layers`); where a
source names a section's own level, that section follows the source rather than its kind.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import fmean
from typing import NamedTuple

from core.draft.counts import below_counts, counted_on, under_their_numbers
from core.draft.sections import Look, Section, without_names
from core.evidence.counting import scheme_of
from core.evidence.layers import Vote, layered

MAX_KINDS = 26
"""Kinds that are told apart; sections of rarer ones join the kind most like theirs."""
DEPTH, LISTED, MARKED, LED = 6.0, 4.0, 8.0, 8.0
"""Weights of the votes: numbering depth in one scheme, levels in printed contents, bookmarks, destinations."""
SAME_LOOK, SAME_LOOK_COUNTED, LARGER, BOLDER, CAPITAL, UPRIGHT = 3.0, 1.5, 2.5, 1.2, 0.8, 0.5
"""Weights of what the look says of two kinds: equal look (numbered by two schemes: less), and each way in which one stands
out."""
EQUAL_DEPTH = 1.5
"""Weight of numbers of equal depth in two schemes ("2.1" and "A.1", "ETA 2.1")."""
INSIDE = 3.0
"""Weight of standing between consecutive numbers of one count."""
NEST, ALWAYS = 4.0, 0.8
"""Weight of numbers that start over under another kind; the share of their restarts before which the other must stand."""
MIXED = 0.15
"""Share of a bookmark level's numbered sections from which a depth counts as meant to stand there."""
UNLISTED = 4.0
"""Weight of absence from the printed contents; `MOSTLY` is the share that counts as listed, of `LEAST_UNLISTED` sections or
more."""
MOSTLY, LEAST_UNLISTED = 0.8, 3

Key = tuple[str, int, int]


class _Kind(NamedTuple):
    scheme: str
    depth: int
    look: Look | None
    held: int
    members: tuple[int, ...]


def levels_of(sections: Sequence[Section]) -> list[int]:
    """A level from 1 for each section, in document order; levels may still jump (the tree closes jumps)."""
    if not sections:
        return []
    sections = without_names(_without_flat(sections))
    kinds, kind_of = _kinds(sections)
    votes = _votes(sections, kinds)
    found = layered(len(kinds), votes, _first_guess(kinds))
    levels = [found[kind] for kind in kind_of]
    for told in (_told_by_destinations, _told_by_contents, _told_by_bookmarks):
        levels = _followed(levels, [told(section) for section in sections])
    return below_counts(sections, under_their_numbers(sections, levels))


def _told_by_contents(section: Section) -> int:
    return section.entry.level if section.entry else 0


def _told_by_destinations(section: Section) -> int:
    return section.destination.level if section.destination else 0


def _told_by_bookmarks(section: Section) -> int:
    return section.bookmark.level if section.bookmark else 0


def _without_flat(sections: Sequence[Section]) -> list[Section]:
    """The sections, levels that say nothing taken out.

    A flat outline or contents list tells of no depth; nor does a level of an outline that holds several depths of one
    numbering ("6.2" beside "6.2.1"), for the sections so numbered.
    """
    marks = {section.bookmark.level for section in sections if section.bookmark}
    listed = {section.entry.level for section in sections if section.entry}
    mixed = set() if len(marks) == 1 else _mixed(sections)
    return [
        replace(
            section,
            bookmark=section.bookmark._replace(level=0)
            if section.bookmark and (len(marks) == 1 or (section.number is not None and section.bookmark.level in mixed))
            else section.bookmark,
            entry=section.entry._replace(level=0) if section.entry and len(listed) == 1 else section.entry,
        )
        for section in sections
    ]


def _mixed(sections: Sequence[Section]) -> set[int]:
    """Levels of the outline at which one numbering scheme stands in several depths."""
    depths: dict[tuple[int, str], Counter[int]] = defaultdict(Counter)
    for section in sections:
        if section.bookmark is not None and section.number is not None:
            depths[section.bookmark.level, scheme_of(section.number)][section.number.depth] += 1
    return {
        level for (level, _), each in depths.items() if sum(count >= max(2, MIXED * each.total()) for count in each.values()) > 1
    }


def _followed(levels: list[int], told: Sequence[int]) -> list[int]:
    """The levels, those a source tells replaced by the level that the source's own usually gets."""
    seen: dict[int, Counter[int]] = defaultdict(Counter)
    for level, own in zip(levels, told, strict=True):
        if own:
            seen[own][level] += 1
    if not seen:
        return levels
    meant: dict[int, int] = {}
    last = 0
    for own in sorted(seen):
        last = max(seen[own].most_common(1)[0][0], last + 1)
        meant[own] = last
    return [meant[own] if own else level for level, own in zip(levels, told, strict=True)]


def _kinds(sections: Sequence[Section]) -> tuple[list[_Kind], list[int]]:
    keys = [_key(section) for section in sections]
    common = [key for key, _ in Counter(keys).most_common(MAX_KINDS)]
    joined = {key: key if key in common else _nearest(key, common) for key in set(keys)}
    members: dict[Key, list[int]] = defaultdict(list)
    for nth, key in enumerate(keys):
        members[joined[key]].append(nth)
    order = list(members)
    kinds = [
        _Kind(key[0], key[1], _usual(sections[nth].look for nth in members[key] if _key(sections[nth]) == key), len(members[key]),
              tuple(members[key]))
        for key in order
    ]  # fmt: skip
    place = {key: nth for nth, key in enumerate(order)}
    return kinds, [place[joined[key]] for key in keys]


def _key(section: Section) -> Key:
    number = section.number
    style = section.heading.style if section.heading else -1
    caps = bool(section.look and section.look.caps)
    if number is not None:
        return scheme_of(number), number.depth, style * 4 + caps
    return "", 0, style * 4 + 2 * bool(section.look and section.look.centred) + caps


def _nearest(key: Key, common: list[Key]) -> Key:
    return max(common, key=lambda other: (key[:2] == other[:2], key[2] == other[2], key[0] == other[0]))


def _usual(looks: object) -> Look | None:
    counted = Counter(look for look in looks if look is not None)  # type: ignore[attr-defined]
    return counted.most_common(1)[0][0] if counted else None


def _first_guess(kinds: Sequence[_Kind]) -> list[int]:
    sizes = sorted({kind.look.size for kind in kinds if kind.look}, reverse=True)
    return [kind.depth or (min(sizes.index(kind.look.size) + 1, 5) if kind.look else 1) for kind in kinds]


def _votes(sections: Sequence[Section], kinds: Sequence[_Kind]) -> list[Vote]:
    votes: list[Vote] = []
    told: list[tuple[Callable[[Section], int], float]] = [
        (_told_by_contents, LISTED),
        (_told_by_bookmarks, MARKED),
        (_told_by_destinations, LED),
    ]
    for source, weight in told:
        votes += _source_votes(
            [[source(sections[nth]) for nth in kind.members if source(sections[nth])] for kind in kinds], weight
        )
    for a, one in enumerate(kinds):
        for b, other in enumerate(kinds):
            if a == b:
                continue
            shared = min(one.held, other.held) ** 0.5
            if _one_scheme(one, other) and (one.depth, a) < (other.depth, b):
                votes.append(Vote(a, b, other.depth - one.depth, DEPTH * shared))
            if one.depth == other.depth > 1 and one.scheme != other.scheme and a < b:
                votes.append(Vote(a, b, 0, EQUAL_DEPTH * shared))
            votes += [vote._replace(weight=vote.weight * shared) for vote in _look_votes(a, one, b, other)]
    votes += _nesting(sections, kinds)
    votes += _inside(sections, kinds)
    votes += _unlisted(sections, kinds)
    return votes


def _inside(sections: Sequence[Section], kinds: Sequence[_Kind]) -> list[Vote]:
    """What stands between one number and the next of its count ("2.1" and "2.2") lies below them."""
    kind_of = {nth: at for at, kind in enumerate(kinds) for nth in kind.members}
    inside: Counter[tuple[int, int]] = Counter()
    for before, nth in counted_on(sections):
        for between in range(before + 1, nth):
            inside[kind_of[before], kind_of[between]] += 1
    return [
        Vote(a, b, None, INSIDE * count**0.5)
        for (a, b), count in inside.items()
        if a != b and count >= ALWAYS * kinds[b].held and not _one_scheme(kinds[a], kinds[b])
    ]


def _one_scheme(one: _Kind, other: _Kind) -> bool:
    return bool(one.scheme) and one.scheme == other.scheme


def _unlisted(sections: Sequence[Section], kinds: Sequence[_Kind]) -> list[Vote]:
    """Kinds that the printed contents leave out lie below those that they list."""
    listed = [sum(sections[nth].entry is not None for nth in kind.members) / kind.held for kind in kinds]
    return [
        Vote(a, b, None, UNLISTED * min(kinds[a].held, kinds[b].held) ** 0.5)
        for a, one in enumerate(listed)
        for b, other in enumerate(listed)
        if one > MOSTLY and other < 1 - MOSTLY and kinds[b].held >= LEAST_UNLISTED
    ]


def _source_votes(levels: Sequence[Sequence[int]], weight: float) -> list[Vote]:
    """Votes of a source that names levels of its own, by the mean level of each kind's sections that it names."""
    means = [(nth, fmean(each), len(each)) for nth, each in enumerate(levels) if each]
    votes = []
    for at, (a, mean_a, count_a) in enumerate(means):
        for b, mean_b, count_b in means[at + 1 :]:
            by = round(mean_b - mean_a)
            pair = (a, b) if by >= 0 else (b, a)
            votes.append(Vote(*pair, abs(by), weight * min(count_a, count_b) ** 0.5))
    return votes


def _look_votes(a: int, one: _Kind, b: int, other: _Kind) -> list[Vote]:
    first, second = one.look, other.look
    if first is None or second is None:
        return []
    if abs(first.size - second.size) <= 0.5 and first[1:4] == second[1:4]:
        if one.scheme and other.scheme:
            return [Vote(a, b, 0, SAME_LOOK_COUNTED)] if a < b and one.scheme != other.scheme else []
        return [Vote(a, b, 0, SAME_LOOK)] if a < b else []
    if first.size > second.size + 0.5:
        return [Vote(a, b, None, LARGER)]
    if second.size > first.size + 0.5:
        return []
    if first.bold != second.bold:
        return [Vote(a, b, None, BOLDER)] if first.bold else []
    if first.caps != second.caps:
        return [Vote(a, b, None, CAPITAL)] if first.caps else []
    return [Vote(a, b, None, UPRIGHT)] if second.italic and not first.italic else []


def _nesting(sections: Sequence[Section], kinds: Sequence[_Kind]) -> list[Vote]:
    """A scheme whose count starts over after each section of another kind lies below that kind."""
    kind_of = {nth: at for at, kind in enumerate(kinds) for nth in kind.members}
    restarts: Counter[tuple[int, int]] = Counter()
    times: Counter[int] = Counter()
    since: dict[str, set[int]] = defaultdict(set)
    seen: set[str] = set()
    for nth, section in enumerate(sections):
        kind = kind_of[nth]
        number = section.number
        if number is not None and number.depth == 1:
            scheme = scheme_of(number)
            if number.parts[-1] == 1 and scheme in seen:
                times[kind] += 1
                restarts.update((between, kind) for between in since[scheme])
            seen.add(scheme)
            since[scheme] = set()
        for scheme in seen:
            if number is None or scheme_of(number) != scheme:
                since[scheme].add(kind)
    always = {pair: count for pair, count in restarts.items() if count >= ALWAYS * times[pair[1]]}
    return [Vote(a, b, None, NEST * count**0.5) for (a, b), count in always.items() if a != b and (b, a) not in always]
