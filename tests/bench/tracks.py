"""The benchmark's documents in the forms they are measured in.

stripped, nobookmarks    made by the benchmark's own strip.py
asis                     as they came
damaged-chapters         bookmarks: those of the top level alone
damaged-titles           bookmarks: every title "Page N"
damaged-shifted          bookmarks: every target two pages further on

The damaged tracks hold the documents whose bookmarks have at least two levels. All are kept in a cache folder.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymupdf

HOME = Path(__file__).resolve().parents[2]
TRACKS = ("stripped", "nobookmarks", "asis", "damaged-chapters", "damaged-titles", "damaged-shifted")
SHIFT = 2
"""Pages by which the targets of `damaged-shifted` are moved."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The benchmark's folder and the cache for what is made from it."""

    folder: Path
    cache: Path

    @property
    def dev(self) -> Path:
        return self.folder / "dev"

    def manifest(self) -> list[dict[str, Any]]:
        """What is known of each document."""
        return [json.loads(line) for line in (self.dev / "manifest.jsonl").read_text().splitlines()]

    def pdfs(self, track: str) -> list[Path]:
        """The documents of a track, made if they are not there."""
        if track == "asis":
            return sorted((self.dev / "pdf").glob("*.pdf"))
        out = self.cache / track
        if not (out / "done").exists():
            out.mkdir(parents=True, exist_ok=True)
            _make(self, track, out)
            (out / "done").touch()
        return sorted(out.glob("*.pdf"))


def find_bench() -> Bench | None:
    """The benchmark, from TREEPROOF_BENCH or beside the checkout; `None` where it is not."""
    folder = Path(os.environ.get("TREEPROOF_BENCH") or HOME.parent / "shared" / "bench")
    cache = Path(os.environ.get("TREEPROOF_BENCH_CACHE") or HOME / ".bench-cache")
    return Bench(folder, cache) if (folder / "score.py").exists() else None


def _make(bench: Bench, track: str, out: Path) -> None:
    source = bench.dev / "pdf"
    if track in ("stripped", "nobookmarks"):
        command = [sys.executable, str(bench.folder / "strip.py"), "--pdf", str(source), "--out", str(out), "--level", track]
        subprocess.run(command, check=True)
        return
    for path in sorted(source.glob("*.pdf")):
        with pymupdf.open(path) as doc:
            if doc.is_encrypted:
                doc.authenticate("")
            outline = doc.get_toc()
            if len({level for level, *_ in outline}) < 2:
                continue
            doc.set_toc(_damaged(outline, track, doc.page_count))
            doc.save(out / path.name, garbage=1, deflate=True, encryption=pymupdf.mupdf.PDF_ENCRYPT_NONE)


def _damaged(outline: list[list[Any]], track: str, pages: int) -> list[list[Any]]:
    if track == "damaged-chapters":
        return [entry for entry in outline if entry[0] == 1]
    if track == "damaged-titles":
        return [[level, f"Page {page}", page] for level, _, page in outline]
    return [[level, title, min(page + SHIFT, pages) if page > 0 else page] for level, title, page in outline]
