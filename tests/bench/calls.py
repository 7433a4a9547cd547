"""Calls and tokens that a model draft takes on the benchmark's documents, with a truthful model and without summaries.

    python -m tests.bench.calls [--only ID ...]
    python -m tests.bench.calls --long

A row for each document: pages, calls, tokens sent (characters / 4), their share of the document's own, F1 of headings and tree.
Long documents whose contents the engine has read well are asked only about what is uncertain ("contents"); every document is
then asked as if it had none ("all pages"). Below, the calls for the shortest document of at least 30 pages, and of 86, without
contents, and the four documents that PageIndex 0.4.7's classic mode was measured on with a truthful model. --long instead asks
about a made document of 2,000 pages in 250 windows: tokens sent against its own, memory.
"""

from __future__ import annotations

import argparse
import dataclasses
import resource
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.evidence.model import DocumentEvidence, Heading
from core.model import draft_with_model
from core.model.windows import page_text
from core.pdf.reading import Line, Page, Reading
from tests.bench.model import Document, document_at, paths, score, settings
from tests.bench.tracks import find_bench
from tests.model_server import ModelServer, Section, serving

CLASSIC = {
    "earthmover": (54, 119_136, 0.91),
    "q1-fy25-earnings": (121, 111_994, 0.77),
    "developers-reference": (556, 579_836, 0.61),
    "communicating-sequential-processes": (150, 223_953, 1.00),
}
"""Calls, tokens sent and heading F1 of PageIndex 0.4.7's classic mode."""
ALL_PAGES = "all pages"
MOST_CALLS = {30: 3, 86: 6}
"""Calls that a document of so many pages without contents may take for its tree."""
LONG_PAGES, LONG_WINDOW = 2_000, 10_000


class Row(NamedTuple):
    """What one way of asking about a document took. `share`: tokens sent over the document's own."""

    name: str
    pages: int
    way: str
    calls: int
    sent: int
    share: float
    heading: float
    tree: float

    def words(self) -> str:
        return (
            f"{self.name[:40]:40} {self.pages:5} {self.way:9} {self.calls:5} {self.sent:8,} {self.share:6.2f} "
            f"{self.heading:7.3f} {self.tree:6.3f}"
        )


def measured(server: ModelServer, document: Document, evidence: DocumentEvidence, way: str) -> Row:
    server.truth = document.sections
    server.requests.clear()
    made = draft_with_model(evidence, settings(server.base))
    found = score(document.scorer, made.tree)
    pages = evidence.reading.pages
    own = max(1, sum(len(page_text(page)) for page in pages) // 4)
    sent = sum(len(turn["content"]) for request in server.requests for turn in request["messages"]) // 4
    return Row(document.name, len(pages), way, len(server.requests), sent, sent / own, found.heading, found.tree)


def long_document(pages: int = LONG_PAGES) -> DocumentEvidence:
    """A made document: a numbered heading every five pages, prose all over."""
    prose = "the harbour clocks were set by hand each morning before the ferries left for the outer islands and"
    made, headings = [], []
    for number in range(1, pages + 1):
        lines = [_line(prose, 80 + 14 * nth) for nth in range(40)]
        if number % 5 == 1:
            title = f"{number // 5 + 1} The tides of year {number}"
            lines.insert(0, _line(title, 50, bold=True))
            headings.append(Heading(number, 0, 0, title, title.split()[0], (60.0, 50.0, 260.0, 60.0), 0.97, tops_page=True))
        made.append(Page(number, 600, 800, tuple(lines)))
    return DocumentEvidence(reading=Reading("long", "3" * 64, tuple(made)), headings=tuple(headings))


def _line(text: str, y: float, *, bold: bool = False) -> Line:
    return Line(text, 60, y, 60 + 5 * len(text), y + 10, 10, 10, "Serif", bold, False, 0, len(text), bold, False, int(bold), True)


def long_run(server: ModelServer) -> str:
    """What a long document takes: calls, tokens against its own, the least and greatest prompt, memory beyond what it held."""
    evidence = long_document()
    server.truth = tuple(Section(1, heading.title, heading.page) for heading in evidence.headings)
    own = sum(len(page_text(page)) for page in evidence.reading.pages) // 4
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    made = draft_with_model(evidence, settings(server.base).model_copy(update={"window_tokens": LONG_WINDOW}))
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    sizes = [sum(len(turn["content"]) for turn in request["messages"]) // 4 for request in server.requests]
    return (
        f"{len(evidence.reading.pages)} pages, {made.costs.total.calls} calls, {sum(sizes):,} tokens sent, "
        f"{sum(sizes) / own:.2f} of its own {own:,}; prompts of {min(sizes):,} to {max(sizes):,}; "
        f"{grown:.0f} MB more than before, server and its record of requests included"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--long", action="store_true")
    given = parser.parse_args()
    if given.long:
        with serving(ModelServer()) as server:
            print(long_run(server))
        return
    bench = find_bench()
    if bench is None:
        sys.exit("The benchmark's folder is not here: set TREEPROOF_BENCH to it.")
    print(f"{'document':40} {'pages':>5} {'way':9} {'calls':>5} {'sent':>8} {'share':>6} {'heading':>7} {'tree':>6}")
    rows: list[Row] = []
    with serving(ModelServer()) as server:
        for path in paths(bench, given.only):
            for row in asked(server, document_at(path, bench)):
                rows.append(row)
                print(row.words(), flush=True)
    print("\n".join([*bounded(rows), *compared(rows)]))


def asked(server: ModelServer, document: Document) -> Iterator[Row]:
    """A document asked about as it is, and, if it has contents, as if it had none."""
    evidence = document.evidence
    yield measured(server, document, evidence, "contents" if evidence.contents else ALL_PAGES)
    if evidence.contents:
        yield measured(server, document, dataclasses.replace(evidence, contents=(), contents_pages=()), ALL_PAGES)


def bounded(rows: Sequence[Row]) -> Iterator[str]:
    """The documents just large enough that a bound on calls holds for them."""
    for pages, most in MOST_CALLS.items():
        large = [row for row in rows if row.way == ALL_PAGES and row.pages >= pages]
        if large:
            row = min(large, key=lambda each: each.pages)
            yield f"{row.name[:40]:40} {row.pages} pages without contents: calls {row.calls}, at most {most}"


def compared(rows: Sequence[Row]) -> Iterator[str]:
    """The documents that the classic mode was measured on, as they are."""
    for name, (calls, sent, heading) in CLASSIC.items():
        row = next((row for row in rows if row.name.startswith(name)), None)
        if row is not None:
            yield (
                f"{row.name[:40]:40} calls {row.calls} of {calls} ({row.calls / calls:.0%}), tokens {row.sent:,} of {sent:,} "
                f"({row.sent / sent:.0%}), heading F1 {row.heading:.2f} against {heading:.2f}, tree F1 {row.tree:.2f}"
            )


if __name__ == "__main__":
    main()
