"""Where the app may listen, and where it is found."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from core import locate, serve
from core.errors import SettingsError


@pytest.fixture(autouse=True)
def _no_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "app.py").touch()
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(serve, "web_root", lambda: tmp_path)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.1.2.3", "localhost", "::1"])
def test_this_machine_itself_is_always_served(address: str) -> None:
    serve.check_address(address, 8501, demo=False)


@pytest.mark.parametrize("address", ["0.0.0.0", "::", "192.168.1.7", "example.org", "localhost.example.org", ""])  # noqa: S104
def test_others_are_served_with_sign_in_or_as_a_demo_only(address: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"(?s)\[auth\].*--demo.*ssh -L 8501"):
        serve.check_address(address, 8501, demo=False)
    serve.check_address(address, 8501, demo=True)
    (tmp_path / ".streamlit").mkdir()
    secrets = tmp_path / ".streamlit" / "secrets.toml"
    secrets.write_text("[other]\nx = 1\n")
    with pytest.raises(SettingsError):
        serve.check_address(address, 8501, demo=False)
    secrets.write_text('[auth]\nclient_id = "x"\n')
    serve.check_address(address, 8501, demo=False)
    secrets.write_text("[auth\n")
    with pytest.raises(SettingsError, match="not valid TOML"):
        serve.check_address(address, 8501, demo=False)


def test_a_port_in_use_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(SettingsError, match=f"--port {port + 1}"):
            serve.check_free("127.0.0.1", port)
    serve.check_free("127.0.0.1", port)


def test_statistics_are_off_and_the_address_is_passed_on(tmp_path: Path) -> None:
    command = serve.command("127.0.0.1", 9_000)
    assert str(tmp_path / "app.py") in command
    assert {"--server.address=127.0.0.1", "--server.port=9000", "--browser.gatherUsageStats=false"} <= set(command)


def test_a_demo_takes_no_large_files_into_memory(tmp_path: Path) -> None:
    assert "--server.maxUploadSize=1" in serve.command("127.0.0.1", 9_000, upload_mb=1)
    assert not any("maxUploadSize" in word for word in serve.command("127.0.0.1", 9_000))


@pytest.mark.parametrize("name", ["TREEPROOF_MEMORY_BYTES", "TREEPROOF_DEMO_BYTES_PER_VISIT"])
def test_a_limit_that_cannot_be_is_told_before_anything_starts(name: str) -> None:
    with pytest.raises(SettingsError, match=f"{name} is '10'. Set it to .* or more"):
        serve.serve(serve.App(environment={name: "10"}))


def test_the_app_is_found_in_a_checkout_and_in_an_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    (site / "core").mkdir(parents=True)
    monkeypatch.setattr(locate, "__file__", str(site / "core" / "locate.py"))
    # Not the name itself: the package that these tests run from may be installed.
    monkeypatch.setattr(locate, "PACKAGE", "treeproof_web_elsewhere")
    with pytest.raises(SettingsError, match="reinstall"):
        locate.web_root()
    web = site / locate.PACKAGE
    (web / "sample_pdfs").mkdir(parents=True)
    (web / "app.py").touch()
    monkeypatch.syspath_prepend(site)
    assert locate.web_root() == web
    assert locate.samples() == web / "sample_pdfs"
    (site / "app.py").touch()
    assert locate.web_root() == site


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_stop_reaches_the_server(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    script = (
        "import sys, core.serve as serve\n"
        "program = 'import time; print(1, flush=True); time.sleep(60)'\n"
        "serve.command = lambda *_, **more: [sys.executable, '-c', program]\n"
        f"sys.exit(serve.serve(serve.App('127.0.0.1', {port}, browser=False)))"
    )
    root = Path(serve.__file__).parents[1]
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, cwd=root) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"1\n"
        process.terminate()
        assert process.stdout.read() == b"", "the server is gone, and with it its end of the pipe"
        assert process.wait(10) == 0
