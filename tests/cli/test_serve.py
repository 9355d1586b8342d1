"""`punto serve` as a process, with and without a terminal."""

import os
import pty
import re
import select
import subprocess
import sys
import time
import tomllib
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.conftest import Here
from cli.terminal import punto
from punto.words import say

PATIENCE = 150.0
"""Seconds: long enough for a server to start, even on a slow machine."""


@pytest.fixture(autouse=True)
def _at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Isolate the test from the user's own settings and data."""
    for name in [name for name in os.environ if name.startswith("PUNTO_")]:
        if name != "PUNTO_KERNEL":
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Start the program without a terminal."""
    command = [sys.executable, "-m", "punto", *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def link_of(process: subprocess.Popen[str]) -> str:
    """Wait until it is open."""
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("Punto is open: http://"), line
    return line.split()[-1]


def on_a_terminal(*arguments: str, until: str) -> str:
    """Run the program on a terminal until it prints a text; return all output."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "punto", *arguments]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        said = b""
        end = time.monotonic() + PATIENCE
        while until.encode() not in said and time.monotonic() < end:
            if select.select([ours], [], [], 1)[0]:
                said += os.read(ours, 65_536)
        process.terminate()
        process.wait(PATIENCE)
    os.close(ours)
    return said.decode()


def test_it_serves_and_stops(tmp_path: Path) -> None:
    with started("serve", "--port", "0") as process:
        link = link_of(process)
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", link)
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Only this computer can open it.")
        with urllib.request.urlopen(f"{link}healthz", timeout=PATIENCE) as answer:
            assert answer.status == 200
        process.terminate()
        assert process.wait(PATIENCE) == 0
    assert (tmp_path / "data" / "punto" / "punto.sqlite").exists() or sys.platform != "linux"


def test_without_a_command_it_serves_and_opens_no_browser_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PUNTO_PORT", "0")
    seen = browser(monkeypatch, tmp_path)
    with started() as process:
        link_of(process)
        process.terminate()
        process.communicate(timeout=PATIENCE)
    assert not seen.exists()


def browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Set up a browser that writes down the link it gets."""
    seen, program = tmp_path / "seen", tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "browsing $1"\necho "$1" > {seen}\n', "utf-8")
    program.chmod(0o700)
    monkeypatch.setenv("BROWSER", str(program))
    return seen


def test_without_a_command_the_browser_opens(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PUNTO_PORT", "0")
    browser(monkeypatch, tmp_path)
    said = on_a_terminal(until="browsing")
    link = re.search(r"Punto is open: (\S+)", said)
    assert link
    assert f"browsing {link[1]}" in said


def test_the_lan_gets_words_a_link_and_a_picture() -> None:
    said = on_a_terminal("serve", "--lan", "--port", "0", until="Ctrl-C stops it.")
    assert "Anyone on the same network" in said
    assert "Nothing is encrypted" in said
    assert re.search(r"Punto is open: http://[\w.-]+:\d+/\r\n", said)
    assert "127.0.0.1" not in said
    assert said.count("\u2588") > 50


def test_all_that_it_says_is_in_the_language_of_the_reader() -> None:
    stop = say("serve.stop", "de")
    said = on_a_terminal("serve", "--lan", "--port", "0", "--language", "de", until=stop)
    link, reach = said.splitlines()[:2]
    assert link.startswith("Punto ist offen: http://")
    assert reach == say("serve.lan", "de")
    assert said.rstrip().endswith(stop)


def test_a_new_database_is_announced_where_somebody_named_its_path(tmp_path: Path) -> None:
    file = tmp_path / "mistyped.sqlite"
    with started("serve", "--port", "0", "--database", str(file)) as process:
        link_of(process)
        assert process.stderr is not None
        assert f"created a new database: {file}" in process.stderr.readline()


def test_other_addresses_get_words() -> None:
    with started("serve", "--host", "0.0.0.0", "--port", "0") as process:
        link_of(process)
        assert process.stdout is not None
        assert "perhaps from the whole Internet" in process.stdout.readline()


def test_a_second_one_says_that_there_is_one() -> None:
    with started("serve", "--port", "0") as process:
        link = link_of(process)
        run = punto("serve", "--port", link.rstrip("/").rpartition(":")[2])
    assert run.returncode == 2
    assert run.stderr.startswith(f"punto: Punto is already running at {link}: ")
    assert len(run.stderr.splitlines()) == 1


def test_settings_are_shown_with_their_origin(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "punto.toml"
    file.write_text("name_length = 12\nport = 1", "utf-8")
    monkeypatch.setenv("PUNTO_SECRET_KEY", "hunter2 hunter2 hunter2")
    run = punto("serve", "--show-config", "--config", file, "--port", "0", "--no-secure-cookies")
    assert run.returncode == 0
    shown = tomllib.loads(run.stdout)
    assert (shown["name_length"], shown["port"], shown["secure_cookies"]) == (12, 0, False)
    assert "port = 0  # --port\n" in run.stdout
    assert f"name_length = 12  # {file}\n" in run.stdout
    assert "hunter2" not in run.stdout


def test_bad_settings_get_a_sentence_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUNTO_LOG_LEVEL", "loud")
    run = punto("serve", "--port", "x")
    assert run.returncode == 2
    assert run.stderr == (
        "punto: --port: expected a whole number, got 'x'\n"
        "PUNTO_LOG_LEVEL: expected 'debug', 'info', 'warning' or 'error', got 'loud'\n"
    )


def test_the_lan_and_this_computer_alone_are_a_contradiction(here: Here) -> None:
    run = here("serve", "--lan", "--host", "127.0.0.1")
    assert run.returncode == 2
    assert run.stderr == "punto: --lan lets others in, --host 127.0.0.1 does not: choose one\n"


def test_a_home_that_cannot_be_written_names_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.write_text("not a folder", "utf-8")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    run = punto("serve", "--port", "0")
    assert run.returncode == 2
    assert run.stderr == (
        f"punto: {home / 'data' / 'punto' / 'punto.sqlite'}: cannot create its folder: "
        f"{home} is a file; name a file elsewhere with --database FILE\n"
    )


def test_a_database_that_is_none_gets_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "other"
    file.write_bytes(b"garbage" * 1000)
    run = punto("serve", "--port", "0", "--database", file)
    assert run.returncode == 2
    assert run.stderr == f"punto: {file}: this is not a database of Punto, or it is damaged\n"


def test_other_commands_do_not_load_the_server() -> None:
    code = (
        "import sys; from punto.cli.main import main; main(['bots']);"
        "print([name for name in ('pydantic', 'fastapi', 'sqlalchemy') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.endswith("[]\n")
