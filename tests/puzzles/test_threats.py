"""The chance of a loss with the next card is the one that counting all cards gives."""

from random import Random

import pytest

from punto.puzzles import Kind, all_puzzles
from punto.puzzles.threats import loss_chance, only_defence
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.kernel import LINE
from punto.rules.match import Match
from punto.rules.position import Position


def counted(position: Position, cell: Cell) -> float:
    """Try every card that the next seat may turn up on every cell."""
    mode = position.mode
    assert position.seat is not None
    assert position.card is not None
    rival = mode.after(position.seat)
    table = position.table.copy()
    table.lay(position.card, cell)
    unseen = position.unseen[mode.side_of(rival).number - 1]
    own = position.decks[rival - 1] - position.neutrals[rival - 1]

    def completes(card: Card) -> bool:
        line = mode.line_by_colour[card.colour]
        return any(table.copy().lay(card, to, line) & LINE for to in table.legal_cells(card))

    winning = sum(map(completes, unseen))
    return winning / len(unseen) * own / position.decks[rival - 1] if own else 0.0


def positions() -> list[Position]:
    """Some positions in which the next player threatens to win."""
    return [each.position for each in all_puzzles() if each.kind is Kind.STOP][::5]


def test_it_counts_every_card() -> None:
    chances = []
    for position in positions():
        for cell in Random(1).sample(position.legal_cells, 3):
            chances.append(loss_chance(position, cell))
            assert chances[-1] == pytest.approx(counted(position, cell))
    assert max(chances) > 0


def test_the_only_defence_is_the_only_cell_without_a_loss() -> None:
    for position in positions():
        chances = {cell: loss_chance(position, cell) for cell in position.legal_cells}
        (safe,) = (cell for cell, chance in chances.items() if chance == 0)
        least = min(chance for chance in chances.values() if chance)
        assert only_defence(position, least) == safe
        assert only_defence(position, least + 0.001) is None


def test_without_a_threat_there_is_no_defence() -> None:
    match = Match("2p", seed=bytes(32), start=1)
    match.place("f6")
    assert only_defence(match.position(), 0.1) is None
