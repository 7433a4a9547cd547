"""What is left to look at in a tree: how each section stands, and the way from one problem to the next."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.edit import Edit, Many
from core.report import Finding, NodeReport, Repair, Report, Severity, Status
from core.tree import Review, Tree


class Standing(StrEnum):
    """How a section is shown, worst first. A person's acceptance turns what the checks say into a remark."""

    FAILED = "failed"
    SUSPECT = "suspect"
    REMARK = "warn"
    OK = "ok"


SEVERITIES = (Severity.ERROR, Severity.WARNING, Severity.INFO)


_LATEST: deque[tuple[Tree, Report, Mapping[str, Standing]]] = deque(maxlen=16)
"""What was worked out last: the parts of a screen ask for the same, and a long tree takes its time."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A section that failed or is uncertain, or (`node` is `None`) a finding on the whole tree."""

    node: str | None
    title: str
    standing: Standing
    finding: Finding | None


def standing(report: NodeReport | None, review: Review) -> Standing:
    """How a section stands: by its status and its errors, unless a person has accepted it."""
    if report is None:
        return Standing.OK
    errors = any(finding.severity is Severity.ERROR for finding in report.findings)
    if review is Review.ACCEPTED:
        return Standing.OK if report.status is Status.OK and not report.findings else Standing.REMARK
    if report.status is Status.FAILED or errors:
        return Standing.FAILED
    if report.status is Status.SUSPECT:
        return Standing.SUSPECT
    return Standing.REMARK if any(finding.severity is Severity.WARNING for finding in report.findings) else Standing.OK


def standings(tree: Tree, report: Report) -> Mapping[str, Standing]:
    """How every section stands, in document order."""
    for known_tree, known_report, known in tuple(_LATEST):
        if known_tree is tree and known_report is report:
            return known
    stand = {place.node.id: standing(report.by_node.get(place.node.id), place.node.review) for place in tree.walk()}
    _LATEST.appendleft((tree, report, stand))
    return stand


def worst(findings: Sequence[Finding]) -> list[Finding]:
    """Findings with the gravest first, the surest first among equals."""
    return sorted(findings, key=lambda finding: (SEVERITIES.index(finding.severity), -finding.confidence))


def problems(tree: Tree, report: Report) -> list[Problem]:
    """All that waits for a person: failures in document order, what is uncertain, then what is said of the whole tree."""
    stand = standings(tree, report)
    found: list[Problem] = []
    for wanted in (Standing.FAILED, Standing.SUSPECT):
        for node_id, how in stand.items():
            if how is wanted:
                findings = worst(report.by_node[node_id].findings)
                found.append(Problem(node_id, tree.find(node_id).node.title, how, findings[0] if findings else None))
    for finding in worst(report.tree):
        if finding.severity is not Severity.INFO:
            how = Standing.FAILED if finding.severity is Severity.ERROR else Standing.REMARK
            found.append(Problem(None, "", how, finding))
    return found


def neighbour(tree: Tree, report: Report, current: str | None, step: int) -> str | None:
    """The next (`step` 1) or previous (-1) section to look at, round the end; `None` when nothing is left.

    Failures come first: what is uncertain is only visited when no failure is left besides the current section.
    """
    stand = standings(tree, report)
    order = list(stand)
    here = order.index(current) if current is not None and current in stand else (-1 if step > 0 else len(order))
    for wanted in (Standing.FAILED, Standing.SUSPECT):
        ahead = [node_id for node_id in _round(order, here, step) if stand[node_id] is wanted and node_id != current]
        if ahead:
            return ahead[0]
    return None


def _round(order: list[str], here: int, step: int) -> list[str]:
    if step > 0:
        return [*order[here + 1 :], *order[: here + 1]]
    return [*order[:here][::-1], *order[here:][::-1]]


def nothing_left(tree: Tree) -> str:
    """What is told where no problem is left: that is not yet a tree that a person has seen."""
    unseen = sum(place.node.review is Review.UNREVIEWED for place in tree.walk())
    if not unseen:
        return "Nothing is left to check in this tree."
    return f"No section fails or is uncertain. Not reviewed yet: {unseen} of {len(tree.placed)}. Accept or sign off."


def repairs(report: NodeReport | None) -> list[tuple[Finding, Repair]]:
    """Every mend on offer for a section, the best first."""
    return offered(report.findings) if report else []


def offered(findings: Sequence[Finding]) -> list[tuple[Finding, Repair]]:
    """The findings' mends, the best first: of the gravest finding, and the surest of it. Equal ones appear once."""
    found: list[tuple[Finding, Repair]] = []
    seen: set[tuple[Edit, ...]] = set()
    for finding in worst(findings):
        for repair in sorted(finding.repairs, key=lambda each: -each.confidence):
            if repair.edits not in seen:
                seen.add(repair.edits)
                found.append((finding, repair))
    return found


def as_edit(repair: Repair) -> Edit:
    """The repair as one action, which one undo takes back."""
    return repair.edits[0] if len(repair.edits) == 1 else Many(label=repair.label, edits=repair.edits)
