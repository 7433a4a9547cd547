"""Starting the web app: where it listens, whether it may, and the command that runs it."""

from __future__ import annotations

import ipaddress
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import tomllib
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from core.errors import SettingsError
from core.locate import web_root
from core.settings import MEBIBYTE, Demo, Limits

DEMO = "TREEPROOF_DEMO"
"""Set to 1 for demo mode: anyone may come in, each to samples that are theirs alone and soon forgotten."""
SECRETS = Path(".streamlit") / "secrets.toml"
OPEN_SECONDS = 60.0
"""How long to wait for the server before the browser is left alone."""

REFUSAL = (
    "treeproof does not listen on {address}: everyone who reaches it could read and change all documents. Either\n"
    "  - set up sign-in: put an [auth] section (OpenID Connect: redirect_uri, cookie_secret, client_id, client_secret,\n"
    "    server_metadata_url) into {secrets}, or\n"
    "  - run it as a public demo, where visitors have the samples, each their own: treeproof --demo, or\n"
    "  - leave out --address and reach it through an SSH tunnel: ssh -L {port}:localhost:{port} this-machine"
)


class App(NamedTuple):
    """How the app is started: where it listens, and what it then allows. `environment` goes over the one there is."""

    address: str = "127.0.0.1"
    port: int = 8501
    demo: bool = False
    browser: bool = True
    environment: Mapping[str, str] = {}


def serve(app: App) -> int:
    """Run the app until it is stopped; its exit status, 0 when it was asked to stop.

    Raises `SettingsError` where it must not listen there, or a limit is set to what cannot be.
    """
    environment = {**os.environ, **app.environment}
    demo = app.demo or environment.get(DEMO, "") not in ("", "0")
    Limits.from_environment(environment)
    allowed = Demo.from_environment(environment)
    check_address(app.address, app.port, demo=demo)
    check_free(app.address, app.port)
    if demo:
        environment[DEMO] = "1"
    process = subprocess.Popen(command(app.address, app.port, upload_mb=_upload_mb(allowed) if demo else None), env=environment)
    # A stop sent to this process alone (by a service manager, say) must reach the server; Ctrl+C reaches both by itself.
    signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    if app.browser:
        threading.Thread(target=_open_when_up, args=(process, app.address, app.port), daemon=True).start()
    try:
        status = process.wait()
    except KeyboardInterrupt:
        status = process.wait()
    return 0 if -status in (signal.SIGTERM, signal.SIGINT) else abs(status)


def command(address: str, port: int, *, upload_mb: int | None = None) -> list[str]:
    """The command line that runs the app. Streamlit's own file of settings lies beside app.py; what must hold stands here."""
    words = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        str(web_root() / "app.py"),
        f"--server.address={address}",
        f"--server.port={port}",
        "--server.headless=true",
        "--browser.gatherUsageStats=false",
    ]
    return words if upload_mb is None else [*words, f"--server.maxUploadSize={upload_mb}"]


def _upload_mb(allowed: Demo) -> int:
    """What one file may have: the server takes no more into its memory, even from those who go round the screens."""
    return max(1, allowed.bytes_per_visit // (4 * MEBIBYTE)) if allowed.uploads else 1


def check_address(address: str, port: int, *, demo: bool) -> None:
    """Raise `SettingsError` unless the address is this machine's own, or strangers are provided for."""
    if not (is_loopback(address) or demo or has_sign_in()):
        raise SettingsError(REFUSAL.format(address=address, secrets=Path.home() / SECRETS, port=port))


def check_free(address: str, port: int) -> None:
    """Raise `SettingsError` when something listens there already."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            raise SettingsError(
                f"Port {port} of {address} cannot be used ({error.strerror}). Is treeproof running already? "
                f"Choose another: --port {port + 1}"
            ) from error


def is_loopback(address: str) -> bool:
    """Whether only this machine can reach the address."""
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def has_sign_in() -> bool:
    """Whether one of Streamlit's files of secrets sets up sign-in."""
    return any(_has_auth(folder / SECRETS) for folder in (Path.home(), Path.cwd(), web_root()))


def _has_auth(path: Path) -> bool:
    try:
        return bool(tomllib.loads(path.read_text(encoding="utf-8")).get("auth"))
    except OSError:
        return False
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path} is not valid TOML ({error}). Mend it.") from error


def _open_when_up(process: subprocess.Popen[bytes], address: str, port: int) -> None:
    deadline = time.monotonic() + OPEN_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            socket.create_connection((address, port), timeout=1).close()
        except OSError:
            time.sleep(0.2)
        else:
            webbrowser.open(f"http://{'[' + address + ']' if ':' in address else address}:{port}")
            return
