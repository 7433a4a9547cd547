"""The samples that come along: small documents of our own making, some with a faulty draft to practise on."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from core.locate import samples as folder
from core.tree import Value


class Sample(Value):
    """A sample document. `faulty` names the file of a draft with faults in it, if there is one."""

    file: str
    title: str
    description: str
    pages: int
    language: str
    faulty: str | None = None

    @property
    def pdf(self) -> Path:
        return folder() / self.file

    @property
    def draft(self) -> Path | None:
        return folder() / self.faulty if self.faulty else None

    @property
    def first(self) -> Path | None:
        """The draft that a fresh install opens with: three faults, not a dozen."""
        path = folder() / f"{self.pdf.stem}.first.json"
        return path if path.is_file() else self.draft


@cache
def catalog() -> tuple[Sample, ...]:
    """The samples in the order they are shown; the first is opened on a fresh install."""
    listed = json.loads((folder() / "catalog.json").read_text(encoding="utf-8"))
    return tuple(Sample.model_validate({name: each[name] for name in Sample.model_fields if name in each}) for each in listed)
