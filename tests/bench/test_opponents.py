"""Opponents by name, and the levels of 0.2, which must never play otherwise than they did."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from benchmarks._opponents import is_there, opponent

from punto import Match, PuntoError
from punto.rules.kernel import COMPILED

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")

PLAYED = {
    ("2p", "easy-0.2"): "f6 g6 f5 g4 f7 f6 g5 g3 e5 h6 f8 i7",
    ("3p", "medium-0.2"): "f6 g6 e7 f5 e8 f4 f7 f8 h7 g5 f6 g5",
    ("4p", "hard-0.2"): "f6 g5 h4 g5 g7 f7 h3 g6 e5 g7 h5 h4",
    ("teams", "expert-0.2"): "f6 f6 e7 e7 g5 d8 d8 h5 f5 f5 g7 g7",
}
"""The first cells that each level chose for all seats when it was frozen."""


def first_cells(mode: str, level: str) -> str:
    bot, match, random = opponent(level), Match(mode, seed=bytes(32)), Random(1)
    for _ in range(12):
        assert match.seat is not None
        match.place(bot.choose_by_seed(match.view(match.seat), random))
    return " ".join(str(placement.cell) for placement in match.stage.round.placements)


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="the frozen search needs the compiled kernel")
@pytest.mark.parametrize(("mode", "level"), PLAYED)
def test_a_frozen_level_plays_as_it_always_did(mode: str, level: str) -> None:
    assert first_cells(mode, level) == PLAYED[mode, level]


def test_budgets_are_read_from_names() -> None:
    match = Match("2p", seed=bytes(32), cells="f6 g6 f7")
    view = match.view(match.seat)
    for name in ("plain-500", "plain-2.5ms", "plain-equal", "engine-500", "engine-2ms", "greedy"):
        bot = opponent(name)
        assert is_there(name)
        assert bot.name == name
        assert bot.choose_by_seed(view, Random(1)) in view.legal_cells


@pytest.mark.parametrize("name", ["plain", "plain-", "plain-2.5", "grandmaster", "expert-0.1"])
def test_an_unknown_name_is_refused(name: str) -> None:
    assert not is_there(name)
    with pytest.raises(PuntoError):
        opponent(name)


def test_the_command_prints_a_table_and_keeps_json(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from punto.bots import Bot\n"
        "BOT = Bot('mine', 'first cell', lambda view, random: view.legal_cells[0])\n",
        "utf-8",
    )
    file = tmp_path / "kept.json"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "benchmarks.strength", "plain-200", f"{tmp_path}/mine.py"),
            *("--mode", "3p", "--rounds", "12", "--sprt", "0.4", "0.5", "--json", str(file)),
        ],
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        check=True,
    )
    one, two = json.loads(file.read_text("utf-8"))["results"]
    assert (one["line_up"], two["line_up"]) == ("one against two", "two against one")
    assert one["deals"] == 4
    assert one["matches"] == 12
    assert one["even"] < one["share"] <= 1
    assert 0 < one["low"] < one["share"]
    assert not one["faults"]
    assert one["sprt"]["accepts"] is None  # too few deals
    assert f"plain-200 : {tmp_path}/mine.py, 3p one against two" in done.stdout
    assert "SPRT 40 % or 50 %: undecided" in done.stdout
