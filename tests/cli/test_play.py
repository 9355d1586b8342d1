import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.terminal import punto
from punto import Match, Options, TurnError, mode_named, read_record
from punto.bots import all_bots
from punto.cli import _session
from punto.cli._terminal import Terminal
from punto.cli.main import main

SEED = "01" * 32


class Typist:
    """Types a legal cell when asked, sometimes something else first."""

    def __init__(self, habits: tuple[str, ...] = ()) -> None:
        self.habits = habits
        self.random = random.Random(1)
        self.match: Match | None = None
        self.turns = 0

    def __call__(self, _prompt: str) -> str:
        self.turns += 1
        if self.habits and self.turns % 7 == 0:
            return self.random.choice(self.habits)
        assert self.match is not None
        return str(self.random.choice(self.match.legal_cells))


@pytest.fixture
def typist(monkeypatch: pytest.MonkeyPatch) -> Typist:
    typist = Typist()

    def ask(self: _session.Session, seat: int) -> None:
        typist.match = self.match
        original_ask(self, seat)

    original_ask = _session.Session.ask
    monkeypatch.setattr(Terminal, "print", lambda *_, **__: None)
    monkeypatch.setattr(_session.Session, "ask", ask)
    monkeypatch.setattr("builtins.input", typist)
    return typist


@pytest.mark.parametrize("mode", ["2p", "3p", "4p", "teams"])
def test_whole_match_is_played_and_its_record_agrees(
    typist: Typist, tmp_path: Path, mode: str
) -> None:
    path = tmp_path / "match.punto"
    command = ["play", "--mode", mode, "--record", str(path), "--seed", SEED, "--open-cards"]
    handicap = (2, 0, 1, 6)[: len(mode_named(mode).sides)]
    command += ["--plain-stalemate", "--handicap", ",".join(map(str, handicap))]
    assert main(command) == 0
    assert typist.turns > 5
    record = read_record(path.read_bytes())
    assert record.match.over
    agreed = Options(open_cards=True, stalemate_removes=False, handicap=handicap)
    assert record.match.options == agreed
    assert main(["verify", str(path)]) == 0


def test_all_seats_may_be_people(typist: Typist, tmp_path: Path) -> None:
    path = tmp_path / "match.punto"
    people = ["--people", "1", "2", "--rounds-to-win", "1", "--start", "2"]
    assert main(["play", "--record", str(path), "--seed", SEED, *people]) == 0
    record = read_record(path.read_bytes())
    assert record.names == ("Player 1", "Player 2")
    assert record.match.start == 2
    assert typist.turns == sum(len(round_.placements) for round_ in record.match.rounds)


def test_wrong_input_and_undo_lose_nothing(typist: Typist, tmp_path: Path) -> None:
    typist.habits = ("help", "", "z9", "a1", "undo", "R7@f6", "\x1b[A")
    path = tmp_path / "match.punto"
    assert main(["play", "--mode", "4p", "--record", str(path), "--seed", SEED]) == 0
    assert main(["verify", str(path)]) == 0


def test_undo_at_the_start_is_refused_and_changes_nothing() -> None:
    run = punto("play", "--seed", SEED, "--start", "1", said=b"undo\nquit\n")
    assert "No: no card has been placed in this round." in run.stdout
    run = punto("play", "--seed", SEED, "--start", "2", said=b"undo\nquit\n")
    assert "No: no card has been placed in this round." in run.stdout
    assert run.stdout.count("Cards still held: Player 1 (36), Juno (35).") == 1


def test_leaving_and_going_on(tmp_path: Path) -> None:
    path = tmp_path / "match.punto"
    first = punto("play", "--seed", SEED, "--start", "1", "--record", path, said=b"f6\nquit\n")
    assert first.returncode == 0
    assert f"Not finished. To continue: punto play --record {path}\n" in first.stdout
    before = read_record(path.read_bytes()).match
    assert len(before.round.placements) == 2
    second = punto("play", "--record", path)
    assert second.returncode == 0
    assert "Cards still held: Player 1 (35), Juno (35)." in second.stdout
    assert read_record(path.read_bytes()).match == before


