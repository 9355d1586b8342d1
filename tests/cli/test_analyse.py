import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import punto as library
from cli.terminal import VECTORS, punto

RECORD = VECTORS / "4p-english-2018-1.punto"
MATCH = library.read_record(RECORD.read_bytes()).match
LATE = ("--round", "1", "--ply", "40")
FEW = ("--simulations", "200")


def analysed(*arguments: str | Path) -> dict[str, Any]:
    run = punto("analyse", *arguments, *FEW, "--json")
    assert (run.returncode, run.stderr) == (0, "")
    facts: dict[str, Any] = json.loads(run.stdout)
    return facts


def test_every_legal_cell_is_told_best_first_and_the_played_one_marked() -> None:
    run = punto("analyse", RECORD, *LATE, *FEW)
    moment, played = MATCH.at(1, 40), MATCH.rounds[0].placements[40]
    assert (run.returncode, run.stderr) == (0, "")
    assert "Round 1, 40 cards. Rounds: 0 : 0 : 0 : 0." in run.stdout
    assert (
        f"{['Ada', 'Ben', 'Cleo', 'Dag'][moment.seat - 1 if moment.seat else 0]} to play, with"
        in (run.stdout)
    )
    rows = [line for line in run.stdout.splitlines() if " ± " in line]
    cells = [library.read_move(row.split()[0]).cell for row in rows]
    assert sorted(cells) == list(moment.legal_cells)
    (marked,) = [row for row in rows if row.endswith("<- played")]
    assert marked.startswith(str(played))
    continuation = run.stdout.splitlines()[-1]
    assert continuation.startswith(f"Likely continuation: {rows[0].split()[0]}")


def test_json_has_every_fact() -> None:
    facts, moment = analysed(RECORD, *LATE), MATCH.at(1, 40)
    played = MATCH.rounds[0].placements[40]
    assert (facts["round"], facts["ply"], facts["seat"]) == (1, 40, moment.seat)
    assert facts["side"] == moment.seat
    assert facts["card"] == str(moment.card) == str(played.card)
    assert facts["position"] == library.write_position(moment.position())
    assert facts["names"] == ["Ada", "Ben", "Cleo", "Dag"]
    assert facts["played"] == str(played.cell)
    assert (facts["mode"], facts["edition"], facts["seed"]) == ("4p", "english-2018", 1)
    cells = facts["cells"]
    assert sorted(library.Cell(cell["cell"]) for cell in cells) == list(moment.legal_cells)
    assert facts["best"] == cells[0]["cell"] == str(library.read_move(cells[0]["move"]).cell)
    assert facts["continuation"][0] == {"seat": moment.seat, "move": cells[0]["move"]}
    assert sum(cell["visits"] for cell in cells) <= facts["simulations"] <= 200
    for cell in cells:
        assert len(cell["chances"]) == len(cell["errors"]) == 4
        assert all(0 <= chance <= 1 for chance in cell["chances"])
        assert all(error >= 0 for error in cell["errors"])
        assert sum(cell["chances"]) + cell["draw"] == pytest.approx(1, abs=1e-3)


def test_the_same_seed_says_the_same_and_another_says_otherwise() -> None:
    first, again = analysed(RECORD, *LATE), analysed(RECORD, *LATE)
    other = analysed(RECORD, *LATE, "--seed", "2")
    assert first == again
    assert first["cells"] != other["cells"]


def test_a_line_that_can_be_completed_is_the_best_cell() -> None:
    facts = analysed(RECORD, "--round", "1")
    assert facts["ply"] == 43, "the last moment of the round with a card to place"
    assert facts["played"] == "e5"
    best = facts["cells"][0]
    assert best["chances"] == [1, 0, 0, 0]


