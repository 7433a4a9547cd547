"""Drafting with a model on the benchmark's documents: a faithful one, and one with each kind of fault at 10, 30 and 100%.

    python -m tests.bench.model [--kind KIND ...] [--rate R ...] [--seed S] [--only ID ...] [--product] [--each] [--workers N]
    python -m tests.bench.model --clip [--only ID ...]

The model is the server of tests/model_server, reached over HTTP through LiteLLM. Printed for each kind and rate: the engine's own
macro tree F1, the model draft's, how many documents lose more than 0.02 and the one that loses most, calls and retries; with
--each every document as well. The engine's weights have not seen a document's family; --product takes those in the product.
--clip instead prints the share of headings that stand beyond the first 1,200 characters of their page.

Documents are shared out to --workers processes, each with a server of its own; pauses between retries are cut to hundredths of
a second. What was read of the documents is kept in the cache, and so is what they came to, by commit: a measurement that was
stopped goes on where it was. In a changed working copy nothing of that is kept.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from core.draft import draft
from core.evidence import gather
from core.evidence.codec import pack, unpack
from core.evidence.model import DocumentEvidence
from core.llm import Ceilings, Endpoint, Retries
from core.model import ModelSettings, draft_with_model
from core.model.windows import page_text
from core.pdf.document import read
from core.tree import Tree
from tests.bench.gold import Scorer
from tests.bench.outoffold import Folds, folds
from tests.bench.tracks import HOME, Bench, find_bench
from tests.model_server import KINDS, Faults, ModelServer, Section, serving

RATES = (0.1, 0.3, 1.0)
FAITHFUL = "faithful"
DIRTY = "-changed"
MOST_LOST = 0.02
"""Tree F1 that a document may lose to the engine's own draft."""
PATIENCE = 0.6
"""Seconds per call, so that a server that hangs does not hold the measurement up."""
CLIP = 1_200


class Document(NamedTuple):
    name: str
    evidence: DocumentEvidence
    scorer: Scorer
    sections: tuple[Section, ...]
    drafted: Tree
    engine: float


class Score(NamedTuple):
    heading: float
    tree: float


class Case(NamedTuple):
    kind: str
    rate: float


class Result(NamedTuple):
    case: Case
    name: str
    engine: float
    score: Score
    calls: int
    retries: int

    @property
    def gain(self) -> float:
        return self.score.tree - self.engine


def right_sections(scorer: Scorer) -> tuple[Section, ...]:
    """The gold as the truthful server knows it: without the document's own title as root."""
    titles = {nth for nth, node in enumerate(scorer.gold) if node.get("self_title")}
    return tuple(Section(node["level"], node["title"], node["page"]) for node in scorer.module.lift(scorer.gold, titles))


def score(scorer: Scorer, tree: Tree) -> Score:
    """F1 of headings and of the tree, as score.py counts."""
    rows: list[dict[str, Any]] = [
        {"level": placed.level, "title": placed.node.title, "page": placed.node.span.start or 0}
        for placed in tree.walk()
        if not placed.node.synthetic
    ]
    found = scorer.module.score(scorer.gold, rows, complete=scorer.complete)
    return Score(found["heading_f1"], found["tree_f1"])


def paths(bench: Bench, only: Sequence[str] = ()) -> list[Path]:
    """The stripped documents whose names begin so."""
    return [path for path in bench.pdfs("stripped") if not only or any(map(path.stem.startswith, only))]


def document_at(path: Path, bench: Bench, known: Folds | None = None) -> Document:
    """A document, read and drafted by the engine: with the product's weights, or those of the folds `known`."""
    evidence = _kept(bench, path, known)
    scorer = Scorer(bench.dev, path.stem)
    drafted = draft(evidence, known.fusion(path.stem) if known else None)
    return Document(path.stem, evidence, scorer, right_sections(scorer), drafted, score(scorer, drafted).tree)


def _kept(bench: Bench, path: Path, known: Folds | None) -> DocumentEvidence:
    """What was read of a document, from the cache where it was read before by this very code."""
    folder = bench.cache / "evidence" / f"{_code()}-{'folds' if known else 'product'}"
    kept = folder / f"{path.stem}.evidence"
    if kept.exists():
        return unpack(kept.read_bytes())
    folder.mkdir(parents=True, exist_ok=True)
    reading = read(path)
    evidence = gather(reading, known.ranker(path.stem)) if known else gather(reading)
    kept.write_bytes(pack(evidence))
    return evidence


