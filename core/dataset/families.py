"""Families of documents, so that what is learned on one side of a split is not known from the other."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from typing import TypeVar

from core.pdf.reading import Reading

SHARES = {"train": 0.8, "validation": 0.1, "test": 0.1}
"""Shares of families, not of documents: large families make splits uneven."""

_SUBSET = re.compile(r"\A[A-Z]{6}\+")
K = TypeVar("K")

UNIT = 18.0
"""Points that page sizes are rounded to: trimmed copies of one book differ by less, A4 and letter by more."""


def family_of(reading: Reading) -> str:
    """A family told from the layout: documents with the same page size, text font and text size may come from one template.

    It errs on the side of large families: papers of one class by different authors count as one. Name families that you know.
    """
    fonts: Counter[tuple[str, float]] = Counter()
    sizes: Counter[tuple[int, int]] = Counter()
    for page in reading.pages:
        sizes[round(page.width / UNIT), round(page.height / UNIT)] += 1
        for line in page.lines:
            fonts[_SUBSET.sub("", line.font), round(line.size)] += len(line.text)
    traits = [_first(sizes), _first(fonts) if fonts else reading.sha256]
    return "layout-" + hashlib.blake2s(repr(traits).encode(), digest_size=6).hexdigest()


def split_of(family: str) -> str:
    """The split of a family: by its name alone, so that it stays there whatever else comes in."""
    place = int.from_bytes(hashlib.blake2s(family.encode(), digest_size=8).digest(), "big") / 2**64
    for split, share in SHARES.items():
        if place < share:
            return split
        place -= share
    return next(reversed(SHARES))


def _first(counts: Counter[K]) -> K:
    """The commonest; of equals the one that sorts first as text."""
    return min(counts, key=lambda each: (-counts[each], repr(each)))
