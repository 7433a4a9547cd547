"""Documents for tests, written as text: one string a page, one line a line.

# Title        a heading of the first style        ## Title     of the second
> Header       a running header                    @ Title 12   an entry of the printed contents
= Title. Text  a run-in heading, bold up to the first full stop
| Cell | 12    two lines side by side, as in the row of a table
Text           running text
"""

from __future__ import annotations

from core.evidence.model import ContentsEntry, DocumentEvidence, Heading
from core.evidence.numbering import parse
from core.pdf.reading import Line, Page, Reading
from core.tree import Anchor, Node, Span, Tree

SIZES = {"#": 16.0, "##": 13.0}
BODY = 10.0
CONFIDENCE = 0.95


def document(*pages: str, confidence: float = CONFIDENCE) -> DocumentEvidence:
    """What is known of a document of these pages. Headings have the confidence given."""
    read: list[Page] = []
    headings: list[Heading] = []
    entries: list[ContentsEntry] = []
    running: set[tuple[int, int]] = set()
    for number, text in enumerate(pages, start=1):
        lines: list[Line] = []
        body_above = False
        for nth, row in enumerate(filter(None, map(str.strip, text.splitlines()))):
            mark, _, rest = row.partition(" ")
            y = 60.0 + 20.0 * nth
            if mark in SIZES:
                lines.append(_line(rest, y, SIZES[mark], bold=True))
                headings.append(_heading(number, len(lines) - 1, rest, lines[-1], confidence, body_above, style=len(mark)))
                continue
            if mark == ">":
                running.add((number, len(lines)))
                lines.append(_line(rest, 20.0, 8.0))
            elif mark == "@":
                lines.append(_line(rest, y, BODY))
                title, _, printed = rest.rpartition(" ")
                entries.append(ContentsEntry(number, lines[-1].box, "", title, printed, None, 1, len(entries) + 1))
            elif mark == "=":
                lines.append(_line(rest, y, BODY, lead=rest.index(".") + 1))
            elif mark == "|":
                for cell, x in zip(rest.split("|"), (50.0, 400.0), strict=True):
                    lines.append(_line(cell.strip(), y, BODY, x=x))
            else:
                lines.append(_line(row, y, BODY))
            body_above = body_above or mark != ">"
        read.append(Page(number, 500.0, 700.0, tuple(lines), scan=not lines))
    reading = Reading(name="a.pdf", sha256="0" * 64, pages=tuple(read))
    listed = tuple(sorted({entry.page for entry in entries}))
    return DocumentEvidence(reading, tuple(headings), tuple(entries), listed, frozenset(running))


def _line(text: str, y: float, size: float, *, x: float = 50.0, bold: bool = False, lead: int = 0) -> Line:
    return Line(
        text=text,
        x0=x,
        y0=y,
        x1=x + 0.5 * size * len(text),
        y1=y + size,
        size=size,
        big=size,
        font="Bold" if bold else "Body",
        bold=bold,
        italic=False,
        color=0,
        lead=lead or len(text),
        lead_bold=bold or lead > 0,
        lead_italic=False,
        block=0,
        upright=True,
    )


def _heading(page: int, nth: int, title: str, line: Line, confidence: float, body_above: bool, style: int) -> Heading:
    number = parse(title)
    return Heading(
        page, nth, nth, title, number.text if number else "", line.box, confidence, style=style, tops_page=not body_above
    )


def tree(*rows: str, pages: int = 9) -> Tree:
    """A tree from rows "Title | start-end", indented by two spaces a level; ids are n1, n2 ...

    An unknown page is a question mark. A start followed by ^ stands at the top of its page.
    """
    nodes: list[tuple[int, Node]] = []
    for nth, row in enumerate(rows, start=1):
        title, _, span = row.partition("|")
        first, _, last = span.strip().partition("-")
        tops = first.endswith("^")
        start, end = (None if page == "?" else int(page.rstrip("^")) for page in (first, last or first))
        level = (len(row) - len(row.lstrip())) // 2
        anchor = Anchor(page=start or 1, tops_page=True) if tops else None
        nodes.append((level, Node(id=f"n{nth}", title=title.strip(), span=Span(start=start, end=end), anchor=anchor)))

    def below(level: int) -> tuple[Node, ...]:
        found = []
        while nodes and nodes[0][0] == level:
            node = nodes.pop(0)[1]
            found.append(node.with_(children=below(level + 1)))
        return tuple(found)

    return Tree(name="a.pdf", pages=pages, sha256="0" * 64, nodes=below(0))


PAPER = (
    "# A Study of Rivers \n Ann Author \n # 1 Introduction \n Rivers run to the sea. The Methods used are told below.",
    "> A Study of Rivers \n They carry sand. In Results we see how much. \n # 2 Methods \n We looked at three rivers.",
    "> A Study of Rivers \n ## 2.1 Sampling \n We took water. \n ## 2.2 Statistics and Software \n We counted.",
    "> A Study of Rivers \n # 3 Results \n Much sand was found. \n | Total | 12 \n = Discharge. The rivers carry water.",
    "> A Study of Rivers \n # 4 Discussion \n The results agree with Introduction and with theory.",
)
"""A small paper of five pages."""


def paper_tree() -> Tree:
    """Its right tree."""
    return tree(
        "1 Introduction | 1-2",
        "2 Methods | 2-3",
        "  2.1 Sampling | 3^",
        "  2.2 Statistics and Software | 3",
        "3 Results | 4^",
        "4 Discussion | 5^",
        pages=5,
    )
