"""The bot on the page, in a package of its own."""

import re
import tomllib
from pathlib import Path

import pytest

from cli.terminal import punto
from punto.bots import all_bots

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")


def block(language: str, sign: str) -> str:
    """Find the one block of code with this sign in it."""
    (found,) = [
        code for code in re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL) if sign in code
    ]
    return str(found)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the files of the page where an installation would put them."""
    (group,) = tomllib.loads(block("toml", "entry-points"))["project"]["entry-points"].items()
    points = "".join(f"{name} = {value}\n" for name, value in group[1].items())
    about = tmp_path / "punto_middle-1.0.dist-info"
    about.mkdir()
    (tmp_path / "punto_middle.py").write_text(block("python", "BOT ="), "utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: punto_middle\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{group[0]}]\n{points}", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


def test_the_bot_has_at_most_twenty_lines() -> None:
    assert len(block("python", "BOT =").splitlines()) <= 20


@pytest.mark.usefixtures("installed")
def test_the_bot_is_found_and_plays(tmp_path: Path) -> None:
    assert re.search("^middle +Likes to have its back covered", punto("bots").stdout, re.MULTILINE)
    run = punto("arena", "middle", "random", "--matches", "2", "--out", tmp_path / "arena")
    assert run.returncode == 0, run.stderr
    assert re.search(r"^middle +2 ", run.stdout, re.MULTILINE)
    assert "faults" not in run.stdout


def test_the_table_has_every_bot_with_its_character() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", PAGE, re.MULTILINE)
    assert rows == [(bot.name, bot.character) for bot in all_bots().values()]
