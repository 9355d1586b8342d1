"""Engines in other processes as bots: found by their command, and sent to other processes."""

import pickle
import sys
from pathlib import Path
from random import Random

import pytest

from punto import Match, PuntoError, UnreadableError
from punto.bots import bot_named, load_bot

ENGINE = """
import sys
for line in sys.stdin:
    with open(sys.argv[1], "a") as log:
        log.write(line)
    command, *words = line.split() or [""]
    if command == "ugi":
        print("id name Tiny\\noption name Seed type spin\\noption name Style type string\\nugiok")
    elif command == "isready":
        print("readyok")
    elif command == "quit":
        break
    elif command == "go":
        print("bestmove O8@f6")
    sys.stdout.flush()
"""
MATCH = Match("2p", start=1, seed="00" * 32)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def command(tmp_path: Path, log: Path) -> str:
    file = tmp_path / "tiny.py"
    file.write_text(ENGINE, "utf-8")
    return f"{sys.executable} -S '{file}' '{log}'"


def test_an_engine_is_asked_with_what_everybody_sees_and_a_seed(command: str, log: Path) -> None:
    bot = load_bot(f"engine(simulations=70,Style=bold):{command}")
    assert bot.name == "Tiny (simulations=70,Style=bold)"
    assert bot.character.startswith(f"An engine in another process: {command[:40]}")
    log.unlink()
    assert bot.choose(MATCH.view(1), Random(5)) == MATCH.legal_cells[0]
    assert bot.choose_by_seed(MATCH.view(1), Random(5)) == MATCH.legal_cells[0]
    sent = log.read_text().splitlines()
    assert sent[:4] == ["ugi", "isready", "setoption name Style value bold", "isready"]
    seed, position, go = sent[4:7]
    assert seed == f"setoption name Seed value {Random(5).getrandbits(31)}"
    assert position.startswith("position 2p english-2018 2 - 1 0:0 -:- - 1 O8:- 36:36 R11")
    assert go == "go simulations 70"
    assert sent[7:] == [seed, position, go]  # the same process


def test_without_a_budget_it_gets_a_time_or_where_seeds_count_simulations(
    command: str, log: Path
) -> None:
    bot = load_bot(f"engine(name=Mine):{command}")
    assert bot.name == "Mine"
    bot.choose(MATCH.view(1), Random(5))
    bot.choose_by_seed(MATCH.view(1), Random(5))
    gone = [line for line in log.read_text().splitlines() if line.startswith("go")]
    assert gone == ["go movetime 300", "go simulations 2000"]


def test_it_can_be_sent_to_other_processes_while_it_runs(command: str) -> None:
    bot = load_bot(f"engine:{command}")
    bot.choose(MATCH.view(1), Random(5))
    twin = pickle.loads(pickle.dumps(bot))
    assert twin.choose(MATCH.view(1), Random(5)) == MATCH.legal_cells[0]


def test_after_a_failure_it_is_started_again(command: str) -> None:
    bot = load_bot(f"engine:{command}")
    match = Match("2p", start=1, seed="00" * 32, cells="f6")
    with pytest.raises(PuntoError, match="bestmove O8@f6 is not a legal move"):
        bot.choose(match.view(2), Random(5))
    assert bot.choose(MATCH.view(1), Random(5)) == MATCH.legal_cells[0]


def test_a_name_that_somebody_sends_never_runs_a_command(command: str, log: Path) -> None:
    with pytest.raises(UnreadableError):
        bot_named(f"engine:{command}")
    assert not log.exists()


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("engine:", "engine: expected engine:COMMAND or engine(NAME=VALUE,…):COMMAND"),
        ("engine: ", "engine: expected engine:COMMAND"),
        ("engine(a=1", "engine: expected engine:COMMAND"),
        ("engine(a):x", "engine: expected NAME=VALUE, each name once, got 'a'"),
        ("engine(a=1,a=2):x", "engine: expected NAME=VALUE, each name once, got 'a=2'"),
        ("engine(simulations=0):x", "simulations: expected 1 to"),
        ("engine:no-such-program", "there is no program no-such-program"),
        ("engine(Hash=5):COMMAND", "option: expected one of Seed, Style, got 'Hash'"),
        ("engine(name=expert):COMMAND", "another bot has its name 'expert'"),
    ],
)
def test_what_is_no_engine_is_refused_with_the_reason(source: str, why: str, command: str) -> None:
    source = source.replace("COMMAND", command)
    with pytest.raises(PuntoError) as caught:
        load_bot(source)
    assert caught.value.code == "bot-not-loaded"
    assert why in str(caught.value)
