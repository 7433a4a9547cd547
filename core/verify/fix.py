"""Mending a tree with the repairs that its findings offer, without anybody looking on.

Repairs go in the order in which they depend on each other: starts and titles, then what is to be deleted, then moved, then
added, then end pages. The tree is verified again between the steps, since one mend may settle other findings, and a repair
after which more nodes fail than before is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.edit import Add, Delete, Edit, Move, Retitle, SetEnd, SetStart, Shift, apply
from core.errors import EditError
from core.evidence.model import DocumentEvidence
from core.report import Repair, Report, Status
from core.tree import Tree
from core.verify.index import Index, prepare
from core.verify.report import verify

ABOVE = 0.9
"""Confidence from which a repair is applied unless told otherwise."""
ROUNDS = 6
"""Bound on the rounds over all steps. On the benchmark's faults the second has nothing to do; random trees took four."""

STEPS: tuple[tuple[type, ...], ...] = ((SetStart, Retitle), (Shift,), (Delete,), (Move,), (Add,), (SetEnd,))


class Fixed(NamedTuple):
    """The mended tree, the edits that lead to it, in order, and what verification says of it."""

    tree: Tree
    applied: tuple[Edit, ...]
    report: Report


def fix(tree: Tree, evidence: DocumentEvidence | Index, above: float = ABOVE) -> Fixed:
    """Apply every repair whose confidence is at least `above` (0 to 1)."""
    index = evidence if isinstance(evidence, Index) else prepare(evidence)
    applied: list[Edit] = []
    report = verify(tree, index)
    for _ in range(ROUNDS):
        before = len(applied)
        for kinds in STEPS:
            tree, report = _step(tree, report, index, above, kinds, applied)
        if len(applied) == before:
            break
    return Fixed(tree, tuple(applied), report)


def _step(
    tree: Tree, report: Report, index: Index, above: float, kinds: tuple[type, ...], applied: list[Edit]
) -> tuple[Tree, Report]:
    """Apply all repairs made of edits of these kinds: at once, or one by one where that made something worse."""
    wanted = list(_wanted(report, above, kinds))
    if not wanted:
        return tree, report
    mended, edits = _apply_all(tree, wanted)
    after = verify(mended, index)
    if failing(after) <= failing(report):
        applied.extend(edits)
        return mended, after
    for each in wanted:
        mended, edits = _apply_all(tree, [each])
        after = verify(mended, index)
        if failing(after) <= failing(report):
            tree, report = mended, after
            applied.extend(edits)
    return tree, report


def _wanted(report: Report, above: float, kinds: tuple[type, ...]) -> Iterator[Repair]:
    """The first repair of each finding, if it is of these kinds. Additions come last first, so that their indices hold."""
    found = [
        finding.repairs[0]
        for finding in report.findings
        if finding.repairs and finding.repairs[0].confidence >= above and isinstance(finding.repairs[0].edits[0], kinds)
    ]
    return iter(reversed(found) if Add in kinds else found)


def _apply_all(tree: Tree, repairs: list[Repair]) -> tuple[Tree, list[Edit]]:
    """The tree with the repairs applied that still can be: an earlier one may have taken away what a later one names."""
    done: list[Edit] = []
    for each in repairs:
        for edit in each.edits:
            if isinstance(edit, Add) and edit.node.id in tree.placed:
                continue
            try:
                tree = apply(tree, edit)
            except EditError:
                break
            done.append(edit)
    return tree, done


def failing(report: Report) -> set[str]:
    """Ids of the nodes that are not ok."""
    return {node.node_id for node in report.nodes if node.status is not Status.OK}
