"""The styles: what a placement does on the table, and that no style passes up a win."""

from random import Random

import pytest

from engine.positions import puzzle
from punto.bots.styles import STYLES, Style, Traits, traits_of
from punto.engine.search import winning_cells
from punto.rules.cell import Cell
from punto.rules.view import View


@pytest.mark.parametrize(
    ("table", "cell", "traits"),
    [
        ("f6:R3,f7:B7", "e6", Traits(extends=True, blocks=False, covers=False)),
        ("f6:R3,f7:B7", "g8", Traits(extends=False, blocks=False, covers=False)),
        ("f6:R3,f7:B7", "g7", Traits(extends=True, blocks=False, covers=False)),
        ("f6:R3,f7:B2", "f7", Traits(extends=True, blocks=False, covers=True)),
        ("f6:R3,f7:O2", "f7", Traits(extends=True, blocks=False, covers=False)),
        ("f6:B3,g6:B4", "h6", Traits(extends=False, blocks=True, covers=False)),
        ("f6:B3,g6:B4", "h7", Traits(extends=False, blocks=False, covers=False)),
        ("f6:B3,g6:B4,h6:G1,i6:B1", "h6", Traits(extends=False, blocks=True, covers=True)),
    ],
)
def test_traits_of_a_placement(table: str, cell: str, traits: Traits) -> None:
    assert traits_of(puzzle("2p", table, "R8"), Cell(cell)) == traits


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.name)
@pytest.mark.parametrize(
    "table", ["e6:R2,f6:R3,g6:R4,h6:R5,f7:B1", "e6:R2,f6:R3,g6:R4,h6:R5,i6:B2,f7:B4,g7:B1"]
)
def test_takes_a_win(style: Style, table: str) -> None:
    position = puzzle("2p", table, "R8")
    view = View(position.seat, position, position.legal_cells, (), None, None, None, None)
    won = winning_cells(position)
    assert won
    for seed in range(10):
        assert style.choose(view, Random(seed)) in won
