"""From evidence to a tree."""

from __future__ import annotations

from core.draft.draft import draft

__all__ = ["draft"]
