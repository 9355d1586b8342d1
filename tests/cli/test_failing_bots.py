"""`punto play` with bots that fail, and bots of other packages that cannot be loaded."""

from pathlib import Path

import pytest

from cli.conftest import Here
from cli.terminal import punto
from punto import read_record

BOTS = """
from punto.bots import Bot

def fall(view, random):
    raise ValueError("it is too much")

def leave(view, random):
    raise SystemExit(3)

FALLS = Bot("falls", "Raises.", fall)
LEAVES = Bot("leaves", "Ends the program.", leave)
CHEATS = Bot("cheats", "Knows no rules.", lambda view, random: "z9")
GOOD = Bot("good", "Knows them.", lambda view, random: view.legal_cells[0])
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "odd.py"
    file.write_text(BOTS, "utf-8")
    return file


@pytest.mark.parametrize(
    ("bot", "what"),
    [
        ("falls", "raised ValueError: it is too much"),
        ("leaves", "raised SystemExit: 3"),
        ("cheats", "answered 'z9', which is not a legal cell"),
    ],
)
def test_a_bot_that_fails_is_named_and_the_match_is_kept(
    bot: str, what: str, file: Path, tmp_path: Path, here: Here
) -> None:
    record = tmp_path / "match.punto"
    source = f"{file}:{bot.upper()}"
    command = ("play", "--bot", source, "--record", record, "--start", "1")
    run = here(*command, said="f6\n")
    assert run.returncode == 2
    assert run.stderr == f"punto: the bot {bot} failed: {what}\n"
    assert f"To continue: punto play --record {record}" in run.stdout
    assert len(read_record(record.read_bytes()).match.round.placements) == 1


def test_a_bot_of_a_file_plays_and_is_found_again(file: Path, tmp_path: Path, here: Here) -> None:
    record = tmp_path / "match.punto"
    begun = here(
        "play", "--bot", f"{file}:GOOD", "--record", record, "--start", "1", said="f6\nquit\n"
    )
    assert begun.returncode == 0, begun.stderr
    assert "good puts the " in begun.stdout
    tags = [tag.value for tag in read_record(record.read_bytes()).tags if tag.name == "Bot"]
    assert tags == [f"Seat2 {file}:GOOD"]
    refused = here("play", "--record", record)  # somebody else may have written it
    assert refused.returncode == 2
    assert refused.stderr.endswith("to continue it, give that option again\n")
    again = here("play", "--record", record, "--bot", f"{file}:GOOD", said="f7\nquit\n")
    assert again.returncode == 0, again.stderr
    assert "good puts the " in again.stdout
    file.unlink()


def test_a_bot_that_cannot_be_loaded_is_named_before_anything_is_written(
    tmp_path: Path, here: Here
) -> None:
    record = tmp_path / "match.punto"
    run = here("play", "--bot", f"{tmp_path}/none.py:BOT", "--record", record)
    assert run.returncode == 2
    assert run.stderr.startswith(f"punto: {tmp_path}/none.py:BOT: this bot cannot be loaded: ")
    assert run.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_broken_package_is_named_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = tmp_path / "broken-1.0.dist-info"
    about.mkdir()
    (tmp_path / "broken.py").write_text("raise ValueError('no')", "utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[punto.bots]\nbroken = broken:BOT\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    run = punto("bots")
    assert run.returncode == 0
    assert run.stderr == "punto: bot broken (broken:BOT) is left out: ValueError: no\n"
