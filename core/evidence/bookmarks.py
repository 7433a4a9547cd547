"""The file's outline as evidence: worthless ones recognised, levels straightened, targets corrected where all are shifted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from core.evidence.lookup import Find, Lines, worth
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
    """The outline as pointers, each with the place where its title stands (`None` where it was not found)."""
    marks = usable(outline, pages)
    finds = [lines.find(mark.title) for mark in marks]
    shift = _shift(marks, finds)
    pointers: list[Pointer] = []
    places: list[Find | None] = []
    for nth, (mark, level, each) in enumerate(zip(marks, straightened([mark.level for mark in marks]), finds, strict=True)):
        page = None if mark.page is None or not 1 <= mark.page + shift <= pages else mark.page + shift
        y = mark.y if not shift else None
        find = _nearest(each, page, y, lines)
        if find is None and page is not None:
            find = lines.nearly(mark.title, "", page)
        if page is None and find is None:
            continue
        where = find.page if find is not None else page
        note = f"entry {nth + 1}" + (f", its target moved by {shift} pages" if shift else "")
        pointers.append(Pointer(mark.title, where or 1, y, level, note))
        places.append(find)
    return pointers, places


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


def _nearest(finds: Sequence[Find], page: int | None, y: float | None, lines: Lines) -> Find | None:
    """The find on the target's page nearest to its y; or the likeliest of all where the target has no page."""
    if page is None:
        best = max(finds, key=worth, default=None)
        return best if best is not None and best.sure >= 0.5 else None
    here = [find for find in finds if find.page == page]
    if not here:
        beside = [find for find in finds if abs(find.page - page) == 1 and find.sure >= 0.5 and find.alike > 0.9]
        return beside[0] if len(beside) == 1 else None
    if y is None or len(here) == 1:
        return here[0]
    content = lines.reading.pages[page - 1].lines
    return min(here, key=lambda find: abs(content[find.first].y0 - y))