@cache
def _code() -> str:
    """A digest of all that evidence depends on: the code that gathers it, and weights."""
    digest = hashlib.blake2s(digest_size=6)
    for folder in ("core/pdf", "core/evidence", "tests/bench/folds"):
        for path in sorted((HOME / folder).glob("*.*")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def settings(base: str, kind: str = FAITHFUL) -> ModelSettings:
    patience = PATIENCE if kind in {"hang", "slow"} else 20.0
    return ModelSettings(
        endpoint=Endpoint(model="openai/truthful", api_base=base),
        ceilings=Ceilings(seconds_per_call=patience),
        retries=Retries(first_wait=0.01, longest_wait=0.02, rest=5.0),
    )


def run(case: Case, document: Document, server: ModelServer, seed: int) -> Result:
    """What a model that errs in this way makes of a document."""
    server.requests.clear()
    server.truth = document.sections
    server.faults = Faults({case.kind: case.rate} if case.kind != FAITHFUL else {}, seed)
    made = draft_with_model(document.evidence, settings(server.base, case.kind), engine=document.drafted)
    total = made.costs.total
    return Result(case, document.name, document.engine, score(document.scorer, made.tree), total.calls, total.retries)


def run_document(path: Path, cases: Sequence[Case], seed: int, *, product: bool) -> list[Result]:
    """All cases for one document, in a process of its own."""
    bench = find_bench()
    if bench is None:
        raise FileNotFoundError("the benchmark's folder")
    commit = commit_here()
    kept = Kept(bench.cache / "models" / f"{commit}-{seed}-{'product' if product else 'folds'}" / f"{path.stem}.json")
    left = [case for case in cases if case not in kept.results]
    if left:
        document = document_at(path, bench, None if product else folds(bench))
        with serving(ModelServer(slow_seconds=PATIENCE / 3, retry_after="0")) as server:
            kept.add([run(case, document, server, seed) for case in left], store=not commit.endswith(DIRTY))
    return [kept.results[case] for case in cases]


class Kept:
    """A document's results of earlier measurements, by case, in a file of their own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.results = self._stored()

    def add(self, results: Sequence[Result], *, store: bool) -> None:
        self.results |= self._stored() | {each.case: each for each in results}
        if store:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(list(self.results.values())))

    def _stored(self) -> dict[Case, Result]:
        rows = json.loads(self.path.read_text()) if self.path.exists() else []
        results = (Result(Case(*case), name, engine, Score(*found), *spent) for case, name, engine, found, *spent in rows)
        return {each.case: each for each in results}


def line(results: Sequence[Result]) -> str:
    """One line of the table: all documents of one case."""
    case = results[0].case
    engine, model = (fmean(values) for values in zip(*((each.engine, each.score.tree) for each in results), strict=True))
    worst = min(results, key=lambda each: each.gain)
    lost = sum(each.gain < -MOST_LOST for each in results)
    verdict = "ok" if model >= engine and not lost else "WORSE"
    heading = fmean(each.score.heading for each in results)
    spent = f"calls {sum(each.calls for each in results):4} retries {sum(each.retries for each in results):4}"
    told = f"{lost} below -{MOST_LOST}, worst {worst.gain:+.3f} {worst.name[:20]}"
    name = f"{case.kind:16} {case.rate:4.0%}"
    return f"{name}  engine {engine:.4f}  model {model:.4f} (headings {heading:.4f})  {told:48} {spent}  {verdict}"


def beyond_clip(chosen: Iterator[Document]) -> str:
    """How many right headings a clip would hide."""
    total = hidden = 0
    for document in chosen:
        pages = {page.number: page for page in document.evidence.reading.pages}
        for section in document.sections:
            if section.page in pages:
                text = " ".join(page_text(pages[section.page]).split())
                at = text.find(" ".join(section.title.split())[-40:])
                total += at >= 0
                hidden += at >= CLIP
    return f"{hidden} of {total} headings ({hidden / max(1, total):.0%}) stand beyond the first {CLIP:,} characters of their page"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--kind", nargs="*", choices=[*KINDS, FAITHFUL], default=[FAITHFUL, *KINDS])
    parser.add_argument("--rate", nargs="*", type=float, default=list(RATES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--product", action="store_true")
    parser.add_argument("--each", action="store_true")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--clip", action="store_true")
    given = parser.parse_args()
    bench = find_bench()
    if bench is None:
        sys.exit("The benchmark's folder is not here: set TREEPROOF_BENCH to it.")
    if given.clip:
        print(beyond_clip(document_at(path, bench) for path in paths(bench, given.only)))
        return
    if not given.product:
        folds(bench)  # trained now if they are missing, and not in every worker
    cases = [Case(kind, rate) for kind in given.kind for rate in ([1.0] if kind == FAITHFUL else given.rate)]
    one = partial(run_document, cases=cases, seed=given.seed, product=given.product)
    by_document: list[list[Result]] = []
    with ProcessPoolExecutor(given.workers, multiprocessing.get_context("spawn")) as pool:
        for results in pool.map(one, paths(bench, given.only)):
            by_document.append(results)
            print(f"{len(by_document)} {results[0].name}", file=sys.stderr, flush=True)
    print(f"{len(by_document)} documents at {commit_here()}")
    for results in map(list, zip(*by_document, strict=True)):
        print(line(results))
        for each in results if given.each else ():
            gained = f"engine {each.engine:.3f} model {each.score.tree:.3f} {each.gain:+.3f}"
            print(f"    {each.name[:40]:40} {gained} calls {each.calls} retries {each.retries}")


def commit_here() -> str:
    """The commit that is measured, marked where files differ from it."""
    command = ["git", "describe", "--always", f"--dirty={DIRTY}"]
    done = subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=False)
    return done.stdout.strip() or DIRTY


if __name__ == "__main__":
    main()
