"""Draft documents by makers that neither the weights nor the development documents come from, and score the trees.

    python -m tests.bench.unseen [--folder FOLDER] [--packages NAME ...] [--worst N]

The documents are PDFs with bookmarks in Debian's packages; they are fetched with `apt-get download` into FOLDER (by default the
benchmark's cache) the first time. The gold is their own bookmarks as they are, so the figures are lower than on trees that were
mended: manuals bookmark what they do not print as a heading, or leave out what they do. Which documents are taken does not depend
on the engine: most of their bookmarks' titles must be among the words of their pages.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pymupdf

from core.build import evidence_of
from core.draft import draft
from core.evidence.numbering import parse
from tests.bench.accuracy import rows
from tests.bench.more import KNOWN_MAKERS, unpacked
from tests.bench.tracks import Bench, find_bench

PACKAGES = (
    "abinit-doc", "auctex", "avr-libc", "bash-doc", "clisp-doc", "cmucl-docs", "cvs", "debian-policy", "docbook-xsl-doc-pdf",
    "evolver-doc", "fop-doc", "fp-docs-3.2.2", "freetds-doc", "fricas-doc", "ghc-doc", "gle-doc", "glpk-doc", "gmsh-doc",
    "gnuplot-doc", "gprolog-doc", "grace", "gretl-doc", "groff", "harden-doc", "installation-guide-amd64", "iraf", "kicad-doc-en",
    "kicad-doc-it", "libcfitsio-doc", "libmpfr-doc", "libsuitesparse-doc", "libsuperlu-doc", "lilypond-doc-pdf-de",
    "lilypond-doc-pdf-fr", "lp-solve-doc", "mit-scheme-doc", "nasm", "ngspice-doc", "noweb", "nut-doc", "postgis-doc",
    "pyxplot-doc", "r-bioc-edger",
    "r-bioc-limma", "r-cran-coin", "r-cran-matrix", "r-cran-party", "r-cran-phangorn", "r-cran-plm",
    "r-cran-rcpp", "r-cran-sp", "r-cran-spam", "r-cran-strucchange", "r-cran-survival", "r-cran-vcd", "r-cran-zoo", "saods9-doc",
    "sbcl-doc", "scheme48-doc", "sdcc-doc", "singular-doc", "sisu", "spim", "swi-prolog-doc", "texlive-lang-cyrillic",
    "texlive-lang-czechslovak", "texlive-lang-european", "texlive-lang-french", "texlive-lang-german", "texlive-lang-italian",
    "texlive-lang-japanese", "texlive-lang-polish", "texlive-lang-portuguese", "texlive-lang-spanish", "texlive-latex-extra-doc",
    "texlive-latex-recommended-doc", "texlive-publishers-doc", "texlive-science-doc", "therion-doc", "valgrind", "wcslib-doc",
    "xfig-doc",
)  # fmt: skip
PAGES, BOOKMARKS, BYTES = (4, 300), (6, 500), 12_000_000
PREFERRED = re.compile(
    r"sample|templ|exam|demo|thes|disser|diplom|paper|article|slide|talk|presenta|beamer|book|report", re.IGNORECASE
)
"""Names of documents that show what a class is for; others in a large package explain how it is used."""
SHARE = 10
"""Documents of one package, each from a folder of its own and none a translation of another."""
STANDING = 0.9
"""Share of the bookmarks whose titles must be among the words of their pages."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="where the documents are kept")
    parser.add_argument("--packages", nargs="+", default=PACKAGES)
    parser.add_argument("--worst", type=int, default=20)
    args = parser.parse_args()
    bench = find_bench()
    if bench is None:
        print("The benchmark's score.py is not here, so nothing was measured. Set TREEPROOF_BENCH to its folder.")
        return
    folder = args.folder or bench.cache / "unseen"
    if not (folder / "manifest.jsonl").exists():
        fetch(bench, folder, args.packages)
    for path in sorted((folder / "stripped").glob("*.pdf")):
        tree = draft(evidence_of(path))
        (folder / "drafts" / f"{path.stem}.json").write_text(
            json.dumps({"id": path.stem, "nodes": [{**row, "title": _worded(row["title"])} for row in rows(tree.nodes)]})
        )
    score = [sys.executable, str(bench.folder / "score.py"), "--gold", str(folder / "gold"), "--pred", str(folder / "drafts")]
    subprocess.run([*score, "--manifest", str(folder / "manifest.jsonl"), "--worst", str(args.worst)], check=True)


def fetch(bench: Bench, folder: Path, packages: list[str]) -> None:
    """Fill a folder with documents (pdf/, stripped/), their bookmarks as trees (gold/), and manifest.jsonl."""
    for name in ("pdf", "gold", "drafts"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    manifest: list[dict[str, Any]] = []
    for package in packages:
        with tempfile.TemporaryDirectory() as unpacking:
            taken: set[object] = set()
            paths = sorted(unpacked(package, Path(unpacking)), key=lambda path: (not PREFERRED.search(path.stem), _digest(path)))
            for path in paths:
                if len(taken) >= 2 * SHARE or path.parent in taken or not (nodes := bookmarked(path)):
                    continue
                shape = tuple(node["level"] for node in nodes)
                if shape not in taken:
                    taken |= {path.parent, shape}
                    manifest.append(_kept(path, package, nodes, folder))
    strip = [sys.executable, str(bench.folder / "strip.py"), "--pdf", str(folder / "pdf"), "--out", str(folder / "stripped")]
    subprocess.run([*strip, "--level", "stripped"], check=True)
    (folder / "manifest.jsonl").write_text("".join(json.dumps(row) + "\n" for row in manifest))


def bookmarked(path: Path) -> list[dict[str, Any]]:
    """The nodes that a PDF's bookmarks are, if it has enough of them and they name what stands on their pages; else none."""
    if KNOWN_MAKERS.search(path.name) or path.stat().st_size > BYTES:
        return []
    with pymupdf.open(path) as document:
        if document.needs_pass or not PAGES[0] <= document.page_count <= PAGES[1]:
            return []
        marks = [(level, " ".join(title.split()), page) for level, title, page in document.get_toc() if page > 0]
        if not BOOKMARKS[0] <= len(marks) <= BOOKMARKS[1]:
            return []
        words = {page: _letters(document[page - 1].get_text()) for page in {page for _, _, page in marks}}
    standing = [bool(_letters(title)) and _letters(title) in words[page] for _, title, page in marks]
    if sum(standing) < STANDING * len(marks) or len({page for *_, page in marks}) < BOOKMARKS[0]:
        return []
    return [
        {"level": level, "title": title, "page": page} for (level, title, page), yes in zip(marks, standing, strict=True) if yes
    ]


def _kept(path: Path, package: str, nodes: list[dict[str, Any]], folder: Path) -> dict[str, Any]:
    name = f"{package}-{re.sub(r'[^a-z0-9]+', '-', path.stem.lower())[:30]}-{_digest(path)[:4]}"
    shutil.copy(path, folder / "pdf" / f"{name}.pdf")
    (folder / "gold" / f"{name}.json").write_text(json.dumps({"id": name, "nodes": nodes}))
    return {"id": name, "kind": "texlive" if package.startswith("texlive") else "other", "quality": "high"}


def _worded(title: str) -> str:
    """The title without a number that a word stands with ("Kapitola 1"): the scorer knows the words of few languages."""
    number = parse(title)
    return (title[number.end :] if number and number.word else "") or title


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text.casefold()))


def _digest(path: Path) -> str:
    return hashlib.sha256(path.name.encode()).hexdigest()


if __name__ == "__main__":
    main()
