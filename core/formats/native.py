"""treeproof's own format: everything that a tree holds, with a version.

    {"format": "treeproof", "version": 1, "tree": {"name": ..., "pages": ..., "nodes": [...]}}

The tree is the JSON of `core.tree.Tree`; `schema()` gives its JSON Schema. Fields with their default value are left out.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from core.errors import FormatError, TreeError
from core.formats.model import Format, JsonValue, Target, Texts
from core.formats.reading import Ids, Notes, check_count, id_of, shown
from core.tree import Tree

FORMAT = "treeproof"
VERSION = 1


def recognises(value: JsonValue) -> bool:
    return isinstance(value, dict) and value.get("format") == FORMAT


def load(value: JsonValue, target: Target) -> tuple[Tree, list[str]]:
    """The tree as it was written. Repeated ids get new ones, and the document is the one at hand; both are noted."""
    version = value.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise FormatError(f"version: {shown(version)} is no version of this format. This one writes {VERSION}.")
    if version > VERSION:
        raise FormatError(
            f"version: the file was written by a newer treeproof (format {version}; this one reads {VERSION}). Update."
        )
    raw = value.get("tree")
    if not isinstance(raw, dict):
        raise FormatError("tree: missing. Expected an object with name, pages and nodes.")
    notes = Notes()
    _mend_ids(raw, target.sha256, notes)
    try:
        tree = Tree.model_validate_json(json.dumps(raw))
    except ValidationError as error:
        raise FormatError(_where(error)) from error
    except TreeError as error:
        raise FormatError(str(error)) from error
    return _for(tree, target, notes), notes.sentences()


def dump(tree: Tree, texts: Texts) -> str:
    return json.dumps(as_value(tree), ensure_ascii=False, indent=2) + "\n"


def as_value(tree: Tree) -> dict[str, Any]:
    """The file's content as plain JSON values."""
    return {"format": FORMAT, "version": VERSION, "tree": tree.model_dump(mode="json", exclude_defaults=True)}


def losses(tree: Tree) -> list[str]:
    return []


def schema() -> dict[str, Any]:
    """JSON Schema of the format, from the models."""
    tree = Tree.model_json_schema(ref_template="#/$defs/{model}")
    definitions = tree.pop("$defs", {})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "treeproof tree",
        "type": "object",
        "required": ["format", "version", "tree"],
        "additionalProperties": False,
        "properties": {"format": {"const": FORMAT}, "version": {"const": VERSION}, "tree": tree},
        "$defs": definitions,
    }


def _for(tree: Tree, target: Target, notes: Notes) -> Tree:
    if target.pages is not None and tree.pages != target.pages:
        notes.add(f"The file was made for a document of {tree.pages} pages; this one has {target.pages}")
    elif target.sha256 and tree.sha256 and tree.sha256 != target.sha256:
        notes.add("The file was made for another version of the document: its bytes differ")
    changes: dict[str, object] = {"name": target.name or tree.name, "sha256": target.sha256 or tree.sha256}
    return tree.model_copy(update={**changes, "pages": tree.pages if target.pages is None else target.pages})


def _mend_ids(raw: dict[str, Any], sha256: str, notes: Notes) -> None:
    nodes = list(_all(raw.get("nodes")))
    check_count(len(nodes))
    given = Counter(id_of(node.get("id")) for node in nodes)
    ids = Ids(given, sha256 or str(raw.get("sha256", "")), notes)
    for node in nodes:
        node["id"] = ids.take(id_of(node.get("id")), str(node.get("title", "")), None, shown(node.get("title")))


def _all(nodes: JsonValue) -> Iterator[dict[str, Any]]:
    for node in nodes if isinstance(nodes, list) else []:
        if isinstance(node, dict):
            yield node
            yield from _all(node.get("children"))


def _where(error: ValidationError) -> str:
    first = error.errors()[0]
    path = ".".join(str(step) for step in ("tree", *first["loc"]))
    more = f" ({error.error_count() - 1} more faults)" if error.error_count() > 1 else ""
    return f"{path}: {first['msg']}; found {shown(first['input'])}.{more}"


NATIVE = Format(
    name="native",
    label="treeproof JSON",
    suffix=".json",
    media_type="application/json",
    dump=dump,
    losses=losses,
    recognises=recognises,
    load=load,
)
