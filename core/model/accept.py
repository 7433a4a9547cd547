"""From what a model says to changes that the pages bear out.

A model may add, correct and reject; each is held against the pages before it counts. A title that stands nowhere is left out,
one that stands on another page is put there, a title is taken as printed. What the engine is certain of is not
rejected on a model's word, and a window that does so freely is not believed in anything it rejects.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from core.model.answers import Do, Entry
from core.model.outline import Item, snapped
from core.verify.index import Index
from core.verify.match import key, take_apart
from core.verify.places import Place, places
from core.verify.worth import How

# Measured on the 72 documents of tests/bench: of 2,600 right headings all but 10 stand where their worth is above 0.
ENOUGH_HERE = 0.0
"""Worth of a place on the page that the model names."""
ENOUGH_NEAR = 0.5
"""Worth of one on another page of the window."""
ENOUGH_FAR = 2.0
"""Worth of one elsewhere in the document, which moreover must be the only one."""
RUNNING_HERE = -4.6
"""Worth of a running header that is a heading, where it stands for the first time or after a list of all (slides do that)."""
MOVE_GAIN = 0.5
"""Worth that a place must have beyond the draft's own, to move a section that stands where the draft says."""
CERTAIN = 0.75
"""The engine's confidence from which a model's word alone does not remove a section."""
DOUBTED_REJECTIONS = 0.2
"""Share of a window's certain sections that a model may reject before none of its rejections there counts."""
LIKELY = 0.3
"""Confidence from which layout's word for a line outweighs that it reads like part of a sentence."""


FAINT = 0.05
"""Confidence below which layout does not speak for a line."""
UNSPOKEN = 2
UNSPOKEN_SHARE = 0.25
"""Additions that nothing but the model speaks for: more than so many, and than this share of the draft shown, are text."""


class Change(NamedTuple):
    """A change that the pages bear out. `level` is `None` where the model gave none; `first` is the heading's first line."""

    do: Do
    ref: str
    title: str = ""
    page: int | None = None
    first: int = -1
    level: int | None = None


class Checked(NamedTuple):
    """A window's changes, the titles that stand nowhere, the number of entries not followed for another reason, and the items
    that were rejected although the engine is certain of them. `open` are sections that the document speaks of, not found yet."""

    changes: tuple[Change, ...]
    nowhere: tuple[Entry, ...]
    refused: int
    doubted: frozenset[str] = frozenset()
    open: tuple[Entry, ...] = ()


def certain(item: Item) -> bool:
    """Whether the engine is so sure of a section that a model's word alone does not remove it."""
    return item.node is not None and (item.node.confidence or 0.0) >= CERTAIN


def check(entries: Sequence[Entry], items: Sequence[Item], shown: Sequence[Item], pages: Sequence[int], index: Index) -> Checked:
    """Hold a window's entries against the pages. `items` is the draft, `shown` what the model saw of it, `pages` what it read."""
    known = {item.ref: item for item in shown}
    rejected, doubted = _rejected(entries, shown, index)
    at_line = {item.first: item for item in items if item.first >= 0 and item.ref not in rejected}
    changes: dict[tuple[str, int], Change] = {}
    nowhere: list[Entry] = []
    open_entries: list[Entry] = []
    refused = 0
    for entry in entries:
        item = known.get(entry.ref)
        if entry.do is Do.REJECT:
            found = Change(Do.REJECT, entry.ref) if entry.ref in rejected else None
        elif item is not None and entry.do is Do.CORRECT:
            found = _correction(entry, item, pages, index, at_line)
        elif not entry.title:
            found = None
        else:
            found = _addition(entry, pages, index, at_line, {change.first for change in changes.values()})
            if found is None:
                (open_entries if _stands_somewhere(entry, index) else nowhere).append(entry)
                continue
        if found is None:
            refused += 1
        else:
            changes.setdefault((found.ref, found.first if not found.ref else -1), found)
    kept = _without_text(list(changes.values()), len(shown), index)
    return Checked(tuple(kept), tuple(nowhere), refused + len(changes) - len(kept), frozenset(doubted), tuple(open_entries))


def locate(title: str, page: int | None, pages: Sequence[int], index: Index, taken: Container[int] = ()) -> Place | None:
    """Where a section of this title starts: on the page named, else near it in the window, else at the only place left."""
    options = [place for place in places(index, title) if place.how is not How.ENTRY and place.first not in taken]
    here = [place for place in options if place.page == page and place.worth >= ENOUGH_HERE]
    if here:
        return max(here, key=lambda place: place.worth)
    running = [place for place in options if place.how is How.RUNNING and place.worth >= RUNNING_HERE]
    if running and any(place.page == page for place in running):
        listed = any(place.how is How.ALONE and place.worth >= ENOUGH_HERE and place.page < (page or 0) for place in options)
        return next((place for place in running if place.page == page), None) if listed or running[0].page == page else None
    near = [place for place in options if place.page in pages and place.worth >= ENOUGH_NEAR]
    if near:
        return min(near, key=lambda place: (abs(place.page - page) if page else 0, -place.worth))
    far = [place for place in options if place.worth >= ENOUGH_FAR]
    return far[0] if len(far) == 1 else None


