"""Typeset the sample documents and write down their right section trees.

    python sample_pdfs/make.py               rebuild everything
    python sample_pdfs/make.py STEM ...      rebuild some
    python sample_pdfs/make.py --check       rebuild in memory and compare with what is committed

A sample is one Typst source in src/. Its tree is not written by hand: every source ends with
``report-sections``, which lists each heading with the page and the place where Typst put it, and
:func:`structure` turns that list into spans. Pages are 1-based physical pages, spans are inclusive
and cover all descendants. A section whose successor starts in mid-page ends on that page; one whose
successor opens its page ends on the page before.

Building needs the ``typst`` package (a development dependency) and, for the fonts that it does not
bundle, the Debian packages fonts-texgyre, fonts-lato, fonts-noto-core and
fonts-noto-cjk. Reading the samples needs none of these: PDFs and trees are committed. With the same
versions of Typst, PyMuPDF and the fonts, a rebuild gives the same bytes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymupdf
import typst
from catalog import SAMPLES, Sample
from faults import FAULTS, FIRST, faulty_draft
from finish import apply_finish

HERE = Path(__file__).resolve().parent

HEADING_SLACK = 3.0
"""Points by which the line above a heading may reach below the heading's top."""


@dataclass(frozen=True)
class Heading:
    """A heading as Typst placed it: `page` is 1-based, `x` and `y` are points from the top left."""

    level: int
    title: str
    page: int
    x: float
    y: float


@dataclass(frozen=True)
class Layout:
    """What a source reports of itself: its headings, and where its type area starts."""

    body_top: float
    columns: int
    headings: tuple[Heading, ...]


@dataclass(frozen=True)
class Built:
    """One sample, built: the bytes of its PDF and its right tree."""

    pdf: bytes
    tree: dict[str, Any]


def typeset(sample: Sample) -> tuple[bytes, Layout]:
    """Compile a source; a warning of Typst (an unknown font, say) is an error here."""
    compiler = typst.Compiler(str(HERE / "src" / f"{sample.stem}.typ"), root=str(HERE))
    pdf, warnings = compiler.compile_with_warnings(format="pdf", pdf_tags=sample.tagged)
    if warnings:
        raise SystemExit(f"{sample.stem}: {'; '.join(str(w) for w in warnings)}")
    if not isinstance(pdf, bytes):
        raise SystemExit(f"{sample.stem}: Typst gave no PDF")
    told = json.loads(compiler.query("<sections>", field="value", one=True))
    headings = tuple(Heading(**heading) for heading in told["sections"])
    return pdf, Layout(told["body-top"], told["columns"], headings)


def opens_page(heading: Heading, layout: Layout, page: pymupdf.Page) -> bool:
    """Whether nothing of the page's body is read before the heading."""
    if layout.columns > 1 and heading.x > page.rect.width / 2:
        return False
    blocks = page.get_text("dict", flags=pymupdf.TEXTFLAGS_DICT)["blocks"]
    boxes = [pymupdf.Rect(line["bbox"]) for block in blocks for line in block.get("lines", [])]
    boxes += [pymupdf.Rect(drawing["rect"]) for drawing in page.get_drawings()]
    return not any(box.y0 >= layout.body_top - HEADING_SLACK and box.y1 <= heading.y + HEADING_SLACK for box in boxes)


def structure(layout: Layout, document: pymupdf.Document) -> list[dict[str, Any]]:
    """The nested sections, in PageIndex's shape, with node ids in reading order."""
    headings = layout.headings
    roots: list[dict[str, Any]] = []
    path: list[dict[str, Any]] = []
    for index, heading in enumerate(headings):
        successor = next((h for h in headings[index + 1 :] if h.level <= heading.level), None)
        end = len(document)
        if successor is not None:
            opens = opens_page(successor, layout, document[successor.page - 1])
            end = max(heading.page, successor.page - 1 if opens else successor.page)
        node = {
            "title": heading.title,
            "node_id": f"{index:04d}",
            "start_index": heading.page,
            "end_index": end,
        }
        if heading.level > len(path) + 1:
            raise SystemExit(f"{heading.title!r} skips a level")
        del path[heading.level - 1 :]
        (path[-1].setdefault("nodes", []) if path else roots).append(node)
        path.append(node)
    return roots


