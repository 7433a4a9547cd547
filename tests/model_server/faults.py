"""What can go wrong with a model: faults of what it says, of how it says it, and of the line."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

SAID = ("wrong page", "invented title", "reworded title", "lost node", "false rejection", "wrong level", "noise")
"""Faults of single entries."""
FORM = ("bad json", "cut off", "silent cut", "wrong type", "empty", "fenced", "python", "rated low")
"""Faults of whole answers."""
LINE = ("slow", "hang", "429", "500", "reset", "no schema")
"""Faults of the server or the line."""
KINDS = (*SAID, *FORM, *LINE)

REWORDED = (
    "On the matter of how {0} came about",
    "Some remarks, notes and further thoughts",
    "What the authors did next",
    "Background",
)
INVENTED = (
    "Synergies of Quantum Gardening",
    "A Taxonomy of Invisible Teapots",
    "Concluding Hymn to the Reader",
    "Errata of the Moon",
)


class Faults:
    """Draws faults at set rates (kind to probability) with a fixed seed."""

    def __init__(self, rates: Mapping[str, float] | None = None, seed: int = 0) -> None:
        unknown = set(rates or {}) - set(KINDS)
        if unknown:
            raise ValueError(f"unknown faults: {sorted(unknown)}")
        self.rates = dict(rates or {})
        self.random = random.Random(seed)

    def strikes(self, kind: str) -> bool:
        rate = self.rates.get(kind, 0.0)
        return rate > 0 and self.random.random() < rate

    def on_entries(self, said: list[dict[str, Any]], right: list[dict[str, Any]], prompt: str) -> list[dict[str, Any]]:
        """Entries with faults: those that a faithful model would give, and false corrections of what is right already."""
        found: list[dict[str, Any]] = []
        for entry in said:
            if self.strikes("lost node"):
                continue
            found.append(self._spoiled(entry) if entry["do"] != "reject" else entry)
        for entry in right:
            if self.strikes("false rejection"):
                found.append({**entry, "do": "reject"})
                continue
            spoiled = self._spoiled(entry)
            if spoiled != entry:
                found.append(spoiled)
        lines = [line for line in prompt.splitlines() if 10 < len(line) < 200 and " | " not in line and "<" not in line]
        pages = [entry["page"] for entry in [*said, *right]] or [1]
        if lines:
            found += [
                {
                    "do": "add",
                    "ref": "",
                    "structure": "1.1",
                    "title": self.random.choice(lines),
                    "page": self.random.choice(pages),
                }
                for _ in range(len(right) + 3)
                if self.strikes("noise")
            ]
        return found

    def on_doubts(self, asked: list[dict[str, Any]], false: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Rejections of what was asked about: of what is `false`, but for what a fault lets pass, and of what a fault rejects."""
        return [each for each in asked if self.strikes("noise" if each in false else "false rejection") != (each in false)]

    def _spoiled(self, entry: dict[str, Any]) -> dict[str, Any]:
        entry = dict(entry)
        if self.strikes("wrong page"):
            entry["page"] = max(1, entry["page"] + self.random.choice((-7, -3, -2, -1, 1, 2, 3, 5, 40)))
        if self.strikes("invented title"):
            entry["title"] = self.random.choice(INVENTED)
        if self.strikes("reworded title"):
            entry["title"] = self.random.choice(REWORDED).format(entry["title"].split()[-1] if entry["title"].split() else "it")
        if self.strikes("wrong level"):
            entry["structure"] = self.random.choice(("1", "1.1", "1.1.1", "1.1.1.1"))
        return entry

    def on_text(self, answer: dict[str, Any]) -> tuple[str, str]:
        """The answer as text, and how it ended."""
        text = json.dumps(answer, ensure_ascii=False)
        if self.strikes("rated low"):
            text = json.dumps({**answer, "quality": "low"}, ensure_ascii=False)
        if self.strikes("fenced"):
            text = f"Certainly! Here is the outline you asked for:\n\n```json\n{text}\n```\nLet me know if you need more."
        if self.strikes("python"):
            text = repr(json.loads(text)) if text.startswith("{") else text
        if self.strikes("wrong type"):
            text = self.random.choice(('"fine"', "[1, 2, 3]", "42", '{"entries": "none"}', '{"answer": [["title", 3]]}', "null"))
        if self.strikes("bad json"):
            text = self.random.choice(
                ("I am sorry, I cannot do that.", "{{{", text.replace('"', "").replace(":", " "), "<html>502</html>")
            )
        if self.strikes("empty"):
            text = ""
        if self.strikes("silent cut"):
            return text[: len(text) * 2 // 3], "stop"
        if self.strikes("cut off"):
            return text[: len(text) * 2 // 3], "length"
        return text, "stop"
