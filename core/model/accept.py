"""From what a model says to changes that the pages bear out.

A model may add, correct and reject; each is held against the pages before it counts. A title that stands nowhere is left out,
one that stands on another page is put there, a title is taken as printed. Additions and rejections then wait for a second look
(`core.model.confirm`), but for one of two sections of one title on one page.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from core.model.answers import Do, Entry
from core.model.outline import Item, snapped
from core.model.support import certain, in_paragraph
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
AGAINST_CERTAIN = 0.2
"""Share of a window's certain sections that a model may contradict, one in any case, before its window is not believed at all."""


class Change(NamedTuple):
    """A change that the pages bear out. `level` is `None` where the model gave none; `first` is the heading's first line."""

    do: Do
    ref: str
    title: str = ""
    page: int | None = None
    first: int = -1
    level: int | None = None


class Checked(NamedTuple):
    """A window's changes: those that count, and those that wait for a second look (`doubted`).

    `nowhere` are titles that stand nowhere, `open` sections that the document speaks of and that were not found, `refused` the
    number of entries not followed for another reason, `against` that of certain sections contradicted.
    """

    changes: tuple[Change, ...]
    doubted: tuple[Change, ...] = ()
    nowhere: tuple[Entry, ...] = ()
    open: tuple[Entry, ...] = ()
    refused: int = 0
    against: int = 0
    believed: bool = True


def check(entries: Sequence[Entry], items: Sequence[Item], shown: Sequence[Item], pages: Sequence[int], index: Index) -> Checked:
    """Hold a window's entries against the pages. `items` is the draft, `shown` what the model saw of it, `pages` what it read."""
    known = {item.ref: item for item in shown}
    rejected = {entry.ref for entry in entries if entry.do is Do.REJECT and entry.ref in known}
    at_line = {line: item for item in items for line in _lines(item, index)}
    changes: dict[tuple[str, int], Change] = {}
    doubted: dict[tuple[str, int], Change] = {}
    nowhere: list[Entry] = []
    open_entries: list[Entry] = []
    refused = 0
    against = {ref for ref in rejected if certain(known[ref])}
    for entry in entries:
        item = known.get(entry.ref)
        found: Change | None = None
        if entry.do is Do.REJECT:
            found = Change(Do.REJECT, entry.ref) if entry.ref in rejected else None
        elif item is not None and entry.do is Do.CORRECT:
            found = _correction(entry, item, pages, index, at_line)
            if certain(item) and _moves(entry, item) and (found is None or not found.title):
                against.add(item.ref)
        elif entry.title:
            taken = {change.first for change in (*changes.values(), *doubted.values())}
            found = _addition(entry, pages, index, at_line, taken, rejected)
            if found is None:
                (open_entries if _stands_somewhere(entry, index) else nowhere).append(entry)
                continue
        if found is None:
            refused += 1
            continue
        plain = found.do is Do.CORRECT or (item is not None and _set_twice(item, shown, rejected))
        (changes if plain else doubted).setdefault((found.ref, found.first if not found.ref else -1), found)
    for ref, first in changes:
        doubted.pop((ref, first), None)  # rejected and named anew: another title for the same section
    sure = sum(map(certain, shown))
    return Checked(
        tuple(changes.values()),
        tuple(doubted.values()),
        tuple(nowhere),
        tuple(open_entries),
        refused,
        len(against),
        len(against) <= max(1, AGAINST_CERTAIN * sure),
    )


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


def _set_twice(item: Item, shown: Sequence[Item], rejected: Container[str]) -> bool:
    """Whether the page has the title of a rejected item a second time, as another section: slides repeat theirs."""
    return any(
        other.page == item.page and key(other.title) == key(item.title) and other.ref not in rejected
        for other in shown
        if other is not item and item.ref in rejected
    )


def _lines(item: Item, index: Index) -> range:
    """The lines of an item's heading."""
    heading = index.heading_at.get(item.first)
    if item.first < 0 or heading is None:
        return range(item.first, item.first + (item.first >= 0))
    start = index.first_of[heading.page]
    return range(start + heading.first, start + heading.last + 1)


def _addition(
    entry: Entry, pages: Sequence[int], index: Index, at_line: dict[int, Item], taken: set[int], rejected: set[str]
) -> Change | None:
    """A new section, or a word on the depth of one that the draft has at that very place."""
    place = locate(entry.title, entry.page, pages, index, taken)
    if place is None:
        return None
    known = next((at_line[line] for line in range(place.first, place.last + 1) if line in at_line), None)
    if known is not None and place.page == entry.page:
        return _on_known(entry, known, place, index, anew=known.ref in rejected)
    if known is not None:
        return None
    if place.page != entry.page and any(item.title and key(item.title) == key(entry.title) for item in at_line.values()):
        return None  # the draft has this title where it stands; a wrong page does not make a second one
    if in_paragraph(place, index):
        return None
    printed = snapped(place, index, entry.title)
    return Change(Do.ADD, "", printed.title, place.page, printed.first, entry.level)


def _on_known(entry: Entry, known: Item, place: Place, index: Index, *, anew: bool) -> Change | None:
    """A word on a section that the draft has at this very place: its depth, or its title.

    Another title is taken where the draft took in what follows, or where the model rejects the section and names it `anew`.
    """
    new, old = take_apart(entry.title).bare, take_apart(known.title).bare
    if new != old and place.score == 100.0 and (anew or old.startswith(new)):
        title = snapped(place, index, entry.title).title if anew else " ".join(entry.title.split())
        return Change(Do.CORRECT, known.ref, title, known.page, known.first, entry.level)
    return Change(Do.CORRECT, known.ref, level=entry.level) if entry.level and not anew else None


def _moves(entry: Entry, item: Item) -> bool:
    """Whether a correction names another title or page than the draft."""
    return key(entry.title or item.title) != key(item.title) or (entry.page or item.page) != item.page


def _correction(entry: Entry, item: Item, pages: Sequence[int], index: Index, at_line: dict[int, Item]) -> Change | None:
    """Another title, page or depth for an item, as far as the pages bear it out."""
    level = entry.level if entry.level != item.level else None
    kept = Change(Do.CORRECT, item.ref, level=level) if level else None
    if not _moves(entry, item):
        return kept
    title = entry.title or item.title
    page = entry.page or item.page
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
        return kept
    printed = snapped(best, index, title)
    return Change(Do.CORRECT, item.ref, printed.title, best.page, printed.first, level)


def _stands_somewhere(entry: Entry, index: Index) -> bool:
    return any(place.how is not How.ENTRY for place in places(index, entry.title)) or bool(index.mentions(key(entry.title)))
