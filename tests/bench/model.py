"""Drafting with a model on the benchmark's documents: a faithful one, and one with each kind of fault at 10, 30 and 100%.

    python -m tests.bench.model [--kind KIND ...] [--rate R ...] [--seed S] [--only ID ...] [--product] [--clip]

The model is the server of tests/model_server, reached over HTTP through LiteLLM. Printed for each kind and rate: the engine's own
macro tree F1, the model draft's, how many documents lose more than 0.02 and the one that loses most, calls and retries. The
engine's weights have not seen a document's family; --product takes those in the product. --clip instead prints the share
of headings that stand beyond the first 1,200 characters of their page. What was read of the documents is kept in the cache.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Sequence
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


def documents(bench: Bench, only: Sequence[str] = (), known: Folds | None = None) -> list[Document]:
    """The stripped documents, read and drafted by the engine alone: with the product's weights, or those of the folds `known`."""
    found = []
    code = _code()
    for path in bench.pdfs("stripped"):
        if only and not any(map(path.stem.startswith, only)):
            continue
        evidence = _kept(bench, path, known, code)
        scorer = Scorer(bench.dev, path.stem)
        drafted = draft(evidence, known.fusion(path.stem) if known else None)
        found.append(Document(path.stem, evidence, scorer, right_sections(scorer), drafted, score(scorer, drafted).tree))
    return found


def _kept(bench: Bench, path: Path, known: Folds | None, code: str) -> DocumentEvidence:
    """What was read of a document, from the cache where it was read before by this very code."""
    folder = bench.cache / "evidence" / f"{code}-{'folds' if known else 'product'}"
    kept = folder / f"{path.stem}.evidence"
    if kept.exists():
        return unpack(kept.read_bytes())
    folder.mkdir(parents=True, exist_ok=True)
    reading = read(path)
    evidence = gather(reading, known.ranker(path.stem)) if known else gather(reading)
    kept.write_bytes(pack(evidence))
    return evidence


def _code() -> str:
    """A digest of all that evidence depends on: the code that gathers it, and weights."""
    digest = hashlib.blake2s(digest_size=6)
    for folder in ("core/pdf", "core/evidence", "tests/bench/folds"):
        for path in sorted((HOME / folder).glob("*.*")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def settings(base: str, kind: str = "") -> ModelSettings:
    patience = PATIENCE if kind in {"hang", "slow"} else 20.0
    return ModelSettings(
        endpoint=Endpoint(model="openai/truthful", api_base=base),
        ceilings=Ceilings(seconds_per_call=patience),
        retries=Retries(first_wait=0.01, longest_wait=0.3, rest=5.0),
    )


def run(server: ModelServer, chosen: Sequence[Document], kind: str, rate: float, seed: int) -> str:
    """One line of the table."""
    scores: list[Score] = []
    calls = retries = 0
    started = time.monotonic()
    for document in chosen:
        server.requests.clear()
        server.truth = document.sections
        server.faults = Faults({kind: rate} if kind else {}, seed)
        server.slow_seconds = PATIENCE / 3
        made = draft_with_model(document.evidence, settings(server.base, kind), engine=document.drafted)
        scores.append(score(document.scorer, made.tree))
        calls, retries = calls + made.costs.total.calls, retries + made.costs.total.retries
    engine = fmean(document.engine for document in chosen)
    model = fmean(each.tree for each in scores)
    gains = sorted((each.tree - document.engine, document.name) for each, document in zip(scores, chosen, strict=True))
    lost = sum(gain < -MOST_LOST for gain, _ in gains)
    verdict = "ok" if model >= engine and not lost else "WORSE"
    heading = fmean(each.heading for each in scores)
    name = f"{kind or 'faithful':16} {rate if kind else 1:4.0%}"
    worst = f"{lost} below -{MOST_LOST}, worst {gains[0][0]:+.3f} {gains[0][1][:20]}"
    spent = f"calls {calls:4} retries {retries:4} {time.monotonic() - started:4.0f} s"
    return f"{name}  engine {engine:.4f}  model {model:.4f} (headings {heading:.4f})  {worst:48} {spent}  {verdict}"


def beyond_clip(chosen: Sequence[Document]) -> str:
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
    parser.add_argument("--kind", nargs="*", choices=[*KINDS, "faithful"])
    parser.add_argument("--rate", nargs="*", type=float, default=list(RATES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--product", action="store_true")
    parser.add_argument("--clip", action="store_true")
    given = parser.parse_args()
    bench = find_bench()
    if bench is None:
        sys.exit("The benchmark's folder is not here: set TREEPROOF_BENCH to it.")
    chosen = documents(bench, given.only, None if given.product else folds(bench))
    if given.clip:
        print(beyond_clip(chosen))
        return
    with serving(ModelServer()) as server:
        for kind in given.kind or ["faithful", *KINDS]:
            for rate in [0.0] if kind == "faithful" else given.rate:
                print(run(server, chosen, "" if kind == "faithful" else kind, rate, given.seed), flush=True)


if __name__ == "__main__":
    main()
