"""Which browser these tests run in, how it gets here, and that it can draw our letters."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from punto.words import LANGUAGES, texts

from . import chromium as browsers
from .chromium import FETCHED, PINNED, NoBrowserError, can_run_pinned, chromium
from .packages import ROOT, install

NOTE = """import { appendFileSync } from "node:fs";
appendFileSync("../runs.txt", "once\\n");
"""

UNDRAWN = """(letters) => {
  const pen = new OffscreenCanvas(48, 48).getContext("2d", { willReadFrequently: true });
  const drawn = (letter) => {
    pen.clearRect(0, 0, 48, 48);
    pen.font = "32px system-ui, sans-serif";
    pen.fillText(letter, 8, 36);
    return pen.getImageData(0, 0, 48, 48).data.join();
  };
  const [nothing, unknown] = [" ", "\\u{10FFFE}"].map(drawn);
  return letters.filter((letter) => [nothing, unknown].includes(drawn(letter)));
}"""
"""Lists letters that look like a blank, or like one that no font has."""


@pytest.fixture
def machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Simulate a machine with its own browser; return its path."""
    own = tmp_path / "chromium"
    own.write_text("#!/bin/sh\n", "utf-8")
    own.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.delenv("TEST_BROWSER", raising=False)
    return str(own)


def test_the_pinned_browser_is_the_default(machines: str) -> None:
    found = chromium()
    if not can_run_pinned():
        assert found.path == machines
        return
    assert found.path == str(FETCHED / "chromium")
    command = [found.path, "--version"]
    told = subprocess.run(
        command, env=found.environment, capture_output=True, text=True, check=True
    )
    (version,) = json.loads((PINNED / "package.json").read_text("utf-8"))[
        "devDependencies"
    ].values()
    assert all(part.isdigit() for part in version.split(".")), f"{version} is not exact"
    assert told.stdout.split()[-1].split(".")[0] == version.split(".")[0]


def test_the_browser_of_the_machine_is_an_option(
    machines: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEST_BROWSER", "machine")
    assert chromium().path == machines
    monkeypatch.setenv("TEST_BROWSER", "/some/other/browser")
    assert chromium().path == "/some/other/browser"
    monkeypatch.setenv("TEST_BROWSER", "machine")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(browsers, "APPLE", Path("/nowhere"))
    with pytest.raises(NoBrowserError, match="TEST_BROWSER"):
        chromium()


@pytest.fixture
def pinned(tmp_path: Path) -> Path:
    """Make a lock file without packages, and a script that records each run."""
    folder = tmp_path / "pinned"
    folder.mkdir()
    root = {"name": "nothing", "version": "1.0.0"}
    lock = {**root, "lockfileVersion": 3, "packages": {"": root}}
    (folder / "package.json").write_text(json.dumps(root), "utf-8")
    (folder / "package-lock.json").write_text(json.dumps(lock), "utf-8")
    (folder / "note.mjs").write_text(NOTE, "utf-8")
    return folder


def test_processes_that_start_at_the_same_moment_install_once(pinned: Path) -> None:
    into = pinned.parent / "installed"
    script = (
        "import sys; from page.packages import *; install(*map(Path, sys.argv[1:]), 'note.mjs')"
    )
    command = [sys.executable, "-c", script, str(pinned), str(into)]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "tests")}
    started = [subprocess.Popen(command, env=environment) for _ in range(4)]
    assert [process.wait() for process in started] == [0, 0, 0, 0]
    assert (pinned.parent / "runs.txt").read_text("utf-8") == "once\n"


def test_what_is_unfinished_or_pinned_otherwise_now_is_installed_anew(pinned: Path) -> None:
    into = pinned.parent / "installed"
    into.mkdir()
    (into / "half").touch()  # somebody was stopped in the middle
    install(pinned, into, "note.mjs")
    assert not (into / "half").exists()
    (pinned / "package.json").write_text('{"name": "nothing", "version": "1.0.0", "private": true}')
    install(pinned, into, "note.mjs")
    install(pinned, into, "note.mjs")
    assert (pinned.parent / "runs.txt").read_text("utf-8") == "once\nonce\n"


def test_every_letter_of_every_language_is_drawn(browser: Browser) -> None:
    letters = {
        letter for language in LANGUAGES for text in texts(language).values() for letter in text
    }
    page = browser.new_page()
    assert page.evaluate(UNDRAWN, sorted(letters - set(" \n\N{NO-BREAK SPACE}"))) == []
    page.close()
