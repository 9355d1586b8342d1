"""The pictures on the page that teaches the rules, played again by the rules."""

import runpy
from collections.abc import Callable
from pathlib import Path

import pytest

from punto.rules.round import Round

DRAWING = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "draw_rules.py"))
PICTURES = DRAWING["PICTURES"]
WON = {"aim": "line", "line": "line", "stalemate": "stalemate"}

played: Callable[[str], Round] = DRAWING["played"]


@pytest.mark.parametrize("name", PICTURES)
def test_every_card_was_laid_by_the_rules(name: str) -> None:
    round_ = played(name)
    assert list(map(str, round_.placements)) == PICTURES[name]["moves"].split()
    assert (round_.end.kind if round_.end else None) == WON.get(name)


@pytest.mark.parametrize("name", ["beside", "over", "floating", "settled"])
def test_the_marked_cells_are_those_that_take_the_card(name: str) -> None:
    round_ = played(name)
    taken = set(map(str, round_.table.stacks()))
    legal = [str(cell) for cell in round_.legal_cells]
    shown = [cell for cell in legal if cell in taken] if name == "over" else legal
    assert PICTURES[name]["legal"].split() == shown
    assert (name == "over") == bool(set(shown) & taken)


def test_the_square_is_open_in_one_picture_and_closed_on_two_sides_in_the_other() -> None:
    spans = []
    for name in ("floating", "settled"):
        cells = [str(cell) for cell in played(name).table.stacks()]
        columns, rows = {cell[0] for cell in cells}, {cell[1:] for cell in cells}
        spans.append((len(columns), len(rows)))
    assert spans == [(4, 3), (6, 3)]


@pytest.mark.parametrize("name", WON)
def test_the_rows_that_decide_light_up(name: str) -> None:
    end = played(name).end
    assert end is not None
    cells = [str(cell) for runs in end.runs for run in runs for cell in run.cells]
    assert PICTURES[name]["lit"].split() == cells


def test_fifteen_beats_seventeen_as_the_page_says() -> None:
    round_ = played("stalemate")
    assert round_.end is not None
    points = [[run.points for run in runs] for runs in round_.end.runs]
    assert (points, round_.end.winner) == ([[15], [], [], [17]], 1)
    assert str(round_.end.stuck) == PICTURES["stalemate"]["card"] == "G1"


def test_what_the_captions_say_of_the_winning_cards() -> None:
    aim, line = played("aim").end, played("line").end
    assert aim is not None
    assert line is not None
    assert (str(aim.removed), aim.winner) == ("R7", 1)
    assert (str(line.removed), line.winner) == ("B9", 3)
    assert PICTURES["line"]["moves"].endswith(" B9xe5")


def test_four_neutral_cards_in_a_row_win_nothing() -> None:
    round_ = played("three")
    cells = PICTURES["three"]["lit"].split()
    tops = {str(cell): str(cards[-1]) for cell, cards in round_.table.stacks().items()}
    assert [tops[cell][0] for cell in cells] == ["G"] * round_.mode.line
