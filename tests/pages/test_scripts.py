"""Several modules become one script, or are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from pages.parts.scripts import bundle


def _written(folder: Path, **modules: str) -> Path:
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return folder / "entry.js"


def test_what_is_imported_comes_first_and_once(tmp_path: Path) -> None:
    entry = _written(
        tmp_path,
        entry='import { a } from "./a.js";\nimport {\n  b,\n} from "./b.js";\nexport default function () { return a + b; }\n',
        a='import { b } from "./b.js";\nexport const a = b + 1;\n',
        b="export const b = 1;\n",
    )
    text = bundle(entry)
    assert text.count("const b = 1;") == 1
    assert text.index("const b = 1;") < text.index("const a = b + 1;") < text.index("export default")
    assert "import" not in text
    assert text.count("export") == 1


@pytest.mark.parametrize(
    ("modules", "words"),
    [
        (
            {"entry": 'import { a } from "./a.js";\nconst x = 1;\n', "a": "const x = 2;\nexport const a = x;\n"},
            "x stands at the top",
        ),
        ({"entry": 'import { a as b } from "./a.js";\n', "a": "export const a = 1;\n"}, "as another"),
        ({"entry": 'import a from "./a.js";\n', "a": "export const a = 1;\n"}, "can be joined"),
        ({"entry": 'import { a } from "./a.js";\n', "a": "export default 1;\n"}, "default export"),
        (
            {"entry": 'import { a } from "./a.js";\n', "a": 'import { b } from "./entry.js";\nexport const a = 1;\n'},
            "itself",
        ),
    ],
)
def test_what_cannot_be_joined_is_refused(tmp_path: Path, modules: dict[str, str], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        bundle(_written(tmp_path, **modules))
