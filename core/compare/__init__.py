"""Two trees of one document: which section is which, what differs, how far they agree, and one side's version taken over.

comparison = compare(draft, corrected)
for difference in comparison.differences:
    print(difference.title, difference.words)
print(figures(corrected, draft).tree.f1, comparison.agreement)
edit = taking(comparison, comparison.differences[0])  # makes the left tree say what the right one says there
"""

from __future__ import annotations

from core.compare.differences import Comparison, Difference, Kind, Row, compare
from core.compare.figures import Figures, Ratio, figures
from core.compare.pairing import Pairing, pair
from core.compare.take import taking, taking_all

__all__ = [
    "Comparison",
    "Difference",
    "Figures",
    "Kind",
    "Pairing",
    "Ratio",
    "Row",
    "compare",
    "figures",
    "pair",
    "taking",
    "taking_all",
]
