"""Further documents to train the ranker on, taken from Debian's packages:  python -m tests.bench.more OUT [--packages NAME ...]

Documentation that comes as PDF with bookmarks is a right tree where nearly every bookmark stands on its page. Each package is
fetched with `apt-get download`, its PDFs unpacked, and those kept whose bookmarks are so; OUT becomes a folder for train.py's
`--more`. At most a few documents are taken from one maker, who is its family; makers that the bench's documents come from too
keep the family that they have there, so that they are left out together.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf

from core.errors import DocumentError
from core.evidence.layout import setting_of
from core.pdf.document import read
from tests.bench.gold import score_module
from tests.bench.tracks import find_bench

PACKAGES = (
    "debian-faq", "debian-history", "freefem-doc", "mpich-doc", "octave-doc", "pari-doc", "r-bioc-affy", "r-cran-gstat",
    "r-cran-quantreg", "r-cran-surveillance", "r-doc-pdf", "rheolef-doc", "texlive-humanities-doc", "texlive-lang-chinese",
    "xorg-docs",
)  # fmt: skip
KNOWN_MAKERS = re.compile(
    r"hitsz|thu|udes|nwejm|asme|revtex|quantum|bht|erlang|gap-|lmer|asn1|actuar|dblatex|csdacm|mlm", re.IGNORECASE
)
"""Names of files from makers of the bench's documents that cannot be told by their producer: passed over."""
PAGES, BOOKMARKS, BYTES = (3, 130), (6, 400), 6_000_000
FAMILY_SIZE = 3
STANDING = 0.88
"""Share of the bookmarks whose title must stand on their page, by the rules that find candidates."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--packages", nargs="*", default=PACKAGES)
    args = parser.parse_args()
    bench = find_bench()
    if bench is None:
        parser.exit(1, "The benchmark's folder, with its score.py, is not here: set TREEPROOF_BENCH.\n")
    for name in ("pdf", "gold"):
        (args.out / name).mkdir(parents=True, exist_ok=True)
    shutil.copy(bench.folder / "score.py", args.out)
    score = score_module(args.out)
    families: Counter[str] = Counter()
    known: set[str] = set()
    with (args.out / "manifest.jsonl").open("w") as manifest:
        for package in args.packages:
            with tempfile.TemporaryDirectory() as folder:
                for path in unpacked(package, Path(folder)):
                    if (content := hashlib.sha256(path.read_bytes()).hexdigest()) in known:
                        continue
                    known.add(content)
                    row = taken(path, package, families, score, args.out)
                    if row is not None:
                        families[row["family"]] += 1
                        manifest.write(json.dumps(row) + "\n")
                        print(row["family"], row["id"], flush=True)


def unpacked(package: str, folder: Path) -> Iterator[Path]:
    """The PDFs of a Debian package, in order; none where it cannot be had."""
    got = subprocess.run(["apt-get", "download", "-q", package], cwd=folder, capture_output=True, check=False)
    files = list(folder.glob("*.deb"))
    if got.returncode or not files:
        print(f"{package}: not to be had")
        return
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(files[0])], stdout=subprocess.PIPE) as archive:
        wanted = ["tar", "-x", "-C", str(folder), "--wildcards", "*.pdf", "*.pdf.gz"]
        subprocess.run(wanted, stdin=archive.stdout, stderr=subprocess.DEVNULL, check=False)
    for packed in folder.rglob("*.pdf.gz"):
        subprocess.run(["gunzip", "-f", str(packed)], check=False)
    yield from sorted(path for path in folder.rglob("*.pdf") if path.is_file() and not path.is_symlink())


def taken(path: Path, package: str, families: Counter[str], score: Any, out: Path) -> dict[str, Any] | None:
    """Put one PDF and its tree into `out`, if its bookmarks are right; its row of the manifest."""
    family = f"{package}-{path.parent.name}"
    if KNOWN_MAKERS.search(path.name) or path.stat().st_size > BYTES or families[family] >= FAMILY_SIZE:
        return None
    with pymupdf.open(path) as document:
        if document.needs_pass:
            return None
        pages, marks = document.page_count, len(document.get_toc())
        made_by = " ".join(filter(None, (document.metadata or {}).values()))
    if not (PAGES[0] <= pages <= PAGES[1] and BOOKMARKS[0] <= marks <= BOOKMARKS[1] and 4 * marks >= pages):
        return None
    try:
        reading = read(path)
    except DocumentError:
        return None
    outline = [mark for mark in reading.outline if mark.page is not None and mark.title.strip()]
    family = maker(package, made_by, " ".join(line.text for line in reading.pages[0].lines)) or family
    if families[family] >= FAMILY_SIZE:
        return None
    setting = setting_of(reading, None)
    found = [{"level": 1, "title": each.title, "page": int(setting.table.page[each.first]) + 1} for each in setting.candidates]
    gold = [{"level": mark.level, "title": mark.title.strip(), "page": mark.page} for mark in outline]
    standing = [nth for nth, _ in score.align(gold, found, use_page=True)]
    if len(standing) < STANDING * len(gold):
        return None
    name = re.sub(r"\W+", "-", path.stem.lower())[:30] + "-" + hashlib.sha256(str(path.name).encode()).hexdigest()[:4]
    shutil.copy(path, out / "pdf" / f"{name}.pdf")
    nodes = [gold[nth] for nth in standing]
    (out / "gold" / f"{name}.json").write_text(json.dumps({"id": name, "pages": pages, "nodes": nodes}))
    return {"id": name, "kind": "more", "family": family, "pages": pages, "quality": "high"}


def maker(package: str, made_by: str, first_page: str) -> str:
    """The family that the bench has for the maker of this PDF, or none. `made_by`: what its metadata say."""
    for name in ("dblatex", "sphinx"):
        if name in made_by.lower():
            return name
    if "Journal of Statistical Software" in first_page:
        return "jss"
    return "bioc-vignette" if "r-bioc" in package or "bioconductor" in first_page.lower() else ""


if __name__ == "__main__":
    main()
