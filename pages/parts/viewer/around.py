"""What the viewer needs of pages that are not shown: their sizes, where something is wrong, and which will be shown next."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from core.evidence.model import DocumentEvidence
from core.report import Report
from core.tree import Tree
from pages.parts.problems import Standing, neighbour, standings

LETTER = (612.0, 792.0)
"""The size in points of a page that has none."""


def sizes(evidence: DocumentEvidence) -> list[tuple[int, float, float]]:
    """The pages' sizes in points, those alike in a row as one: (how many, width, height)."""
    alike = groupby((page.width or LETTER[0], page.height or LETTER[1]) for page in evidence.reading.pages)
    return [(len(list(pages)), width, height) for (width, height), pages in alike]


def flags(tree: Tree, report: Report) -> list[tuple[int, str, int]]:
    """The pages where something is wrong with a section that starts there: (page, the worst standing, how many sections)."""
    found: dict[int, Counter[Standing]] = {}
    for node_id, how in standings(tree, report).items():
        page = tree.find(node_id).node.span.start
        if page is not None and how in (Standing.FAILED, Standing.SUSPECT):
            found.setdefault(page, Counter())[how] += 1
    return [
        (page, how.value, counts[how])
        for page, counts in sorted(found.items())
        for how in [Standing.FAILED if counts[Standing.FAILED] else Standing.SUSPECT]
    ]


def near(tree: Tree, report: Report, selected: str | None) -> list[int]:
    """The pages probably shown next: of the next and the previous problem, and of the sections beside the chosen one."""
    order = list(tree.placed)
    at = order.index(selected) if selected in tree.placed else -1
    beside = [order[nth] for nth in (at + 1, at - 1) if 0 <= nth < len(order)]
    pages: list[int | None] = []
    for problem in (neighbour(tree, report, selected, 1), neighbour(tree, report, selected, -1)):
        if problem is not None:
            found = report.by_node.get(problem)
            pages.append(found.suggestion.start_index if found and found.suggestion else tree.find(problem).node.span.start)
    pages += [tree.find(each).node.span.start for each in beside]
    return list(dict.fromkeys(page for page in pages if page is not None and 1 <= page <= tree.pages))
