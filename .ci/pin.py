#!/usr/bin/env python3
"""Pin every package that treeproof brings along, without a lock file that names download hosts.

    python .ci/pin.py            resolve anew with the pins in force and write the list (adds what is missing, drops what is gone)
    python .ci/pin.py --upgrade  forget the pins, take the newest versions that pyproject.toml's ranges allow
    python .ci/pin.py --check    exit 1 if the list is not what the first form would write

The list is `constraint-dependencies` in pyproject.toml, between two marker lines; uv reads it there. Needs uv.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
BEGIN = "# pins: written by .ci/pin.py, do not edit by hand"
END = "# end of pins"


def split(text: str) -> tuple[str, list[str], str]:
    """The text before the list, the pins in it, and the text after it."""
    before, _, rest = text.partition(BEGIN)
    inside, _, after = rest.partition(END)
    pins = [line.strip().removeprefix('"').removesuffix('",') for line in inside.splitlines() if line.strip().startswith('"')]
    return before, pins, after


def render(before: str, pins: list[str], after: str) -> str:
    rows = "".join(f'  "{pin}",\n' for pin in pins)
    return f"{before}{BEGIN}\nconstraint-dependencies = [\n{rows}]\n{END}{after}"


def resolve(text: str) -> list[str]:
    """Every package that the project text leads to, as `name==version` with its marker, for all Pythons and systems."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pyproject.toml").write_text(text)
        (Path(folder) / "README.md").write_text("")
        words = ["export", "--quiet", "--no-hashes", "--no-emit-project", "--all-groups", "--no-annotate", "--no-header"]
        done = subprocess.run([uv(), *words, "--directory", folder], check=True, capture_output=True, text=True)
    return sorted(" ".join(line.replace('"', "'").split()) for line in done.stdout.splitlines() if "==" in line)


def uv() -> str:
    found = shutil.which("uv")
    if found is None:
        sys.exit("uv is not installed. Run: pip install uv")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--upgrade", action="store_true")
    args = parser.parse_args()
    text = PROJECT.read_text()
    before, pins, after = split(text)
    if not after:
        sys.exit(f"pyproject.toml has no lines {BEGIN!r} and {END!r}: put them back into [tool.uv].")
    wanted = render(before, resolve(render(before, [] if args.upgrade else pins, after)), after)
    if args.check and wanted != text:
        sys.exit("The pins in pyproject.toml have drifted from its dependencies. Run: python .ci/pin.py")
    if not args.check:
        PROJECT.write_text(wanted)


if __name__ == "__main__":
    main()
