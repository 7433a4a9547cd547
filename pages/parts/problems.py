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


SURE = 0.9
"""A draft's confidence below which a section that nobody has reviewed is worth a look, whatever the checks say."""
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
    if report.status is Status.OK and not report.findings:
        return Standing.OK
    errors = any(finding.severity is Severity.ERROR for finding in report.findings)
    if review is Review.ACCEPTED:
        return Standing.REMARK
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

    Failures come first, in document order: what is uncertain is only visited when no failure is left besides the current section,
    and what the draft doubts, least sure first, when nothing is uncertain either.
    """
    stand = standings(tree, report)
    for wanted in (Standing.FAILED, Standing.SUSPECT):
        if ahead := [node_id for node_id in _round(list(stand), current, step) if stand[node_id] is wanted]:
            return ahead[0]
    ahead = _round(doubted(tree, report), current, step)
    return ahead[0] if ahead else None


def doubted(tree: Tree, report: Report) -> list[str]:
    """Sections that the checks pass and nobody has reviewed, but that their draft was not sure of, least sure first."""
    stand = standings(tree, report)
    least = [
        (place.node.confidence, place.node.id)
        for place in tree.walk()
        if place.node.confidence is not None
        and place.node.confidence < SURE
        and place.node.review is Review.UNREVIEWED
        and stand[place.node.id] in (Standing.OK, Standing.REMARK)
    ]
    return [node_id for _, node_id in sorted(least, key=lambda each: each[0])]


def _round(order: list[str], current: str | None, step: int) -> list[str]:
    """The others of a list in the order in which steps from the current one come to them, round the end."""
    if current not in order:
        return order if step > 0 else order[::-1]
    here = order.index(current)
    return [*order[here + 1 :], *order[:here]] if step > 0 else [*order[:here][::-1], *order[:here:-1]]


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
