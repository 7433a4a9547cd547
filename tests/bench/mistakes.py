"""Sort what the drafts get wrong into kinds, and count them, commonest first.

    python -m tests.bench.mistakes [--folds FOLDER] [--track TRACK] [--show KIND]

A wrong node is counted once, under the first kind that fits: missed (a section of the gold that no node has), extra (a node that
the gold has not, where the gold is complete), or wrongly placed (its parent is another). The kinds are told apart by rules, from
what the evidence says of the place; `--show` lists those whose kind holds the words given.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.draft import draft
from core.draft.sections import look_of
from core.evidence import gather
from core.evidence.model import DocumentEvidence, Heading
from core.evidence.table import tabulate
from core.pdf.document import read
from tests.bench.accuracy import rows
from tests.bench.gold import Scorer
from tests.bench.outoffold import Folds, folds
from tests.bench.tracks import TRACKS, Bench, find_bench

LIKELY, NEAR = 0.45, 0.2
"""Layout's confidence from which a heading counts as likely, and from which it was just missed."""
AT_BODY = 0.6
"""Points by which a heading may be larger than the text and still count as set at its size."""
LABEL = 40
"""Characters: an extra section without a number that is shorter is a short line set apart."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with which title of which document."""

    kind: str
    document: str
    page: int
    title: str


def mistakes(bench: Bench, known: Folds, path: Path) -> Iterator[Mistake]:
    """Those of one document, drafted with weights that have not seen its family."""
    evidence = gather(read(path), known.ranker(path.stem))
    drafted = list(rows(draft(evidence, known.fusion(path.stem)).nodes))
    scorer = Scorer(bench.dev, path.stem)
    module = scorer.module
    gold, nodes = module.what_counts(scorer.gold, drafted)
    pairs: list[tuple[int, int]] = module.align(gold, nodes, use_page=True)
    of_gold, of_node = dict(pairs), {at: nth for nth, at in pairs}
    why = Why(evidence, module)
    for nth, node in enumerate(gold):
        if nth not in of_gold:
            yield Mistake(f"missed: {why.missed(node)}", path.stem, node["page"], node["title"])
    for at, node in enumerate(nodes if scorer.complete else []):
        if at not in of_node:
            yield Mistake(f"extra: {why.added(node)}", path.stem, node["page"], node["title"])
    gold_parents, parents = module.parents(gold), module.parents(nodes)
    for nth, at in pairs:
        wanted, got = gold_parents[nth], parents[at]
        if (wanted == -1 and got == -1) or (wanted != -1 and got != -1 and of_gold.get(wanted) == got):
            continue
        if wanted != -1 and wanted not in of_gold:
            kind = "its parent is missed"
        elif got != -1 and got not in of_node:
            kind = "its parent is an extra section"
        elif got == -1:
            kind = "level too high, at the root"
        else:
            kind = "another of the right sections is its parent"
        yield Mistake(f"placed wrongly: {kind}", path.stem, gold[nth]["page"], gold[nth]["title"])


class Why:
    """Tells the kind of a mistake from what is known of its place."""

    def __init__(self, evidence: DocumentEvidence, module: Any) -> None:
        self.evidence, self.module = evidence, module
        self.table = tabulate(evidence.reading)

    def missed(self, node: dict[str, Any]) -> str:
        """Why a section of the gold is not in the draft."""
        heading = self._heading(node)
        if heading is None:
            return "no candidate on its page"
        look = look_of(self.evidence, heading)
        if heading.confidence >= LIKELY:
            listed = " by the printed contents, which leave it out" if self.evidence.contents else ""
            return f"a likely heading outvoted{listed}"
        if heading.confidence >= NEAR:
            return "a heading just under the threshold"
        if heading.run_in:
            return "a run-in heading"
        if look.size > self.table.body_size + AT_BODY:
            return "a heading larger than the text"
        number = "numbered" if heading.number else "without a number"
        way = "bold" if look.bold else "in italics" if look.italic else "in capitals" if look.caps else "set like the text"
        return f"a heading no larger than the text, {way}, {number}"

    def added(self, node: dict[str, Any]) -> str:
        """What a node that the gold has not seems to be."""
        heading, title = self._heading(node), self.module.normalise(node["title"])
        entries = [entry for entry in self.evidence.contents if self.module.same_title(self.module.normalise(entry.title), title)]
        if any(entry.target == node["page"] for entry in entries):
            return "listed in the printed contents"
        if heading is None:
            return "found by something else than layout"
        if heading.number:
            return "a numbered line"
        if heading.run_in:
            return "a run-in heading"
        return "a short line set apart" if len(heading.title) <= LABEL else "a long line set apart"

    def _heading(self, node: dict[str, Any]) -> Heading | None:
        title = self.module.normalise(node["title"])
        found = [
            heading
            for heading in self.evidence.headings
            if heading.page == node["page"] and self.module.same_title(self.module.normalise(heading.title), title)
        ]
        return max(found, key=lambda heading: heading.confidence, default=None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folds", type=Path, help="folder of out-of-fold weights; by default tests/bench/folds")
    parser.add_argument("--track", choices=TRACKS, default="stripped")
    parser.add_argument("--show", help="words of a kind whose mistakes are listed")
    args = parser.parse_args()
    bench = find_bench()
    if bench is None:
        print("The benchmark's documents are not here, so nothing was counted. Set TREEPROOF_BENCH to their folder.")
        return
    known = folds(bench, args.folds)
    found = [mistake for path in bench.pdfs(args.track) for mistake in mistakes(bench, known, path)]
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for mistake in found:
        kinds[mistake.kind][mistake.document] += 1
    for kind, documents in sorted(kinds.items(), key=lambda item: (-item[1].total(), item[0])):
        most = ", ".join(str(count) for _, count in documents.most_common(3))
        print(f"{documents.total():4}  {kind}  ({len(documents)} documents; the most: {most})")
    for mistake in found:
        if args.show and args.show in mistake.kind:
            print(f"{mistake.document} p. {mistake.page}: {mistake.title}  [{mistake.kind}]")


if __name__ == "__main__":
    main()
