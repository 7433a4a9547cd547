"""The command line. Progress goes to standard error, results to standard output.

Exit status: 0, all is well; 1, it ran and found something wrong (a document that fails, a tree that does not hold);
2, it could not run.
What commands need is imported when they run, so that `--help` is quick.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from core import interchange
from core.app_at_terminal import Address, ApiBase, Browser, Demo, DemoUploads, ModelName, Port, check_unused, serve
from core.errors import FormatError, SettingsError, readable
from core.terminal import check_place, pages_of, say, told, with_password, write

if TYPE_CHECKING:
    from core.batch import Job, Outcome
    from core.settings import Limits

FOUND_WRONG = 1
FAILURES = "failures.jsonl"


class Mode(StrEnum):
    """Ways to draft a tree."""

    engine = "engine"
    layout = "layout"
    model = "model"


cli = typer.Typer(
    name="treeproof",
    add_completion=False,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Pdf = Annotated[Path, typer.Argument(metavar="FILE.pdf", help="The PDF.", exists=True, dir_okay=False)]
TreeFile = Annotated[
    Path, typer.Argument(metavar="TREE.json", help="A tree of it: native or PageIndex JSON.", exists=True, dir_okay=False)
]
FormatOption = Annotated[
    str, typer.Option("--format", metavar="native|pageindex|...", help="Format of the tree; a wrong one gets the list of all.")
]
ModeOption = Annotated[
    Mode, typer.Option("--mode", help="How to draft it; `layout` is slower, and surer where pages leave doubt; `model` asks one.")
]
Workers = Annotated[
    int, typer.Option("--workers", min=1, help="Documents at a time.  [default: the number of CPUs]", show_default=False)
]
CPUS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cli.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
    address: Address = "127.0.0.1",
    port: Port = 8501,
    demo: Demo = False,
    demo_uploads: DemoUploads = False,
    browser: Browser = True,
) -> None:
    """Draft, verify and correct the section tree of a PDF. Without a command: open the app, as `serve` does."""
    if show_version:
        typer.echo(f"treeproof {_version()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve(address, port, demo, demo_uploads, browser)
    with told():
        check_unused(context)


cli.command("serve")(serve)


@cli.command()
def build(
    file: Pdf,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Where to write the tree.  [default: standard output]")] = None,
    tree_format: FormatOption = "native",
    mode: ModeOption = Mode.engine,
    model: ModelName = None,
    api_base: ApiBase = None,
    max_cost: Annotated[
        float | None, typer.Option("--max-cost", min=0, help="US dollars that a model may cost at most.", show_default=False)
    ] = None,
    summaries: Annotated[bool, typer.Option("--summaries", help="Have a model summarise every section.")] = False,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Ask a model anew what it answered before.")] = False,
) -> None:
    """Draft the section tree of a PDF."""
    from core.formats import dump, format_named
    from core.worker import Reader

    with told():
        check_place(out, file)
        format_named(tree_format)
        asked = mode is Mode.model
        if asked:
            from core.model_at_terminal import chosen_model, draft_at_terminal

            given = {"model": model, "api_base": api_base, "max_cost": max_cost, "summaries": summaries or None}
            settings = chosen_model({**given, "cache": False if no_cache else None})
        with Reader(_limits()) as reader:
            built = with_password(
                lambda password: reader.build(file, mode=mode, password=password, evidence=asked, progress=pages_of(file))
            )
        tree = draft_at_terminal(built.evidence, settings).tree if asked else built.tree
        write(dump(tree, tree_format), out)


@cli.command()
def doctor(model: ModelName = None, api_base: ApiBase = None) -> None:
    """Test the connection to a language model. Exit status 0: usable; 1: not; 2: none is set."""
    with told():
        from core.model.doctor import examine
        from core.model_at_terminal import chosen_model

        diagnosis = examine(chosen_model({"model": model, "api_base": api_base}))
        typer.echo("\n".join(diagnosis.words))
        if not diagnosis.usable:
            raise typer.Exit(FOUND_WRONG)


@cli.command()
def batch(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of PDFs.", exists=True, file_okay=False)],
    out: Annotated[Path, typer.Option("-o", "--out", help="The folder to write <stem>.json to.", file_okay=False)],
    tree_format: FormatOption = "native",
    mode: ModeOption = Mode.engine,
    workers: Workers = CPUS,
) -> None:
    """Draft the trees of all PDFs in a folder. Those that fail go to failures.jsonl, with the reason."""
    from core.batch import Job, build_one, pdfs_in
    from core.formats import format_named

    with told():
        format_named(tree_format)
        if mode is Mode.model:
            raise SettingsError("A batch is drafted without a model. Use `treeproof build --mode model` for each document.")
        limits = _limits()
        jobs = [Job(str(pdf), limits, mode=mode, format=tree_format) for pdf in pdfs_in(folder)]
        _run(build_one, jobs, out, workers, folder)


@cli.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE.pdf|FOLDER", help="A PDF, or a folder of them.", exists=True)],
    tree: Annotated[
        Path, typer.Argument(metavar="TREE.json|TREEFOLDER", help="Its tree, or a folder of <stem>.json.", exists=True)
    ],
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="Where to write the report; for a folder, the folder of reports.")
    ] = None,
    workers: Workers = CPUS,
) -> None:
    """Check trees against the pages. Exit status 0: nothing wrong; 1: something is; 2: it could not run."""
    from core.batch import Job, pdfs_in, verify_one

    with told():
        limits = _limits()
        if file.is_dir():
            if not tree.is_dir() or out is None:
                raise typer.BadParameter("A folder of PDFs needs a folder of trees and -o REPORTFOLDER.")
            if out.exists() and out.samefile(tree):
                raise SettingsError(
                    f"{out}: Reports would take the place of the trees, which have the same names. Name another folder."
                )
            pairs = [(pdf, tree / f"{pdf.stem}.json") for pdf in pdfs_in(file)]
            jobs = [Job(str(pdf), limits, tree=str(json_)) for pdf, json_ in pairs if json_.is_file()]
            _run(verify_one, jobs, out, workers, file)
            return
        from core.worker import Reader

        check_place(out, file, tree)
        content = tree.read_bytes()
        with Reader(limits) as reader:
            report, notes = with_password(
                lambda password: reader.verify(file, content, tree_name=tree.name, password=password, progress=pages_of(file))
            )
        for note in notes:
            say(f"{tree.name}: {note}")
        write(report.model_dump_json(indent=2), out)
        if not report.passed:
            raise typer.Exit(FOUND_WRONG)


@cli.command()
def fix(
    file: Pdf,
    tree: TreeFile,
    above: Annotated[float, typer.Option(min=0, max=1, help="Apply repairs that are at least so sure.")] = 0.9,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Where to write the tree.  [default: standard output]")] = None,
) -> None:
    """Mend a tree with the repairs that its findings offer; what was changed is told on standard error."""
    from core.worker import Reader

    with told(), Reader(_limits()) as reader:
        check_place(out, file)
        content = tree.read_bytes()
        text, changes = with_password(
            lambda password: reader.fix(
                file, content, above=above, tree_name=tree.name, password=password, progress=pages_of(file)
            )
        )
        for change in changes:
            say(change)
        say(f"{len(changes)} changes")
        write(text, out)


cli.command("convert")(interchange.convert)
cli.command("import")(interchange.import_)
cli.command("dataset")(interchange.dataset)


def _run(work: Callable[[Job], Outcome], jobs: list[Job], out: Path, count: int, folder: Path) -> None:
    """Do the jobs, write what comes of each and the list of failures. Exits 1 if any failed or did not pass."""
    from core.batch import run, workers

    if not jobs:
        raise SettingsError(
            f"{folder}: There is nothing to do here. Choose a folder of PDFs (and one of trees with their names)."
        )
    out.mkdir(parents=True, exist_ok=True)
    failures: list[Outcome] = []
    all_passed = True
    began = time.monotonic()
    jobs, doubled = _by_stem(jobs)
    with workers(min(count, len(jobs))) as pool:
        for number, outcome in enumerate(chain(run(work, jobs, pool), doubled), 1):
            all_passed &= outcome.passed
            if outcome.text is None:
                failures.append(outcome)
            else:
                write(outcome.text, out / f"{outcome.stem}.json")
            say(f"[{number}/{len(jobs) + len(doubled)}] {outcome.message or outcome.stem}")
    listing = out / FAILURES
    if failures:
        write("".join(_failure(outcome) for outcome in failures), listing)
    else:
        listing.unlink(missing_ok=True)
    say(f"{len(jobs) - len(failures)} done, {len(failures)} failed, {time.monotonic() - began:.1f} s")
    if not all_passed:
        raise typer.Exit(FOUND_WRONG)


def _by_stem(jobs: list[Job]) -> tuple[list[Job], list[Outcome]]:
    """The jobs whose results have a file name of their own, and the failures that the others are."""
    from core.batch import Outcome

    first: dict[str, Job] = {}
    doubled = []
    for job in jobs:
        if job.stem in first:
            why = f"{Path(job.pdf).name}: {Path(first[job.stem].pdf).name} has the same name but for its ending. Rename one."
            doubled.append(Outcome(job.stem, error=FormatError.__name__, message=why, passed=False))
        else:
            first[job.stem] = job
    return list(first.values()), doubled


def _failure(outcome: Outcome) -> str:
    line = {"document": readable(outcome.stem), "error": outcome.error, "reason": readable(outcome.message)}
    return json.dumps(line, ensure_ascii=False) + "\n"


def _limits() -> Limits:
    from core.settings import Limits

    return Limits.from_environment()


def _version() -> str:
    try:
        return version("treeproof")
    except PackageNotFoundError:
        return "(not installed)"


def main() -> None:
    """The command `treeproof`."""
    cli()


if __name__ == "__main__":
    main()
