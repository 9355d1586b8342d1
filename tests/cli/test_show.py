import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import punto as library
from cli.terminal import VECTORS, punto

RECORD = VECTORS / "4p-english-2018-1.punto"


def test_end_of_a_round_is_explained() -> None:
    run = punto("show", RECORD, "--round", "1")
    assert run.returncode == 0
    assert "Round 1, 44 cards. Rounds: 1 : 0 : 0 : 0." in run.stdout
    assert "Ada wins the round with 4 in a row.\nR8 R1 R8 R4, d5-g5.\n" in run.stdout
    assert "The red 8 leaves the match." in run.stdout
    assert "".join(re.findall(r">([ROBG]\d)<", run.stdout)) == "R8R1R8R4"


def test_moment_in_play_shows_the_card_and_a_position_that_reads_back() -> None:
    run = punto("show", RECORD, "--round", "1", "--ply", "5")
    assert "Round 1, 5 cards. Rounds: 0 : 0 : 0 : 0." in run.stdout
    assert " to play, with the " in run.stdout
    position = library.read_position(run.stdout.splitlines()[-1])
    assert len(position.table) == 5


def test_stalemate_is_explained_with_rows_and_points() -> None:
    run = punto("show", VECTORS / "3p-german-2018-1.punto")
    assert "Ada: 0 rows, Ben: 1 row (21), Cleo: 2 rows (17, 17)." in run.stdout
    assert "Cleo wins the round: 2 rows against 1.\nThe blue 8 leaves the match." in run.stdout


def test_draw_is_explained() -> None:
    run = punto("show", VECTORS / "2p-english-2018-1.punto", "--round", "1")
    assert "Ada: 0 rows, Ben: 0 rows.\nNobody has a row: the round is a draw." in run.stdout


def test_json_has_every_fact() -> None:
    run = punto("show", RECORD, "--round", "1", "--ply", "5", "--json")
    facts = json.loads(run.stdout)
    match = library.read_record(RECORD.read_bytes()).match.at(1, 5)
    assert facts["position"] == library.write_position(match.position())
    assert facts["legal"] == [str(cell) for cell in match.legal_cells]
    assert (facts["round"], facts["ply"], facts["seat"]) == (1, 5, match.seat)
    assert facts["card"] == str(match.card)
    assert facts["end"] is None
    assert len(facts["moves"]) == 5
    assert facts["table"]["f6"] == [str(card) for card in match.table.stack("f6")]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_svg_is_drawn_into_the_file(tmp_path: Path, theme: str) -> None:
    out = tmp_path / "a table.svg"
    run = punto("show", RECORD, "--round", "1", "--svg", out, "--theme", theme)
    assert (run.returncode, run.stdout) == (0, f"drawn: {out}\n")
    root = ET.fromstring(out.read_text("utf-8"))
    assert root.tag.endswith("svg")
    assert any(mark.get("data-mark") == "run" for mark in root.iter())


def test_records_without_decks_are_shown_too(tmp_path: Path) -> None:
    lines = RECORD.read_text("utf-8").splitlines(keepends=True)
    path = tmp_path / "public.punto"
    path.write_text("".join(line for line in lines if not line.startswith("deal")), "utf-8")
    run = punto("show", path, "--round", "1", "--ply", "44", "--json")
    assert json.loads(run.stdout)["end"] == "line 1 removes R8"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--round", "99"], "round: expected 1 to 2, got 99"),
        (["--round", "1", "--ply", "45"], "ply: expected 0 to 44 in round 1, got 45"),
        (["--round", "0"], "expected a whole number from 1 to 99,999, got '0'"),
        (["--ply", "x"], "expected a whole number from 0 to 99,999, got 'x'"),
        (["--svg", "no/such/folder/t.svg"], "No such file or directory"),
    ],
)
def test_wrong_requests_are_answered_in_a_sentence(arguments: list[str], sentence: str) -> None:
    run = punto("show", RECORD, *arguments)
    assert run.returncode == 2
    assert sentence in run.stderr
    assert "Traceback" not in run.stderr


def test_wrong_record_is_refused() -> None:
    run = punto("show", "-", said=b'[Format "punto 2"]\n')
    assert run.returncode == 2
    assert run.stderr == "punto: line 1: format: expected punto 1, got 'punto 2'\n"


@pytest.mark.parametrize("command", ["show", "analyse", "review"])
def test_wrong_record_is_refused_with_the_name_of_its_file(command: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.punto"
    file.write_text('[Format "punto 1"]\nnonsense\n')
    run = punto(command, str(file))
    assert run.returncode == 2
    assert run.stderr.startswith(f"punto: {file}: line 2: ")
