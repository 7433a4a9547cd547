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
    Sample(
        stem="thesis-restarts",
        title="The Grammar of Fog",
        description="A thesis whose page numbers restart in every chapter, with blank left-hand pages "
        "and a section called Summary in each chapter.",
    ),
    Sample(
        stem="handbook-plain",
        title="Keeping House at the Aurelian",
        description="A handbook without any numbering: three levels told apart only by small capitals, bold and italics.",
    ),
    Sample(
        stem="wrong-bookmarks",
        title="Pellworth No. 4 Table Loom",
        description="A manual whose embedded bookmarks are wrong: misnamed, called Page 1 and Page 2, or two pages too far.",
        bookmarks=(
            (1, "Page 1", 1),
            (1, "Page 2", 2),
            (1, "Before You Begin", 4),
            (2, "Unpacking", 4),
            (1, "Setting Up", 5),
            (2, "The frame", 5),
            (1, "Winding", 6),
            (1, "Weaving", 8),
            (2, "Two patterns", 8),
            (1, "Care and Repair", 9),
            (1, "loom_no4_final2.indd", 1),
        ),
    ),
    Sample(
        stem="linked-contents",
        title="Standing Instructions for Observers of the Weather",
        description="A contents of linked entries, most of them wrapped over two lines, and no bookmarks.",
        page_labels=True,
    ),
    Sample(
        stem="scan-among",
        title="The Reading Room",
        description="A catalogue in which two sections are scanned pages without any text.",
        scans=(4, 6),
    ),
    Sample(
        stem="dense-late",
        title="The Terrier of the Commons of Wetherlow",
        description="Very dense pages whose sections start thousands of characters down the page.",
    ),
    Sample(
        stem="german-handbuch",
        title="Handbuch für den Betrieb der Seilbahn Oberwinkel",
        description="A German manual with bookmarks for its chapters only and the chapter's number on the line above its title.",
        language="de",
    ),
    Sample(
        stem="french",
        title="Traité élémentaire de la neige d’été",
        description="A French treatise, tagged for accessibility, with numbers spelled out in words.",
        language="fr",
        tagged=True,
        page_labels=True,
    ),
    Sample(
        stem="spanish",
        title="Estatutos de la Cofradía de Relojeros de Sol",
        description="Spanish statutes in titles and articles, numbered on from one title to the next.",
        language="es",
    ),
    Sample(
        stem="russian",
        title="Устав речной почты",
        description="A Russian postal code in chapters and paragraphs, with a printed contents.",
        language="ru",
    ),
    Sample(
        stem="greek",
        title="Ο κήπος των ανέμων",
        description="A Greek garden guide without a printed contents.",
        language="el",
    ),
    Sample(
        stem="chinese",
        title="云溪茶馆手册",
        description="A Chinese teahouse handbook with chapters and sections numbered in characters.",
        language="zh",
    ),
    Sample(
        stem="arabic",
        title="دليل مكتبة الواحة",
        description="An Arabic library guide, set from right to left.",
        language="ar",
    ),
    Sample(
        stem="hebrew",
        title="מדריך לשומרי המגדלור",
        description="A Hebrew lighthouse guide, set from right to left.",
        language="he",
    ),
)