def build(sample: Sample) -> Built:
    """Typeset a sample, derive its tree, then do to the PDF what the sample is about."""
    pdf, layout = typeset(sample)
    with pymupdf.open(stream=pdf) as document:
        tree = {"doc_name": f"{sample.stem}.pdf", "structure": structure(layout, document)}
        apply_finish(sample, document)
        finished = document.tobytes(garbage=3, deflate=True, use_objstms=1, no_new_id=True)
    return Built(finished, tree)


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def texts_for(sample: Sample, built: Built) -> dict[str, str]:
    """The JSON files of one sample, by file name."""
    texts = {f"{sample.stem}.tree.json": as_json(built.tree)}
    if sample.stem in FAULTS:
        texts[f"{sample.stem}.faulty.json"] = as_json(faulty_draft(sample.stem, built.tree, built.pdf).tree)
    if sample.stem in FIRST:
        first = faulty_draft(sample.stem, built.tree, built.pdf, FIRST[sample.stem])
        texts[f"{sample.stem}.first.json"] = as_json(first.tree)
    return texts


def shared_texts(built: dict[str, Built]) -> dict[str, str]:
    """catalog.json and faults.json, which speak of all the samples."""
    entries = []
    for sample in SAMPLES:
        with pymupdf.open(stream=built[sample.stem].pdf) as document:
            pages = len(document)
        entries.append(sample.entry(pages, faulty=sample.stem in FAULTS))
    listed = {f"{stem}.faulty.json": faulty_draft(stem, built[stem].tree, built[stem].pdf).listed for stem in FAULTS}
    return {"catalog.json": as_json(entries), "faults.json": as_json(listed)}


def page_texts(pdf: bytes) -> list[str]:
    with pymupdf.open(stream=pdf) as document:
        return [page.get_text() for page in document]


def differences(sample: Sample, built: Built) -> list[str]:
    """Where the committed files of a sample differ from a fresh build."""
    found = []
    pdf = HERE / f"{sample.stem}.pdf"
    if not pdf.exists() or page_texts(pdf.read_bytes()) != page_texts(built.pdf):
        found.append(f"{pdf.name}: the text of the pages differs from the source's")
    return found + stale(texts_for(sample, built))


def stale(texts: dict[str, str]) -> list[str]:
    return [
        f"{name}: is not what the PDFs say"
        for name, text in texts.items()
        if not (HERE / name).exists() or (HERE / name).read_text(encoding="utf-8") != text
    ]


def write(texts: dict[str, str]) -> None:
    for name, text in texts.items():
        (HERE / name).write_text(text, encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Typeset the sample documents and their right trees.")
    parser.add_argument("stems", nargs="*", metavar="STEM", help="only these samples")
    parser.add_argument("--check", action="store_true", help="compare with the committed files, write nothing")
    options = parser.parse_args(arguments)
    unknown = set(options.stems) - {sample.stem for sample in SAMPLES}
    if unknown:
        parser.error(f"no such sample: {', '.join(sorted(unknown))}")
    chosen = [sample for sample in SAMPLES if not options.stems or sample.stem in options.stems]
    built = {sample.stem: build(sample) for sample in chosen}
    if options.check:
        found = [line for sample in chosen for line in differences(sample, built[sample.stem])]
        if not options.stems:
            found += stale(shared_texts(built))
        print("\n".join(found) if found else f"{len(chosen)} samples agree with their sources")
        return 1 if found else 0
    for sample in chosen:
        pdf = built[sample.stem].pdf
        (HERE / f"{sample.stem}.pdf").write_bytes(pdf)
        write(texts_for(sample, built[sample.stem]))
        print(f"{sample.stem}.pdf  {len(page_texts(pdf))} pages, {len(pdf) // 1000} kB")
    if not options.stems:
        write(shared_texts(built))
    return 0


if __name__ == "__main__":
    sys.exit(main())