def test_bots_have_names_and_the_record_says_which_they_are(tmp_path: Path) -> None:
    path = tmp_path / "match.punto"
    begun = ("play", "--mode", "3p", "--bot", "hard", "--record", path, "--start", "1")
    shown = punto(*begun, said=b"f6\nquit\n").stdout
    assert "Vega is a bot: Hard.\nRigel is a bot: Hard.\n" in shown
    assert "Rigel puts the " in shown
    record = read_record(path.read_bytes())
    assert record.names == ("Player 1", "Vega", "Rigel")
    assert [tag.value for tag in record.tags if tag.name == "Bot"] == ["Seat2 hard", "Seat3 hard"]


def test_the_end_shows_the_rows_that_decided_the_round_and_the_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cells: list[Match] = []
    original = _session.Session.ask

    def ask(self: _session.Session, seat: int) -> None:
        cells.append(self.match)
        original(self, seat)

    monkeypatch.setattr(_session.Session, "ask", ask)
    monkeypatch.setattr("builtins.input", lambda _: str(cells[-1].legal_cells[0]))
    path = tmp_path / "match.punto"
    command = ["play", "--mode", "4p", "--rounds-to-win", "1", "--bot", "greedy"]
    assert main([*command, "--record", str(path)]) == 0
    shown = capsys.readouterr().out
    match = read_record(path.read_bytes()).match
    assert match.seed is not None
    assert shown.splitlines()[-1] == f"Seed: {match.seed.hex()}"
    end = match.rounds[-1].end
    assert end is not None
    rows = {str(match.table[cell]) for runs in end.runs for run in runs for cell in run.cells}
    assert rows
    assert set(re.findall(r">([ROBG]\d)<", shown)) == rows


def test_a_bot_that_does_not_exist_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    path = tmp_path / "match.punto"
    run = punto("play", "--bot", "nobody", "--record", path)
    assert run.returncode == 2
    assert f"bot: expected one of {', '.join(all_bots())}, got" in run.stderr
    assert run.stderr.count("\n") == 1
    assert not path.exists()


def test_finished_match_is_not_overwritten(typist: Typist, tmp_path: Path) -> None:
    path = tmp_path / "match.punto"
    assert main(["play", "--mode", "4p", "--record", str(path), "--rounds-to-win", "1"]) == 0
    text = path.read_bytes()
    run = punto("play", "--record", path)
    assert run.returncode == 2
    assert "this match is over or has no seed: choose a new file" in run.stderr
    assert path.read_bytes() == text


def test_interrupting_ends_politely() -> None:
    command = [sys.executable, "-u", "-m", "punto", "play"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        seen = b""
        while b"Where?" not in seen:
            more = os.read(process.stdout.fileno(), 4096)
            assert more, "it ended before it asked"
            seen += more
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate(timeout=150)
    assert process.returncode == 0
    assert b"Not finished, and not saved" in rest


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--mode", "5p"], "--mode: expected one of '2p', '3p', '4p', 'teams', got '5p'"),
        (["--edition", "french-2018"], "got 'french-2018'"),
        (
            ["--rounds-to-win", "0"],
            "--rounds-to-win: expected one of 1, 2, 3, ",
        ),
        (["--start", "3"], "seat: expected 1 to 2 in 2p, got 3"),
        (["--people", "7"], "seat: expected 1 to 2 in 2p, got 7"),
        (["--seed", "abc"], "--seed: expected 64 hexadecimal digits, got 'abc'"),
        (["--record", "no/such/folder/m.punto"], "No such file or directory"),
    ],
)
def test_wrong_requests(arguments: list[str], sentence: str) -> None:
    run = punto("play", *arguments)
    assert run.returncode == 2
    assert sentence in run.stderr
    assert "Traceback" not in run.stderr


def test_take_back_refuses_what_it_cannot() -> None:
    match = Match("2p", seed=SEED, start=1)
    with pytest.raises(TurnError):
        match.undo()
