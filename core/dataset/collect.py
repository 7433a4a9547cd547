"""From a store, or from a list of files, to examples; in the order of their hashes, whoever was corrected first."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from core.dataset.example import About, Example, LeftOut, Step
from core.dataset.families import family_of
from core.errors import FormatError, TreeproofError
from core.evidence.codec import unpack
from core.evidence.model import DocumentEvidence
from core.formats import load
from core.store import Document, LoggedEdit, Store
from core.tree import Tree
from core.verify import prepare, verify
from core.worker import Reader

Collected = Iterator[Example | LeftOut]


def from_store(store: Store, reader: Reader, *, about: Iterable[About] = (), signed_off: bool = False) -> Collected:
    """An example for each document of the store: its active tree as drafted and as it stands, and what was done between.

    With `signed_off`, only trees that a person holds to be right. `about` says more of documents, by name or SHA-256.
    """
    said = {each.pdf: each for each in about}
    people: dict[str, str] = {}
    for document in sorted(store.documents(), key=lambda each: each.sha256):
        known = said.get(document.sha256) or said.get(document.name) or About(pdf=document.name)
        try:
            yield _stored(store, reader, document, known, people, signed_off=signed_off)
        except TreeproofError as error:
            yield LeftOut(document.name, str(error))


def from_list(listing: Path, reader: Reader) -> Collected:
    """An example for each line of a list, a JSON object with the fields of `About`; `pdf` and `tree` are needed.

    Raises `FormatError` for a list that is none.
    """
    seen: dict[str, str] = {}
    hashed = [(_sha256(listing.parent / about.pdf), about) for about in read_list(listing)]
    for sha256, about in sorted(hashed, key=lambda each: (each[0], each[1].pdf)):
        if not sha256:
            yield LeftOut(about.pdf, "There is no such file. Paths are relative to the list.")
        elif sha256 in seen:
            yield LeftOut(about.pdf, f"It is the same file as {seen[sha256]}.", failed=False)
        else:
            seen[sha256] = about.pdf
            try:
                yield _listed(listing.parent, reader, about)
            except TreeproofError as error:
                yield LeftOut(about.pdf, str(error))
            except OSError as error:
                yield LeftOut(about.pdf, f"{Path(error.filename or '').name}: {error.strerror or error}")


def read_list(listing: Path) -> list[About]:
    """The lines of a list. Raises `FormatError` with the line that is wrong."""
    found = []
    for number, line in enumerate(listing.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            try:
                found.append(About.model_validate(json.loads(line)))
            except (ValueError, ValidationError) as error:
                raise FormatError(f"{listing.name}, line {number}: expected an object with pdf and tree: {error}") from error
    return found


def _stored(
    store: Store, reader: Reader, document: Document, about: About, people: dict[str, str], *, signed_off: bool
) -> Example | LeftOut:
    tree_id = store.active_tree(document.sha256)
    if tree_id is None:
        return LeftOut(document.name, "It has no tree yet.", failed=False)
    state = store.state(tree_id)
    if signed_off and state.sign_off is None:
        return LeftOut(document.name, "Its tree is not signed off as it stands.", failed=False)
    example = _example(_evidence(store, reader, document), about, state.drafted, state.tree)
    steps = tuple(_step(each, people) for each in state.history)
    return replace(example, steps=steps, signed_off=state.sign_off is not None)


def _listed(folder: Path, reader: Reader, about: About) -> Example | LeftOut:
    if not about.tree:
        return LeftOut(about.pdf, "The list names no tree for it.")
    pdf = folder / about.pdf
    built = reader.build(pdf)
    evidence = built.evidence
    draft = _tree(folder / about.draft, evidence) if about.draft else built.tree
    return _example(evidence, about, draft, _tree(folder / about.tree, evidence))


def _example(evidence: DocumentEvidence, about: About, draft: Tree, corrected: Tree) -> Example:
    index = prepare(evidence)
    reading = evidence.reading
    about = about.model_copy(update={"pdf": reading.name, "family": about.family or family_of(reading)})
    return Example(about, reading, draft, corrected, (), verify(draft, index), verify(corrected, index))


def _evidence(store: Store, reader: Reader, document: Document) -> DocumentEvidence:
    """What was read of the document when it came; read anew where nothing is kept, or it is of another version."""
    packed = store.evidence(document.sha256)
    if packed is not None:
        try:
            return unpack(packed)
        except FormatError:
            packed = None
    return reader.build(store.pdf_path(document.sha256), name=document.name).evidence


def _tree(path: Path, evidence: DocumentEvidence) -> Tree:
    reading = evidence.reading
    try:
        return load(path.read_bytes(), name=reading.name, pages=len(reading.pages), sha256=reading.sha256).tree
    except FormatError as error:
        raise FormatError(f"{path.name}: {error}") from error


def _step(entry: LoggedEdit, people: dict[str, str]) -> Step:
    who = people.setdefault(entry.who, f"person {len(people) + 1}")
    return Step(
        seq=entry.seq, event=entry.event.value, label=entry.label, who=who, at=entry.at, parent=entry.parent, edit=entry.edit
    )


def _sha256(path: Path) -> str:
    """The hash of a file, empty where there is none."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
