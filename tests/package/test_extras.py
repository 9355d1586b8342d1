"""What the extras are: pyproject.toml, the commands that need them, and their sentences."""

import re
import tomllib
from pathlib import Path

import pytest

from punto.cli import _arguments
from punto.cli._arguments import EXTRAS
from punto.cli.main import main

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
ACCELERATORS = {"uvloop"}
"""A server starts without these."""


def modules(extra: str) -> set[str]:
    """List the modules that an extra installs, without those of other extras."""
    requirements = PROJECT["optional-dependencies"][extra]
    names = {re.split(r"[<>=\[;]", requirement)[0] for requirement in requirements}
    return {name.replace("-", "_") for name in names} - {"punto"}


def test_the_package_needs_nothing() -> None:
    assert PROJECT["dependencies"] == []


@pytest.mark.parametrize("extra", EXTRAS)
def test_a_command_asks_for_all_that_its_extra_brings(extra: str) -> None:
    assert set(EXTRAS[extra]) == modules(extra) - ACCELERATORS


def test_one_extra_brings_everything() -> None:
    extras = PROJECT["optional-dependencies"]
    named = {"server", "cluster", "envs", "lab", "openspiel", "ray", "client", "terminal", "all"}
    assert set(extras) == named
    # OpenSpiel brings SciPy, 200 MB in all: it comes only when it is asked for by name.
    assert extras["all"] == ["punto[cluster,envs,lab,terminal]"]
    assert "punto[server]" in extras["cluster"]
    assert "punto[client]" in extras["terminal"]
    assert extras["client"][0] in extras["server"]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "punto: `punto backup` needs alembic, which is not installed: "
            "run pip install '.[server]' in the source folder of Punto\n",
        ),
        (
            "de",
            "punto: Dafür fehlt alembic: im Quellordner von Punto pip install '.[server]' "
            "ausführen\n",
        ),
    ],
)
def test_a_command_names_its_missing_extra(
    language: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(_arguments, "find_spec", lambda name: None)
    with pytest.raises(SystemExit) as left:
        main(["backup", "copy.db", "--language", language])
    assert left.value.code == 2
    assert capsys.readouterr() == ("", sentence)
