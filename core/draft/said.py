"""What the sources say of a section, in words for people."""

from __future__ import annotations

from collections.abc import Sequence

from core.draft.sections import Look, Section
from core.evidence.counting import scheme_of
from core.tree import Evidence, Source

Place = tuple[str, tuple[int, ...]]


def counts_on(sections: Sequence[Section]) -> list[str]:
    """For each section (in document order) what its number follows, "" where it has none."""
    last: dict[Place, str] = {}
    told = []
    for section in sections:
        number = section.number
        if number is None or section.heading is None or not section.heading.number:
            told.append("")
            continue
        scheme, parts, text = scheme_of(number), number.parts, section.heading.number.rstrip(".")
        before = last.get((scheme, (*parts[:-1], parts[-1] - 1)))
        above = last.get((scheme, parts[:-1])) if parts[-1] == 1 else None
        if before is not None:
            told.append(f"numbering {text} follows {before}")
        elif above is not None:
            told.append(f"numbering {text} is the first under {above}")
        elif parts[-1] > 1:
            told.append(f"numbering {text}, with nothing before it in the count")
        else:
            told.append(f"numbering {text} begins a count")
        last[scheme, parts] = text
    return told


def said(section: Section, count: str) -> list[Evidence]:
    """What each source said, in words; `count` is what `counts_on` tells of the section."""
    told: list[Evidence] = []
    if section.bookmark is not None:
        told.append(Evidence(source=Source.BOOKMARKS, page=section.bookmark.page, note=_marked(section, section.bookmark.note)))
    if section.entry is not None:
        note = f"printed contents p. {section.entry.page}, entry {section.entry.nth}"
        told.append(Evidence(source=Source.CONTENTS, page=section.entry.page, box=section.entry.box, note=note))
    if section.link is not None:
        told.append(Evidence(source=Source.LINKS, page=section.link.page, note=section.link.note))
    if section.destination is not None:
        told.append(Evidence(source=Source.DESTINATIONS, page=section.destination.page, note=section.destination.note))
    if section.tag is not None:
        told.append(Evidence(source=Source.TAGS, page=section.tag.page, note=section.tag.note))
    if section.heading is not None and section.look is not None:
        note = f"heading p. {section.page}, {_look(section.look)}"
        told.append(Evidence(source=Source.LAYOUT, page=section.page, box=section.heading.box, note=note))
        if section.heading.why:
            told.append(Evidence(source=Source.NETWORK, page=section.page, note=section.heading.why))
        if section.heading.number:
            told.append(Evidence(source=Source.NUMBERING, page=section.page, note=count or f"numbered {section.heading.number}"))
    return told


def _look(look: Look) -> str:
    words = [word for word, yes in (("bold", look.bold), ("italic", look.italic), ("capitals", look.caps)) if yes]
    return " ".join([*words, f"{look.size:g} pt"])


def _marked(section: Section, note: str) -> str:
    return note if section.heading is not None else f"{note}; its title was not found on p. {section.page}"
