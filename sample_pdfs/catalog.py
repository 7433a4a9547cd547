"""The samples, in the order in which the app shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Sample:
    """One sample document and what is done to its PDF after typesetting.

    `tagged` keeps Typst's structure tags, `page_labels` its page labels. `bookmarks` replaces the
    embedded outline by rows of (level, title, page); `scans` are the pages turned into pictures.
    """

    stem: str
    title: str
    description: str
    language: str = "en"
    tagged: bool = False
    page_labels: bool = False
    bookmarks: tuple[tuple[int, str, int], ...] | None = None
    scans: tuple[int, ...] = ()

    def entry(self, pages: int, *, faulty: bool) -> dict[str, Any]:
        """The sample's row in catalog.json."""
        return {
            "file": f"{self.stem}.pdf",
            "title": self.title,
            "description": self.description,
            "pages": pages,
            "language": self.language,
            "faulty": f"{self.stem}.faulty.json" if faulty else None,
        }


SAMPLES: tuple[Sample, ...] = (
    Sample(
        stem="report-roman",
        title="The Harbour Clocks of Port Ellery",
        description="A report with roman front matter, a printed contents and appendices, and no bookmarks: "
        "printed page numbers are eight behind the physical ones.",
    ),
    Sample(
        stem="paper-two-column",
        title="Counting Lantern Kelp from the Air",
        description="A dense two-column paper with numbered headings, figures, tables and references.",
    ),
    Sample(
        stem="filing-items",
        title="Brindle & Quay Teapot Company: Annual Return",
        description="A filing in parts and items, with running headers that repeat the items' titles "
        "and a contents set as a table.",
    ),
)
