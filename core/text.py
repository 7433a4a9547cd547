"""The text of a section, cut from the pages where it begins and where the next one does.

Sections that share a page share its lines out between them, in reading order (so, by column), each line once. Where a
heading cannot be placed on its page, its section begins with the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from core.evidence.model import DocumentEvidence
from core.evidence.titles import bare, key, same
from core.pdf.reading import Line, Page, Reading
from core.tree import Anchor, Node, Tree

NEAR = 2.0
"""Points by which a line may miss the place it is looked for at: boxes are rounded on their way through files."""
LONGEST_HEADING = 4
"""Lines that a heading may be wrapped over when its title is looked for."""


class LinePlace(NamedTuple):
    """A line of the document: its page and its index among the page's lines. Places compare in reading order."""

    page: int
    line: int


class Cut(NamedTuple):
    """A section's text, and where it is cut: `start` its first line, `stop` the first that is no longer its.

    `before` and `after` are the lines just outside, `next_title` names the section that ends it ("": none does).
    """

    start: LinePlace
    stop: LinePlace
    before: list[str]
    text: str
    after: list[str]
    next_title: str


def node_text(
    tree: Tree, node_id: str, source: Reading | DocumentEvidence, *, children: bool = True, whole_pages: bool = False
) -> str:
    """The text of a section with its heading and, with `children`, all below it; without, it ends where the first child begins.

    Running headers, footers and page numbers are left out where `source` is evidence that knows them. With `whole_pages` the text
    is that of all pages of the span, as they are. Empty for a section without a start page. Raises `NoSuchNode`.
    """
    return Texts(tree, source).of(node_id, children=children, whole_pages=whole_pages)


class Texts:
    """The texts of a tree's sections; each heading is placed once."""

    def __init__(self, tree: Tree, source: Reading | DocumentEvidence) -> None:
        reading = source if isinstance(source, Reading) else source.reading
        self._tree = tree
        self._pages = {page.number: page for page in reading.pages}
        self._running = frozenset() if isinstance(source, Reading) else source.running
        self._order = [place.node for place in tree.walk()]
        self._position = {node.id: nth for nth, node in enumerate(self._order)}
        self._headings: dict[str, Line] = {}
        self._starts = self._placed()

    def start(self, node_id: str) -> LinePlace | None:
        """Where a section's heading stands: line 0 where only its page is known, `None` where nothing is. Raises `NoSuchNode`."""
        return self._starts[self._tree.find(node_id).node.id]

    def heading(self, node_id: str) -> Line | None:
        """The line that a section's heading begins with; `None` where it is not seen on the start page."""
        return self._headings.get(node_id)

    def of(self, node_id: str, *, children: bool = True, whole_pages: bool = False) -> str:
        """As `node_text`."""
        start = self.start(node_id)
        if start is None:
            return ""
        node = self._tree.find(node_id).node
        last = self._last(node, start)
        if whole_pages:
            return _joined(list(self._lines(LinePlace(start.page, 0), LinePlace(last + 1, 0), frozenset())))
        stop = min(self._next(node, start, children=children) or LinePlace(last + 1, 0), LinePlace(last + 1, 0))
        return _joined(list(self._lines(start, stop, self._running)))

    def cut(self, node_id: str, *, around: int = 3) -> Cut | None:
        """The section's text with so many lines before and after it; `None` where its start page is not known."""
        start = self.start(node_id)
        if start is None:
            return None
        node = self._tree.find(node_id).node
        foot = LinePlace(self._last(node, start) + 1, 0)
        following = self._next(node, start, children=True)
        stop = min(following or foot, foot)
        reached = following is not None and not any(self._lines(stop, following, self._running))
        named = next((later.title for later in self._order if self._starts[later.id] == following), "") if reached else ""
        before = [line.text for _, line in self._lines(LinePlace(start.page, 0), start, self._running)]
        after = [line.text for _, line in self._lines(stop, LinePlace(stop.page + 1, 0), self._running)]
        text = _joined(list(self._lines(start, stop, self._running)))
        return Cut(start, stop, before[-around:], text, after[:around], named)

    def _last(self, node: Node, start: LinePlace) -> int:
        """The last page of a section, within the document: a tree made elsewhere may name any number."""
        foot = max(self._pages)
        return max(min(node.span.end or foot, foot), start.page)

    def whole(self, cited: Mapping[str, Iterable[int]]) -> dict[str, str]:
        """The text of whole pages, as they are, for each of these ids."""
        pages = {number: _joined([(number, line) for line in page.lines]) for number, page in self._pages.items()}
        return {
            node_id: "\n\n".join(filter(None, (pages.get(number) for number in numbers))) for node_id, numbers in cited.items()
        }

    def all(self, *, children: bool = True, whole_pages: bool = False) -> dict[str, str]:
        """The text of every section, by id."""
        return {node.id: self.of(node.id, children=children, whole_pages=whole_pages) for node in self._order}

    def _placed(self) -> dict[str, LinePlace | None]:
        starts: dict[str, LinePlace | None] = {}
        taken = LinePlace(0, 0)
        for node in self._order:
            page = self._pages.get(node.span.start or 0)
            if page is None:
                starts[node.id] = None
                continue
            after = taken.line + 1 if taken.page == page.number else 0
            line = self._line_of(node, page, after)
            starts[node.id] = LinePlace(page.number, line or 0)
            if line is not None:
                taken = LinePlace(page.number, line)
                self._headings[node.id] = page.lines[line]
        return starts

    def _line_of(self, node: Node, page: Page, after: int) -> int | None:
        """The line of a page that a heading begins with: by its box, by its title (from line `after` on first), by its height."""
        anchor = node.anchor if node.anchor is not None and node.anchor.page == page.number else None
        if anchor is not None and (found := _in_box(page, anchor)) is not None:
            return found
        titled = [
            nth for nth in range(len(page.lines)) if (page.number, nth) not in self._running and _begins(page, nth, node.title)
        ]
        if titled and anchor is not None and anchor.y is not None:
            height = anchor.y
            return min(titled, key=lambda nth: abs(page.lines[nth].y0 - height))
        if titled:
            return next((nth for nth in titled if nth >= after), titled[0])
        if anchor is None or anchor.y is None:
            return None
        return next((nth for nth, line in enumerate(page.lines) if line.upright and line.y1 > anchor.y + NEAR), None)

    def _next(self, node: Node, start: LinePlace, *, children: bool) -> LinePlace | None:
        """Where the next section begins: the first in document order that does not begin before this one."""
        nth = self._position[node.id] + 1
        if children:
            nth += sum(1 for _ in _below(node))
        for later in self._order[nth:]:
            place = self._starts[later.id]
            if place is not None and place >= start:
                return place
        return None

    def _lines(self, start: LinePlace, stop: LinePlace, leave_out: frozenset[tuple[int, int]]) -> Iterator[tuple[int, Line]]:
        for number in range(start.page, stop.page + 1):
            page = self._pages.get(number)
            for nth, line in enumerate(page.lines if page is not None else ()):
                if start <= (number, nth) < stop and (number, nth) not in leave_out:
                    yield number, line