def test_the_last_moment_is_meant_if_none_is_named() -> None:
    facts = analysed(RECORD)
    assert (facts["round"], facts["ply"]) == (2, len(MATCH.rounds[1].placements) - 1)
    lines = RECORD.read_bytes().replace(b'[Result "Seat1"]', b'[Result "*"]').splitlines()
    in_play = b"\n".join(lines[:-2])
    record = library.read_record(in_play).match
    run = punto("analyse", "-", *FEW, "--json", said=in_play)
    facts = json.loads(run.stdout)
    assert facts["position"] == library.write_position(record.position())
    assert facts["played"] is None


def test_a_position_will_do_for_a_record() -> None:
    position = library.write_position(MATCH.at(1, 40).position())
    facts, of_record = analysed("--position", position), analysed(RECORD, *LATE)
    assert facts["cells"] == of_record["cells"]
    assert (facts["names"], facts["played"]) == (None, None)
    run = punto("analyse", "--position", position, *FEW)
    assert "Seat 1" in run.stdout


def test_heat_map_has_every_cell_its_best_and_a_circle_for_the_played_one(tmp_path: Path) -> None:
    out = tmp_path / "a heat map.svg"
    run = punto("analyse", RECORD, *LATE, *FEW, "--svg", out, "--theme", "dark")
    assert run.returncode == 0
    assert run.stdout.endswith(f"drawn: {out}\n")
    root = ET.fromstring(out.read_text("utf-8"))
    marks = [element.get("data-mark") for element in root.iter()]
    legal = len(MATCH.at(1, 40).legal_cells)
    assert (marks.count("heat"), marks.count("share")) == (legal, legal - 1)
    assert (marks.count("best"), marks.count("arrow")) == (1, 1)
    assert "#191714" in out.read_text("utf-8")


def test_a_search_may_be_bounded_in_time() -> None:
    run = punto("analyse", RECORD, *LATE, "--seconds", "0.2", "--json")
    assert json.loads(run.stdout)["simulations"] > 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([RECORD, "--round", "99"], "round: expected 1 to 2, got 99"),
        ([RECORD, "--round", "1", "--ply", "45"], "ply: expected 0 to 44 in round 1, got 45"),
        (
            [RECORD, "--round", "1", "--ply", "44"],
            "ply: expected one before the end of round 1, with a card to place, got 44",
        ),
        ([RECORD, "--ply", "x"], "expected a whole number from 0 to 99,999, got 'x'"),
        ([RECORD, "--simulations", "0"], "expected a whole number from 1 to 999,999,999, got '0'"),
        ([RECORD, "--seconds", "-1"], "expected a number of seconds greater than 0, got '-1'"),
        ([RECORD, "--seconds", "1", *FEW], "--simulations cannot be used together with --seconds"),
        ([RECORD, *LATE, *FEW, "--svg", "no/such/folder/t.svg"], "No such file or directory"),
        (["no-such.punto"], "no-such.punto: No such file or directory"),
        ([], "FILE or --position is missing"),
        ([RECORD, "--position", "x"], "FILE and --position cannot be used together"),
        (["--position", "x"], "position: expected 15 fields, got 'x'"),
        (
            ["--position", "x", "--ply", "1"],
            "--position cannot be used together with --round or --ply",
        ),
        (
            ["--position", library.write_position(MATCH.position())],
            "position: expected a card to place, got none",
        ),
    ],
)
def test_wrong_requests_are_answered_in_a_sentence(
    arguments: list[str | Path], sentence: str
) -> None:
    run = punto("analyse", *arguments)
    assert run.returncode == 2
    assert sentence in run.stderr
    assert "Traceback" not in run.stderr


def test_interrupting_a_long_search_ends_it_at_once() -> None:
    # Half a second after all is loaded, however long that took.
    code = (
        "import os, signal, sys, threading; import punto.engine; from punto.cli.main import main;"
        "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start();"
        "sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "analyse", str(RECORD), "--seconds", "1000"]
    run = subprocess.run(command, capture_output=True, timeout=150, check=False)
    assert (run.stdout, run.stderr) == (b"", b"")
    assert run.returncode == 130
