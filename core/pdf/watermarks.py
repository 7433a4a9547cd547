"""Watermarks: text laid over page after page that belongs to none of them ("DRAFT", "Confidential", a download's stamp)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from core.pdf.reading import Line, Page

LEAST_PAGES, SHARE = 3, 0.6
"""A watermark stands at one place on so many pages, and on this share of the pages that have text."""
PROBES = 10
"""About so many pages, evenly spread, are looked at first; what stands on no two of them is no watermark."""
COVERING = 0.2
"""It stands aslant, or over other lines, on this share of its pages or more. A running header does neither on any."""

Key = tuple[str, int, int]
"""A line's text and the point where its box begins, in whole points."""


def without_watermarks(pages: Sequence[Page]) -> list[Page]:
    """The pages without the lines that are watermarks. One that has nothing else is taken for a scan."""
    marks = _marks(pages)
    return [_without(page, marks) if marks else page for page in pages]


def _without(page: Page, marks: set[Key]) -> Page:
    lines = tuple(line for line in page.lines if _key(line) not in marks)
    return page if len(lines) == len(page.lines) else page._replace(lines=lines, scan=page.scan or not lines)


def _marks(pages: Sequence[Page]) -> set[Key]:
    written = [page for page in pages if page.lines]
    probes = _counted(written[:: max(1, len(written) // PROBES)])
    suspects = {key for key, count in probes.items() if count > 1}
    texts = {text for text, _, _ in suspects}
    seen: Counter[Key] = Counter()
    over: Counter[Key] = Counter()
    for page in written:
        found = {_key(line): line for line in page.lines if line.text in texts}
        seen.update(found.keys() & suspects)
        over.update(key for key in found.keys() & suspects if not found[key].upright or _covers(found[key], page.lines))
    least = max(LEAST_PAGES, SHARE * len(written))
    return {key for key in suspects if seen[key] >= least and over[key] >= COVERING * seen[key]}


def _counted(pages: Iterable[Page]) -> Counter[Key]:
    """On how many pages each line stands."""
    return Counter(key for page in pages for key in {_key(line) for line in page.lines})


def _key(line: Line) -> Key:
    return line.text, int(line.x0), int(line.y0)


def _covers(line: Line, others: Iterable[Line]) -> bool:
    """Whether the middle of another line lies within this one's box."""
    return any(
        other is not line
        and line.y0 < (other.y0 + other.y1) / 2 < line.y1
        and line.x0 < other.x1
        and other.x0 < line.x1
        and other.text != line.text
        for other in others
    )
