"""What each command of the text protocol does, without a process around it."""

from threading import Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto import MODES, Match, read_position, write_position
from punto.engine import Budget, analyse
from punto.engine.live_search import LiveSearch
from punto.protocol.text_session import COMMANDS, QUERIES, TextSession
from punto.rules.kernel import COMPILED

SIMULATIONS = 300 if COMPILED else 20
MIDDLE = "position startpos moves R8@f6 B3@f7 O2"


def talk(*lines: str) -> list[str]:
    """Carry out lines, and return all answers."""
    answers: list[str] = []
    session = TextSession(lambda *lines: answers.extend(lines))
    for line in lines:
        session.execute(line, Event())
    return answers


@pytest.mark.parametrize("mode", MODES)
def test_the_same_seed_gives_what_the_library_finds(mode: str) -> None:
    match = Match(mode, start=1, seed="00" * 32, cells="f6 g7 h8")
    found = analyse(match, Budget(simulations=SIMULATIONS), seed=5)
    lines = (
        f"position {write_position(match.position())}",
        "setoption name seed value 5",
        f"go simulations {SIMULATIONS}",
    )
    *_, info, best = talk(*lines)
    assert best.split()[1][3:] == str(found.best.cell)
    words = info.split()
    chances = words[words.index("chances") + 1 :][: len(MODES[mode].sides)]
    assert chances == [f"{chance:.4f}" for chance in found.best.chances]
    assert talk(*lines)[-1] == best == talk(*lines, "setoption name MultiPV value 9", lines[-1])[-1]


def test_several_moves_are_told_about() -> None:
    *infos, _ = talk(MIDDLE, "setoption name MultiPV value 3", "go simulations 20")
    assert [info.split()[6] for info in infos] == ["1", "2", "3"]


def test_a_stop_before_the_search_ends_it_at_once() -> None:
    answers: list[str] = []
    session = TextSession(lambda *lines: answers.extend(lines))
    session.execute(MIDDLE, Event())
    stop = Event()
    stop.set()
    session.execute("go infinite", stop)
    assert len(answers) == 2
    assert answers[-1].startswith("bestmove O2@")


@pytest.mark.parametrize(
    ("what", "answer"),
    [
        ("turn", "1"),
        ("card", "O2"),
        ("p1turn", "true"),
        ("roundover", "false"),
        ("gameover", "false"),
        ("result", "none"),
    ],
)
def test_questions_about_the_position(what: str, answer: str) -> None:
    assert talk(MIDDLE, f"query {what}") == [f"response {answer}"]


def test_questions_about_moves_and_ends() -> None:
    (position,), (moves,) = talk(MIDDLE, "query position"), talk(MIDDLE, "query moves")
    found = read_position(position.removeprefix("response "))
    assert [move[3:] for move in moves.split()[1:]] == list(map(str, found.legal_cells))
    row = "R1@f6 B1@f7 R2@g6 B2@g7 R3@h6 B3@h7 R4@i6 B4@i7 R5@j6"
    over = f"position startpos moves {row}"
    assert talk(over, "query turn", "query roundover", "query gameover", "query moves") == [
        "response none",
        "response true",
        "response false",
        "response",
    ]
    (start,) = talk("position startpos", "query position")
    one_round = " ".join(["position", *start.split()[1:3], "1", *start.split()[4:], "moves", row])
    assert talk(one_round, "query gameover", "query result") == ["response true", "response p1win"]


def test_whatever_is_wrong_is_told_in_one_line_and_nothing_else_happens() -> None:
    assert talk("nonsense")[0].startswith("error unreadable-command command: expected one of ugi")
    assert talk("setoption name Hash value 3")[0].startswith("error unreadable-option option: ")
    assert talk("setoption Seed 3")[0].startswith("error unreadable-setoption ")
    assert talk("setoption name Seed value -1")[0].startswith("error unreadable-Seed ")
    assert talk("go")[0].startswith("error no-position ")
    assert talk("query turn")[0].startswith("error no-position ")
    assert talk(MIDDLE, "query weather")[0].startswith("error unreadable-query ")
    assert talk(MIDDLE, "go depth 5")[1:] == ["bestmove none"]
    assert talk("position startpos", "go simulations 5")[1:] == ["bestmove none"]
    assert talk(MIDDLE, "position x", "go simulations 5")[2:] == ["bestmove none"]
    assert talk(MIDDLE, "uginewgame", "go simulations 5")[1:] == ["bestmove none"]
    assert talk("", "  ", "\t") == []


def test_a_failure_of_our_own_is_answered_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LiveSearch, "run", lambda *_, **__: 1 / 0)
    failed = "error internal-error the engine failed: ZeroDivisionError"
    assert talk(MIDDLE, "go simulations 5", "query turn") == [
        failed,
        "bestmove none",
        "response 1",
    ]


WORDS = st.one_of(
    st.sampled_from([*COMMANDS, *QUERIES, *MIDDLE.split(), "name", "value", "Seed", "MultiPV"]),
    st.sampled_from(["simulations", "nodes", "0", "1", "7", "-1", "3p", "fen", "-", "R9", "B1xf6"]),
    st.text(max_size=8),
)


@settings(max_examples=150)
@given(st.lists(st.lists(WORDS, max_size=8).map(" ".join), max_size=6))
def test_no_line_is_too_odd(lines: list[str]) -> None:
    answers: list[str] = []
    session = TextSession(lambda *lines: answers.extend(lines))
    stop = Event()
    stop.set()  # a search without an end is one of the lines
    for line in lines:
        session.execute(line, stop)
    first = {"id", "option", "ugiok", "uciok", "readyok", "info", "bestmove", "response", "error"}
    assert all("\n" not in answer and answer.split()[0] in first for answer in answers)
    asked = sum(line.split()[:1] == ["go"] for line in lines)
    assert sum(answer.startswith("bestmove") for answer in answers) == asked
