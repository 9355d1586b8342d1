"""A hint: the idea first, then the cell and why."""

import json

import pytest

import punto as library
from cli.terminal import VECTORS, punto
from punto.cli._reasons import describe_idea, describe_reason, idea_of
from punto.engine import Kind, Reason, explain
from punto.lab.review import is_bad
from punto.words import LANGUAGES

RECORD = VECTORS / "4p-english-2018-1.punto"
MOMENT = ("--round", "1", "--ply", "12")
POSITION = library.read_record(RECORD.read_bytes()).match.at(1, 12).position()


def test_the_idea_comes_without_the_cell() -> None:
    run = punto("hint", RECORD, *MOMENT)
    assert (run.returncode, run.stderr) == (0, "")
    *_, idea, more = run.stdout.splitlines()
    assert idea
    assert more == f"The cell: punto hint {RECORD} --round 1 --ply 12 --cell"


def test_with_a_flag_the_cell_and_its_reasons_follow() -> None:
    facts = json.loads(punto("hint", RECORD, *MOMENT, "--json").stdout)
    run = punto("hint", RECORD, *MOMENT, "--cell")
    assert f"{facts['move']} leaves a chance of" in run.stdout
    cell = library.Cell(facts["cell"])
    reasons = explain(POSITION, cell)
    assert POSITION.seat is not None
    for reason in reasons[:3]:
        sentence = describe_reason(
            reason, POSITION.mode, POSITION.seat, ["Ada", "Ben", "Cleo", "Dag"]
        )
        assert f"  {sentence}\n" in run.stdout


def test_json_has_every_fact() -> None:
    facts = json.loads(punto("hint", RECORD, *MOMENT, "--json").stdout)
    reasons = explain(POSITION, library.Cell(facts["cell"]))
    assert facts["position"] == library.write_position(POSITION)
    assert (facts["seat"], facts["card"]) == (POSITION.seat, str(POSITION.card))
    assert POSITION.seat is not None
    side = POSITION.mode.side_of(POSITION.seat).number
    assert facts["idea"] == idea_of([each for each in reasons if not is_bad(each, side)])
    assert library.read_move(facts["move"]).cell == library.Cell(facts["cell"])
    assert len(facts["chances"]) == len(facts["errors"]) == 4
    assert [each["kind"] for each in facts["reasons"]] == [str(each.kind) for each in reasons]


def test_a_position_can_be_asked_about() -> None:
    text = library.write_position(POSITION)
    by_position = json.loads(punto("hint", "--position", text, "--json").stdout)
    assert by_position == json.loads(punto("hint", RECORD, *MOMENT, "--json").stdout)
    run = punto("hint", "--position", text)
    assert f"--position '{text}' --cell" in run.stdout


def test_a_win_is_the_best_idea_and_without_reasons_there_is_none() -> None:
    cells = (library.Cell("f6"), library.Cell("i6"))
    blocks = Reason(Kind.BLOCKS, 2, library.Colour.ORANGE, cells)
    wins = Reason(Kind.WINS, 1, library.Colour.RED, cells)
    assert describe_idea([blocks, wins]) == "You can win the round with this card."
    assert idea_of([Reason(Kind.LEAVES, 2)]) == idea_of([]) == "quiet"
    assert describe_idea([]).startswith("Nothing is pressing.")


@pytest.mark.parametrize(
    ("ends", "row", "lane"),
    [
        ("f6 i6", "row f6-i6", "row 6"),
        ("g4 g8", "column g4-g8", "column g"),
        ("f6 h8", "diagonal f6-h8", "a diagonal"),
        ("h6 f8", "diagonal h6-f8", "a diagonal"),
    ],
)
def test_an_idea_names_the_colour_and_the_direction(ends: str, row: str, lane: str) -> None:
    cells = tuple(map(library.Cell, ends.split()))
    green = library.Colour.GREEN
    threat = describe_idea([Reason(Kind.BLOCKS, 2, green, cells)])
    assert threat == f"Green threatens the {row}: one card is missing."
    assert f" the {row} " in describe_reason(
        Reason(Kind.HANDS_OVER, 2, green, cells), POSITION.mode, 1, ["Ada", "Ben", "Cleo", "Dag"]
    )
    opened = describe_idea([Reason(Kind.OPENS, 1, green, cells)])
    assert opened.endswith(f" {lane}.")
    assert not any(str(cell) in opened for cell in cells)


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_words_for_all_that_a_reason_may_say(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("punto.cli._language._chosen", language)
    cells = (library.Cell("f6"), library.Cell("g6"))
    for kind in Kind:
        for side in (1, 2):
            reason = Reason(kind, side, library.Colour.GREEN, cells, before=3, now=1)
            sentence = describe_reason(reason, POSITION.mode, 1, ["Ada", "Ben", "Cleo", "Dag"])
            for text in (sentence, describe_idea([reason])):
                assert not set(text) & set("{}")
                assert not text.startswith(("reason.", "idea.", "Reason.", "Idea."))


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_are_in_the_language_of_the_reader(language: str) -> None:
    run = punto("hint", RECORD, *MOMENT, "--cell", "--language", language)
    assert (run.returncode, run.stderr) == (0, "")
    assert "{" not in run.stdout
    assert "reason." not in run.stdout
    assert "idea." not in run.stdout
