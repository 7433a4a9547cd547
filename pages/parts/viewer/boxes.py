"""Where on a page a section's heading stands, and how boxes lie to one another. Boxes are in points, as everywhere."""

from __future__ import annotations

from core.report import NodeReport
from core.tree import Box, Node


def heading_box(node: Node, report: NodeReport | None) -> Box | None:
    """Where a section's heading stands on its start page, as checked or as drafted."""
    if report and report.heading and report.heading.page == node.span.start and report.heading.box:
        return report.heading.box
    if node.anchor and node.anchor.page == node.span.start:
        return node.anchor.box
    return None


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share at least half of the smaller."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return False
    area = min((one[2] - one[0]) * (one[3] - one[1]), (other[2] - other[0]) * (other[3] - other[1]))
    return area <= 0 or width * height >= 0.5 * area
