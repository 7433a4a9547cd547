"""Heading tags of the structure tree as evidence, where they carry their text."""

from __future__ import annotations

from collections.abc import Sequence

from core.evidence.lookup import Find, Lines
from core.evidence.model import Pointer
from core.pdf.reading import Tag


def tag_pointers(tags: Sequence[Tag], lines: Lines) -> tuple[list[Pointer], list[Find | None]]:
    """Tagged headings with their level and the place where their text stands; those without text or page are left out."""
    pointers: list[Pointer] = []
    places: list[Find | None] = []
    for tag in tags:
        if not tag.title or tag.page is None:
            continue
        finds = lines.find(tag.title, tag.page)
        pointers.append(Pointer(tag.title, tag.page, None, tag.level, f"tag H{tag.level}" if tag.level else "heading tag"))
        places.append(finds[0] if finds else None)
    return pointers, places
