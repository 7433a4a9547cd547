"""The card of a data set: its README, with the head that data set hubs read."""

from __future__ import annotations

from collections import Counter

from core.dataset.families import SHARES
from core.dataset.manifest import Manifest
from core.formats.plain import escaped

UNKNOWN = "not stated"

_CARD = """---
pretty_name: Corrected section trees
task_categories: [other]
tags: [pdf, document-structure, table-of-contents]
configs:
- config_name: default
  data_files:
{data_files}
---

# Corrected section trees

{documents} documents with {pages} pages. For each: its pages as lines with geometry, the section tree that was drafted, the tree
as corrected, the edits between with their times, and the findings on both trees. {signed} of the trees are signed off by a
person; the others are as they stood. Written by treeproof {treeproof}, format {version}.

| split | documents | pages | sections |
|---|---|---|---|
{splits}

Splits go by family: documents of one maker or template are all in the same split, chosen by the family's name alone ({shares} of
families), so they stay where they are when documents are added. Families whose name begins with `layout-` were told from page
size and text font, and are rather too large than too small.

## Rows

One JSON object a line, in the order of `sha256`.

| field | what it holds |
|---|---|
| `sha256`, `name` | the PDF: hash of its bytes, and what it was called |
| `family`, `split`, `licence`, `source` | where it belongs and where it comes from |
| `signed_off` | whether a person holds the corrected tree to be right |
| `reading` | `pages` (see below), and the file's own `outline`, `links`, `destinations`, `tags`, `labels` |
| `draft`, `corrected` | trees in treeproof's native format; pages count from 1, spans are inclusive |
| `edits` | what was done, in order: `seq`, `event` (edit, undo, redo), `at`, `who`, `label`, `parent`, `edit` |
| `draft_report`, `report` | the findings on the two trees, by node |

A page has `number`, `width`, `height`, `scan` (it has no text) and `lines`. A line has `text`, its box (`x0`, `y0`, `x1`, `y1`:
points from the top left of the page as shown), `size`, `big`, `font`, `bold`, `italic`, `color`, and `lead` with `lead_bold` and
`lead_italic` for a first run in another style. `edits` is empty where only the two trees are known. People are numbered, not
named; notes they wrote on sections stand in the trees.

    from core.dataset import load
    for example in load(Path("{folder}")): ...

`manifest.json` holds the hash of each file and of each row.

## Licences

The rows hold the documents' text: what may be done with them is for each document's own licence to say.

| licence | documents |
|---|---|
{licences}
{left_out}"""


def card(manifest: Manifest, folder: str) -> str:
    """The README of a data set, in Markdown."""
    parts = manifest.splits
    licences = Counter(entry.licence or UNKNOWN for entry in manifest.documents)
    left = "".join(f"- {escaped(each.name)}: {escaped(each.reason)}\n" for each in manifest.left_out)
    return _CARD.format(
        data_files="\n".join(f"  - split: {name}\n    path: {part.file}" for name, part in parts.items()),
        documents=len(manifest.documents),
        pages=sum(part.pages for part in parts.values()),
        signed=sum(entry.signed_off for entry in manifest.documents),
        treeproof=manifest.treeproof,
        version=manifest.version,
        splits="\n".join(f"| {name} | {part.documents} | {part.pages} | {part.sections} |" for name, part in parts.items()),
        shares=", ".join(f"{name} {share:.0%}" for name, share in SHARES.items()),
        folder=folder,
        licences="\n".join(f"| {escaped(name)} | {count} |" for name, count in sorted(licences.items())) or "| | 0 |",
        left_out=f"\n## Left out\n\n{left}" if left else "",
    )
