"""Tables as text that a spreadsheet opens: nothing in a cell is ever run as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

STARTERS = tuple("=+-@\t\r\n＝＋－＠")
"""What a spreadsheet takes for the beginning of a formula (OWASP, "CSV Injection"), and the wide forms of East Asia."""

Cell = str | int | float | None


def harmless(cell: Cell) -> str:
    """The cell's text; one that a spreadsheet would run begins with an apostrophe. Numbers stay numbers."""
    if cell is None:
        return ""
    if not isinstance(cell, str):
        return str(cell)
    return f"'{cell}" if _dangerous(cell) else cell


def unharmed(cell: str) -> str:
    """What a cell's text was before `harmless`."""
    return cell[1:] if cell.startswith("'") and _dangerous(cell) else cell


def _dangerous(cell: str) -> bool:
    """Apostrophes of its own in front do not count, so that what was made harmless can be told from what was so before."""
    return cell.lstrip(" '").startswith(STARTERS)


def table(head: Sequence[str], rows: Iterable[Sequence[Cell]], *, delimiter: str = ",") -> str:
    """CSV (or, with a tab as delimiter, TSV) with a line for the head. Excel wants a byte order mark ("utf-8-sig")."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([harmless(cell) for cell in row] for row in rows)
    return out.getvalue()