def _addition(entry: Entry, pages: Sequence[int], index: Index, at_line: dict[int, Item], taken: set[int]) -> Change | None:
    """A new section, or a word on the depth of one that the draft has at that very place."""
    place = locate(entry.title, entry.page, pages, index, taken)
    if place is None:
        return None
    known = next((at_line[line] for line in range(place.first, place.last + 1) if line in at_line), None)
    if known is not None and place.page == entry.page:
        return _on_known(entry, known, place, index)
    if known is not None:
        return None
    if place.page != entry.page and any(item.title and key(item.title) == key(entry.title) for item in at_line.values()):
        return None  # the draft has this title where it stands; a wrong page does not make a second one
    if in_paragraph(place, index):
        return None
    printed = snapped(place, index, entry.title)
    return Change(Do.ADD, "", printed.title, place.page, printed.first, entry.level)


def _on_known(entry: Entry, known: Item, place: Place, index: Index) -> Change | None:
    """A word on a section that the draft has at this very place: its depth, or its title where the draft took in what follows."""
    new, old = take_apart(entry.title).bare, take_apart(known.title).bare
    if new != old and old.startswith(new) and place.score == 100.0:
        return Change(Do.CORRECT, known.ref, " ".join(entry.title.split()), known.page, known.first, entry.level)
    return Change(Do.CORRECT, known.ref, level=entry.level) if entry.level else None


def _correction(entry: Entry, item: Item, pages: Sequence[int], index: Index, at_line: dict[int, Item]) -> Change | None:
    """Another title, page or depth for an item, as far as the pages bear it out."""
    level = entry.level if entry.level != item.level else None
    title = entry.title or item.title
    page = entry.page or item.page
    if key(title) == key(item.title) and page == item.page:
        return Change(Do.CORRECT, item.ref, level=level) if level else None
    own = next((place for place in places(index, item.title) if place.page == item.page and place.first == item.first), None)
    options = [
        place
        for place in places(index, title)
        if place.page == page
        and place.worth >= ENOUGH_HERE
        and place.how is not How.ENTRY
        and at_line.get(place.first, item) is item
    ]
    best = max(options, key=lambda place: place.worth, default=None)
    moved_for_less = best is not None and own is not None and best.first != own.first and best.worth < own.worth + MOVE_GAIN
    if best is None or moved_for_less or in_paragraph(best, index):
        return Change(Do.CORRECT, item.ref, level=level) if level else None
    printed = snapped(best, index, title)
    return Change(Do.CORRECT, item.ref, printed.title, best.page, printed.first, level)


def _rejected(entries: Sequence[Entry], shown: Sequence[Item], index: Index) -> tuple[set[str], set[str]]:
    """References of the items that a model may reject, and of those that it must be asked about once more.

    The engine is certain of the latter; but not of one whose title the draft keeps elsewhere (a running header taken for its
    section), or that the model puts on another page where it stands too. Too many of them, and the window is not believed.
    """
    items = {item.ref: item for item in shown}
    against = {entry.ref: items[entry.ref] for entry in entries if entry.do is Do.REJECT and entry.ref in items}
    others = {take_apart(item.title).bare for item in shown if item.ref not in against}
    free = {
        ref
        for ref, item in against.items()
        if not certain(item) or take_apart(item.title).bare in others or _stands_elsewhere(item, entries, index)
    }
    doubted = set(against) - free
    if len(doubted) > max(1, DOUBTED_REJECTIONS * sum(map(certain, shown))):
        return set(), set()
    return free, doubted


def _stands_elsewhere(item: Item, entries: Sequence[Entry], index: Index) -> bool:
    bare = take_apart(item.title).bare
    for entry in entries:
        if entry.do is Do.ADD and entry.page != item.page and take_apart(entry.title).bare == bare:
            place = locate(entry.title, entry.page, (), index)
            if place is not None and place.page == entry.page:
                return True
    return False


def _stands_somewhere(entry: Entry, index: Index) -> bool:
    return any(place.how is not How.ENTRY for place in places(index, entry.title)) or bool(index.mentions(key(entry.title)))


def _without_text(changes: list[Change], shown: int, index: Index) -> list[Change]:
    """The changes without additions that neither layout nor numbering speaks for, where these are too many to be sections."""
    bare = [change for change in changes if change.do is Do.ADD and _unspoken(change, index)]
    return [change for change in changes if change not in bare] if len(bare) > max(UNSPOKEN, UNSPOKEN_SHARE * shown) else changes


def _unspoken(change: Change, index: Index) -> bool:
    heading = index.heading_at.get(change.first)
    return (heading is None or heading.confidence < FAINT) and not take_apart(change.title).number


def in_paragraph(place: Place, index: Index) -> bool:
    """Whether the lines are part of running text: a sentence goes on into them or out of them, in one block and one style."""
    first, last = place.first, place.last
    heading = index.heading_at.get(first)
    if place.how in {How.RUN_IN, How.RUNNING} or (heading is not None and heading.confidence >= LIKELY):
        return False
    if take_apart(place.text(index)).number:
        return False
    before = _same_text(first - 1, first, index)
    after = _same_text(last, last + 1, index)
    starts_low = index.lines[first].text.strip()[:1].islower()
    goes_on = after and index.lines[last + 1].text.strip()[:1].islower()
    return (before and starts_low) or goes_on or (before and after)


def _same_text(one: int, other: int, index: Index) -> bool:
    """Whether two neighbouring lines are of one block and one style."""
    if one < 0 or other >= len(index.lines) or index.page_of[one] != index.page_of[other]:
        return False
    a, b = index.lines[one], index.lines[other]
    return (a.block, a.font, round(a.size, 1), a.bold, a.italic) == (b.block, b.font, round(b.size, 1), b.bold, b.italic)
