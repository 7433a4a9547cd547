"""Answers on disk, by the hash of the request: building again costs nothing."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from core.llm.model import Answer


class AnswerCache:
    """A folder of small JSON files. A file that is damaged or cannot be written is as if it were not there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @staticmethod
    def key(request: dict[str, Any]) -> str:
        """The hash of a request: everything that could change its answer, and no secret."""
        return hashlib.sha256(json.dumps(request, sort_keys=True, ensure_ascii=False).encode()).hexdigest()

    def get(self, key: str) -> Answer | None:
        try:
            stored = json.loads(self._path(key).read_text("utf-8"))
            return Answer(
                str(stored["text"]), bool(stored["cut"]), int(stored["tokens_in"]), int(stored["tokens_out"]), True, key
            )
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, answer: Answer) -> None:
        """Store an answer under its key, whole or not at all."""
        path = self._path(answer.key)
        content = {"text": answer.text, "cut": answer.cut, "tokens_in": answer.tokens_in, "tokens_out": answer.tokens_out}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(content, file, ensure_ascii=False)
            Path(name).replace(path)
        except OSError:
            return  # a full disk costs the saving, not the document

    def forget(self, key: str) -> None:
        """Drop an answer that proved unusable, so that the next build asks again."""
        self._path(key).unlink(missing_ok=True)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"
