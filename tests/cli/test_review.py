import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import punto as library
from cli.terminal import VECTORS, punto
from lab.samples import BLUNDER, WINNING, blunder
from punto.cli import _arguments
from punto.cli.main import main
from punto.engine import Kind

NAMES = ["Ada", "Ben", "Cleo", "Dag"]
RECORD = str(library.Record(blunder(), NAMES, "2026-11-15", deals=True))
FEW = ("--simulations", "60")


@pytest.fixture(scope="module")
def said() -> bytes:
    return RECORD.encode()


@pytest.fixture(scope="module")
def facts(said: bytes) -> dict[str, Any]:
    run = punto("review", "-", *FEW, "--json", said=said)
    assert (run.returncode, run.stderr) == (0, "")
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_json_has_every_placement(facts: dict[str, Any]) -> None:
    moves = [str(placement) for placement in blunder().stage.round.placements]
    assert [placement["move"] for placement in facts["placements"]] == moves
    assert [placement["ply"] for placement in facts["placements"]] == list(range(len(moves)))
    assert facts["rounds"] == [{"round": 1, "placements": len(moves), "winner": None, "end": None}]
    assert (facts["mode"], facts["names"]) == ("4p", NAMES)
    assert (facts["simulations"], facts["seed"]) == (60, 1)
    for placement in facts["placements"]:
        assert placement["round"] == 1
        assert placement["side"] == placement["seat"] == 1 + placement["ply"] % 4
        assert sum(placement["chances"]) + placement["draw"] == pytest.approx(1, abs=1e-3)
        for look in (placement, placement["played"], placement["best"]):
            assert len(look["chances"]) == len(look["errors"]) == 4
            assert all(0 <= chance <= 1 for chance in look["chances"])
            assert sum(look["chances"]) <= 1.001
        assert placement["played"]["move"] == placement["move"]
        side = placement["side"] - 1
        lost = placement["best"]["chances"][side] - placement["played"]["chances"][side]
        expected = lost if lost > placement["error"] else 0
        assert placement["gave_away"] == pytest.approx(expected, abs=1e-3)


def test_json_names_the_turning_points(facts: dict[str, Any]) -> None:
    points = [dict(point) for point in facts["turning_points"]]
    assert [each["kind"] for each in points[0]["against"]][:1] == ["misses"]
    assert [each["kind"] for each in points[0]["instead"]][:1] == ["wins"]
    assert 1 <= len(points) <= 5
    assert points[0]["ply"] == BLUNDER
    assert library.read_move(points[0]["best"]["move"]).cell in WINNING
    assert points[0]["best"]["chances"] == [1, 0, 0, 0]
    lost = [point["gave_away"] for point in points]
    assert lost == sorted(lost, reverse=True)
    for point in points:
        reasons = point.pop("against") + point.pop("instead")
        assert all(reason["kind"] in set(Kind) for reason in reasons)
        assert point in facts["placements"]
    totals = {str(seat): 0.0 for seat in (1, 2, 3, 4)}
    for placement in facts["placements"]:
        totals[str(placement["seat"])] += placement["gave_away"]
    assert facts["given_away"] == pytest.approx(totals, abs=1e-2)


def test_turning_points_are_told_in_sentences(said: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a match.punto"
    path.write_bytes(said)
    run = punto("review", path, *FEW, "--top", "1", "--jobs", "1")
    assert (run.returncode, run.stderr) == (0, "")
    assert "13 cards, 1 round; simulations for each card: 60." in run.stdout
    assert "1. Round 1, 12 cards: Ada played R9@i4 and gave away " in run.stdout
    assert "would have left 100 %." in run.stdout
    assert "2. Round" not in run.stdout
    assert f"punto analyse '{path}' --round 1 --ply 12" in run.stdout


def test_sums_alone_will_do(said: bytes) -> None:
    run = punto("review", "-", *FEW, "--top", "0", said=said)
    assert "gave away" not in run.stdout
    assert "given anything away" not in run.stdout
    assert "Given away in total, in percentage points:\n  Ada: " in run.stdout


def test_nothing_to_blame_is_said(said: bytes) -> None:
    first = said[: said.index(b"1. R1@f6")] + b"1. R1@f6\n"
    run = punto("review", "-", *FEW, said=first)
    assert "No card clearly gave anything away." in run.stdout


def test_the_curve_is_drawn(said: bytes, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    svg, png = tmp_path / "curve", tmp_path / "curve.png"
    run = punto("review", "-", "--simulations", "1", "--svg", svg, "--png", png, said=said)
    assert run.returncode == 0
    assert run.stdout.endswith(f"drawn: {svg}\ndrawn: {png}\n")
    texts = {
        "".join(text.itertext()).strip() for text in ET.parse(svg).iter() if "text" in text.tag
    }
    assert {*NAMES, "Round 1"} <= texts
    assert png.read_bytes().startswith(b"\x89PNG")


def test_without_the_extra_it_says_at_once_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_arguments, "find_spec", lambda name: None)
    record = VECTORS / "4p-english-2018-1.punto"
    assert main(["review", str(record), "--png", "curve.png"]) == 2
    assert capsys.readouterr() == (
        "",
        "punto: the curve needs matplotlib, which is not installed: "
        "run pip install '.[lab]' in the source folder of Punto\n",
    )


def test_only_a_drawing_loads_matplotlib(said: bytes, tmp_path: Path) -> None:
    path = tmp_path / "match.punto"
    path.write_bytes(said)
    code = (
        "import sys; from punto.cli.main import main; "
        "assert main(['review', sys.argv[1], '--simulations', '1']) == 0; "
        "sys.exit('matplotlib' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code, path], capture_output=True, check=False)
    assert (run.returncode, run.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["no-such.punto"], "no-such.punto: No such file or directory"),
        (["-"], "line 1: format: expected punto 1"),
        (["-", "--top", "-1"], "expected a whole number from 0 to 99,999, got '-1'"),
        (["-", "--jobs", "0"], "expected a whole number from 1 to 999, got '0'"),
    ],
)
def test_wrong_requests_are_answered_in_a_sentence(arguments: list[str], sentence: str) -> None:
    run = punto("review", *arguments, said=b'[Format "punto 2"]\n')
    assert run.returncode == 2
    assert sentence in run.stderr
    assert "Traceback" not in run.stderr


def test_a_match_that_has_not_begun_has_nothing_to_review(said: bytes) -> None:
    run = punto("review", "-", said=said[: said.index(b"1. R1@f6")])
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "punto: moves: expected at least one, got none\n"
