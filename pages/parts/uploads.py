"""Which tree goes with which PDF among files uploaded together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

TREE_SUFFIXES = (".json", ".csv", ".tsv", ".md", ".txt")
"""Endings of files that hold trees; which format, their content says."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it came."""

    name: str
    data: bytes

    @property
    def stem(self) -> str:
        """The name without its ending, folded."""
        return PurePath(self.name).stem.casefold()

    @property
    def stems(self) -> tuple[str, str]:
        """The names of PDFs that a tree may go with: "Report.tree.json" goes with "report.tree.pdf" or else "report.pdf"."""
        return self.stem, PurePath(self.stem).stem

    @property
    def is_tree(self) -> bool:
        return self.name.casefold().endswith(TREE_SUFFIXES)


@dataclass(frozen=True, slots=True)
class Pair:
    """A PDF, with the tree that came along."""

    pdf: Upload
    tree: Upload | None = None


def paired(files: list[Upload]) -> tuple[list[Pair], list[str]]:
    """PDFs with their trees, by name or as the only two, and a sentence for each tree left over."""
    pdfs = [file for file in files if not file.is_tree]
    trees = [file for file in files if file.is_tree]
    if len(pdfs) == len(trees) == 1:
        return [Pair(pdfs[0], trees[0])], []
    by_stem: dict[str, Upload] = {}
    left: list[Upload] = []
    stems = {pdf.stem for pdf in pdfs}
    for tree in trees:
        stem = next((stem for stem in tree.stems if stem in stems and stem not in by_stem), None)
        if stem is None:
            left.append(tree)
        else:
            by_stem[stem] = tree
    pairs = [Pair(pdf, by_stem.pop(pdf.stem, None)) for pdf in pdfs]
    if pdfs:
        words = "There is no PDF of its name among the files. Name it like its PDF, or upload the two alone."
    else:
        words = "A tree needs its PDF: upload both together, or open the document and import the tree there."
    return pairs, [f"{tree.name}: {words}" for tree in left]
