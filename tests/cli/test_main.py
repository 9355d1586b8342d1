import subprocess
import sys

import pytest

from cli.terminal import punto

COMMANDS = [
    "serve",
    "play",
    "join",
    "daily",
    "rules",
    "bots",
    "show",
    "replay",
    "analyse",
    "hint",
    "review",
    "puzzles",
    "verify",
    "arena",
    "study",
    "train",
    "backup",
    "restore",
    "check",
    "undelete",
    "perft",
    "completion",
    "doctor",
]


def test_help_names_every_command() -> None:
    run = punto("--help")
    assert run.returncode == 0
    assert all(f"\n    {command}" in run.stdout for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    run = punto(command, "--help")
    assert run.returncode == 0
    assert run.stdout.startswith(f"usage: punto {command}")
    assert "%%" not in run.stdout


LOADED = """
import sys
from punto.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(*(it for it in sys.modules if it.startswith("punto.")), file=sys.stderr)
"""


@pytest.mark.parametrize(
    "words", [["play", "--help"], ["--language", "de", "play", "--help"], ["play", "--loud"]]
)
def test_a_command_loads_no_other_command(words: list[str]) -> None:
    command = [sys.executable, "-c", LOADED, *words]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = set(run.stderr.splitlines()[-1].split())
    assert {it for it in COMMANDS if f"punto.cli.{it}" in loaded} == {"play"}
    assert loaded.isdisjoint({"punto.engine", "punto.bots", "punto.lab"})


def test_version() -> None:
    run = punto("--version")
    assert run.returncode == 0
    assert run.stdout.startswith("punto 0.")


@pytest.mark.parametrize("arguments", [["dance"], ["--loud"], ["verify", "--loud", "x"]])
def test_wrong_arguments_end_with_2_and_a_sentence(arguments: list[str]) -> None:
    run = punto(*arguments)
    assert run.returncode == 2
    assert run.stderr.startswith("punto: ")
    assert run.stderr.splitlines()[1].startswith("For help: punto ")
    assert len(run.stderr.splitlines()) == 2
    assert "Traceback" not in run.stderr
