"""A row of the data set: a document as it was read, its tree before and after correction, and what lay between."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from core.edit import Edit
from core.errors import FormatError
from core.formats import native
from core.formats.model import Target
from core.pdf.reading import Reading
from core.report import Report
from core.tree import Tree, Value


class About(Value):
    """What somebody says of a document, as a line of a list has it.

    `pdf` is its path (relative to the list) or, for documents of a store, its name or SHA-256. `tree` is the path of its right
    tree, `draft` that of the tree it was corrected from (the engine's own where none is named). Documents of one `family` come
    from one maker or template; where none is named, it is told from the layout.
    """

    pdf: str
    tree: str = ""
    draft: str = ""
    family: str = ""
    licence: str = ""
    source: str = ""


class Step(Value):
    """Something that was done to the tree: see `core.store.model.LoggedEdit`. `who` is a number in words, never a name."""

    seq: int
    event: str
    label: str
    who: str
    at: datetime
    parent: int
    edit: Edit | None = None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A document that is not in the data set, and why. `failed`: it should have been."""

    name: str
    reason: str
    failed: bool = True


@dataclass(frozen=True, slots=True)
class Example:
    """A document of the data set. `draft_report` and `report` are the findings on the draft and on the corrected tree."""

    about: About
    reading: Reading
    draft: Tree
    corrected: Tree
    steps: tuple[Step, ...]
    draft_report: Report
    report: Report
    signed_off: bool = False

    def row(self, split: str) -> str:
        """The example as one line of JSON."""
        reading = self.reading
        value = {
            "sha256": reading.sha256,
            "name": reading.name,
            "family": self.about.family,
            "split": split,
            "licence": self.about.licence,
            "source": self.about.source,
            "signed_off": self.signed_off,
            "reading": _as_objects(reading),
            "draft": native.as_value(self.draft),
            "corrected": native.as_value(self.corrected),
            "edits": [step.model_dump(mode="json") for step in self.steps],
            "draft_report": self.draft_report.model_dump(mode="json"),
            "report": self.report.model_dump(mode="json"),
        }
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"

    @classmethod
    def of_row(cls, line: str) -> Example:
        """The example that `row` wrote. Raises `FormatError`."""
        try:
            value = json.loads(line)
            return cls(
                about=About(pdf=value["name"], **{name: value[name] for name in ("family", "licence", "source")}),
                reading=_readings().validate_python(value["reading"], strict=False),
                draft=native.load(value["draft"], Target())[0],
                corrected=native.load(value["corrected"], Target())[0],
                steps=tuple(Step.model_validate(each) for each in value["edits"]),
                draft_report=Report.model_validate(value["draft_report"]),
                report=Report.model_validate(value["report"]),
                signed_off=value["signed_off"],
            )
        except (ValueError, KeyError, TypeError, ValidationError) as error:
            raise FormatError(f"This line is no row of a data set: {error}") from error


def _as_objects(reading: Reading) -> dict[str, Any]:
    """A reading with named fields throughout: rows are read by people and other languages as well."""
    many = ("outline", "links", "destinations", "tags")
    return {
        "name": reading.name,
        "sha256": reading.sha256,
        "pages": [{**page._asdict(), "lines": [line._asdict() for line in page.lines]} for page in reading.pages],
        **{name: [each._asdict() for each in getattr(reading, name)] for name in many},
        "labels": list(reading.labels),
        "unreadable": list(reading.unreadable),
    }


@cache
def _readings() -> TypeAdapter[Reading]:
    return TypeAdapter(Reading)
