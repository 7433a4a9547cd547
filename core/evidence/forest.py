"""Boosted trees, applied with numpy alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.evidence.table import Floats

AT_ONCE = 4096
"""Rows worked on together: enough to make numpy's overhead small, few enough to stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Forest:
    """Binary trees as arrays of (trees, nodes). A leaf points to itself. `value` adds up to the log-odds."""

    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int16]
    right: NDArray[np.int16]
    value: NDArray[np.float32]
    depth: int

    def probability(self, rows: Floats) -> Floats:
        """The probability of each row of `rows` (rows, features)."""
        parts = [self._some(rows[at : at + AT_ONCE]) for at in range(0, len(rows), AT_ONCE)]
        return np.concatenate(parts) if parts else np.zeros(0)

    def _some(self, rows: Floats) -> Floats:
        trees, nodes = self.feature.shape
        flat = np.ascontiguousarray(rows, np.float32).ravel()
        base = (np.arange(len(rows), dtype=np.intp) * rows.shape[1])[:, None]
        offset = (np.arange(trees, dtype=np.intp) * nodes)[None, :]
        feature, threshold = self.feature.ravel().astype(np.intp), self.threshold.ravel()
        branches = np.stack(((self.right + offset.T).ravel(), (self.left + offset.T).ravel()), axis=1).ravel()
        at = np.broadcast_to(offset, (len(rows), trees))
        for _ in range(self.depth):
            goes_left = flat[base + feature[at]] <= threshold[at]
            at = branches[2 * at + goes_left]
        odds = self.value.ravel()[at].sum(axis=1, dtype=np.float64)
        found: Floats = 1.0 / (1.0 + np.exp(-odds))
        return found
