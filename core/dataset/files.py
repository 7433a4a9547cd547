"""A data set as files: written whole, in the same bytes each time, and loaded with its hashes checked."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pydantic import ValidationError

from core.dataset.card import card
from core.dataset.example import Example, LeftOut
from core.dataset.families import SHARES, split_of
from core.dataset.manifest import FILE, FORMAT, VERSION, Entry, Manifest, Missing, Part
from core.errors import FormatError, SettingsError

README = "README.md"
PART = ".part"
"""What a file's name ends in while it is written."""


class _Part:
    """The file of a split while it is written."""

    def __init__(self, path: Path, stack: ExitStack) -> None:
        self.path = path
        self._file = stack.enter_context(path.open("wb"))
        self._hash = hashlib.sha256()
        self._counts = [0, 0, 0]

    def add(self, example: Example, split: str) -> Entry:
        row = example.row(split).encode()
        self._file.write(row)
        self._hash.update(row)
        pages, sections = len(example.reading.pages), len(example.corrected.placed)
        self._counts = [self._counts[0] + 1, self._counts[1] + pages, self._counts[2] + sections]
        return Entry(
            sha256=example.reading.sha256,
            name=example.reading.name,
            split=split,
            **{name: getattr(example.about, name) for name in ("family", "licence", "source")},
            pages=pages,
            sections=sections,
            edits=len(example.steps),
            signed_off=example.signed_off,
            row_sha256=hashlib.sha256(row).hexdigest(),
        )

    def summary(self) -> Part:
        documents, pages, sections = self._counts
        name = self.path.name.removesuffix(PART)
        return Part(file=name, sha256=self._hash.hexdigest(), documents=documents, pages=pages, sections=sections)


def write(
    examples: Iterable[Example | LeftOut], folder: Path, *, tell: Callable[[Example | LeftOut], None] | None = None
) -> Manifest:
    """Write the data set to a folder that is new, empty, or holds an older data set, which it replaces once all is well.

    `tell` is called with each example or omission. Raises `SettingsError` for a folder with anything else in it.
    """
    _check_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    entries: list[Entry] = []
    missing: list[Missing] = []
    with ExitStack() as stack:
        parts = {split: _Part(folder / f"{split}.jsonl{PART}", stack) for split in SHARES}
        for each in examples:
            if isinstance(each, LeftOut):
                missing.append(Missing(name=each.name, reason=each.reason))
            else:
                split = split_of(each.about.family)
                entries.append(parts[split].add(each, split))
            if tell:
                tell(each)
    splits = {split: part.summary() for split, part in parts.items()}
    manifest = Manifest(treeproof=_version(), splits=splits, documents=tuple(entries), left_out=tuple(missing))
    for part in parts.values():
        part.path.replace(part.path.with_suffix(""))
    (folder / README).write_text(card(manifest, folder.name), encoding="utf-8")
    (folder / FILE).write_text(manifest.model_dump_json(indent=2) + "\n", encoding="utf-8")
    return manifest


def read_manifest(folder: Path) -> Manifest:
    """What the data set says of itself. Raises `FormatError`."""
    try:
        manifest = Manifest.model_validate_json((folder / FILE).read_bytes())
    except (OSError, ValidationError) as error:
        raise FormatError(f"{folder.name}: no data set is here, or its {FILE} is damaged. Write it anew.") from error
    if manifest.format != FORMAT or manifest.version > VERSION:
        raise FormatError(f"{folder.name}: {FILE} is of a newer treeproof (version {manifest.version}). Update.")
    return manifest


def load(folder: Path, split: str | None = None) -> Iterator[Example]:
    """The examples of a data set, or of one split, row by row. Raises `FormatError` where a file is not as it was written."""
    manifest = read_manifest(folder)
    if split is not None and split not in manifest.splits:
        raise FormatError(f"There is no split {split!r}. Choose one of {', '.join(manifest.splits)}.")
    hashes = {entry.sha256: entry.row_sha256 for entry in manifest.documents}
    for name, part in manifest.splits.items():
        if split not in (None, name):
            continue
        rows = 0
        with (folder / Path(part.file).name).open("rb") as file:
            for number, row in enumerate(file, 1):
                example = _row(row, f"{part.file}, line {number}")
                if hashes.get(example.reading.sha256) != hashlib.sha256(row).hexdigest():
                    raise FormatError(f"{part.file}, line {number}: this row is not as it was written. Get the file anew.")
                rows += 1
                yield example
        if rows != part.documents:
            raise FormatError(f"{part.file}: {rows} rows where {part.documents} were written. Get the file anew.")


def _row(row: bytes, where: str) -> Example:
    try:
        return Example.of_row(row.decode())
    except (FormatError, UnicodeDecodeError) as error:
        raise FormatError(f"{where}: {error}") from error


def _check_folder(folder: Path) -> None:
    if not folder.exists():
        return
    other = not folder.is_dir() or any(each.suffix != PART for each in folder.iterdir())
    if other and not (folder / FILE).exists():
        raise SettingsError(f"{folder}: Something else is here. Choose a new or empty folder, or one that holds a data set.")


def _version() -> str:
    try:
        return version("treeproof")
    except PackageNotFoundError:
        return "(not installed)"
