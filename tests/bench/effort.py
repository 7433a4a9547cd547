"""Actions that correcting a tree takes, in the real app and a real browser:

    python -m tests.bench.effort [--seeds 0-1] [--only TEXT ...] [--rate 0.12] [--show]

The benchmark's corrupt.py (with --benign 0) puts faults into right trees: of the samples, and of development documents of each
kind. A robot that knows the right tree corrects them as a person would: go to the next failure; apply the suggestion if it is
right, or else mend by the inspector; accept. One action is a click, a key chord, or a field typed and confirmed. Opening the
document is none. The robot acts on what the screen says it shows; what it did is read back from the store.

Printed: actions a fault, by kind of fault as well; tree F1 of the result by the benchmark's score.py; titles that differ from the
right ones after folding case and spaces. The exit status is 1 when more than 1.5 actions a fault were taken on average, or a tree
is not right at the end.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from core.edit import apply
from core.errors import EditError
from core.locate import samples
from core.report import Repair, Report
from core.store import Store
from core.tree import Node, Tree
from core.verify import prepare, verify
from pages.parts.problems import as_edit, problems, repairs
from tests.bench.gold import score_module
from tests.bench.shown import Shown, chromium, data_folder, put, running, tab
from tests.bench.tracks import Bench, find_bench
from tests.browser.screen import Screen

WANTED = 1.5
EACH_KIND = 2
"""Development documents of each kind, those with the number of sections nearest to `SECTIONS`."""
SECTIONS = 60
PATIENT = 4
"""Actions a fault after which the robot gives a document up."""


@dataclass(frozen=True, slots=True)
class Right:
    """What a node of the faulty tree should be. `page` is `None` for one that should not be there."""

    fault: str | None
    page: int | None
    title: str | None


@dataclass
class Count:
    """What a document took."""

    faults: int = 0
    actions: Counter[str] = field(default_factory=Counter)
    by_kind: dict[str, list[int]] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(self.actions.values())


class Robot:
    """Corrects one tree through the screen. Every method that touches the app is one action, and counts itself."""

    def __init__(self, page: Page, url: str, shown: Shown, store: Store, truth: dict[str, Right]) -> None:
        self.screen = Screen(page, url)
        self.page = page
        self.shown = shown
        self.store = store
        self.truth = truth
        self.index = prepare(shown.evidence)
        self.count = Count(faults=sum(right.fault is not None for right in truth.values()))

    def correct(self) -> Tree:
        """Go on until the app says that nothing is left, or patience ends. The tree as it is then."""
        self.screen.open(self.shown.path)
        self.screen.ready()
        while self.count.total <= PATIENT * self.count.faults + 10:
            tree = self.tree
            report = verify(tree, self.index)
            left = {problem.node for problem in problems(tree, report) if problem.node}
            if not left:
                break
            chosen = self.chosen()
            before = self.count.total
            if chosen not in left:
                self.key("n", "next")
                if self.chosen() == chosen:
                    break
                continue
            self.attend(tree, report, tree.find(chosen).node)
            fault = self.truth[chosen].fault if chosen in self.truth else None
            self.count.by_kind.setdefault(fault or "none", []).append(self.count.total - before)
        return self.tree

    def attend(self, tree: Tree, report: Report, node: Node) -> None:
        """Judge the section chosen, and do what is to be done."""
        right = self.truth[node.id]
        if self.is_right(tree, node.id):
            self.key("a", "accept")
            return
        offered = [repair for _, repair in repairs(report.by_node.get(node.id))]
        for nth, repair in enumerate(offered):
            if self.mends(tree, node.id, repair):
                if nth == 0:
                    self.key("s", "suggestion")
                else:
                    self.click(f".st-key-repair_{nth} button", "other suggestion")
                return
        if right.page is None:
            self.click("[data-testid=stPopover]:has-text('delete') button", "delete")
            self.click(".st-key-delete button", "delete")
            return
        if node.span.start != right.page:
            self.screen.set_page("Start page", right.page)
            self.count.actions["start typed"] += 1
        if not self.same_title(node.title, right.title):
            title = self.screen.field("Title")
            title.fill(str(right.title))
            title.press("Control+Enter")
            self.screen.settle()
            self.count.actions["title typed"] += 1
        self.key("a", "accept")

    # What is seen

    @property
    def tree(self) -> Tree:
        return self.store.state(self.shown.tree_id).tree

    def chosen(self) -> str:
        """The section chosen, as the address names it."""
        self.screen.settle()
        return str(self.page.evaluate("new URLSearchParams(location.search).get('node') || ''"))

    def mends(self, tree: Tree, node_id: str, repair: Repair) -> bool:
        try:
            after = apply(tree, as_edit(repair))
        except EditError:
            return False
        return self.is_right(after, node_id)

    def is_right(self, tree: Tree, node_id: str) -> bool:
        right, placed = self.truth[node_id], tree.placed.get(node_id)
        if right.page is None or placed is None:
            return right.page is None and placed is None
        return placed.node.span.start == right.page and self.same_title(placed.node.title, right.title)

    @staticmethod
    def same_title(title: str, right: str | None) -> bool:
        return right is not None and folded(title) == folded(right)

    # What is done

    def key(self, key: str, what: str) -> None:
        self.screen.press(key)
        self.screen.settle()
        self.count.actions[what] += 1

    def click(self, selector: str, what: str) -> None:
        self.page.locator(selector).first.click()
        self.screen.settle()
        self.count.actions[what] += 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", default="0-1", help="one, or a range (0-9)")
    parser.add_argument("--only", nargs="*", default=[], help="documents whose name holds one of these")
    parser.add_argument("--rate", default="0.12", help="share of the sections that get a fault")
    parser.add_argument("--show", action="store_true", help="print what each document took")
    given = parser.parse_args()
    bench = find_bench()
    if bench is None:
        print("The benchmark is not here. Set TREEPROOF_BENCH to its folder.")
        return 0
    first, _, last = given.seeds.partition("-")
    cases = [
        case
        for seed in range(int(first), int(last or first) + 1)
        for case in faulty(bench, seed, given.rate)
        if not given.only or any(text in case[0].stem for text in given.only)
    ]
    return measure(bench, cases, show=given.show)


def measure(bench: Bench, cases: list[tuple[Path, Path, Path, Path]], *, show: bool) -> int:
    """Correct every case; print what it took."""
    counts: list[Count] = []
    scores: list[float] = []
    titles = [0, 0]
    wrong: list[str] = []
    with chromium() as browser:
        for pdf, tree, truth, gold in cases:
            right = {node["node_id"]: Right(node["fault"], node["page"], node["title"]) for node in _json(truth)["nodes"]}
            if not any(each.fault for each in right.values()):
                continue
            with data_folder() as folder:
                store = Store(folder)
                shown = put(store, pdf, tree.read_bytes())
                with running(folder) as server:
                    page = tab(browser, server.url)
                    robot = Robot(page, server.url, shown, store, right)
                    after = robot.correct()
                    page.context.close()
                store.close()
            score, same, there = judged(bench, after, gold)
            counts.append(robot.count)
            scores.append(score)
            titles = [titles[0] + same, titles[1] + there]
            if score < 1.0 or same < there:
                wrong.append(f"{pdf.stem}: tree F1 {score:.3f}, titles {same} of {there}")
            if show:
                done = ", ".join(f"{what} {times}" for what, times in robot.count.actions.most_common())
                print(f"{pdf.stem}: {robot.count.faults} faults, {robot.count.total} actions ({done}), tree F1 {score:.3f}")
    faults, actions = sum(count.faults for count in counts), sum(count.total for count in counts)
    ratio = actions / max(faults, 1)
    print(f"{len(counts)} trees, {faults} faults, {actions} actions: {ratio:.2f} a fault (wanted {WANTED})")
    print(f"tree F1 {statistics.fmean(scores):.4f} in the mean, {min(scores):.3f} at least; titles {titles[0]} of {titles[1]}")
    kinds: dict[str, list[int]] = {}
    for count in counts:
        for kind, taken in count.by_kind.items():
            kinds.setdefault(kind, []).extend(taken)
    for kind, taken in sorted(kinds.items()):
        print(f"  {kind:10s} {len(taken):4d} visits, {statistics.fmean(taken):.2f} actions a visit")
    print("\n".join(wrong))
    return int(ratio > WANTED or bool(wrong))


def faulty(bench: Bench, seed: int, rate: str) -> list[tuple[Path, Path, Path, Path]]:
    """The PDF, the faulty tree, the truth and the gold of every document measured."""
    home = bench.cache / "effort"
    made: list[tuple[Path, Path, Path, Path]] = []
    for kind, (golds, pdfs) in {"samples": _samples(home), "dev": _chosen(bench, home)}.items():
        out, truth = home / f"{kind}-{seed}-trees", home / f"{kind}-{seed}-truth"
        command = [sys.executable, str(bench.folder / "corrupt.py"), "--gold", str(golds), "--pdf", str(pdfs), "--out", str(out)]
        command += ["--truth", str(truth), "--seed", str(seed), "--rate", rate, "--benign", "0"]
        if kind == "dev":
            command += ["--manifest", str(bench.dev / "manifest.jsonl")]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        made += [(pdfs / f"{path.stem}.pdf", out / path.name, truth / path.name, path) for path in sorted(golds.glob("*.json"))]
    return made


def judged(bench: Bench, tree: Tree, gold: Path) -> tuple[float, int, int]:
    """Tree F1 against the gold, titles that are the same after folding, and titles there are."""
    module: Any = score_module(bench.folder)
    nodes = [
        {"level": place.level, "title": place.node.title, "page": place.node.span.start}
        for place in tree.walk()
        if place.node.span.start is not None
    ]
    right: list[dict[str, Any]] = module.load(gold)
    score = float(module.score(right, nodes)["tree_f1"])
    wanted = Counter(folded(node["title"]) for node in right if not node.get("self_title"))
    there = Counter(folded(str(node["title"])) for node in nodes)
    return score, sum((wanted & there).values()), sum(wanted.values())


def folded(title: str) -> str:
    return " ".join(title.split()).casefold()


def _samples(home: Path) -> tuple[Path, Path]:
    """The samples' right trees as gold, and their PDFs."""
    golds = home / "samples-gold"
    golds.mkdir(parents=True, exist_ok=True)
    for path in sorted(samples().glob("*.tree.json")):
        name = path.name.removesuffix(".tree.json")
        nodes = [{"level": level, "title": title, "page": page} for level, title, page in _flat(_json(path)["structure"], 1)]
        (golds / f"{name}.json").write_text(json.dumps({"id": name, "nodes": nodes}, ensure_ascii=False), encoding="utf-8")
    return golds, samples()


def _flat(nodes: list[dict[str, Any]], level: int) -> list[tuple[int, str, int]]:
    return [
        row
        for node in nodes
        for row in ((level, node["title"], node["start_index"]), *_flat(node.get("nodes", []), level + 1))
        if row[2] is not None
    ]


def _chosen(bench: Bench, home: Path) -> tuple[Path, Path]:
    """Some development documents of each kind, as gold and as stripped PDFs."""
    golds = home / "dev-gold"
    golds.mkdir(parents=True, exist_ok=True)
    kinds: dict[str, list[dict[str, Any]]] = {}
    for row in bench.manifest():
        kinds.setdefault(row["kind"], []).append(row)
    for rows in kinds.values():
        for row in sorted(rows, key=lambda each: (abs(each["n_nodes"] - SECTIONS), each["id"]))[:EACH_KIND]:
            content = (bench.dev / "gold" / f"{row['id']}.json").read_bytes()
            (golds / f"{row['id']}.json").write_bytes(content)
    pdfs = bench.pdfs("stripped")
    return golds, pdfs[0].parent


def _json(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    raise SystemExit(main())
