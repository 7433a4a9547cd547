"""The file's outline as evidence: worthless ones recognised, levels straightened, targets corrected where all are shifted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from core.evidence.lookup import Find, Lines, best_chain, worth
from core.evidence.model import Pointer
from core.evidence.titles import key
from core.pdf.reading import Bookmark

WORTHLESS = 0.5
"""Share of empty titles, page numbers and file names from which a whole outline says nothing."""
FEW = 0.1
"""Up to this share such titles are taken for what they are ("2", "L" in an index)."""
ONE_TITLE = 0.5
"""Share of one and the same title from which an outline says nothing."""
SHIFTED = 0.5
"""Share of the titles found that must lie equally far from their targets before all targets are moved; and three times as many as
lie on them. Outlines of the benchmark as they come have at most 0.1 off by one and the same number."""
ON_TARGET, OFF_TARGET = 2.0, -3.0
"""What a place gains by standing on the target's page, and loses by standing elsewhere, unless it is a likely heading."""
LIKELY = 0.5
FAR = 200.0
"""Points from the target's y, on its page, at which a place is worth one less."""
REACH = 12
"""Pages around its target in which a bookmark's heading is looked for."""
LEAST_PROOF = 3

_NOTHING = re.compile(
    r"(?:page|seite|p\.?|pg\.?|pág(?:ina)?\.?|стр(?:аница)?\.?|slide|folie|sheet|blatt|blank|untitled|unknown|bookmark)?\s*[-–#]?\s*"
    r"(?:\d+|(?-i:[ivxlc]+|[IVXLC]{2,}))?(?:\s*(?:of|/|von|de|из)\s*\d+)?|第\s*\d+\s*[页頁]|\d+\s*页",
    re.IGNORECASE,
)
_FILE = re.compile(r".*\.(?:pdf|docx?|odt|rtf|tex|dvi|ps|xlsx?|pptx?|indd|qxd|html?|txt|tiff?|jpe?g|png)\s*", re.IGNORECASE)


def worthless(title: str) -> bool:
    """Whether a bookmark's title names a page or a file, or nothing at all."""
    return bool(_NOTHING.fullmatch(title.strip())) or bool(_FILE.fullmatch(title)) or not key(title)


def usable(outline: Sequence[Bookmark], pages: int) -> list[Bookmark]:
    """The entries that say something, none if the outline as a whole is worthless."""
    if not outline:
        return []
    useless = sum(worthless(mark.title) for mark in outline)
    if useless > WORTHLESS * len(outline):
        return []
    kept = [mark for mark in outline if not worthless(mark.title)] if useless > FEW * len(outline) else list(outline)
    if len(kept) == 1 and pages > 1:
        return []
    commonest = max(Counter(key(mark.title) for mark in kept).values(), default=0)
    places = len({(mark.page, mark.y) for mark in kept})
    if len(kept) > 2 and (commonest > ONE_TITLE * len(kept) or places == 1):
        return []
    return kept


def straightened(levels: Sequence[int]) -> list[int]:
    """The levels with jumps closed: each is one deeper than the nearest shallower one before it."""
    result: list[int] = []
    stack: list[int] = []
    for level in levels:
        while stack and stack[-1] >= level:
            stack.pop()
        stack.append(level)
        result.append(len(stack))
    return result


def bookmark_pointers(outline: Sequence[Bookmark], lines: Lines, pages: int) -> tuple[list[Pointer], list[Find | None]]:
    """The outline as pointers, each with the place where its title stands (`None` where it was not found).

    A title that does not stand on its target's page, and does stand as a likely heading elsewhere, is led there, as far as
    the outline's order allows. Where most targets miss, one whose title is found nowhere is left out.
    """
    marks = usable(outline, pages)
    finds = [lines.find(mark.title) for mark in marks]
    shift = _shift(marks, finds)
    targets = [mark.page + shift if mark.page is not None and 1 <= mark.page + shift <= pages else None for mark in marks]
    places = _places(marks, finds, targets, shift, lines)
    known = [find.page == target for find, target in zip(places, targets, strict=True) if find is not None and target is not None]
    trusted = not shift and 2 * sum(known) >= len(known)
    pointers: list[Pointer] = []
    kept: list[Find | None] = []
    levels = straightened([mark.level for mark in marks])
    for nth, (mark, level, find, target) in enumerate(zip(marks, levels, places, targets, strict=True)):
        if find is None and (target is None or not trusted):
            continue
        page = find.page if find is not None else target
        moved = target is not None and page != target - shift
        note = f"entry {nth + 1}" + (f", its target p. {mark.page} corrected" if moved else "")
        pointers.append(Pointer(mark.title, page or 1, mark.y if find is None else None, level, note))
        kept.append(find)
    return pointers, kept


def _places(
    marks: Sequence[Bookmark], finds: Sequence[list[Find]], targets: Sequence[int | None], shift: int, lines: Lines
) -> list[Find | None]:
    """Where each title stands: on its target's page, near its y, or else where a heading says so and the order allows it."""

    def value(mark: Bookmark, find: Find, target: int | None) -> float:
        away = abs(find.page - target) if target is not None else None
        bonus = ON_TARGET if away == 0 else 0.0 if find.sure >= LIKELY and find.alike > 0.9 else OFF_TARGET
        if away == 0 and mark.y is not None and not shift:
            bonus -= min(abs(lines.reading.pages[find.page - 1].lines[find.first].y0 - mark.y), FAR) / FAR
        return worth(find) + bonus

    rows = zip(marks, finds, targets, strict=True)
    chain = best_chain([[(find, value(mark, find, target)) for find in each] for mark, each, target in rows])
    places: list[Find | None] = []
    for mark, each, target, chosen in zip(marks, finds, targets, chain, strict=True):
        here = [find for find in each if find.page == target]
        if chosen is None and here:
            chosen = max(here, key=lambda find: value(mark, find, find.page))
        if chosen is None and target is not None:
            chosen = lines.nearly(mark.title, "", target)
        places.append(chosen)
    return places


def _shift(marks: Sequence[Bookmark], finds: Sequence[Sequence[Find]]) -> int:
    """By how many pages all targets must be moved."""
    away: Counter[int] = Counter()
    found = on_target = 0
    for mark, each in zip(marks, finds, strict=True):
        likely = {find.page - mark.page for find in each if mark.page is not None and find.alike > 0.9 and find.sure >= 0.3}
        near = {shift for shift in likely if abs(shift) <= REACH}
        if near:
            found += 1
            on_target += 0 in near
            away.update(near)
    away.pop(0, None)
    if not away:
        return 0
    shift, count = max(away.items(), key=lambda each: (each[1], -abs(each[0])))
    return shift if count >= max(LEAST_PROOF, SHIFTED * found) and count >= 3 * on_target else 0
