"""`punto play --record`: continuing a match with the same rules and the same players."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Here
from cli.terminal import punto
from punto import read_record
from punto.words import LANGUAGES, say

SEED = "01" * 32
OTHER_SEED = "02" * 32


def begin(here: Here, path: Path, *options: str) -> None:
    run = here("play", "--seed", SEED, "--start", "1", "--record", path, *options)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize(
    ("options", "there"),
    [
        (["--mode", "3p"], "--mode 2p"),
        (["--edition", "german-2018"], "--edition english-2018"),
        (["--rounds-to-win", "3"], "--rounds-to-win 2"),
        (["--start", "2"], "--start 1"),
        (["--people", "1", "2"], "--people 1"),
        (["--open-cards"], "--no-open-cards"),
        (["--plain-stalemate"], "--no-plain-stalemate"),
        (["--handicap", "2,0"], "--handicap 0,0"),
        (["--seed", OTHER_SEED], f"--seed {SEED}"),
        (["--bot", "hard"], "--bot medium"),
    ],
)
def test_options_that_contradict_the_record_are_refused(
    options: list[str], there: str, tmp_path: Path, here: Here
) -> None:
    path = tmp_path / "match.punto"
    begin(here, path)
    before = path.read_bytes()
    run = here("play", "--record", path, *options)
    assert run.returncode == 2
    assert run.stderr == (
        f"punto: {path}: this match was begun with {there}, not {' '.join(options)}: "
        "leave the option out to continue it, or choose a new file\n"
    )
    assert path.read_bytes() == before


def test_options_that_agree_with_the_record_are_allowed(tmp_path: Path, here: Here) -> None:
    path = tmp_path / "match.punto"
    begin(here, path)
    same = ["--mode", "2p", "--people", "1", "--seed", SEED, "--bot", "medium", "--start", "1"]
    same += ["--handicap", "0,0"]
    assert here("play", "--record", path, *same, "--no-open-cards", said="").returncode == 0


def test_people_are_remembered(tmp_path: Path, here: Here) -> None:
    path = tmp_path / "a match.punto"
    run = here("play", "--people", "1", "2", "--record", path, "--start", "1", said="f6\nquit\n")
    assert f"To continue: punto play --record '{path}'\n" in run.stdout
    again = here("play", "--record", path, said="f7\nquit\n")
    assert "Player 2 to play" in again.stdout
    assert "Player 1 to play" in again.stdout
    assert len(read_record(path.read_bytes()).match.round.placements) == 2


def test_people_at_other_seats_are_remembered(tmp_path: Path, here: Here) -> None:
    path = tmp_path / "match.punto"
    begin(here, path, "--mode", "3p", "--people", "2")
    again = here("play", "--record", path, said="quit\n")
    assert "Player 2 (36)" not in again.stdout
    assert "Juno (" in again.stdout
    assert "Milo (" in again.stdout
    record = read_record(path.read_bytes())
    assert record.names == ("Juno", "Player 2", "Milo")
    assert len(record.match.round.placements) == 1


def write_earlier_record(here: Here, path: Path, *names: str) -> None:
    """Write an unfinished record of an earlier version: dealt by the seed, and without Bot tags."""
    begin(here, path, "--mode", "3p")
    lines = path.read_text("utf-8").splitlines()
    kept = [line for line in lines if not line.startswith("[Bot ")]
    for seat, name in enumerate(names, start=1):
        kept = [f'[Seat{seat} "{name}"]' if it.startswith(f"[Seat{seat} ") else it for it in kept]
    path.write_text("\n".join(kept) + "\n", "utf-8")


def test_a_record_of_an_earlier_version_goes_on_with_its_bots(tmp_path: Path, here: Here) -> None:
    path = tmp_path / "match.punto"
    write_earlier_record(here, path, "Player 1", "hard 2", "Ada")
    run = here("play", "--record", path, said="f6\nquit\n")
    assert run.returncode == 0, run.stderr
    assert "Hard 2 puts the " in run.stdout
    assert "Ada to play" in run.stdout
    assert read_record(path.read_bytes()).names == ("Player 1", "hard 2", "Ada")


def test_a_match_of_bots_can_be_taken_over_and_stays_so(tmp_path: Path, here: Here) -> None:
    path = tmp_path / "match.punto"
    write_earlier_record(here, path, "hard", "easy", "random")
    run = here("play", "--record", path, "--people", "2", said="quit\n")
    assert run.returncode == 0, run.stderr
    tags = [tag.value for tag in read_record(path.read_bytes()).tags if tag.name == "Bot"]
    assert tags == ["Seat1 hard", "Seat3 random"]
    again = here("play", "--record", path, said="quit\n")
    assert "Your turn" in again.stdout


def test_a_bot_that_is_gone_is_named(tmp_path: Path, here: Here) -> None:
    path = tmp_path / "match.punto"
    begin(here, path)
    path.write_text(path.read_text("utf-8").replace("Seat2 medium", "Seat2 nobody"), "utf-8")
    run = here("play", "--record", path)
    assert run.returncode == 2
    assert "got 'nobody'" in run.stderr


def test_a_second_process_on_one_record_is_told(tmp_path: Path) -> None:
    path = tmp_path / "match.punto"
    command = [sys.executable, "-u", "-m", "punto", "play", "--record", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        seen = b""
        while b"Where?" not in seen:
            more = os.read(process.stdout.fileno(), 4096)
            assert more, "it ended before it asked"
            seen += more
        second = punto("play", "--record", path)
        process.communicate(b"quit\n", timeout=150)
    assert second.returncode == 2
    assert second.stderr == (
        f"punto: {path}: this match is being played in another window (process {process.pid}): "
        "leave it there first, or choose another file\n"
    )
    assert [file.name for file in tmp_path.iterdir()] == ["match.punto"]
    assert punto("play", "--record", path).returncode == 0


def test_a_killed_process_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "match.punto"
    command = [sys.executable, "-u", "-m", "punto", "play", "--record", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read(1)
        process.kill()
    assert punto("play", "--record", path).returncode == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_are_in_the_language_of_the_reader(
    language: str, tmp_path: Path, here: Here
) -> None:
    path = tmp_path / "match.punto"
    begin(here, path)
    run = here("play", "--record", path, "--bot", "easy", "--language", language)
    values = {"file": path, "option": "--bot easy", "there": "--bot medium"}
    if language != "en":
        assert run.stderr == f"punto: {say('error.conflicting-option', language, **values)}\n"
