"""The wheel with nothing else: plain commands work, the others name their extra."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import punto
from punto.cli.main import build_parser

from .wheels import attempt, installed_package, run

RECORD, SHORT = "match.punto", "short.punto"
"""Matches of six cards and of two, in the folder in which the commands run."""

LIBRARY = """
import punto, random
from punto import bots, engine, svg
match = punto.Match("3p", seed=bytes(32))
for _ in range(20):
    match.place(bots.load_bot("greedy").choose(match.view(match.seat), random.Random(1)))
print(engine.analyse(punto.Match(seed=bytes(32)), engine.Budget(simulations=5)).best.cell)
assert "<svg" in svg.table(match.table.stacks())
record = punto.Record(match, ["a", "b", "c"], "2026-11-17", deals=True)
assert punto.read_record(str(record)).match == match
"""
PLAIN = {
    "play": ("play", "--people", "1", "--seed", "01" * 32),
    "daily": ("daily", "--record", "day.punto"),
    "bots": ("bots",),
    "show": ("show", RECORD),
    "hint": ("hint", RECORD, "--cell"),
    "analyse": ("analyse", RECORD, "--round", "1", "--ply", "3", "--simulations", "10"),
    "review": ("review", SHORT, "--simulations", "1", "--jobs", "1"),
    "puzzles": ("puzzles", "--mode", "4p", "--kind", "stalemate"),
    "verify": ("verify", RECORD),
    "perft": ("perft", RECORD, "1", "3", "1"),
    "rules": ("rules",),
    "completion": ("completion", "bash"),
    "doctor": ("doctor",),
    "study": ("study", "--help"),  # rounds by the hundred take minutes where nothing is compiled
    "engine": ("engine",),
}
TYPED = {"engine": "ugi\nposition startpos moves R1@f6 B3\ngo simulations 5\n"}
"""What is typed, where a command works only then."""

WITH_EXTRA = {
    "serve": ("server", ()),
    "backup": ("server", ("copy.db",)),
    "restore": ("server", ("copy.db",)),
    "check": ("server", ()),
    "undelete": ("server", ()),
    "token": ("server", ("list",)),
    "bot": ("client", ("--bot", "hard", "https://host/t/dhkl-moqr-wxyd")),
    "join": ("client", ("https://host/t/dhkl-moqr-wxyd",)),
    "arena": ("lab", ("greedy", "random")),
    "train": ("lab", ("weights",)),
    "replay": ("terminal", (RECORD,)),
}


@pytest.fixture(scope="module")
def python() -> Path:
    return installed_package()


@pytest.fixture(autouse=True, scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Go to a folder with records, in which the commands run."""
    folder = tmp_path_factory.mktemp("plain")
    match = punto.Match(seed=bytes(32))
    for name, cards in ((SHORT, 2), (RECORD, 6)):
        while match.round.ply < cards:
            match.place(match.legal_cells[0])
        record = punto.Record(match, ["Ada", "Ben"], "2026-11-17", deals=True)
        (folder / name).write_text(str(record), "utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        yield folder


def command(python: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the installed command in English."""
    changed = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "LANGUAGE": "", "PUNTO_KERNEL": ""}
    return attempt(python, "-m", "punto", *arguments, cwd=None, typed=typed, **changed)


def test_it_is_alone(python: Path) -> None:
    code = "from importlib.metadata import distributions; print(*(d.name for d in distributions()))"
    assert run(python, "-c", code).split() == ["punto"]


def test_every_command_is_one_or_the_other() -> None:
    (commands,) = (it.choices for it in build_parser()._actions if isinstance(it.choices, dict))
    assert PLAIN.keys() | WITH_EXTRA.keys() == set(commands)


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_command_works(python: Path, name: str) -> None:
    done = command(python, *PLAIN[name], typed=TYPED.get(name, ""))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_library_works(python: Path) -> None:
    assert run(python, "-c", LIBRARY).strip()


@pytest.mark.parametrize("name", WITH_EXTRA)
def test_another_command_names_its_extra_in_one_sentence(python: Path, name: str) -> None:
    extra, arguments = WITH_EXTRA[name]
    done = command(python, name, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("punto: ")
    assert f"run pip install '.[{extra}]' in the source folder of Punto" in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_a_command_it_names_what_playing_in_the_browser_needs(python: Path) -> None:
    done = command(python)
    assert done.returncode == 2
    assert "pip install '.[server]'" in done.stderr


def test_a_curve_names_its_extra(python: Path) -> None:
    done = command(python, "review", RECORD, "--svg", "curve.svg")
    assert done.returncode == 2
    assert "the curve needs matplotlib" in done.stderr
