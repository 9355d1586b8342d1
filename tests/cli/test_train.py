"""`punto train`: trains, goes on where it stopped, and writes only what passes the gate."""

from pathlib import Path

import pytest

from cli.terminal import punto
from punto.cli.main import build_parser, main
from punto.cli.train import EXACT_ROUNDS, FAST_ROUNDS
from punto.engine.network import network_from
from punto.lab import gate, training_work
from punto.rules.kernel import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="it takes hundreds of rounds")


def run(folder: Path, *arguments: str) -> int:
    short = ("--sides", "4", "--fast-rounds", "200", "--exact-rounds", "0")
    return main(["train", str(folder), *short, *arguments])


@pytest.fixture
def quick_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_work, "GATE_ROUNDS", 8)


@pytest.mark.usefixtures("quick_gate")
def test_a_network_that_beats_nobody_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hard = gate.Rival("somebody", gate.RIVALS[0].choose, 4.1)  # more than all rounds
    monkeypatch.setattr(gate, "RIVALS", (hard,))
    assert run(tmp_path / "weights") == 1
    printed = capsys.readouterr()
    assert "against somebody" in printed.out
    assert "4-sides.network is not written" in printed.err
    assert {path.name for path in (tmp_path / "weights").iterdir()} == {
        "4-sides.training",
        "4-sides.svg",
    }


@pytest.mark.usefixtures("quick_gate")
def test_the_same_command_goes_on_and_writes_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gate, "RIVALS", (gate.Rival("random", gate.RIVALS[0].choose, 0.0),))
    assert run(tmp_path) == 0
    first = (tmp_path / "4-sides.network").read_bytes()
    network = network_from(first)
    assert network.sides == 4
    assert network.digest in capsys.readouterr().out
    (tmp_path / "4-sides.network").unlink()
    assert run(tmp_path) == 0  # nothing is left to train
    assert (tmp_path / "4-sides.network").read_bytes() == first
    assert run(tmp_path, "--seed", "2") == 2
    assert "another plan" in capsys.readouterr().err


def test_wrong_arguments_are_refused(tmp_path: Path) -> None:
    for wrong in (["--sides", "5"], ["--fast-rounds", "-1"], ["--jobs", "0"], ["--on", "moon"]):
        assert punto("train", tmp_path, *wrong).returncode == 2


def test_the_training_of_the_package_can_be_asked_for_in_numbers() -> None:
    for sides, fast in FAST_ROUNDS.items():
        rounds = "--fast-rounds", str(fast), "--exact-rounds", str(EXACT_ROUNDS[sides])
        options = build_parser().parse_args(["train", "weights", *rounds])
        assert (options.fast_rounds, options.exact_rounds) == (fast, EXACT_ROUNDS[sides])
