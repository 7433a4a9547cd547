"""The command `serve`, which is also what `treeproof` does without a command."""

from __future__ import annotations

from typing import Annotated

import typer

from core.errors import SettingsError
from core.terminal import has_screen, told

COMMANDLINE = "COMMANDLINE"

Address = Annotated[str, typer.Option("--address", help="Where to listen. Beyond this machine: with sign-in or --demo only.")]
Port = Annotated[int, typer.Option("--port", min=1, max=65_535, help="The port to listen on.")]
Demo = Annotated[bool, typer.Option("--demo", help="Let anyone in, each to samples of their own that are soon forgotten.")]
DemoUploads = Annotated[bool, typer.Option("--demo-uploads", help="A demo in which visitors may bring files of their own.")]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the app in a browser, where there is one.")]
ModelName = Annotated[
    str | None, typer.Option("--model", metavar="NAME", help="The language model, as LiteLLM names it.", show_default=False)
]
ApiBase = Annotated[
    str | None,
    typer.Option("--api-base", metavar="URL", help="A server of your own that speaks OpenAI's protocol.", show_default=False),
]


def serve(
    address: Address = "127.0.0.1",
    port: Port = 8501,
    demo: Demo = False,
    demo_uploads: DemoUploads = False,
    browser: Browser = True,
    model: ModelName = None,
    api_base: ApiBase = None,
) -> None:
    """Open the app (the default)."""
    from core.serve import App
    from core.serve import serve as run_app

    given = {"TREEPROOF_MODEL": model, "TREEPROOF_API_BASE": api_base, "TREEPROOF_DEMO_UPLOADS": "1" if demo_uploads else None}
    over = {name: value for name, value in given.items() if value is not None}
    with told():
        status = run_app(App(address, port, demo or demo_uploads, browser and has_screen(), over))
    raise typer.Exit(status)


def check_unused(context: typer.Context) -> None:
    """Raise `SettingsError` for options of the app in front of another command, which would do nothing there."""
    for name in context.params:
        source = context.get_parameter_source(name)
        if source is not None and source.name == COMMANDLINE:
            option = "--" + name.replace("_", "-")
            raise SettingsError(f"{option} goes with the app alone. Put it behind the command, if that takes it.")
