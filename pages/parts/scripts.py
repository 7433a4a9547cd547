"""Scripts of our widgets, written as several ES modules and given to Streamlit as the one text that a component takes.

Streamlit loads a component's script from a blob, from where no module beside it can be reached; serving modules from a route of
our own would have the first drawing wait for each of them. So they are joined when a widget is registered. On the disk they
stay plain modules, which editors, `node --check` and tests read as they are.

What `bundle` understands: `import { a, b } from "./beside.js";` and `export` before `function`, `class`, `const` and `let`;
`export default` in the entry alone. All modules of a widget share one scope: a name that stands at the top of two is refused.
"""

from __future__ import annotations

import re
from pathlib import Path

_IMPORT = re.compile(r'^import\s*\{(?P<names>[^}]*)\}\s*from\s*"(?P<path>\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)
_DECLARED = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) (?P<name>\w+)", re.MULTILINE)


def bundle(entry: Path) -> str:
    """The module at `entry` with all that it imports, as one module. Raises `ValueError` for what cannot be joined."""
    found: dict[Path, str] = {}
    _collect(entry.resolve(), found)
    owners: dict[str, Path] = {}
    for path, text in found.items():
        for match in _DECLARED.finditer(text):
            if owners.setdefault(match["name"], path) != path:
                raise ValueError(
                    f"{match['name']} stands at the top of {path.name} and {owners[match['name']].name}. Rename one."
                )
    parts = [f"// {path.name}\n{_EXPORT.sub('', _IMPORT.sub('', text))}" for path, text in found.items()]
    whole = "\n".join(parts)
    if re.search(r"^import\b", whole, re.MULTILINE):
        raise ValueError(f'{entry.name}: only `import {{ a, b }} from "./beside.js";` can be joined.')
    return whole


def _collect(path: Path, found: dict[Path, str], above: tuple[Path, ...] = ()) -> None:
    """Adds a module after those that it imports."""
    if path in above:
        raise ValueError(f"{path.name} imports itself by way of {above[-1].name}. Move what they share into a module of its own.")
    if path in found:
        return
    text = path.read_text(encoding="utf-8")
    for match in _IMPORT.finditer(text):
        if " as " in match["names"]:
            raise ValueError(f"{path.name}: a name cannot be imported as another.")
        _collect((path.parent / match["path"]).resolve(), found, (*above, path))
    if above and "export default" in text:
        raise ValueError(f"{path.name}: only the entry can have a default export.")
    found[path] = text
