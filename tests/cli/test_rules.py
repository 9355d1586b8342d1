"""`punto rules`: every text of the rules, in every language, paged only on a terminal."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Here
from cli.player import PATIENCE, hear
from punto.cli.rules import FIRST_STARTERS, rules_text
from punto.words import LANGUAGES, say, texts

EDITIONS_PAGE = Path(__file__).parents[2] / "web" / "src" / "rules" / "Editions.svelte"
ONLY_ON_THE_PAGE = re.compile(r"rules\.(\w+\.picture|square\.(floating|settled)|play|need)")
"""Captions of pictures, a button, and a short form of what the modes say."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_told_in_every_language(language: str, here: Here) -> None:
    run = here("rules", "--language", language)
    assert run.returncode == 0
    told = " ".join(run.stdout.split())
    keys = [key for key in texts(language) if key.startswith("rules.")]
    missing = [
        key
        for key in keys
        if not ONLY_ON_THE_PAGE.fullmatch(key) and say(key, language) not in told
    ]
    assert missing == []
    assert "{" not in told
    assert "rules." not in told


@pytest.mark.parametrize("width", [40, 80])
def test_no_line_is_too_long(width: int) -> None:
    assert max(map(len, rules_text(width).splitlines())) <= width


def test_who_starts_first_is_what_the_page_says() -> None:
    found = re.findall(r'"([a-z]+-\d+)": "(youngest|freckles)"', EDITIONS_PAGE.read_text("utf-8"))
    assert dict(found) == FIRST_STARTERS


def test_editions_that_agree_are_named_together(here: Here) -> None:
    told = here("rules").stdout
    assert "\n  English 2018, Nordic 2019: The player to the left of the winner.\n" in told


@pytest.mark.parametrize(("rows", "paged"), [("20", True), ("500", False)])
def test_a_terminal_gets_pages_if_they_are_needed(rows: str, paged: bool, tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text(f"#!/bin/sh\nwc -c > {tmp_path / 'paged'}\n", "utf-8")
    pager.chmod(0o700)
    ours, theirs = pty.openpty()
    settings = {**os.environ, "PAGER": str(pager), "LINES": rows, "COLUMNS": "80", "TERM": "xterm"}
    with subprocess.Popen(
        [sys.executable, "-m", "punto", "rules"], stdin=theirs, stdout=theirs, stderr=theirs,
        env=settings,
    ) as process:  # fmt: skip
        os.close(theirs)
        screen = b""
        while more := hear(ours):
            screen += more
        assert process.wait(PATIENCE) == 0
    os.close(ours)
    assert (tmp_path / "paged").exists() is paged
    assert (b"Three editions" in screen) is not paged
