"""Every kind of finding: its stable code, severity, meaning, and what mends it. docs/findings.md is written from this table."""

from __future__ import annotations

from typing import NamedTuple

from core.report import Severity

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO


class Code(NamedTuple):
    """`status`: whether it makes its node suspect or failed. `repair`: what is offered, empty where a person must decide."""

    severity: Severity
    status: bool
    meaning: str
    repair: str


CODES: dict[str, Code] = {
    "title-elsewhere": Code(ERROR, True, "The section starts on another page than the tree says.", "Move its start there."),
    "title-mentioned": Code(
        ERROR,
        True,
        "The stated page only mentions the title in its text, and no place in the document looks like its heading.",
        "",
    ),
    "title-in-contents": Code(
        ERROR, True, "The stated page only lists the title in the printed contents, and its heading was not found.", ""
    ),
    "title-in-header": Code(
        ERROR, True, "The stated page carries the title as a running header or footer only, and its heading was not found.", ""
    ),
    "title-nowhere": Code(
        ERROR,
        True,
        "The title stands nowhere in the document: it was invented, or badly misread.",
        "Delete the section; its children stay.",
    ),
    "title-reworded": Code(
        ERROR, True, "The heading at this place reads otherwise than the title.", "Take over the title as printed."
    ),
    "title-uncertain": Code(WARNING, True, "Something like the title is there, but it hardly looks like a heading.", ""),
    "page-out-of-range": Code(
        ERROR, True, "The start page is not in the document.", "Move the start to where the heading was found, if it was."
    ),
    "page-unknown": Code(
        WARNING, True, "The tree does not say where the section starts.", "Set the start to where the heading was found."
    ),
    "page-without-text": Code(WARNING, True, "The stated page holds no text (a scan), so that its title cannot be checked.", ""),
    "title-differs": Code(
        INFO, False, "The title differs in a few letters from what is printed.", "Take over the title as printed."
    ),
    "pages-shifted": Code(
        ERROR,
        False,
        "Several sections in a row are off by the same number of pages, as when printed page numbers are taken for pages.",
        "Shift them all.",
    ),
    "end-before-start": Code(
        ERROR, False, "The section ends before it starts.", "Let the end follow from the sections after it."
    ),
    "end-out-of-range": Code(
        ERROR, False, "The last page is not in the document.", "Let the end follow from the sections after it."
    ),
    "end-unknown": Code(
        INFO, False, "The tree does not say where the section ends.", "Let the end follow from the sections after it."
    ),
    "starts-before-parent": Code(
        WARNING,
        False,
        "The section starts before the section that it is part of.",
        "Put it under the section that precedes it, where one does.",
    ),
    "ends-after-parent": Code(
        WARNING, False, "A section goes on after the end of the one that it is part of.", "Let the outer section reach as far."
    ),
    "out-of-order": Code(
        WARNING,
        False,
        "The section starts before the one that precedes it in the tree.",
        "Move it before the sections that start later.",
    ),
    "overlap": Code(
        WARNING, False, "The section goes on past the start of the next one.", "Let the end follow from the sections after it."
    ),
    "gap": Code(WARNING, False, "No section covers some pages that hold text.", "Let the section before them reach as far."),
    "uncovered-front": Code(
        INFO, False, "Pages with text stand before the first section.", "Add a section for the front matter."
    ),
    "level-contradicts-number": Code(
        WARNING, False, "The numbering places the section under another one than the tree does.", "Move it there."
    ),
    "number-skipped": Code(WARNING, False, "The numbering of neighbouring sections skips a number.", ""),
    "duplicate": Code(WARNING, False, "The tree holds this section twice.", "Delete the second one."),
    "not-a-section": Code(
        WARNING,
        False,
        "No reader would call this a section: it is a caption, a running header or the row of a table.",
        "Delete it.",
    ),
    "section-missing": Code(
        WARNING, False, "The document has a heading that the tree leaves out.", "Add the section in its place."
    ),
    "too-coarse": Code(
        WARNING,
        False,
        "The section is far longer than its siblings and holds headings that the tree leaves out.",
        "Add them below it.",
    ),
}
"""By code. The order is that of the docs."""


def table() -> str:
    """The page docs/findings.md."""
    rows = [
        "# Findings",
        "",
        "What `treeproof verify` may say of a tree. Written from `core/verify/codes.py`, which see; do not edit by hand:",
        "`python -c 'from core.verify.codes import table; print(table(), end=\"\")' > docs/findings.md`.",
        "",
        "A finding that decides on the *status* makes its section `suspect` (severity warning) or `failed` (severity error).",
        "The others stand beside a section, or the tree, and change no status.",
        "",
        "| code | severity | decides on the status | meaning | repair offered |",
        "|---|---|---|---|---|",
    ]
    rows += [
        f"| `{code}` | {row.severity} | {'yes' if row.status else 'no'} | {row.meaning} | {row.repair or 'none'} |"
        for code, row in CODES.items()
    ]
    return "\n".join(rows) + "\n"
