"""What verification says of a tree: findings keyed by node, each with what was seen and what would mend it.

A node's status judges its title and its start page alone. Findings on ends, nesting, order, gaps and levels stand beside it.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import Annotated

from pydantic import Field

from core.edit import Edit
from core.tree import Box, Value


class Status(StrEnum):
    """`suspect`: the evidence is uncertain. `failed`: the pages contradict the node."""

    OK = "ok"
    SUSPECT = "suspect"
    FAILED = "failed"


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Seen(Value):
    """A place on a page that a finding speaks of; `score` (0 to 100) says how well the text there matches the title."""

    page: int
    box: Box | None = None
    text: str = ""
    score: float | None = None


class Repair(Value):
    """A mend, as edits that the app, the command line and tests apply alike. `label` names it on a button."""

    label: str
    edits: tuple[Edit, ...]
    confidence: Annotated[float, Field(ge=0, le=1)] = 0.5


class Finding(Value):
    """One thing that is wrong, or may be.

    `code` is stable and listed in docs/findings.md; `node_id` is `None` for the whole tree.
    """

    code: str
    severity: Severity
    message: str
    node_id: str | None = None
    confidence: Annotated[float, Field(ge=0, le=1)] = 1.0
    seen: tuple[Seen, ...] = ()
    repairs: tuple[Repair, ...] = ()


class Suggestion(Value):
    """Another start page for a node, with the place on it where one is known."""

    start_index: int
    box: Box | None = None
    confidence: Annotated[float, Field(ge=0, le=1)] = 0.5


class NodeReport(Value):
    """What was found of one node. `heading` is where its heading was seen to stand, if it was."""

    node_id: str
    status: Status
    findings: tuple[Finding, ...] = ()
    suggestion: Suggestion | None = None
    heading: Seen | None = None


class Report(Value):
    """The findings on a tree: on each node, in document order, and on the whole (`tree`)."""

    nodes: tuple[NodeReport, ...] = ()
    tree: tuple[Finding, ...] = ()

    @cached_property
    def by_node(self) -> dict[str, NodeReport]:
        return {node.node_id: node for node in self.nodes}

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Findings on the whole tree first, then node by node."""
        return (*self.tree, *(finding for node in self.nodes for finding in node.findings))

    @property
    def passed(self) -> bool:
        """Whether every status is ok and no finding is an error."""
        return all(node.status is Status.OK for node in self.nodes) and all(
            finding.severity is not Severity.ERROR for finding in self.findings
        )