def _joined(lines: list[tuple[int, Line]]) -> str:
    """The lines one below the other, with an empty one between paragraphs and between pages. What is no character becomes "?"."""
    parts: list[str] = []
    before: tuple[int, int] | None = None
    for number, line in lines:
        if before is not None:
            parts.append("\n" if before == (number, line.block) else "\n\n")
        parts.append(line.text.strip())
        before = (number, line.block)
    return "".join(parts).encode("utf-8", "replace").decode()


def _in_box(page: Page, anchor: Anchor) -> int | None:
    if anchor.box is None:
        return None
    x0, y0, x1, y1 = anchor.box
    for nth, line in enumerate(page.lines):
        middle = (line.y0 + line.y1) / 2
        if y0 - NEAR <= middle <= y1 + NEAR and line.x0 < x1 + NEAR and line.x1 > x0 - NEAR:
            return nth
    return None


def _begins(page: Page, nth: int, title: str) -> bool:
    """Whether a title, with or without its numbering, begins with this line: alone, wrapped, or run into a paragraph."""
    wanted = {key(title), bare(title)} - {""}
    lines = page.lines[nth : nth + LONGEST_HEADING]
    if page.lines[nth].lead < len(page.lines[nth].text) and key(page.lines[nth].text[: page.lines[nth].lead]) in wanted:
        return True
    read = ""
    for line in lines:
        read += line.text + " "
        if any(same(found, title_key) for found in (key(read), bare(read)) for title_key in wanted):
            return True
        if not any(title_key.startswith(key(read)) for title_key in wanted):
            return False
    return False


def _below(node: Node) -> Iterator[Node]:
    for child in node.children:
        yield child
        yield from _below(child)
