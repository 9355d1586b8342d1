"""`punto engine --check` says what is wrong with an engine, and nothing else."""

import shlex
import sys
from itertools import pairwise

import pytest

from protocol.conftest import OURS, PATIENCE_SECONDS, Fake
from punto.cli.main import main
from punto.protocol import conformity, examiner

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _have_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examiner, "ANSWER_SECONDS", PATIENCE_SECONDS)
    for name in ("STOP_SECONDS", "END_SECONDS"):
        monkeypatch.setattr(conformity, name, PATIENCE_SECONDS)


CLUMSY = """
import sys
best = ""
for line in sys.stdin:
    command, *words = line.split() or [""]
    if command in ("ugi", "isready", "go"):
        answers = {
            "ugi": "id name Clumsy\\noption name Seed type spin min 0 max 9\\nugiok",
            "isready": "readyok",
            "go": "info chances 0.5 0.6 pv O8@f6\\nbestmove O8@f6",
        }
        print(answers[command], flush=True)
"""


def test_an_engine_that_follows_the_page_is_right_in_every_sentence(
    other_engine: str, capsys: Output
) -> None:
    assert main(["engine", "--check", other_engine]) == 0
    told = capsys.readouterr().out
    assert "WRONG" not in told
    assert told.endswith("\n18 of 18 sentences are true of this engine.\n")


def test_our_own_is_right_in_every_sentence(capsys: Output) -> None:
    assert main(["engine", "--check", shlex.join(OURS)]) == 0
    assert "WRONG" not in capsys.readouterr().out


def test_what_is_wrong_is_told_sentence_by_sentence(
    fake: Fake, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conformity, "END_SECONDS", 0.5)
    assert main(["engine", "--check", shlex.join(fake(text=CLUMSY))]) == 1
    told = capsys.readouterr().out.splitlines()
    wrong = {
        sentence.removeprefix("WRONG  "): why.strip()
        for sentence, why in pairwise(told)
        if sentence.startswith("WRONG")
    }
    assert (
        "`chances` should be 2 numbers"
        in wrong["It names a legal move in 2p, and what it tells is readable."]
    )
    assert (
        "`pv` begins with O8@f6, which is not a legal move"
        in wrong["It plays on from `position startpos moves …`, and from a position with moves."]
    )
    endless = "It searches with `go infinite` until `stop`, and answers `isready` meanwhile."
    assert wrong[endless] == "`bestmove` came before `stop`"
    assert wrong["It answers `bestmove none` if there is no card to place."]
    assert wrong["It ends soon after `quit`, even during a search."] == (
        "it was still running after 0.5 s"
    )
    assert "ok     It answers `isready` with `readyok`." in told


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("no-such-program", "cannot be started: there is no program no-such-program"),
        (f"{sys.executable} -c 'raise SystemExit(3)'", "ended with exit code 3"),
    ],
)
def test_one_that_does_not_even_start_is_told_in_one_sentence(
    command: str, why: str, capsys: Output
) -> None:
    assert main(["engine", "--check", command]) == 1
    told = capsys.readouterr().out
    assert told.splitlines()[1].endswith(why)
    assert told.endswith("\n0 of 1 sentences are true of this engine.\n")
