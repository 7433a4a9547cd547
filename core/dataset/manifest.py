"""What a data set says of itself: its files with their hashes, its documents with their licences, and what was left out."""

from __future__ import annotations

from core.tree import Value

FORMAT = "treeproof-dataset"
VERSION = 1
FILE = "manifest.json"


class Part(Value):
    """The file of a split. `sections` counts those of the corrected trees."""

    file: str
    sha256: str
    documents: int
    pages: int
    sections: int


class Entry(Value):
    """A document of the data set; `row_sha256` is the hash of its line."""

    sha256: str
    name: str
    family: str
    split: str
    licence: str
    source: str
    pages: int
    sections: int
    edits: int
    signed_off: bool
    row_sha256: str


class Missing(Value):
    name: str
    reason: str


class Manifest(Value):
    """No time of writing stands in it: the same documents give the same bytes."""

    format: str = FORMAT
    version: int = VERSION
    treeproof: str
    splits: dict[str, Part]
    documents: tuple[Entry, ...]
    left_out: tuple[Missing, ...] = ()
