"""Calls and tokens that a model draft takes on the benchmark's documents, with a truthful model and without summaries.

    python -m tests.bench.calls [--only ID ...]
    python -m tests.bench.calls --long

A row for each document: pages, calls, tokens sent (characters / 4), their share of the document's own, F1 of headings and tree.
Documents whose contents the engine has read well are asked only about what is uncertain ("contents"); every document is then
asked as if it had none ("all pages"). Below, the four documents that PageIndex 0.4.7's classic mode was measured on with a
truthful model. --long instead asks about a made document of 2,000 pages in 250 windows: tokens sent against its own, memory.
"""

from __future__ import annotations

import argparse
import dataclasses
import resource
import sys
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
LONG_PAGES, LONG_WINDOW = 2_000, 10_000


class Row(NamedTuple):
    calls: int
    sent: int
    heading: float
    tree: float


def without_contents(evidence: DocumentEvidence) -> DocumentEvidence:
    return dataclasses.replace(evidence, contents=(), contents_pages=())


def measured(server: ModelServer, document: Document, evidence: DocumentEvidence) -> Row:
    server.truth = document.sections
    server.requests.clear()
    made = draft_with_model(evidence, settings(server.base))
    found = score(document.scorer, made.tree)
    sent = sum(len(turn["content"]) for request in server.requests for turn in request["messages"]) // 4
    return Row(len(server.requests), sent, found.heading, found.tree)


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
    compared = []
    with serving(ModelServer()) as server:
        for document in (document_at(path, bench) for path in paths(bench, given.only)):
            pages = document.evidence.reading.pages
            own = max(1, sum(len(page_text(page)) for page in pages) // 4)
            first = measured(server, document, document.evidence)
            rows = [("contents" if document.evidence.contents else "all pages", first)]
            if document.evidence.contents:
                rows.append(("all pages", measured(server, document, without_contents(document.evidence))))
            for way, row in rows:
                share = row.sent / own
                print(
                    f"{document.name[:40]:40} {len(pages):5} {way:9} {row.calls:5} {row.sent:8,} {share:6.2f} "
                    f"{row.heading:7.3f} {row.tree:6.3f}",
                    flush=True,
                )
            classic = next((CLASSIC[name] for name in CLASSIC if document.name.startswith(name)), None)
            if classic:
                compared.append((document.name, first, classic))
    for name, row, (calls, sent, heading) in compared:
        print(
            f"{name[:40]:40} calls {row.calls} of {calls} ({row.calls / calls:.0%}), tokens {row.sent:,} of {sent:,} "
            f"({row.sent / sent:.0%}), heading F1 {row.heading:.2f} against {heading:.2f}"
        )


if __name__ == "__main__":
    main()
