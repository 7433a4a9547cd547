"""Where sections may start: one module a source, and `gather`, which asks them all."""

from __future__ import annotations

from core.evidence.gathering import gather
from core.evidence.model import ContentsEntry, DocumentEvidence, Heading, Pointer

__all__ = ["ContentsEntry", "DocumentEvidence", "Heading", "Pointer", "gather"]
