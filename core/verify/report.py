"""All that is found of a tree, put together."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from operator import attrgetter

from core.evidence.model import DocumentEvidence
from core.report import Finding, NodeReport, Report, Severity, Status
from core.tree import Node, Tree
from core.verify.case import Case
from core.verify.codes import CODES
from core.verify.doubles import on_doubles
from core.verify.index import Index, prepare
from core.verify.levels import on_levels
from core.verify.missing import on_missing
from core.verify.places import Place
from core.verify.spans import on_spans
from core.verify.starts import judge
from core.verify.systematic import on_shifts
from core.verify.titles import on_title, suggestion

READ = ("id", "title", "span", "anchor", "confidence", "evidence", "synthetic", "end_by_hand")
"""The fields of a node that may count. Accepting a section, or a note on it, changes nothing that is said of the tree."""

_read = attrgetter(*READ)
_about = attrgetter(*(name for name in Tree.model_fields if name != "nodes"))


def verify(tree: Tree, evidence: DocumentEvidence | Index) -> Report:
    """What is wrong with `tree`, or may be. `evidence` prepared beforehand makes it a matter of milliseconds."""
    index = evidence if isinstance(evidence, Index) else prepare(evidence)
    asked = (_about(tree), [(placed.level, _read(placed.node)) for placed in tree.walk()])
    for known, said in tuple(index.verified):
        if known == asked:
            report: Report = said
            return report
    report = _verify(tree, index)
    index.verified.appendleft((asked, report))
    return report


def _verify(tree: Tree, index: Index) -> Report:
    case = Case(tree, index, judge(tree, index))
    on_nodes: defaultdict[str | None, list[Finding]] = defaultdict(list)
    for finding in chain(on_shifts(case), on_spans(case), on_levels(case), on_doubles(case), on_missing(case)):
        on_nodes[finding.node_id].append(finding)
    return Report(nodes=tuple(_node(case, placed.node, on_nodes) for placed in case.placed), tree=tuple(on_nodes[None]))


def _node(case: Case, node: Node, others: dict[str | None, list[Finding]]) -> NodeReport:
    own = list(on_title(case, node))
    status, place = case.judged[node.id][1:3]
    if status is Status.OK and not own and node.id not in others:
        return _sound(case, node.id, place)
    return NodeReport(
        node_id=node.id,
        status=_status(own),
        findings=(*own, *others.get(node.id, ())),
        suggestion=suggestion(case, node),
        heading=case.seen(place) if place else None,
    )


def _sound(case: Case, node_id: str, place: Place | None) -> NodeReport:
    """What is said of a node with nothing to be said of. Most nodes are such, and an edit leaves most of them alone."""
    known = case.index.reports
    report = known.get((node_id, place))
    if report is None:
        heading = case.seen(place) if place else None
        report = known[node_id, place] = NodeReport(node_id=node_id, status=Status.OK, heading=heading)
    return report


def _status(findings: list[Finding]) -> Status:
    deciding = {finding.severity for finding in findings if CODES[finding.code].status}
    if Severity.ERROR in deciding:
        return Status.FAILED
    return Status.SUSPECT if deciding else Status.OK
