"""A tree against the pages of its document: findings, each with its reason and, where one can be known, its repair.

    report = verify(tree, evidence)             # evidence: core.evidence.gather(reading)
    prepared = prepare(evidence)                # once a document
    report = verify(edited, prepared)           # after each edit, in milliseconds
    mended = fix(tree, prepared, above=0.9)     # with the repairs that the findings offer

The question asked of each node is "does this section start here?": `places` finds where its title stands and how much each
place looks like a heading, `align` lays the whole tree on the document in order, `starts` draws the conclusion. What is said of
it is in `titles`; `spans`, `levels`, `missing`, `doubles` and `systematic` look at the rest. Every code stands in `codes`.
"""

from __future__ import annotations

from core.verify.fix import Fixed, fix
from core.verify.index import Index, prepare
from core.verify.report import verify

__all__ = ["Fixed", "Index", "fix", "prepare", "verify"]
