"""What is drawn over a page: headings in the tree and out of it, suggestions, the start and end of the chosen section."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from operator import attrgetter
from typing import NamedTuple, TypedDict

from core.evidence.model import DocumentEvidence, Heading
from core.report import NodeReport, Report
from core.tree import Box, Node, Tree
from pages.parts.problems import Standing, standing, worst
from pages.parts.viewer.boxes import heading_box, overlap
from pages.parts.viewer.edges import Edge, edges

LOOSE_CONFIDENCE = 0.5
"""Candidates surer than this are outlined as headings that the tree leaves out."""
WORDS = {Standing.FAILED: "failed", Standing.SUSPECT: "uncertain", Standing.REMARK: "", Standing.OK: ""}


class Mark(NamedTuple):
    """A box: its kind ("node", "loose", "suggestion", "seen"), the node's id ("loose": the candidate's index), and words."""

    kind: str
    id: str
    box: Box
    title: str
    status: str
    words: str


Banner = tuple[str, str, list[tuple[str, int]]]


class Overlay(TypedDict):
    """All that is drawn over one page. `edges` are those of the chosen section.

    `banner` is the sentence over the page: its standing, its words, and pages to go to, each as (label, page).
    """

    marks: list[Mark]
    edges: list[Edge]
    banner: Banner | None


def overlays(
    tree: Tree, report: Report, evidence: DocumentEvidence, selected: str | None, pages: Iterable[int]
) -> dict[int, Overlay]:
    """The overlays of the pages asked for; numbers outside the document are passed over."""
    starts: dict[int, list[Node]] = {}
    for place in tree.walk():
        if place.node.span.start is not None:
            starts.setdefault(place.node.span.start, []).append(place.node)
    known = len(evidence.reading.pages)
    return {
        page: _overlay(page, starts.get(page, []), tree, report, evidence, selected)
        for page in sorted(set(pages))
        if 1 <= page <= known
    }


def _overlay(
    page: int, nodes: list[Node], tree: Tree, report: Report, evidence: DocumentEvidence, selected: str | None
) -> Overlay:
    marks: list[Mark] = []
    unplaced: list[Node] = []
    for node in nodes:
        found = report.by_node.get(node.id)
        how = standing(found, node.review)
        box = heading_box(node, found)
        if box is None:
            unplaced.append(node)
        else:
            marks.append(Mark("node", node.id, box, node.title, how.value, WORDS[how]))
    drawn: list[Edge] = []
    if selected is not None and selected in tree.placed:
        chosen = tree.find(selected).node
        marks += _hints(chosen, page, report.by_node.get(selected))
        drawn = edges(chosen, page, tree, report, evidence)
    taken = [mark.box for mark in marks]
    marks += [
        Mark("loose", str(nth), heading.box, heading.title, "", "This heading is not in the tree: click to use it.")
        for nth, heading in candidates(evidence, page)
        if not any(overlap(heading.box, box) for box in taken)
    ]
    return {
        "marks": marks,
        "edges": drawn,
        "banner": _banner(page, unplaced, tree, report, selected),
    }


def candidates(evidence: DocumentEvidence, page: int) -> list[tuple[int, Heading]]:
    """The likely headings of a page, each with its index in the evidence, where headings stand in the order of the pages."""
    first = bisect_left(evidence.headings, page, key=attrgetter("page"))
    after = bisect_left(evidence.headings, page + 1, lo=first, key=attrgetter("page"))
    return [(nth, evidence.headings[nth]) for nth in range(first, after) if evidence.headings[nth].confidence >= LOOSE_CONFIDENCE]


def _hints(node: Node, page: int, report: NodeReport | None) -> list[Mark]:
    """Where the checks would put the chosen section, and what they saw of its title on this page."""
    if report is None:
        return []
    hints: list[Mark] = []
    suggestion = report.suggestion
    if suggestion and suggestion.start_index == page and suggestion.box:
        hints.append(Mark("suggestion", node.id, suggestion.box, node.title, "", f"Suggested start: page {page}"))
    for finding in worst(report.findings):
        for seen in finding.seen:
            if seen.page == page and seen.box and not any(overlap(seen.box, hint.box) for hint in hints):
                match = "" if seen.score is None else f" ({seen.score:.0f}% alike)"
                hints.append(Mark("seen", node.id, seen.box, seen.text or node.title, "", f"The title is mentioned here{match}"))
    return hints


def _banner(page: int, unplaced: list[Node], tree: Tree, report: Report, selected: str | None) -> Banner | None:
    """What is wrong with the chosen section, on the page it claims and the one suggested; else what this page lacks."""
    if selected is not None and selected in tree.placed:
        node, found = tree.find(selected).node, report.by_node.get(selected)
        how = standing(found, node.review)
        suggested = found.suggestion.start_index if found and found.suggestion else None
        if found and found.findings and how in (Standing.FAILED, Standing.SUSPECT) and page in (node.span.start, suggested):
            ways = [("Tree", node.span.start), ("Suggested", suggested)]
            both = suggested is not None and suggested != node.span.start
            return how.value, worst(found.findings)[0].message, [(label, to) for label, to in ways if both and to is not None]
    failed = [node.title for node in unplaced if standing(report.by_node.get(node.id), node.review) is Standing.FAILED]
    if not failed:
        return None
    return Standing.FAILED.value, "Said to start on this page, and not found here: " + "; ".join(failed), []
